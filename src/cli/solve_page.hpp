#pragma once
// How is the answer of --solve told? As a sheet, as a row, and in notes.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/question.hpp"
#include "cli/solve.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Solution& solution);

/// What other published figures make of the answer, and whether the condition flips back.
std::vector<std::string> answer_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& solution, Solver& solver);
/// Caveats of the machine and the op, the same for every row.
std::vector<std::string> common_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& solution);

/// Columns: the question, then solve, critical, critical_whole, rule, and regime: from the crossing on, or throughout;
/// with --for also the condition, and on which side of the crossing it holds.
class SolvePlan {
 public:
  explicit SolvePlan(const Query& query);
  const std::vector<Column>& columns() const { return columns_; }
  std::span<const Cell> fill(const Machine& machine, const Values& values, const Solution& solution,
                             std::span<const std::string_view> notes);
  std::vector<std::string> table_keys() const;
  std::vector<std::string> notes(std::span<const std::string> shown) const { return question_.notes(columns_, shown); }
  std::vector<std::string> unused() const { return question_.unused(); }

 private:
  const Query& query_;
  std::vector<Column> columns_;
  QuestionColumns question_;
  std::size_t first_ = 0;
  std::vector<Cell> row_;
};

}  // namespace roofline::cli
