// Rules of thumb on a torus: each axis both ways.

#include <algorithm>
#include <cmath>

#include "estimate/limits_search.hpp"
#include "roofline/base/show.hpp"

namespace roofline {
namespace {

/// "3 * ", and nothing for 1.
std::string times(std::size_t factor) {
  return factor == 1 ? "" : formatted("{} * ", factor);
}

/// T_math = 8 (B / X) D F / C backward against 8 D F / (axes * W): the same for dp and fsdp, forward and backward.
void add_data_parallel(Search& s, double alpha, std::size_t axes) {
  for (std::size_t n = 1; n <= axes; ++n) {
    const std::string over = n == 1 ? "alpha" : formatted("alpha / {}", n);
    s.add(formatted("dp or fsdp, {} {}", n, n == 1 ? "axis" : "axes"), Relation::at_least,
          alpha / as_double(static_cast<std::int64_t>(n)) * s.experts.value, kTokens, over + s.experts.text);
  }
  if (!s.experts.text.empty()) return;
  s.found.rules.front().formula = s.ratio_text("W");
  s.found.rules.front().names = "alpha";
}

/// The batch drops out: 4BDF / (Y C) against 4BD / (axes * W).
void add_tensor_parallel(Search& s, double alpha, std::size_t axes) {
  for (std::size_t n = 1; n <= std::min<std::size_t>(axes, 2); ++n) {
    s.add(formatted("tp, {} {}", n, n == 1 ? "axis" : "axes"), Relation::at_most,
          as_double(static_cast<std::int64_t>(n)) * s.f() / alpha, kChips, formatted("{}F / alpha", times(n)));
  }
}

/// At the best X both take equally long: their max where they overlap, their sum, twice that, where they take turns.
void add_mixed(Search& s, double alpha, std::size_t fsdp_axes) {
  const double axes = as_double(static_cast<std::int64_t>(fsdp_axes)), f = s.f();
  const std::string below = fsdp_axes == 1 ? "F" : formatted("({} * F)", fsdp_axes);
  s.add("fsdp + tp, overlapped", Relation::at_least, alpha * alpha / (axes * f), kTokens, "alpha^2 / " + below);
  s.add("fsdp + tp, in turn", Relation::at_least, 4 * alpha * alpha / (axes * f), kTokens, "4 * alpha^2 / " + below);
  if (s.in.b == 0 || s.in.n == 0) return;
  const double best = std::sqrt(as_double(s.in.b) / f * axes * as_double(s.in.n));
  s.add("fsdp + tp, best X", Relation::best, std::clamp(best, 1.0, as_double(s.in.n)), kChips,
        formatted("min(N, max(1, sqrt(B / F * {}N)))", times(fsdp_axes)));
}

void add_dcn(Search& s) {
  if (!s.chip.nic) {
    s.found.notes.push_back(formatted("dp over dcn is left out: {} gives no bandwidth for nic", s.chip.id));
    return;
  }
  s.found.symbols.push_back({"W_dcn", s.chip.nic->si(), BytesPerSecond::dim, "", {"nic.bandwidth"}});
  s.add("dp over dcn", Relation::at_least, s.ratio(*s.chip.nic) * s.experts.value, "tokens a slice",
        s.ratio_text("W_dcn") + s.experts.text);
}

}  // namespace

void find_on_torus(Search& s) {
  const BytesPerSecond link = *s.tier.link_bandwidth, wires = 2.0 * link;
  const double alpha = s.ratio(wires);
  const std::size_t axes = s.tier.dims.size(), fsdp_axes = axes - 1;
  const std::string both_ways = formatted("one axis both ways (2 x {})", show_given(link));
  add_wires(s, {"W", wires.si(), BytesPerSecond::dim, both_ways, {path_of(s.tier, "link_bandwidth")}}, "alpha");
  add_data_parallel(s, alpha, axes);
  if (s.in.f > 0) add_tensor_parallel(s, alpha, axes);
  add_decode(s, wires, "W");
  if (s.in.f > 0 && fsdp_axes > 0) add_mixed(s, alpha, fsdp_axes);
  if (s.in.y > 0 && fsdp_axes > 0) {
    const std::string below = fsdp_axes == 1 ? "Y" : formatted("({} * Y)", fsdp_axes);
    const double chips = as_double(static_cast<std::int64_t>(fsdp_axes)) * as_double(s.in.y);
    s.add("fsdp beside tp of Y", Relation::at_least, alpha / chips * s.experts.value, kTokens,
          formatted("alpha / {}{}", below, s.experts.text));
  }
  if (s.in.f > 0 && s.in.e > 0) s.add("ep, 1 axis", Relation::at_most, 4 * s.f() / alpha, kChips, "4 * F / alpha");
  add_dcn(s);
  // After 4BDF FLOPs a layer a stage hands on 2BD bytes over one link, one way: half of W.
  if (s.in.f > 0) s.add("pp stage, no bubbles", Relation::at_least, alpha / s.f(), kLayers, "alpha / F");
}

}  // namespace roofline
