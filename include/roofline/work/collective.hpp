#pragma once
// What does a collective put on the busiest link? One row each: bytes per link as a function of the array, the number
// of chips and how they are wired.
//
// V is the array as one chip holds it before (reduce) or after (gather). Links are counted one way: on a ring or line
// one link to each neighbour, in a switch all of a chip's links into it, in a full mesh one link to each other chip.
// Source: How to Scale Your Model, ch. 3 "Sharded matmuls" (torus) and ch. 12 "GPUs" (switch).

#include <cstdint>
#include <span>
#include <string_view>

#include "roofline/base/resource.hpp"
#include "roofline/base/units.hpp"

namespace roofline {

enum class Collective { all_reduce };

struct CollectiveRow {
  Collective collective;
  std::string_view name;
  /// Bytes over the busiest link, one way, for `size` > 1 chips in this shape.
  Bytes (*bytes_per_link)(Bytes array, std::int64_t size, Shape shape);
  /// The same as text in V and n, to be evaluated: "2 * V * (n - 1) / n".
  std::string_view (*formula)(Shape shape);
};

/// The collective table.
std::span<const CollectiveRow> collectives();
const CollectiveRow& info(Collective collective);

}  // namespace roofline
