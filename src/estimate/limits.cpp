#include "roofline/estimate/limits.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/mesh.hpp"

namespace roofline {
namespace {

using Relation = Limit::Relation;

constexpr std::string_view kTokens = "tokens a chip", kChips = "chips";

/// What multiplies a limit; 1 and no text where nothing does.
struct Factor {
  double value = 1;
  std::string text{};
};

/// One chip's rules, as they are found.
struct Search {
  const Chip& chip;
  const Tier& tier;
  const LimitInputs& in;
  FlopsPerSecond peak;
  double element;  ///< bytes
  Factor experts;  ///< on what data parallelism needs: gradients of all E, FLOPs of k
  Limits found{};

  double f() const { return static_cast<double>(in.f); }

  void add(std::string rule, Relation relation, double value, std::string_view unit, std::string formula) {
    found.rules.push_back({std::move(rule), relation, value, unit, std::move(formula), ""});
  }
  /// FLOPs that a byte over these wires must feed.
  double ratio(BytesPerSecond wires) const { return element / 2 * (peak / wires).si(); }
  std::string ratio_text(std::string_view wires) const {
    return formatted("{}C / {}", element == 2 ? "" : "b / 2 * ", wires);
  }
};

double as_double(std::int64_t count) {
  return static_cast<double>(count);
}

/// "3 * ", and nothing for 1.
std::string times(std::size_t factor) {
  return factor == 1 ? "" : formatted("{} * ", factor);
}

std::string path_of(const Tier& tier, std::string_view figure) {
  return formatted("interconnect.{}.{}", tier.name.view(), figure);
}

void check(const LimitInputs& in) {
  if ((in.e == 0) != (in.k == 0)) {
    throw Error("--E and --k go together", "experts stored and experts active for a token: --E 128 --k 4");
  }
  if (in.k > in.e) throw Error(formatted("--k: of {} experts {} cannot be active", in.e, in.k), "give --k up to --E");
  if (in.x == 1) throw Error("--X: one node has no other to send to", "give 2 nodes or more, or leave --X out");
}

void add_symbols(Search& s) {
  const std::string peak = formatted("peak.{}", info(info(s.in.dtype).peak).name);
  s.found.symbols.push_back({"C", s.peak.si(), FlopsPerSecond::dim, peak, {peak}});
  if (s.element != 2) {
    s.found.symbols.push_back({"b", s.element, {}, formatted("{} B an element", s.element), {}});
  }
  const std::pair<const char*, std::int64_t> inputs[] = {{"F", s.in.f}, {"B", s.in.b}, {"N", s.in.n}, {"E", s.in.e},
                                                         {"k", s.in.k}, {"X", s.in.x}, {"Y", s.in.y}, {"Z", s.in.z}};
  for (const auto& [name, count] : inputs) {
    if (count > 0) s.found.symbols.push_back({name, as_double(count), {}, "", {}});
  }
}

/// Bandwidth of wires, and the FLOPs per byte that they ask for.
void add_wires(Search& s, LimitSymbol wires, std::string_view ratio) {
  const double value = s.ratio(BytesPerSecond::from_si(wires.value));
  const std::string text = s.ratio_text(wires.name), shown = show(Intensity::from_si(value));
  const bool in_a_row = ratio == "alpha" && s.experts.text.empty();
  s.found.symbols.push_back(std::move(wires));
  s.found.symbols.push_back(
      {std::string(ratio), value, Intensity::dim, in_a_row ? shown : formatted("{} = {}", text, shown), {}});
}

/// While the weights' way from memory binds, T = 2DF / (Y W_hbm) against 2BD / W.
void add_decode(Search& s, BytesPerSecond wires, std::string_view wires_name) {
  const Memory& memory = s.chip.main();
  const double b = as_double(s.in.b), beta = *memory.bandwidth / wires;
  if (s.in.f == 0 || s.in.b == 0 || b >= s.ratio(*memory.bandwidth)) return;
  const std::string path = formatted("memory.{}.bandwidth", memory.name.view());
  s.found.symbols.push_back({"beta", beta, {}, formatted("{} / {} = {}", path, wires_name, show_number(beta)), {path}});
  s.add("tp, decode of B tokens", Relation::at_most, s.f() / (b * beta), kChips, "F / (B * beta)");
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
  s.add("fsdp + tp, best X", Relation::best, std::sqrt(as_double(s.in.b) / f * axes * as_double(s.in.n)), kChips,
        formatted("sqrt(B / F * {}N)", times(fsdp_axes)));
}

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
  if (!s.chip.nic) {
    s.found.notes.push_back(formatted("dp over dcn is left out: {} gives no bandwidth for nic", s.chip.id));
    return;
  }
  s.found.symbols.push_back({"W_dcn", s.chip.nic->si(), BytesPerSecond::dim, "", {"nic.bandwidth"}});
  s.add("dp over dcn", Relation::at_least, s.ratio(*s.chip.nic) * s.experts.value, "tokens a slice",
        s.ratio_text("W_dcn") + s.experts.text);
}

/// Of what data parallelism over nodes needs: X - 1 of X nodes' bytes come from outside, and a model that is spread
/// over several nodes has the NICs of all of them.
Factor spread(const Search& s, double node) {
  Factor factor = s.experts;
  if (s.in.x > 0) {
    factor.value *= (as_double(s.in.x) - 1) / as_double(s.in.x);
    factor.text += " * (X - 1) / X";
  }
  if (s.in.y > 0) {
    factor.value *= node / std::max(node, as_double(s.in.y));
    factor.text += formatted(" * {0} / max({0}, Y)", node);
  }
  return factor;
}

/// T_math = 4BkDF / (Z C) against 4BD (Z - node) / (W_n Z) * min(node * k / Z, 1).
void add_expert_parallel(Search& s, double alpha, double node) {
  s.add("ep over any chips", Relation::at_least, node * alpha, "columns of F", formatted("{} * alpha_n", node));
  const double z = as_double(s.in.z), k = as_double(s.in.k);
  if (z <= node) return;
  s.add("ep over Z chips", Relation::at_least, alpha * (z - node) * std::min(node / z, 1 / k), "columns of F",
        formatted("alpha_n * (Z - {0}) * min({0} / Z, 1 / k)", node));
}

/// What is beyond a node: its chips, and the FLOPs that each byte through their NICs must feed.
struct Beyond {
  double node, alpha;
};

std::optional<Beyond> add_nics(Search& s) {
  if (!s.chip.nic) {
    s.found.notes.push_back(formatted("rules beyond a node are left out: {} gives no bandwidth for nic", s.chip.id));
    return std::nullopt;
  }
  const double node = as_double(s.tier.domain_size);
  const BytesPerSecond nics = node * *s.chip.nic;
  const std::string says = formatted("NICs of a node ({} x {})", node, show_given(*s.chip.nic));
  const std::vector<std::string> paths{"nic.bandwidth", path_of(s.tier, "domain_size")};
  add_wires(s, {"W_n", nics.si(), BytesPerSecond::dim, says, paths}, "alpha_n");
  const Factor factor = spread(s, node);
  const double alpha = s.ratio(nics);
  s.add(s.in.x > 0 ? "dp or fsdp, X nodes" : "dp or fsdp, over nodes", Relation::at_least, alpha * factor.value,
        kTokens, factor.text.empty() ? s.ratio_text("W_n") : "alpha_n" + factor.text);
  return Beyond{node, alpha};
}

void find_on_switch(Search& s) {
  const BytesPerSecond wires = as_double(s.tier.links) * *s.tier.link_bandwidth;
  const double alpha = s.ratio(wires);
  const std::string says =
      formatted("links of a chip, one way ({} x {})", s.tier.links, show_given(*s.tier.link_bandwidth));
  const std::vector<std::string> paths{path_of(s.tier, "links"), path_of(s.tier, "link_bandwidth")};
  add_wires(s, {"W_g", wires.si(), BytesPerSecond::dim, says, paths}, "alpha_g");
  s.add("dp or fsdp, in a node", Relation::at_least, alpha * s.experts.value, kTokens,
        s.experts.text.empty() ? s.ratio_text("W_g") : "alpha_g" + s.experts.text);
  const std::optional<Beyond> beyond = add_nics(s);
  if (s.in.f > 0) s.add("tp, in a node", Relation::at_most, s.f() / alpha, kChips, "F / alpha_g");
  if (s.in.f > 0 && beyond) {
    s.add("tp, 2 nodes", Relation::at_most, beyond->node + s.f() / beyond->alpha, kChips,
          formatted("{} + F / alpha_n", beyond->node));
  }
  add_decode(s, wires, "W_g");
  if (s.in.e > 0 && beyond) add_expert_parallel(s, beyond->alpha, beyond->node);
  s.found.notes.emplace_back("pp has no limit here: its stages send activations alone, and bubbles are its cost");
}

bool is_torus(const Tier& tier) {
  return tier.topology == Topology::torus2d || tier.topology == Topology::torus3d || tier.topology == Topology::ring;
}

}  // namespace

const Tier& limit_tier(const Chip& chip) {
  const Tier& tier = own_tier(chip);
  const auto name = tier.name.view();
  if (!tier.link_bandwidth) {
    throw Lack(formatted("bandwidth for {}", name), Error(formatted("{} gives no bandwidth for {}", chip.id, name)));
  }
  if (tier.topology == Topology::mesh2d) {
    throw Lack("torus or switch",
               Error(formatted("{} of {} is a mesh that does not wrap: no rules for it", name, chip.id)));
  }
  return tier;
}

Limits limits(const Chip& chip, const LimitInputs& inputs) {
  check(inputs);
  const Factor experts = inputs.e == 0 ? Factor{} : Factor{as_double(inputs.e) / as_double(inputs.k), " * E / k"};
  Search s{
      chip,   limit_tier(chip), inputs, peak_of(chip, Engine::matrix, inputs.dtype), bytes_per_element(inputs.dtype),
      experts};
  add_symbols(s);
  const bool torus = is_torus(s.tier);
  torus ? find_on_torus(s) : find_on_switch(s);
  if (inputs.f == 0)
    s.found.notes.push_back(formatted("--F gives the rules of tp{}", torus ? " and of fsdp + tp" : ""));
  if (inputs.f > 0 && inputs.e > 0) {
    s.found.notes.emplace_back(
        "E and k change dp, fsdp and ep; tp and fsdp + tp are those of a dense layer of width F");
  }
  return std::move(s.found);
}

}  // namespace roofline
