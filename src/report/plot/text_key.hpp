#pragma once
// Letters for the points of a plot in text, and what each stands for.

#include <string>

#include "report/plot/axes.hpp"
#include "report/plot/canvas.hpp"

namespace roofline::plot {

/// Puts the letters on the canvas: one for each point, or one for each curve where there are many points. Returns the
/// key: a line for each letter.
std::string letter_points(const Plot& plot, Canvas& canvas, const Axes& axes);

}  // namespace roofline::plot
