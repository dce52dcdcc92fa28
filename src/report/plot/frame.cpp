// The frame of an SVG: zones, decades, and what the axes show.

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "roofline/base/text.hpp"

namespace roofline::plot {
namespace {

using enum Place::Anchor;
constexpr double kStripTop = 70;  ///< of the words of the zones, above the frame

/// Text in at most two lines of so many columns; none where it would not fit.
std::vector<std::string> two_lines(const std::string& text, std::size_t columns) {
  if (columns == 0) return {};
  std::vector<std::string> lines = split(wrap(text, columns, 0), '\n');
  const auto fits = [&](const std::string& line) { return line.size() <= columns; };
  return lines.size() <= 2 && std::all_of(lines.begin(), lines.end(), fits) ? lines : std::vector<std::string>();
}

/// Words upright in a zone that is too narrow for a line of them; false where there is no room either.
bool draw_upright(Paper& paper, const Zone& zone, double left, double right) {
  static constexpr double kUp = -90, kLine = 15;
  static constexpr std::size_t kColumns = 32;
  const std::vector<std::string> lines = two_lines(zone.text, kColumns);
  if (lines.empty() || right - left < (static_cast<double>(lines.size()) + 0.6) * kLine) return false;
  const double first = (left + right) / 2 + 0.3 * kSmall - kLine / 2 * static_cast<double>(lines.size() - 1);
  for (const double foot : {0.02, 0.06, 0.12, 0.2, 0.3}) {
    const double y = kFrame.bottom + (kFrame.top - kFrame.bottom) * foot;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto more = boxes_of({start, first + kLine * static_cast<double>(i), y, kUp}, lines[i], kSmall);
      boxes.insert(boxes.end(), more.begin(), more.end());
    }
    if (!paper.room.is_free(boxes, Room::Over::nothing)) continue;
    paper.room.take(boxes);
    for (std::size_t i = 0; i < lines.size(); ++i)
      paper.words({start, first + kLine * static_cast<double>(i), y, kUp}, lines[i], kSmall, kInk);
    return true;
  }
  return false;
}

void draw_words(Paper& paper, const Zone& zone) {
  static constexpr double kGap = 4, kLine = 14;
  const double left = paper.x(zone.from), right = paper.x(zone.to);
  const std::vector<std::string> lines = two_lines(zone.text, columns_of(right - left - 2 * kGap));
  if (lines.empty() && !draw_upright(paper, zone, left, right)) paper.unsaid.push_back(zone_words(zone));
  double y = kStripTop + (lines.size() == 1 ? 21 : 14);
  for (const std::string& line : lines) {
    paper.words({middle, (left + right) / 2, y}, line, kSmall, kInk);
    y += kLine;
  }
}

/// Faint lines within a decade: 2 to 9 times its power of ten.
void draw_minor(Paper& paper, int decade) {
  for (int i = 2; i <= 9; ++i) {
    const double value = i * std::pow(10.0, decade);
    Element line = paper.line({value, paper.window.bottom, value, paper.window.top}, kGrid, 0.4);
    line.with("class", "grid").empty();
  }
}

void draw_x_axis(Paper& paper) {
  const Window& w = paper.window;
  const LogAxis& axis = paper.axes.x;
  for (int decade = axis.first; decade <= axis.last; ++decade) {
    const double value = std::pow(10.0, decade);
    paper.line({value, w.bottom, value, w.top}, kGrid, 1).with("class", "grid tick").data("data-x", value).empty();
    if (decade < axis.last) draw_minor(paper, decade);
    paper.words({middle, paper.x(value), kFrame.bottom + 18}, x_tick(paper.plot, decade), kText, kInk);
  }
  paper.words({middle, (kFrame.left + kFrame.right) / 2, kFrame.bottom + 40}, paper.plot.x_title, kText, kInk);
}

void draw_y_axis(Paper& paper) {
  const Window& w = paper.window;
  const LogAxis& axis = paper.axes.y;
  for (int decade = axis.first; decade <= axis.last; ++decade) {
    const double value = std::pow(10.0, decade);
    paper.line({w.left, value, w.right, value}, kGrid, 1).with("class", "grid tick").data("data-y", value).empty();
    paper.words({end, kFrame.left - 8, paper.y(value) + 4}, y_tick(decade), kText, kInk);
  }
  double y = kStripTop + 8;
  for (const std::string& line : split(paper.plot.y_title, '\n')) {
    paper.words({end, kFrame.left - 8, y}, line, kSmall, kInk);
    y += 13;
  }
}

}  // namespace

void draw_zones(Paper& paper) {
  for (const Zone& zone : zones_of(paper.plot, paper.window)) {
    const double left = paper.x(zone.from), right = paper.x(zone.to);
    const Paint& paint = kZones[static_cast<std::size_t>(zone.kind)];
    // The strip of words above the frame, and a lighter ground within it.
    Element strip = paper.mark("rect");
    strip.with("class", formatted("zone {}", paint.name)).data("data-from", zone.from).data("data-to", zone.to);
    strip.at("x", left).at("y", kStripTop).at("width", right - left).at("height", kFrame.top - kStripTop);
    strip.with("fill", paint.light).titled(zone.text);
    Element ground = paper.mark("rect");
    ground.with("class", paint.name).at("x", left).at("y", kFrame.top).at("width", right - left);
    ground.at("height", kFrame.bottom - kFrame.top).with("fill", paint.light).with("fill-opacity", "0.45").empty();
  }
}

void draw_zone_words(Paper& paper) {
  for (const Zone& zone : zones_of(paper.plot, paper.window)) draw_words(paper, zone);
}

void draw_grid(Paper& paper) {
  draw_x_axis(paper);
  draw_y_axis(paper);
  Element frame = paper.mark("rect");
  frame.with("class", "frame").at("x", kFrame.left).at("y", kFrame.top);
  frame.at("width", kFrame.right - kFrame.left).at("height", kFrame.bottom - kFrame.top);
  frame.with("fill", "none").with("stroke", kMuted.light).empty();
}

}  // namespace roofline::plot
