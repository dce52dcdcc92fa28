#include "report/plot/axes.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "report/plot/roofs.hpp"
#include "roofline/base/show.hpp"

namespace roofline::plot {
namespace {

constexpr int kLeastDecades = 3, kMostDecades = 12;

/// The decades of what has been seen.
class Range {
 public:
  void see(double value) {
    if (!(value > 0) || !std::isfinite(value)) return;
    const double power = std::log10(value);
    least_ = std::min(least_, power);
    greatest_ = std::max(greatest_, power);
  }
  /// Padded, so that nothing lies on the frame.
  LogAxis axis(double pad, int otherwise) const {
    LogAxis axis;
    const bool any = least_ <= greatest_;
    axis.first = any ? static_cast<int>(std::floor(least_ - pad)) : otherwise;
    axis.last = any ? static_cast<int>(std::ceil(greatest_ + pad)) : otherwise;
    return axis;
  }

 private:
  double least_ = HUGE_VAL, greatest_ = -HUGE_VAL;
};

LogAxis within_limits(LogAxis axis) {
  axis.first = std::max(axis.first, axis.last - kMostDecades);
  return axis;
}

void see_points(const Plot& plot, Range& x, Range& y) {
  for (const Plot::Point& p : plot.points) {
    x.see(p.x);
    y.see(p.y);
    if (p.measured) y.see(p.measured->rate);
    for (const Plot::Twin& twin : p.twins) x.see(twin.x);
  }
  for (const Plot::Series& series : plot.series) {
    for (const Plot::Vertex& vertex : series.path) {
      x.see(vertex.x);
      y.see(vertex.y);
    }
  }
}

void see_roofs(const Plot& plot, Range& x, Range& y) {
  for (const Plot::Machine& machine : plot.machines) {
    for (const Roof& roof : machine.roofs) {
      if (roof.is_peak()) y.see(roof.rate);
    }
    if (plot.across == Plot::Across::input) continue;
    for (const Ridge& ridge : ridges_of(machine)) x.see(ridge.x);
  }
}

}  // namespace

Axes axes_of(const Plot& plot) {
  static constexpr double kPad = 0.04, kPadAbove = 0.12;
  static constexpr int kUsualTop = 15;
  const bool by_input = plot.across == Plot::Across::input;
  Range x, y;
  see_points(plot, x, y);
  see_roofs(plot, x, y);
  Axes axes{x.axis(by_input ? 0 : kPad, 0), y.axis(kPad, kUsualTop)};
  axes.y.last = y.axis(kPadAbove, kUsualTop).last;
  const int least = by_input ? 1 : kLeastDecades;
  while (axes.x.last - axes.x.first < least) {
    if (!by_input) --axes.x.first;
    if (axes.x.last - axes.x.first < least) ++axes.x.last;
  }
  axes.y.first = std::min(axes.y.first, axes.y.last - kLeastDecades);
  axes.x = within_limits(axes.x);
  axes.y = within_limits(axes.y);
  return axes;
}

std::string x_tick(const Plot& plot, int decade) {
  static constexpr int kLeastPlain = -3, kGreatestPlain = 4;
  const bool has_unit = plot.across == Plot::Across::input && plot.along_dim != Dim{};
  if (has_unit) return show_given(std::pow(10.0, decade), plot.along_dim);
  if (decade < kLeastPlain || decade > kGreatestPlain) return formatted("1e{}", decade);
  return formatted("{:.{}f}", std::pow(10.0, decade), std::max(0, -decade));
}

std::string y_tick(int decade) {
  static constexpr int kGreatestPrefix = 20;
  if (decade < 0 || decade > kGreatestPrefix) return formatted("1e{} FLOP/s", decade);
  return show_given(std::pow(10.0, decade), FlopsPerSecond::dim);
}

}  // namespace roofline::plot
