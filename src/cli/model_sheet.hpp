#pragma once
// One row of a model for people: how it fits, how long a step takes, where the time goes.

#include <string>
#include <vector>

#include "cli/point.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

std::vector<std::vector<Sheet::Line>> model_sections(const Point& point);

/// Where the time of a step goes; empty where there is none.
std::string model_table(const Point& point);

/// What was assumed of the model and how its operations are counted, whatever the batch and context.
std::vector<std::string> model_notes(const Point& point);
/// What one row alone rests on: the experts it reads, whose price it is.
std::vector<std::string> model_row_notes(const Point& point);

/// Why there is no time, and what would fit. Of a row that does not fit.
Error unfit_error(const Point& point);

}  // namespace roofline::cli
