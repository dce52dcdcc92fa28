#include "report/plot/labels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "roofline/base/text.hpp"

namespace roofline::plot {
namespace {

constexpr double kAscent = 0.8, kDescent = 0.25;  // of the size

double start_of(const Place& place, double width) {
  switch (place.anchor) {
    case Place::Anchor::start: return 0;
    case Place::Anchor::middle: return -width / 2;
    case Place::Anchor::end: return -width;
  }
  return 0;
}

}  // namespace

double text_width(std::string_view text, double size) {
  static constexpr double kPerCell = 0.62;
  return kPerCell * size * static_cast<double>(display_width(text));
}

std::vector<Box> boxes_of(const Place& place, std::string_view text, double size) {
  const double width = text_width(text, size), start = start_of(place, width);
  if (place.degrees == 0) {
    const double left = place.x + start;
    return {{left, place.y - kAscent * size, left + width, place.y + kDescent * size}};
  }
  // Pieces as long as they are high, each within an upright box.
  const double angle = place.degrees * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  const auto pieces = std::max(1, static_cast<int>(std::ceil(width / size)));
  std::vector<Box> boxes;
  for (int i = 0; i < pieces; ++i) {
    const double along = start + width * (i + 0.5) / pieces, half = width / pieces / 2 * c + size / 2 * std::fabs(s);
    const double middle_x = place.x + along * c, middle_y = place.y + along * s - size * 0.3 * c;
    const double reach = size / 2 * c + width / pieces / 2 * std::fabs(s);
    boxes.push_back({middle_x - half, middle_y - reach, middle_x + half, middle_y + reach});
  }
  return boxes;
}

void Room::take_line(double x1, double y1, double x2, double y2) {
  static constexpr double kStep = 6, kHalf = 1.5;
  const int steps = std::max(1, static_cast<int>(std::hypot(x2 - x1, y2 - y1) / kStep));
  for (int i = 0; i <= steps; ++i) {
    const double x = x1 + (x2 - x1) * i / steps, y = y1 + (y2 - y1) * i / steps;
    lines_.push_back({x - kHalf, y - kHalf, x + kHalf, y + kHalf});
  }
}

bool Room::is_free(const std::vector<Box>& boxes, Over over) const {
  const auto hits = [](const Box& box, const std::vector<Box>& others) {
    return std::any_of(others.begin(), others.end(), [&](const Box& other) { return overlap(box, other); });
  };
  return std::none_of(boxes.begin(), boxes.end(), [&](const Box& box) {
    const bool outside =
        box.left < frame_.left || box.right > frame_.right || box.top < frame_.top || box.bottom > frame_.bottom;
    return outside || hits(box, taken_) || (over == Over::nothing && hits(box, lines_));
  });
}

std::optional<Place> Room::find(const std::vector<Place>& places, std::string_view text, double size, Over over) {
  for (const Over allowed : {Over::nothing, over}) {
    for (const Place& place : places) {
      const std::vector<Box> boxes = boxes_of(place, text, size);
      if (!is_free(boxes, allowed)) continue;
      take(boxes);
      return place;
    }
  }
  return std::nullopt;
}

std::vector<Place> places_around(double x, double y, double radius, double size) {
  using enum Place::Anchor;
  std::vector<Place> places;
  for (const double away : {0.0, 18.0, 36.0, 54.0, 72.0}) {
    const double gap = radius + 4 + away, level = y + size * 0.3, drop = kAscent * size;
    const double aside = gap * 0.8, above = y - gap * 0.7, below = y + gap * 0.7 + drop;
    places.insert(places.end(), {{end, x - aside, above},
                                 {start, x + aside, below},
                                 {middle, x, y - gap},
                                 {middle, x, y + gap + drop},
                                 {start, x + gap, level},
                                 {end, x - gap, level},
                                 {start, x + aside, above},
                                 {end, x - aside, below}});
  }
  return places;
}

double reach_of(double radius, double size) {
  return radius + 4 + size;
}

}  // namespace roofline::plot
