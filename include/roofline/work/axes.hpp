#pragma once
// Over how many chips is the work spread, and along which named axes? Names and sizes only: which wires an axis falls
// on is the hardware's affair.

#include <cstdint>

#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"

namespace roofline {

inline constexpr std::size_t kMaxAxes = 4;

struct Axis {
  Word name;
  std::int64_t size = 1;  ///< chips
};

using Axes = Few<Axis, kMaxAxes>;

/// Some of the axes, by their numbers.
class AxisSet {
 public:
  constexpr AxisSet() = default;
  static constexpr AxisSet of(std::size_t axis) { return AxisSet(1U << axis); }
  constexpr bool has(std::size_t axis) const { return (bits_ >> axis & 1U) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr AxisSet& operator|=(AxisSet more) {
    bits_ |= more.bits_;
    return *this;
  }
  friend constexpr bool operator==(AxisSet, AxisSet) = default;

 private:
  constexpr explicit AxisSet(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};

}  // namespace roofline
