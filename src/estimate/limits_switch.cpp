// Rules of thumb on switches: all links of a chip into its own, all NICs of a node beyond it.

#include <algorithm>
#include <optional>

#include "estimate/limits_search.hpp"
#include "roofline/base/show.hpp"

namespace roofline {
namespace {

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

}  // namespace

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
  // Where links within the node bind before it is full, a second node brings nothing.
  if (s.in.f > 0 && beyond && s.f() / alpha >= beyond->node) {
    s.add("tp, 2 nodes", Relation::at_most, beyond->node + s.f() / beyond->alpha, kChips,
          formatted("{} + F / alpha_n", beyond->node));
  }
  add_decode(s, wires, "W_g");
  if (s.in.e > 0 && beyond) add_expert_parallel(s, beyond->alpha, beyond->node);
  if (s.in.f > 0 && beyond) {
    // After 4BDF / node FLOPs a layer and chip a node hands on 2BD bytes over all its NICs.
    s.add("pp stage, no bubbles", Relation::at_least, beyond->node * beyond->alpha / (2 * s.f()), kLayers,
          formatted("{} * alpha_n / (2 * F)", beyond->node));
  }
}

}  // namespace roofline
