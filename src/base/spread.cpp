#include "roofline/base/spread.hpp"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

/// Within 1/16384 of the value.
double rounded(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  static constexpr double kSteps = 16384;
  return std::ldexp(std::round(fraction * kSteps) / kSteps, exponent);
}

}  // namespace

void Spread::add(double value) {
  values_.emplace_back(value, 1);
  ++count_;
  least_ = std::min(least_, value);
  greatest_ = std::max(greatest_, value);
  if (values_.size() > merge_at_) merge();
}

/// Values that round to the same are counted as one.
void Spread::merge() {
  for (auto& [value, times] : values_) value = rounded(value);
  std::sort(values_.begin(), values_.end());
  std::size_t kept = 0;
  for (std::size_t i = 1; i < values_.size(); ++i) {
    if (values_[i].first == values_[kept].first) {
      values_[kept].second += values_[i].second;
    } else {
      values_[++kept] = values_[i];
    }
  }
  values_.resize(kept + 1);
  merge_at_ = std::max(kExact, 2 * values_.size());
}

double Spread::median() const {
  auto sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](std::uint64_t rank) {
    for (const auto& [value, times] : sorted) {
      if (rank < times) return value;
      rank -= times;
    }
    return std::nan("");
  };
  if (count_ == 0) return std::nan("");
  return std::clamp((at((count_ - 1) / 2) + at(count_ / 2)) / 2, least_, greatest_);
}

}  // namespace roofline
