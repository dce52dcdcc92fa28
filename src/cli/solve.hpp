#pragma once
// Where does the regime change as one input grows? The answer of --solve, a row for each combination of the others.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/query.hpp"
#include "cli/rows.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/estimate/solve.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

struct Solution {
  std::optional<Crossing> crossing;  ///< the lowest
  Regime before{}, after{};          ///< equal when there is no crossing
  std::optional<double> whole;       ///< the first valid whole value after the crossing
  std::optional<double> flips_back;  ///< a later valid value with the first regime again, where that was looked for
  double first = 0, last = 0;        ///< the values looked at
  Estimate nearest;                  ///< after the crossing; where there is none, where the two sides come nearest
  std::optional<Rule> rule;          ///< a textbook figure for the same
};

Solution solve(const Query& query, const Machine& machine, const Values& values);

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Solution& solution);

/// What other published figures make of the answer, and whether the regime flips back.
std::vector<std::string> answer_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& solution);
/// Caveats of the machine and the op, the same for every row.
std::vector<std::string> common_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& solution);

/// Columns: the question, then solve, critical, critical_whole, rule, and regime: from the crossing on, or throughout.
class SolvePlan {
 public:
  explicit SolvePlan(const Query& query);
  const std::vector<Column>& columns() const { return columns_; }
  std::span<const Cell> fill(const Machine& machine, const Values& values, const Solution& solution,
                             std::span<const std::string_view> notes);
  std::vector<std::string> table_keys() const;

 private:
  const Query& query_;
  std::vector<Column> columns_;
  QuestionColumns question_;
  std::size_t first_ = 0;
  std::vector<Cell> row_;
};

}  // namespace roofline::cli
