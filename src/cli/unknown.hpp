#pragma once
// A question with one quantity free: an input of the op or a figure of the chip.

#include <exception>
#include <vector>

#include "cli/query.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {

class Unknown {
 public:
  Unknown(const Query& query, const Machine& machine, const Values& values);

  Evaluated evaluate_at(double value);
  Estimate estimate_at(double value) { return evaluate_at(value).estimate; }

  /// What valid values are: whole numbers, divisors of a dim, chips that a dim is split over, real numbers.
  enum class Domain { whole, divisors, shards, real };
  Domain domain() const;
  /// The valid whole values are the multiples of this: a dim split over n chips.
  double step() const;
  /// The least and the most of them: an input may bound another.
  double first() const;
  double last() const;
  /// The divisors of the dims that it divides; of chips as far as the wires reach. An Error when there is only one.
  std::vector<double> divisors();

  /// What rules of thumb are held against, at an estimate of these values; for an input.
  Ridges ridges(const Estimate& e) const;

 private:
  /// The inputs at a value; a figure is put into the chip.
  Values put(double value);
  bool divides(double chips) const;
  /// Null where it can be split.
  std::exception_ptr error_at(double chips);
  bool seeks_figure() const { return !query_.sought->field; }
  const FieldInfo& field() const { return query_.op.fields[*query_.sought->field]; }

  const Query& query_;
  Machine machine_;
  const Values& values_;
  bool counts_links_ = false;  ///< a figure that is a plain number
};

}  // namespace roofline::cli
