#pragma once
// Where does the regime change as one input grows? The answer of --solve, a row for each combination of the others.

#include <optional>
#include <string>
#include <vector>

#include "cli/query.hpp"
#include "cli/rows.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/estimate/solve.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

struct Solution {
  std::optional<Crossing> crossing;
  Regime before{}, after{};     ///< equal when there is no crossing
  std::optional<double> whole;  ///< the first valid whole value after the crossing
  std::optional<Rule> rule;     ///< where the operands' own bytes bind
  Estimate at_end;              ///< at the largest valid value when communication binds throughout, else the smallest
};

Solution solve(const Query& query, const Machine& machine, const Values& values);

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Solution& solution);

/// Columns: the question, then solve, critical, critical_whole, rule.
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
