#include "roofline/hardware/mesh.hpp"

#include "base/format.hpp"
#include "roofline/base/error.hpp"

namespace roofline {
namespace {

bool closes(const WrapRule& rule, std::int64_t size) {
  switch (rule.when) {
    case WrapRule::When::never: return false;
    case WrapRule::When::always: return true;
    case WrapRule::When::at: return size == rule.length;
    case WrapRule::When::multiple_of: return size % rule.length == 0;
  }
  return false;
}

Shape shape_of(const Tier& tier, std::int64_t size) {
  if (tier.topology == Topology::switched) return Shape::switched;
  if (tier.topology == Topology::full_mesh) return Shape::full_mesh;
  return closes(tier.wrap, size) ? Shape::ring : Shape::line;
}

void check_torus_axis(const Chip& chip, const Tier& tier, std::size_t physical, std::int64_t size) {
  if (physical >= tier.dims.size()) {
    throw Lack("axis for every split",
               Error(formatted("{} of {} has only {} axes", tier.name.view(), chip.id, tier.dims.size())));
  }
  if (size > tier.dims[physical]) {
    throw Lack("axis of that many chips", Error(formatted("an axis of {} on {} is {} chips long, {} are asked for",
                                                          tier.name.view(), chip.id, tier.dims[physical], size)));
  }
}

}  // namespace

const Tier& own_tier(const Chip& chip) {
  if (const Tier* tier = chip.link_tier()) return *tier;
  throw Lack("link to another chip", Error(formatted("{} has no link to another chip", chip.id)));
}

Mesh lay_axes(const Chip& chip, std::span<const std::int64_t> sizes) {
  Mesh mesh;
  std::size_t physical = 0;
  double chips = 1;
  for (const std::int64_t size : sizes) {
    if (size == 1) {
      mesh.push_back({});
      continue;
    }
    const Tier& tier = own_tier(chip);
    const auto bandwidth = tier.path_bandwidth();
    if (!bandwidth) {
      throw Lack(formatted("bandwidth for {}", tier.name.view()),
                 Error(formatted("{} gives no bandwidth for {}", chip.id, tier.name.view())));
    }
    chips *= static_cast<double>(size);
    if (!tier.dims.empty()) check_torus_axis(chip, tier, physical++, size);
    if (chips > static_cast<double>(tier.domain_size)) {
      throw Lack("link to that many chips", Error(formatted("{} of {} joins {} chips, {} are asked for",
                                                            tier.name.view(), chip.id, tier.domain_size, chips)));
    }
    mesh.push_back({tier.name, size, shape_of(tier, size), *bandwidth});
  }
  return mesh;
}

}  // namespace roofline
