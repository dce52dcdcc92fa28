#pragma once
// One estimate as text: parts, bounds, verdict, each with the figures it comes from.

#include <span>
#include <string_view>

#include "cli/query.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Work& work, const Estimate& e,
                 std::span<const std::string_view> notes);

}  // namespace roofline::cli
