#pragma once
// Over how many chips is the work spread, and along which named axes? Names and sizes only: which wires an axis falls
// on is the hardware's affair.

#include <cstdint>

#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"

namespace roofline {

struct Axis {
  Word name;
  std::int64_t size = 1;  ///< chips
};

using Axes = Few<Axis, 4>;

}  // namespace roofline
