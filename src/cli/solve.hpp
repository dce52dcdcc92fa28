#pragma once
// Where does a condition change as one quantity grows? The answer of --solve, a row for each combination of the others.

#include <optional>
#include <string>
#include <vector>

#include "cli/condition.hpp"
#include "cli/unknown.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/estimate/solve.hpp"

namespace roofline::cli {

struct Solution {
  std::optional<Crossing> crossing;  ///< the lowest
  enum class Holds { above, below, always, never } holds = Holds::never;
  std::optional<double> whole;            ///< the valid whole value beside the crossing: see Solver
  std::vector<double> changes_again;      ///< later valid values at which the truth changes, where those were looked at
  double first = 0, last = 0;             ///< the values looked at
  std::vector<double> looked_at;          ///< each of them, where they are few: chips that a dim is split over
  Regime before{}, after{};               ///< on either side of the crossing
  std::string shown_before, shown_after;  ///< the key of --for there
  std::string shown_nearest;  ///< where there is no crossing: a figure where the condition comes nearest to changing
  std::size_t way = 0;        ///< of the op's, at the first value after the crossing
  Estimate nearest;           ///< after the crossing; where there is none, where the two sides come nearest
  std::optional<bool> fits;   ///< of a model: whether it does after the crossing, or at first where there is none
  std::optional<Rule> rule;   ///< a textbook figure for the change of regime
};

/// Solves row by row. `whole` is the first value after the change of regime; with --for the one beside the crossing
/// where the condition holds.
class Solver {
 public:
  /// Throws Error for a bad --for.
  explicit Solver(const Query& query) : query_(query), condition_(query) {}
  Solution solve(const Machine& machine, const Values& values);

 private:
  std::string nearest_to_change(Unknown& unknown, const Solution& s);
  /// Both sides of the crossing, and where exactly it lies between whole values.
  void look_around(Unknown& unknown, Solution& s);

  const Query& query_;
  Condition condition_;
};

}  // namespace roofline::cli
