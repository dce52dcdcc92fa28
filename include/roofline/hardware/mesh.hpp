#pragma once
// Onto which wires does a mesh of chips fall? Axes map in order: each takes a physical axis of a torus, which is wires
// of its own; in a switch or full mesh they share the wires. What a full switch, or a torus without a free axis, cannot
// hold goes over the next tier, and last over the NIC.
//
// Source of the wrap rules: How to Scale Your Model, ch. 2 "TPU networking".

#include <cstdint>
#include <optional>

#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"
#include "roofline/base/units.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline {

inline constexpr std::size_t kMaxMeshAxes = 4;
inline constexpr std::size_t kMaxWires = kMaxTiers + 1;  ///< with the NIC

/// An axis as it is asked for.
struct AxisWish {
  Word name{};
  std::int64_t size = 1;     ///< chips; not read where it takes whole axes
  std::size_t physical = 0;  ///< whole axes of a torus that it takes; 0: one, as far as its size
  Word wires{};              ///< the tier of those
  enum class Wrap { by_rule, ring, line } wrap = Wrap::by_rule;
};

struct MeshWish {
  Few<AxisWish, kMaxMeshAxes> axes;
  Few<std::int64_t, kMaxMeshAxes> slice;  ///< lengths of the slice's axes; none: as long as the axes on it
  enum class Adding { chips, in_switch } adding = Adding::chips;  ///< who adds partial sums, where the wires can
};

/// A tier, or the NIC, as the mesh uses it.
struct Wires {
  Word name;
  enum class Sharing { own_per_axis, shared } sharing = Sharing::shared;
  BytesPerSecond path;    ///< one way: a link of a ring, line or full mesh; all of a chip's links into a switch
  BytesPerSecond egress;  ///< one way: all of a chip's links
  std::optional<Seconds> latency;
  InNetworkReduction reduction = InNetworkReduction::none;  ///< only where it is asked for
  double domain = 1;  ///< chips that the tiers before join, which leave it together
};

/// The part of an axis that lies on one set of wires.
struct MeshLeg {
  std::size_t wires = 0;  ///< of Mesh::wires
  std::int64_t size = 1;
  Shape shape = Shape::line;
  std::int64_t length = 0;  ///< of the physical axis of a torus that it lies on
  /// What decided between ring and line.
  enum class Why { by_rule, whole_slice_assumed, other_axis, part_of_axis, stated, no_choice } why = Why::no_choice;
};

struct MeshAxis {
  Word name;
  std::int64_t size = 1;
  Few<MeshLeg, kMaxWires> legs;  ///< inner tiers first; none for an axis of one chip
};

struct Mesh {
  Few<MeshAxis, kMaxMeshAxes> axes;
  Few<Wires, kMaxWires> wires;
};

/// One MeshAxis for each wish, in order. What the wires cannot hold or fill evenly, or a chip without any, is a Lack.
Mesh lay_mesh(const Chip& chip, const MeshWish& wish);

/// All the wires that a mesh on this chip can take, inner ones first, with their names and sharing alone.
Few<Wires, kMaxWires> wires_of(const Chip& chip);

/// Throws Lack unless some wires add partial sums, or some are a torus.
void require_adding(const Chip& chip);
void require_torus(const Chip& chip);

/// The tier that joins chips to their like: the first that is not the host link. Throws Lack when there is none.
const Tier& own_tier(const Chip& chip);

}  // namespace roofline
