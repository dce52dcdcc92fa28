#pragma once
// The longest of any number of things, in constant memory, and how many and how long the others were.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace roofline::cli {

/// T has `seconds`.
template <class T>
class Longest {
 public:
  explicit Longest(std::size_t most) : most_(most) {}

  /// Nothing that is so short will be kept.
  bool is_too_short(double seconds) const { return seconds < least_; }
  void add(T item) {
    items_.push_back(std::move(item));
    if (items_.size() >= 2 * most_) prune();
  }
  void skip(double seconds) {
    ++left_out_;
    seconds_left_out_ += seconds;
  }
  /// The longest, longest first; of equals the first.
  std::vector<T> take() {
    prune();
    return std::move(items_);
  }
  std::uint64_t left_out() const { return left_out_; }
  double seconds_left_out() const { return seconds_left_out_; }

 private:
  void prune() {
    std::stable_sort(items_.begin(), items_.end(), [](const T& a, const T& b) { return a.seconds > b.seconds; });
    if (items_.size() <= most_) return;
    for (std::size_t i = most_; i < items_.size(); ++i) skip(items_[i].seconds);
    items_.resize(most_);
    least_ = items_.back().seconds;
  }

  std::size_t most_;
  std::vector<T> items_;
  double least_ = 0, seconds_left_out_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace roofline::cli
