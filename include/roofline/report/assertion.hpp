#pragma once
// Does a row keep a promise? KEY OP VALUE, one comparison, no arithmetic: "t_lower <= 400us", "regime ==
// compute-bound".

#include <span>
#include <string>
#include <string_view>

#include "roofline/report/report.hpp"

namespace roofline {

class Assertion {
 public:
  /// Throws Error: not KEY OP VALUE (the hint is the example), an unknown key, a unit of the wrong kind, == on a
  /// computed figure that is not whole.
  static Assertion parse(std::string_view text, std::span<const Column> columns,
                         std::string_view example = "t_lower <= 400us");

  /// Compared on full doubles. A cell without a value keeps no promise.
  bool holds(std::span<const Cell> row) const;
  /// "t_lower <= 160us: is 164.0 us", with digits enough to tell the two apart.
  std::string failure(std::span<const Cell> row) const;
  /// "is 164.0 us", "has no value".
  std::string found(std::span<const Cell> row) const;

  /// Which way round a figure keeps it.
  enum class Comparison { equal, unequal, less, at_most, more, at_least };

  /// "t_lower <= 400us".
  const std::string& text() const { return text_; }
  /// What a word is compared with; empty for a figure.
  const std::string& word() const { return word_; }
  Comparison comparison() const { return comparison_; }
  std::size_t column() const { return column_; }
  /// What a figure is compared with; no value for a word.
  Cell limit() const { return word_.empty() ? Cell::of(limit_) : Cell{}; }
  /// By how much a figure keeps the promise, in base units, negative where it does not: 400us - t_lower. NaN for a
  /// word, and where there is no value.
  double slack(std::span<const Cell> row) const;

 private:
  static Comparison parse_comparison(std::string_view text);
  bool compare(double value) const;

  std::string text_, word_;
  std::size_t column_ = 0;
  Show show_ = Show::word;
  Comparison comparison_ = Comparison::equal;
  double limit_ = 0;
};

}  // namespace roofline
