#pragma once
// Where on the paper does a number lie? Both axes are logarithmic, from one power of ten to another.

#include <cmath>
#include <string>

#include "roofline/report/plot.hpp"

namespace roofline::plot {

struct LogAxis {
  int first = 0, last = 3;  ///< powers of ten
  double from = 0, to = 1;  ///< where they lie, in units of the paper

  double least() const { return std::pow(10.0, first); }
  double greatest() const { return std::pow(10.0, last); }
  bool has(double value) const { return value >= least() && value <= greatest(); }
  double at(double value) const { return from + (std::log10(value) - first) / (last - first) * (to - from); }
};

/// What the axes show, in numbers.
struct Window {
  double left, right, bottom, top;
};

struct Axes {
  LogAxis x, y;
  bool has(double at_x, double at_y) const { return x.has(at_x) && y.has(at_y); }
  Window window() const { return {x.least(), x.greatest(), y.least(), y.greatest()}; }
};

/// Whole decades around all points, curves, ridges and peaks: at least 3 (1 of an input), at most 12.
Axes axes_of(const Plot& plot);

/// "10", "1e5" of the x axis; "100 TFLOP/s" of the y axis.
std::string x_tick(const Plot& plot, int decade);
std::string y_tick(int decade);

}  // namespace roofline::plot
