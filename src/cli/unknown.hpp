#pragma once
// A question with one quantity free, an input of the op or a figure of the chip, and the condition whose change of
// truth
// --solve looks for.

#include <optional>
#include <string>
#include <vector>

#include "cli/rows.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/report/assertion.hpp"

namespace roofline::cli {

/// The KEY OP VALUE of --for, or compute-bound where there is none.
class Condition {
 public:
  /// Throws Error for a --for that is no condition on a key of the rows.
  explicit Condition(const Query& query);

  /// At least 0 where it holds, less where it does not: the two sides meet at 0, for words too. NaN counts as less.
  double difference(const Point& point);
  /// The key of --for as a row shows it: "999.9 us"; empty without --for.
  std::string shown(const Point& point);
  bool is_default() const { return !promise_; }

 private:
  RowPlan plan_;
  std::optional<Assertion> promise_;
};

class Unknown {
 public:
  Unknown(const Query& query, const Machine& machine, const Values& values, Condition& condition);

  Estimate at(double value);
  double difference(double value);
  std::string shown(double value);

  /// What valid values are: whole numbers, chips that a dim is split over, real numbers.
  enum class Domain { whole, shards, real };
  Domain domain() const;
  /// The valid whole values are the multiples of this: a dim split over n chips.
  double step() const;
  /// Chips that the dim can be split over: its divisors, as far as the wires reach. An Error when not even two can.
  std::vector<double> shard_counts();

  /// What rules of thumb are held against, at an estimate of these values; for an input.
  Ridges ridges(const Estimate& e) const;

 private:
  /// The inputs at a value; a figure is put into the chip.
  Values put(double value);
  template <class F>
  auto look(double value, F f);
  std::optional<Error> error_at(double chips);
  bool seeks_figure() const { return !query_.sought->field; }
  const FieldInfo& field() const { return query_.op.fields[*query_.sought->field]; }

  const Query& query_;
  Machine machine_;
  const Values& values_;
  Condition& condition_;
  bool counts_links_ = false;  ///< a figure that is a plain number
};

}  // namespace roofline::cli
