#pragma once
// Where does each figure come from? Formula, the same with its numbers, the result; then file, line and source of each
// hardware figure. Every line of numbers is plain arithmetic that gives the line below it, to six digits.

#include <string>
#include <vector>

#include "cli/point.hpp"
#include "roofline/base/io.hpp"

namespace roofline::cli {

struct Step {
  std::string key, formula, why;
  std::string numbers;  ///< the formula with each name replaced; empty where it is only a name
  std::string result;   ///< with its unit
};

std::vector<Step> explain(const Point& point);

void print_steps(Output& out, const std::vector<Step>& steps);
/// A step in one line: "flops = 2 * B * D * F = 2 * 256 * 8192 * 8192 = 34359738368 FLOP".
std::string in_one_line(const Step& step);

}  // namespace roofline::cli
