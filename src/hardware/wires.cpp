// What can be asked of the wires of a chip before a mesh is laid on them.

#include <algorithm>
#include <string>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/hardware/mesh.hpp"

namespace roofline {

namespace {

template <class Has>
void require(const Chip& chip, std::string_view what, std::string_view does, Has has) {
  const Tier& first = own_tier(chip);
  if (std::any_of(chip.interconnect.begin(), chip.interconnect.end(), has)) return;
  throw Lack(std::string(what), Error(formatted("{} of {} {}", first.name.view(), chip.id, does)));
}

}  // namespace

const Tier& own_tier(const Chip& chip) {
  if (const Tier* tier = chip.link_tier()) return *tier;
  throw Lack("link to another chip", Error(formatted("{} has no link to another chip", chip.id)));
}

void require_adding(const Chip& chip) {
  require(chip, "switch that adds", "does not add partial sums",
          [](const Tier& tier) { return tier.in_network_reduction != InNetworkReduction::none; });
}

void require_torus(const Chip& chip) {
  require(chip, "torus", "is no torus: its axes do not wrap", [](const Tier& tier) { return !tier.dims.empty(); });
}

Few<Wires, kMaxWires> wires_of(const Chip& chip) {
  Few<Wires, kMaxWires> all;
  const auto add = [&](Word name, Wires::Sharing sharing) {
    Wires wires;
    wires.name = name;
    wires.sharing = sharing;
    all.push_back(wires);
  };
  for (const Tier& tier : chip.interconnect) {
    if (tier.topology == Topology::host) continue;
    add(tier.name, tier.dims.empty() ? Wires::Sharing::shared : Wires::Sharing::own_per_axis);
  }
  if (chip.nic) add(Word("nic"), Wires::Sharing::shared);
  return all;
}

}  // namespace roofline
