// The roofs of an SVG with their ridges, and the points below them.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::plot {
namespace {

using enum Place::Anchor;

bool is_own(const Roof& roof) {
  return roof.standing == Roof::Standing::own;
}

/// Places along a line, above it and below, the end that is free of other lines first.
std::vector<Place> places_along(const Paper& paper, const Roof& roof, const Segment& s) {
  const double x1 = paper.x(s.x1), y1 = paper.y(s.y1), x2 = paper.x(s.x2), y2 = paper.y(s.y2);
  const double angle = std::atan2(y2 - y1, x2 - x1), c = std::cos(angle), t = std::sin(angle);
  const bool level = roof.kind == Roof::Kind::peak;
  std::vector<Place> places;
  for (const double fraction : {0.05, 0.15, 0.3, 0.45, 0.6}) {
    for (const double off : {-9.0, 18.0}) {
      const double along = level ? 1 - fraction : fraction;
      const double x = x1 + (x2 - x1) * along - off * t, y = y1 + (y2 - y1) * along + off * c;
      places.push_back({level ? end : start, x, y, angle * 180 / std::numbers::pi});
    }
  }
  return places;
}

void draw_roof(Paper& paper, std::size_t machine, const Roof& roof) {
  const Plot::Machine& m = paper.plot.machines[machine];
  const Segment s = segment_of(paper.plot, m, roof, paper.window);
  if (!(s.x1 < s.x2)) return;
  const Paint& paint = line_paint(machine);
  const bool thick = is_own(roof) && roof.kind != Roof::Kind::other;
  Element line = paper.line(s, paint, thick ? 2.5 : 1.5);
  line.with("class", formatted("roof {}", paint.name));
  line.with("data-roof", roof.path).data("data-value", roof.rate).with("data-machine", m.name);
  const std::string_view dash = !is_own(roof) ? kDotted : roof.kind == Roof::Kind::other ? kDashed : dash_of(machine);
  if (!dash.empty()) line.with("stroke-dasharray", dash);
  const std::string words = label_of(paper.plot, m, roof);
  line.titled(is_own(roof) ? words : words + ", also published");
  if (is_own(roof)) paper.room.take_line(paper.x(s.x1), paper.y(s.y1), paper.x(s.x2), paper.y(s.y2));
}

void label_roof(Paper& paper, std::size_t machine, const Roof& roof) {
  const Plot::Machine& m = paper.plot.machines[machine];
  const Segment s = segment_of(paper.plot, m, roof, paper.window);
  if (is_own(roof) && s.x1 < s.x2)
    paper.label(places_along(paper, roof, s), label_of(paper.plot, m, roof), line_paint(machine));
}

/// A dotted line down from the ridge, with its number at the foot.
void draw_ridge(Paper& paper, const Ridge& ridge, const Paint& paint) {
  static constexpr double kLine = 15;
  static constexpr int kRows = 5;
  if (!paper.axes.has(ridge.x, ridge.y)) return;
  Element line = paper.line({ridge.x, ridge.y, ridge.x, paper.window.bottom}, paint, 1);
  line.with("class", formatted("ridge {}", paint.name)).data("data-value", ridge.x).with("stroke-dasharray", "1 4");
  line.titled(formatted("ridge {}", show(ridge.x, Intensity::dim)));
  std::vector<Place> places;
  for (int row = 0; row < kRows; ++row) {
    const double x = paper.x(ridge.x), y = kFrame.bottom - 8 - row * kLine;
    places.push_back({start, x + 5, y});
    places.push_back({end, x - 5, y});
  }
  paper.label(places, formatted("ridge {}", show_number(ridge.x)), paint);
}

using Points = std::vector<const Plot::Point*>;

/// The points of each curve, as it runs.
std::vector<Points> curves_of(const Paper& paper) {
  std::vector<Points> curves(paper.plot.series.size());
  for (const Plot::Point* point : paper.points) curves[point->series].push_back(point);
  const bool by_input = paper.plot.across == Plot::Across::input;
  for (Points& curve : curves) {
    std::sort(curve.begin(), curve.end(),
              [&](const Plot::Point* a, const Plot::Point* b) { return by_input ? a->x < b->x : a->place < b->place; });
  }
  return curves;
}

/// Where a curve that goes up a bandwidth's slope from one point meets the level of another; nullopt where it does not
/// turn between them.
std::optional<double> turn_between(const Paper& paper, const Plot::Point& a, const Plot::Point& b) {
  const bool turns = paper.plot.across == Plot::Across::intensity && a.regime != b.regime;
  if (!turns || a.measured || b.measured) return std::nullopt;
  const bool rising = a.y < b.y;
  const Plot::Point &low = rising ? a : b, &high = rising ? b : a;
  const Plot::Machine& machine = paper.plot.machines[paper.plot.series[a.series].machine];
  const double x = high.y * low.x / low.y;
  const bool between = low.x < x && x < high.x;
  return between && is_on_a_roof(machine, low) && is_on_a_roof(machine, high) ? std::optional(x) : std::nullopt;
}

std::string path_through(const Paper& paper, const Points& curve) {
  std::string path;
  const auto add = [&](double x, double y) {
    path += formatted("{}{:.2f},{:.2f}", path.empty() ? "" : " ", paper.x(x), paper.y(y));
  };
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (i > 0) {
      if (const auto x = turn_between(paper, *curve[i - 1], *curve[i])) add(*x, std::max(curve[i - 1]->y, curve[i]->y));
    }
    add(curve[i]->x, curve[i]->y);
  }
  return path;
}

/// One line through the points of each curve.
void draw_paths(Paper& paper) {
  const bool by_input = paper.plot.across == Plot::Across::input;
  const std::vector<Points> curves = curves_of(paper);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].size() < 2) continue;
    const Paint& paint = line_paint(colour_of(paper.plot, *curves[i][0]));
    Element line = paper.mark("polyline");
    line.with("class", formatted("path {}", paint.name)).with("points", path_through(paper, curves[i]));
    line.with("fill", "none").with("stroke", paint.light).at("stroke-width", by_input ? 2 : 1.2);
    const std::string_view dash = by_input ? dash_of(i) : kDashed;
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
  if (!point.measured || !paper.axes.y.has(*point.measured)) return;
  paper.line({point.x, point.y, point.x, *point.measured}, paint, 1).with("class", paint.name).empty();
  const double x = paper.x(point.x), y = paper.y(*point.measured);
  Element circle = paper.mark("circle");
  circle.with("class", formatted("measured {}", paint.name)).data("data-x", point.x).data("data-y", *point.measured);
  circle.data("data-efficiency", *point.efficiency).at("cx", x).at("cy", y).at("r", radius);
  circle.with("fill", kPaper.light).with("stroke", paint.light).at("stroke-width", 1.8).empty();
  if (*point.efficiency <= 1) return;
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
  const Paint& paint = line_paint(colour_of(paper.plot, point));
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
  circle.with("data-regime", point.regime).with("data-bottleneck", point.bottleneck);
  circle.at("cx", paper.x(point.x)).at("cy", paper.y(point.y)).at("r", radius);
  circle.with("fill", paint.light).with("stroke", kPaper.light).at("stroke-width", paper.is_crowded() ? 0.2 : 1);
  circle.titled(words);
  if (paper.within == Within::page) draw_tip(paper, words);
  paper.close_group();
}

std::string label_of(const Plot::Point& point) {
  const std::string name = short_name(escape(point.label.empty() ? point.name : point.label));
  return point.efficiency ? formatted("{} ({})", name, show_percent(*point.efficiency)) : name;
}

void label_point(Paper& paper, const Plot::Point& point) {
  const double x = paper.x(point.x), y = paper.y(point.y), radius = radius_of(paper, point);
  std::vector<Place> places = places_around(x, y, radius, kSmall);
  if (paper.plot.paths == Plot::Paths::joined) places.resize(kNearPlaces);
  const auto place = paper.label(places, label_of(point), kInk);
  if (!place) return;
  const double dx = place->x - x, dy = place->y - 0.3 * kSmall - y, away = std::hypot(dx, dy);
  if (away <= reach_of(radius, kSmall)) return;
  Element leader = paper.mark("line");
  leader.with("class", kMuted.name).at("x1", x + dx * radius / away).at("y1", y + dy * radius / away);
  leader.at("x2", x + dx * (1 - 4 / away)).at("y2", y + dy * (1 - 4 / away));
  leader.with("stroke", kMuted.light).with("stroke-width", "0.8").empty();
  paper.room.take_line(x, y, place->x, place->y);
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
  if (paper.plot.paths == Plot::Paths::none) return paper.points;
  std::vector<std::pair<std::size_t, const Plot::Point*>> ranked;
  for (const Points& curve : curves_of(paper)) {
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

void draw_roofs(Paper& paper) {
  const auto& machines = paper.plot.machines;
  const auto each = [&](auto f) {
    for (std::size_t i = 0; i < machines.size(); ++i) {
      for (const Roof& roof : machines[i].roofs) f(i, roof);
    }
  };
  for (const bool own : {false, true}) {
    each([&](std::size_t i, const Roof& roof) {
      if (is_own(roof) == own) draw_roof(paper, i, roof);
    });
  }
  each([&](std::size_t i, const Roof& roof) { label_roof(paper, i, roof); });
  if (paper.plot.across == Plot::Across::input) return;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    for (const Ridge& ridge : ridges_of(machines[i])) draw_ridge(paper, ridge, line_paint(i));
  }
}

void draw_points(Paper& paper) {
  static constexpr std::size_t kMostLabels = 12;
  if (paper.plot.paths == Plot::Paths::joined) draw_paths(paper);
  for (const Plot::Point* point : paper.points) draw_point(paper, *point);
  std::size_t labels = 0;
  for (const Plot::Point* point : by_weight(paper)) {
    if (labels++ < kMostLabels) label_point(paper, *point);
  }
}

}  // namespace roofline::plot
