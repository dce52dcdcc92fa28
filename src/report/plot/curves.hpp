#pragma once
// Which points are drawn, how they make curves, and which colour and dash each curve has.

#include <optional>
#include <string_view>
#include <vector>

#include "report/plot/axes.hpp"
#include "report/plot/paint.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::plot {

using Points = std::vector<const Plot::Point*>;

/// Those that the axes have a place for, longest first.
Points drawn_points(const Plot& plot, const Axes& axes);

/// By series, each in the order of the rows.
std::vector<Points> by_series(const Plot& plot, const Points& points);

/// Where a curve that goes up a bandwidth's slope from one point meets the level of another; nullopt where it does not
/// turn between them.
std::optional<double> turn_between(const Plot& plot, const Plot::Series& series, const Plot::Vertex& a,
                                   const Plot::Vertex& b);
/// The path of a curve with its turns.
std::vector<Plot::Vertex> path_of(const Plot& plot, const Plot::Series& series);

/// How a curve and its points are painted: a chip by colour where there are several, else each curve; dashes go on
/// where colours do not tell.
struct Stroke {
  const Paint* paint = nullptr;
  std::string_view dash;
};
Stroke stroke_of(const Plot& plot, std::size_t series);

}  // namespace roofline::plot
