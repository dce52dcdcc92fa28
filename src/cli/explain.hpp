#pragma once
// Where does each figure come from? Formula, the same with its numbers, the result; then file, line and source of each
// hardware figure.

#include <vector>

#include "cli/point.hpp"
#include "cli/steps.hpp"

namespace roofline::cli {

std::vector<ExplainedStep> explain(const Point& point);
/// Of a model: each operation, then their sums.
std::vector<ExplainedStep> explain_model(const Point& point);

}  // namespace roofline::cli
