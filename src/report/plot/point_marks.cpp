// The points of an SVG, the curves through them, and their names.

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::plot {
namespace {

using enum Place::Anchor;

/// One line along each curve.
void draw_paths(Paper& paper) {
  const bool by_input = paper.plot.across == Plot::Across::input;
  for (std::size_t i = 0; i < paper.plot.series.size(); ++i) {
    const std::vector<Plot::Vertex> path = path_of(paper.plot, paper.plot.series[i]);
    if (path.size() < 2) continue;
    std::string places;
    for (const Plot::Vertex& v : path) {
      if (paper.axes.has(v.x, v.y))
        places += formatted("{}{:.2f},{:.2f}", places.empty() ? "" : " ", paper.x(v.x), paper.y(v.y));
    }
    const Stroke stroke = stroke_of(paper.plot, i);
    Element line = paper.mark("polyline");
    line.with("class", formatted("path {}", stroke.paint->name)).with("points", places).with("fill", "none");
    line.with("stroke", stroke.paint->light).at("stroke-width", by_input ? 2 : 1.2);
    const std::string_view dash = by_input ? stroke.dash : kDashed;
    if (!dash.empty()) line.with("stroke-dasharray", dash);
    line.empty();
  }
}

/// A square where the point lies over another resource, and how far that is.
void draw_twins(Paper& paper, const Plot::Point& point, const Paint& paint) {
  static constexpr double kHalf = 3.5;
  for (const Plot::Twin& twin : point.twins) {
    if (!paper.axes.has(twin.x, point.y)) continue;
    Element thread = paper.line({point.x, point.y, twin.x, point.y}, paint, 1);
    thread.with("class", paint.name).with("stroke-dasharray", "2 4").empty();
    Element square = paper.mark("rect");
    square.with("class", formatted("twin {}", paint.name)).with("data-resource", twin.resource);
    square.data("data-x", twin.x).data("data-y", point.y);
    square.at("x", paper.x(twin.x) - kHalf).at("y", paper.y(point.y) - kHalf).at("width", 2 * kHalf);
    square.at("height", 2 * kHalf).with("fill", paint.light).titled(point_words(paper.plot, point));
  }
}

/// Hollow where it was measured, joined to its bound; a cross where it beats it.
void draw_measured(Paper& paper, const Plot::Point& point, const Paint& paint, double radius) {
  if (!point.measured || !paper.axes.y.has(point.measured->rate)) return;
  const auto [rate, efficiency] = *point.measured;
  paper.line({point.x, point.y, point.x, rate}, paint, 1).with("class", paint.name).empty();
  const double x = paper.x(point.x), y = paper.y(rate);
  Element circle = paper.mark("circle");
  circle.with("class", formatted("measured {}", paint.name)).data("data-x", point.x).data("data-y", rate);
  circle.data("data-efficiency", efficiency).at("cx", x).at("cy", y).at("r", radius);
  circle.with("fill", kPaper.light).with("stroke", paint.light).at("stroke-width", 1.8).empty();
  if (efficiency <= 1) return;
  const double r = radius * 1.8;
  Element cross = paper.mark("path");
  cross.with("class", formatted("faster {}", paint.name));
  cross.with("d", formatted("M{:.2f} {:.2f}L{:.2f} {:.2f}M{:.2f} {:.2f}L{:.2f} {:.2f}", x - r, y - r, x + r, y + r,
                            x - r, y + r, x + r, y - r));
  cross.with("stroke", paint.light).at("stroke-width", 2).empty();
}

/// What the point tells below the axis while it is looked at.
void draw_tip(Paper& paper, const std::string& words) {
  static constexpr std::size_t kColumns = 105;
  Element text = paper.mark("text");
  text.with("class", "tip ink").at("x", kMargin).at("y", kFrame.bottom + 64).with("font-size", "12");
  text.with("fill", kInk.light).holding(short_name(words, kColumns));
}

void draw_point(Paper& paper, const Plot::Point& point) {
  const Paint& paint = *stroke_of(paper.plot, point.series).paint;
  const std::string words = point_words(paper.plot, point);
  Element group = paper.mark("g");
  group.with("class", "op");
  if (paper.within == Within::page) group.with("tabindex", "0").with("role", "img").with("aria-label", words);
  group.open();
  draw_twins(paper, point, paint);
  const double radius = radius_of(paper, point);
  draw_measured(paper, point, paint, radius);
  Element circle = paper.mark("circle");
  circle.with("class", formatted("point {}", paint.name)).with("data-name", point.name);
  circle.data("data-x", point.x).data("data-y", point.y).data("data-seconds", point.seconds);
  if (point.share) circle.data("data-share", *point.share);
  circle.with("data-regime", regime_of(point.binds)).with("data-bottleneck", point.bottleneck);
  circle.at("cx", paper.x(point.x)).at("cy", paper.y(point.y)).at("r", radius);
  circle.with("fill", paint.light).with("stroke", kPaper.light).at("stroke-width", paper.is_crowded() ? 0.2 : 1);
  circle.titled(words);
  if (paper.within == Within::page) draw_tip(paper, words);
  paper.close_group();
}

std::string label_of(const Plot::Point& point) {
  const std::string name = short_name(escape(point.label.empty() ? point.name : point.label));
  return point.measured ? formatted("{} ({})", name, show_number(point.measured->efficiency)) : name;
}

/// False where there is no room for it.
bool label_point(Paper& paper, const Plot::Point& point) {
  const double x = paper.x(point.x), y = paper.y(point.y), radius = radius_of(paper, point);
  std::vector<Place> places = places_around(x, y, radius, kSmall);
  const bool on_curve = paper.plot.has_curves();
  if (on_curve) places.resize(kNearPlaces);
  const auto over = on_curve ? Room::Over::nothing : Room::Over::lines;
  const auto place = paper.label(places, label_of(point), kInk, over);
  if (!place) return false;
  const double dx = place->x - x, dy = place->y - 0.3 * kSmall - y, away = std::hypot(dx, dy);
  if (away <= reach_of(radius, kSmall)) return true;
  Element leader = paper.mark("line");
  leader.with("class", kMuted.name).at("x1", x + dx * radius / away).at("y1", y + dy * radius / away);
  leader.at("x2", x + dx * (1 - 4 / away)).at("y2", y + dy * (1 - 4 / away));
  leader.with("stroke", kMuted.light).with("stroke-width", "0.8").empty();
  paper.room.take_line(x, y, place->x, place->y);
  return true;
}

/// The last of so many, the first, the middle one, the middles between them, ...
std::vector<std::size_t> ends_first(std::size_t count) {
  std::vector<std::size_t> order{count - 1};
  if (count > 1) order.push_back(0);
  std::vector<std::pair<std::size_t, std::size_t>> gaps{{0, count - 1}};
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const auto [from, to] = gaps[i];
    const std::size_t middle = (from + to) / 2;
    if (middle == from) continue;
    order.push_back(middle);
    gaps.emplace_back(from, middle);
    gaps.emplace_back(middle, to);
  }
  return order;
}

/// Which points are labelled first: the longest; of curves their ends, then what lies between, curve by curve.
Points by_weight(const Paper& paper) {
  if (!paper.plot.has_curves()) return paper.points;
  std::vector<std::pair<std::size_t, const Plot::Point*>> ranked;
  for (const Points& curve : by_series(paper.plot, paper.points)) {
    if (curve.empty()) continue;
    const std::vector<std::size_t> order = ends_first(curve.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) ranked.emplace_back(rank, curve[order[rank]]);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Points points;
  for (const auto& [rank, point] : ranked) points.push_back(point);
  return points;
}

}  // namespace

void draw_points(Paper& paper) {
  static constexpr std::size_t kMostLabels = 12;
  draw_paths(paper);
  for (const Plot::Point* point : paper.points) draw_point(paper, *point);
  std::size_t labels = 0;
  std::vector<std::string> unlabelled;
  for (const Plot::Point* point : by_weight(paper)) {
    if (labels++ >= kMostLabels || !label_point(paper, *point)) unlabelled.push_back(short_name(point->name));
  }
  const bool told = !unlabelled.empty() && !paper.plot.has_curves() && !paper.is_crowded();
  if (told) paper.unsaid.push_back(formatted("Points without a label: {}.", few_of(unlabelled)));
}

}  // namespace roofline::plot
