#pragma once
// One estimate as text: parts, bounds, verdict, each with the figures it comes from.

#include <span>
#include <string_view>

#include "cli/point.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

Sheet make_sheet(const Point& point, std::span<const std::string_view> notes);

}  // namespace roofline::cli
