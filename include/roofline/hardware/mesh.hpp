#pragma once
// Onto which wires does an axis of chips fall? Axes map in order onto the chip's own tier: each takes a physical axis
// of a torus; in a switch or full mesh all of them share the wires.

#include <cstdint>
#include <span>

#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"
#include "roofline/base/units.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline {

struct MeshAxis {
  Word wires;  ///< the tier's name
  std::int64_t size = 1;
  Shape shape = Shape::line;
  BytesPerSecond bandwidth;  ///< one way: one link of a ring, line or full mesh; all of the chip's links into a switch
};

using Mesh = Few<MeshAxis, 4>;

/// One MeshAxis for each size, in order; an axis of one chip takes no wires. An axis that the tier cannot hold, or a
/// chip without a tier, is a Lack.
Mesh lay_axes(const Chip& chip, std::span<const std::int64_t> sizes);

/// The tier that joins chips to their like: the first that is not the host link. Throws Lack when there is none.
const Tier& own_tier(const Chip& chip);

}  // namespace roofline
