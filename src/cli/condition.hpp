#pragma once
// The condition whose change of truth --solve looks for: the KEY OP VALUE of --for, or compute-bound where there is
// none.

#include <optional>
#include <string>

#include "cli/rows.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/report/assertion.hpp"

namespace roofline::cli {

class Condition {
 public:
  /// Throws Error for a --for that is no condition on a key of the rows.
  explicit Condition(const Query& query);

  /// At least 0 where it holds, less where it does not: the two sides meet at 0, for words too. NaN counts as less.
  double difference(const Estimate& e);
  /// The key of --for as a row shows it, "999.9 us"; with more digits where it would read as the limit, or as `other`.
  /// Empty without --for.
  std::string shown(const Estimate& e, const Estimate& other);
  bool is_default() const { return !promise_; }
  /// Its key is a figure, which comes nearer to the limit or farther.
  bool is_on_a_figure() const { return promise_ && promise_->word().empty(); }

 private:
  Cell cell(const Estimate& e) { return plan_.fill_figures(e)[promise_->column()]; }

  RowPlan plan_;
  std::optional<Assertion> promise_;
};

}  // namespace roofline::cli
