#include "report/plot/curves.hpp"

#include <algorithm>

#include "report/plot/roofs.hpp"

namespace roofline::plot {

Points drawn_points(const Plot& plot, const Axes& axes) {
  Points drawn;
  for (const Plot::Point& p : plot.points) {
    if (axes.has(p.x, p.y)) drawn.push_back(&p);
  }
  return drawn;
}

std::vector<Points> by_series(const Plot& plot, const Points& points) {
  std::vector<Points> all(plot.series.size());
  for (const Plot::Point* point : points) all[point->series].push_back(point);
  for (Points& curve : all) {
    std::stable_sort(curve.begin(), curve.end(),
                     [](const Plot::Point* a, const Plot::Point* b) { return a->place < b->place; });
  }
  return all;
}

std::optional<double> turn_between(const Plot& plot, const Plot::Series& series, const Plot::Vertex& a,
                                   const Plot::Vertex& b) {
  if (plot.across == Plot::Across::input || a.binds == b.binds) return std::nullopt;
  const bool rising = a.y < b.y;
  const Plot::Vertex &low = rising ? a : b, &high = rising ? b : a;
  const Plot::Machine& machine = plot.machines[series.machine];
  const double x = high.y * low.x / low.y;
  const bool between = low.x < x && x < high.x;
  const bool on_roofs = is_on_a_roof(machine, low.x, low.y) && is_on_a_roof(machine, high.x, high.y);
  return between && on_roofs ? std::optional(x) : std::nullopt;
}

std::vector<Plot::Vertex> path_of(const Plot& plot, const Plot::Series& series) {
  std::vector<Plot::Vertex> path;
  for (const Plot::Vertex& vertex : series.path) {
    if (!path.empty()) {
      const Plot::Vertex& last = path.back();
      if (const auto x = turn_between(plot, series, last, vertex))
        path.push_back({*x, std::max(last.y, vertex.y), Plot::Binds::compute});
    }
    path.push_back(vertex);
  }
  return path;
}

Stroke stroke_of(const Plot& plot, std::size_t series) {
  const std::size_t machine = plot.series[series].machine;
  if (plot.machines.size() == 1) {
    const std::size_t colours = kLines.size() - 1;  // the first is the roof's
    return {&kLines[1 + series % colours], kDashes[series / colours % kDashes.size()]};
  }
  const auto before = std::count_if(plot.series.begin(), plot.series.begin() + static_cast<std::ptrdiff_t>(series),
                                    [&](const Plot::Series& s) { return s.machine == machine; });
  const std::size_t dash = machine / kLines.size() + static_cast<std::size_t>(before);
  return {&line_paint(machine), kDashes[dash % kDashes.size()]};
}

}  // namespace roofline::plot
