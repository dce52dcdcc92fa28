#pragma once
// The SVG of a plot, as a file of its own or within a page.

#include <string>

#include "roofline/report/plot.hpp"

namespace roofline::plot {

/// In a page points can be reached by keyboard, and tell themselves below the axis.
enum class Within { file, page };
std::string svg(const Plot& plot, Within within);

}  // namespace roofline::plot
