#pragma once
// An explanation, step by step: a key, its formula in names, the same in numbers, the result. Every line of numbers is
// plain arithmetic that gives the line below it, to six digits.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/io.hpp"
#include "roofline/base/units.hpp"

namespace roofline::cli {

struct ExplainedStep {
  std::string key, formula, why;
  std::string numbers;  ///< the formula with each name replaced; empty where it is only a name
  std::string result;   ///< with its unit
};

/// A value as formulas show it: short large numbers as 1.97e14, other whole numbers in full, the rest with 7 digits.
std::string digits_of(double value);

class StepList {
 public:
  /// What a name in formulas stands for.
  void name(const std::string& name, double value) { names_[name] = value; }
  bool knows(std::string_view name) const { return names_.contains(name); }
  void forget(std::string_view name);
  /// A step whose result later formulas may name.
  void add(std::string key, std::string formula, std::string why, double result, Dim dim);
  /// The last step is only another name.
  void drop_numbers() { steps_.back().numbers.clear(); }
  std::vector<ExplainedStep> take() { return std::move(steps_); }

 private:
  std::string substitute(std::string_view formula) const;

  std::map<std::string, double, std::less<>> names_;
  std::vector<ExplainedStep> steps_;
};

void print_steps(Output& out, const std::vector<ExplainedStep>& steps);
/// A step in one line: "flops = 2 * B * D * F = 2 * 256 * 8192 * 8192 = 34359738368 FLOP".
std::string in_one_line(const ExplainedStep& step);

}  // namespace roofline::cli
