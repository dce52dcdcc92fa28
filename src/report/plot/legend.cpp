// Below the frame of an SVG: what each colour is, in words, and what the picture has no place for.

#include <algorithm>

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::plot {
namespace {

constexpr double kTop = kFrame.bottom + 68, kTopBelowTip = kTop + 26, kLine = 17, kBesideSwatch = kMargin + 38;
constexpr std::size_t kMostEntries = 12;

/// Lines of words, one under the other.
class Legend {
 public:
  explicit Legend(Paper& paper) : paper_(paper), y_(paper.within == Within::file ? kTop : kTopBelowTip) {}

  void add(const std::string& text, double left, const Paint& paint) {
    const auto columns = static_cast<std::size_t>((kWidth - kMargin - left) / text_width("n", kSmall));
    for (const std::string& line : split(wrap(escape(text), columns, 0), '\n')) {
      paper_.words({Place::Anchor::start, left, y_}, line, kSmall, paint);
      y_ += kLine;
    }
  }
  void line_swatch(const Paint& paint, std::string_view dash, double width) {
    Element line = paper_.mark("line");
    line.with("class", paint.name).at("x1", kMargin).at("y1", y_ - 4).at("x2", kMargin + 28).at("y2", y_ - 4);
    line.with("stroke", paint.light).at("stroke-width", width);
    if (!dash.empty()) line.with("stroke-dasharray", dash);
    line.empty();
  }
  void point_swatch(const Paint& paint) {
    Element circle = paper_.mark("circle");
    circle.with("class", paint.name).at("cx", kMargin + 14).at("cy", y_ - 4).at("r", 5);
    circle.with("fill", paint.light).empty();
  }
  double y() const { return y_; }

 private:
  Paper& paper_;
  double y_;
};

void list_machines(const Paper& paper, Legend& legend) {
  const auto& machines = paper.plot.machines;
  for (std::size_t i = 0; i < std::min(kMostEntries, machines.size()); ++i) {
    legend.line_swatch(line_paint(i), dash_of(i), 2.5);
    legend.add(machine_words(paper.plot, machines[i]), kBesideSwatch, kInk);
    const std::string others = alternative_words(paper.plot, machines[i]);
    if (others.empty()) continue;
    legend.line_swatch(line_paint(i), kDotted, 1.5);
    legend.add(others, kBesideSwatch, kMuted);
  }
  if (machines.size() > kMostEntries)
    legend.add(formatted("and {} chips more", machines.size() - kMostEntries), kBesideSwatch, kMuted);
}

/// The curves that have points, each by its colour.
void list_series(const Paper& paper, Legend& legend) {
  const auto& series = paper.plot.series;
  std::vector<const Plot::Point*> firsts(series.size(), nullptr);
  for (const Plot::Point* point : paper.points) {
    if (firsts[point->series] == nullptr) firsts[point->series] = point;
  }
  std::size_t listed = 0, left_out = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].name.empty() || firsts[i] == nullptr) continue;
    if (++listed > kMostEntries) {
      ++left_out;
      continue;
    }
    legend.point_swatch(line_paint(colour_of(paper.plot, *firsts[i])));
    legend.add(series_words(paper.plot, i), kBesideSwatch, kInk);
  }
  if (left_out > 0) legend.add(formatted("and {} curves more", left_out), kBesideSwatch, kMuted);
}

}  // namespace

double draw_legend(Paper& paper) {
  Legend legend(paper);
  list_machines(paper, legend);
  list_series(paper, legend);
  for (const Zone& zone : paper.unsaid)
    legend.add(formatted("{} to {} FLOP/B: {}", show_number(zone.from), show_number(zone.to), zone.text), kMargin,
               kInk);
  for (const std::string& note : footnotes(paper.plot, paper.axes)) legend.add(note, kMargin, kMuted);
  return legend.y() - kLine;
}

}  // namespace roofline::plot
