#pragma once
// One collective alone, as people read it: the two terms, the bounds, the floor; and what it does, as a picture.

#include <string>
#include <vector>

#include "cli/point.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

std::vector<std::vector<Sheet::Line>> collective_sections(const Point& point);

/// "all-gather: every chip holds one piece ...", then four chips before and after it.
std::string picture(const CollectiveRow& row);

}  // namespace roofline::cli
