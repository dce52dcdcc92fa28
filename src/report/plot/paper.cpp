#include "report/plot/paper.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"

namespace roofline::plot {

Paper::Paper(const Plot& p, Within w) : plot(p), within(w), axes(axes_of(p)) {
  axes.x.from = kFrame.left;
  axes.x.to = kFrame.right;
  axes.y.from = kFrame.bottom;
  axes.y.to = kFrame.top;
  window = axes.window();
  points = drawn_points(plot, axes);
  for (const Plot::Point* point : points) {
    const double r = radius_of(*this, *point), at_x = x(point->x);
    room.take({at_x - r, y(point->y) - r, at_x + r, y(point->y) + r});
    if (!point->measured || !axes.y.has(point->measured->rate)) continue;
    const double at_y = y(point->measured->rate);
    room.take({at_x - r, at_y - r, at_x + r, at_y + r});
  }
}

Element Paper::line(const Segment& s, const Paint& paint, double width) {
  Element element = mark("line");
  element.at("x1", x(s.x1)).at("y1", y(s.y1)).at("x2", x(s.x2)).at("y2", y(s.y2));
  element.with("stroke", paint.light).at("stroke-width", width);
  return element;
}

void Paper::words(const Place& place, std::string_view text, double size, const Paint& paint, Rim rim) {
  static constexpr std::array<std::string_view, 3> kAnchors{"start", "middle", "end"};
  Element element(words_, "text");
  element.with("class", formatted("{}{}", paint.name, rim == Rim::paper ? " rim" : ""));
  element.at("x", place.x).at("y", place.y).with("font-size", formatted("{:g}", size)).with("fill", paint.light);
  if (place.anchor != Place::Anchor::start)
    element.with("text-anchor", kAnchors[static_cast<std::size_t>(place.anchor)]);
  if (place.degrees != 0)
    element.with("transform", formatted("rotate({:.2f} {:.2f} {:.2f})", place.degrees, place.x, place.y));
  if (rim == Rim::paper) {
    element.with("stroke", kPaper.light).with("stroke-width", "3").with("stroke-linejoin", "round");
    element.with("paint-order", "stroke");
  }
  element.holding(text);
}

std::optional<Place> Paper::label(const std::vector<Place>& places, std::string_view text, const Paint& paint,
                                  Room::Over over) {
  const auto place = room.find(places, text, kSmall, over);
  if (place) words(*place, text, kSmall, paint, Rim::paper);
  return place;
}

std::size_t columns_of(double width) {
  return static_cast<std::size_t>(std::max(0.0, width / text_width("n", kSmall)));
}

double radius_of(const Paper& paper, const Plot::Point& point) {
  static constexpr double kLeast = 3.5, kWhole = 18, kFew = 5, kMany = 2.5;
  if (point.share) return std::max(kLeast, kWhole * std::sqrt(*point.share));
  return paper.is_crowded() ? kMany : kFew;
}

}  // namespace roofline::plot
