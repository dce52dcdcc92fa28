#pragma once
// Where does a condition change truth as one input grows? A scan finds the first change, bisection the neighbours on
// either side, and a straight line between them the crossing itself: exact where both sides are affine in the input,
// as times are in every dim.

#include <cmath>
#include <functional>
#include <optional>
#include <span>

#include "roofline/base/number.hpp"

namespace roofline {

struct Crossing {
  double critical;       ///< where the two sides meet
  double before, after;  ///< the valid values next to it: the last before the change, the first after it
};

/// The condition as a difference: true where it is >= 0.
using Difference = std::function<double(double)>;

/// Over the multiples of `step` from `first` to `last`, two of them. The lowest change where there are several (a pair
/// of changes within a twelfth of an octave may be missed); nullopt where there is none.
std::optional<Crossing> first_crossing_of_multiples(const Difference& difference, double step, double first,
                                                    double last);
/// From step to 2^53.
inline std::optional<Crossing> first_crossing_of_multiples(const Difference& difference, double step) {
  return first_crossing_of_multiples(difference, step, step, std::floor(static_cast<double>(kMaxCount) / step) * step);
}

/// Over these values, in rising order.
std::optional<Crossing> first_crossing_of_values(const Difference& difference, std::span<const double> values);

/// Over the real numbers that quantities can have, octave by octave.
inline constexpr double kLeastReal = kLeastQuantity, kMostReal = kMostQuantity;
std::optional<Crossing> first_crossing_of_reals(const Difference& difference);

}  // namespace roofline
