#pragma once
// Least, middle and greatest of any number of values, in constant memory.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace roofline {

class Spread {
 public:
  /// A positive number.
  void add(double value);

  std::uint64_t count() const { return count_; }
  double least() const { return least_; }
  double greatest() const { return greatest_; }
  /// The middle value, of an even number the mean of the middle two; exact up to 16384 values, from there on to 0.01%.
  /// NaN when there are none.
  double median() const;

 private:
  void merge();

  static constexpr std::size_t kExact = std::size_t{1} << 14;
  std::vector<std::pair<double, std::uint64_t>> values_;  ///< value and how often
  std::size_t merge_at_ = kExact;
  std::uint64_t count_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), greatest_ = 0;
};

}  // namespace roofline
