#include "roofline/hardware/chip.hpp"

namespace roofline {

std::optional<BytesPerSecond> Tier::path_bandwidth() const {
  if (!link_bandwidth) return std::nullopt;
  const bool all_links = topology == Topology::switched || topology == Topology::host;
  return all_links ? static_cast<double>(links) * *link_bandwidth : *link_bandwidth;
}

const Memory* Chip::find_memory(Word level) const {
  if (level == kMainMemory) return memory.data();
  for (const Memory& m : memory) {
    if (m.name == level) return &m;
  }
  return nullptr;
}

const Tier* Chip::find_tier(Word tier) const {
  for (const Tier& t : interconnect) {
    if (t.name == tier) return &t;
  }
  return nullptr;
}

const Tier* Chip::link_tier() const {
  for (const Tier& t : interconnect) {
    if (t.topology != Topology::host) return &t;
  }
  return nullptr;
}

}  // namespace roofline
