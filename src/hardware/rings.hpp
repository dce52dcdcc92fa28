#pragma once
// Which axes of a torus close into rings? The wrap rule of the tier decides, over what is known of the slice, unless
// the user does.

#include <span>

#include "roofline/hardware/mesh.hpp"

namespace roofline {

/// Shapes the legs of `mesh` that lie on the wires of a torus. `slice`: the lengths of its axes, where they are stated;
/// else each axis of the mesh is taken as whole, and those that no one named as keeping the rule.
void close_rings(Mesh& mesh, std::size_t wires, const Tier& tier, const MeshWish& wish,
                 std::span<const std::int64_t> slice);

}  // namespace roofline
