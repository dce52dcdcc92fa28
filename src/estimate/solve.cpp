#include "roofline/estimate/solve.hpp"

#include <algorithm>
#include <cmath>

#include "roofline/base/number.hpp"

namespace roofline {
namespace {

constexpr double kStepsPerOctave = 12;

struct Bracket {
  double low, high;
};

double crossing_line(const Difference& difference, Bracket b) {
  const double low = difference(b.low), high = difference(b.high);
  return b.low + (b.high - b.low) * (-low / (high - low));
}

/// Walks `next` from `first` until the condition changes.
template <class Next>
std::optional<Bracket> scan(const Difference& difference, double first, double last, Next next) {
  const bool start = difference(first) >= 0;
  for (double low = first; low < last;) {
    const double high = std::min(next(low), last);
    if ((difference(high) >= 0) != start) return Bracket{low, high};
    low = high;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Crossing> first_crossing_of_multiples(const Difference& difference, double step, double first,
                                                    double last) {
  const double factor = std::exp2(1 / kStepsPerOctave);
  const auto next = [&](double v) { return std::max(v + step, std::floor(v * factor / step) * step); };
  auto bracket = scan(difference, first, last, next);
  if (!bracket) return std::nullopt;
  const bool start = difference(first) >= 0;
  while (bracket->high - bracket->low > step) {
    const double middle = bracket->low + std::floor((bracket->high - bracket->low) / step / 2) * step;
    ((difference(middle) >= 0) == start ? bracket->low : bracket->high) = middle;
  }
  return Crossing{crossing_line(difference, *bracket), bracket->low, bracket->high};
}

std::optional<Crossing> first_crossing_of_values(const Difference& difference, std::span<const double> values) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    const Bracket b{values[i - 1], values[i]};
    if ((difference(b.low) >= 0) == (difference(b.high) >= 0)) continue;
    return Crossing{crossing_line(difference, b), b.low, b.high};
  }
  return std::nullopt;
}

std::optional<Crossing> first_crossing_of_reals(const Difference& difference) {
  auto bracket = scan(difference, kLeastReal, kMostReal, [](double v) { return 2 * v; });
  if (!bracket) return std::nullopt;
  const bool start = difference(kLeastReal) >= 0;
  const double line = crossing_line(difference, *bracket);
  while (true) {
    const double middle = bracket->low + (bracket->high - bracket->low) / 2;
    if (middle <= bracket->low || middle >= bracket->high) break;
    ((difference(middle) >= 0) == start ? bracket->low : bracket->high) = middle;
  }
  // Bisection ends within the rounding of the difference; the line through the wide bracket is exact if it is affine.
  const bool affine = std::fabs(line - bracket->high) <= 1e-12 * line;
  return Crossing{affine ? line : bracket->high, bracket->low, bracket->high};
}

}  // namespace roofline
