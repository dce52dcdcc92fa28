// The roofs of an SVG, with their ridges and names.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"

namespace roofline::plot {
namespace {

using enum Place::Anchor;

/// Places along a line, above it and below, the end that is free of other lines first.
std::vector<Place> places_along(const Paper& paper, const Roof& roof, const Segment& s) {
  const double x1 = paper.x(s.x1), y1 = paper.y(s.y1), x2 = paper.x(s.x2), y2 = paper.y(s.y2);
  const double angle = std::atan2(y2 - y1, x2 - x1), c = std::cos(angle), t = std::sin(angle);
  const bool level = roof.is_peak();
  std::vector<Place> places;
  for (const double fraction : {0.05, 0.15, 0.3, 0.45, 0.6}) {
    for (const double off : {-11.0, 20.0}) {
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
  const bool thick = roof.is_own() && roof.kind != Roof::Kind::other;
  Element line = paper.line(s, paint, thick ? 2.5 : 1.5);
  line.with("class", formatted("roof {}", paint.name));
  line.with("data-roof", roof.path).data("data-value", roof.rate).with("data-machine", m.name);
  const std::string_view dash = !roof.is_own() ? kDotted : roof.kind == Roof::Kind::other ? kDashed : dash_of(machine);
  if (!dash.empty()) line.with("stroke-dasharray", dash);
  const std::string words = label_of(paper.plot, m, roof);
  line.titled(roof.is_own() ? words : words + ", also published");
  if (roof.is_own()) paper.room.take_line(paper.x(s.x1), paper.y(s.y1), paper.x(s.x2), paper.y(s.y2));
}

void label_roof(Paper& paper, std::size_t machine, const Roof& roof) {
  const Plot::Machine& m = paper.plot.machines[machine];
  const Segment s = segment_of(paper.plot, m, roof, paper.window);
  if (!roof.is_own() || s.x1 >= s.x2) return;
  // A level name over another level would be read as that one's.
  const auto over = roof.is_peak() ? Room::Over::nothing : Room::Over::lines;
  paper.label(places_along(paper, roof, s), label_of(paper.plot, m, roof), line_paint(machine), over);
}

/// A dotted line down from the ridge.
void draw_ridge(Paper& paper, const Ridge& ridge, const Paint& paint) {
  if (!paper.axes.has(ridge.x, ridge.y)) return;
  Element line = paper.line({ridge.x, ridge.y, ridge.x, paper.window.bottom}, paint, 1);
  line.with("class", formatted("ridge {}", paint.name)).data("data-value", ridge.x).with("stroke-dasharray", kDotted);
  line.titled(formatted("ridge {}", show(ridge.x, Intensity::dim)));
}

/// The number of a ridge at its foot.
void label_ridge(Paper& paper, const Ridge& ridge, const Paint& paint) {
  static constexpr double kLine = 15;
  static constexpr int kRows = 5;
  if (!paper.axes.has(ridge.x, ridge.y)) return;
  std::vector<Place> places;
  for (int row = 0; row < kRows; ++row) {
    const double x = paper.x(ridge.x), y = kFrame.bottom - 8 - row * kLine;
    places.push_back({start, x + 5, y});
    places.push_back({end, x - 5, y});
  }
  paper.label(places, formatted("ridge {}", show_number(ridge.x)), paint, Room::Over::lines);
}

template <class F>
void each_roof(const Paper& paper, F f) {
  for (std::size_t i = 0; i < paper.plot.machines.size(); ++i) {
    for (const Roof& roof : paper.plot.machines[i].roofs) f(i, roof);
  }
}

}  // namespace

void draw_roofs(Paper& paper) {
  for (const auto standing : {Roof::Standing::alternative, Roof::Standing::own}) {
    each_roof(paper, [&](std::size_t i, const Roof& roof) {
      if (roof.standing == standing) draw_roof(paper, i, roof);
    });
  }
  if (paper.plot.across == Plot::Across::input) return;
  for (std::size_t i = 0; i < paper.plot.machines.size(); ++i) {
    for (const Ridge& ridge : ridges_of(paper.plot.machines[i])) draw_ridge(paper, ridge, line_paint(i));
  }
}

void label_roofs(Paper& paper) {
  each_roof(paper, [&](std::size_t i, const Roof& roof) { label_roof(paper, i, roof); });
  if (paper.plot.across == Plot::Across::input) return;
  for (std::size_t i = 0; i < paper.plot.machines.size(); ++i) {
    double last = 0;  // several pairs of roofs may meet over one place
    for (const Ridge& ridge : ridges_of(paper.plot.machines[i])) {
      if (ridge.x != last) label_ridge(paper, ridge, line_paint(i));
      last = ridge.x;
    }
  }
}

}  // namespace roofline::plot
