// Below the frame of an SVG: what each colour is, in words, and what the picture has no place for.

#include <algorithm>

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "report/plot/words.hpp"

namespace roofline::plot {
namespace {

constexpr double kTop = kFrame.bottom + 68, kTopBelowTip = kTop + 26, kLine = 17, kBesideSwatch = kMargin + 38;

/// Lines of words, one under the other.
class Legend {
 public:
  explicit Legend(Paper& paper) : paper_(paper), y_(paper.within == Within::file ? kTop : kTopBelowTip) {}

  void add(const std::string& text, double left, const Paint& paint) {
    for (const std::string& line : lines_of(text, columns_of(kWidth - kMargin - left))) {
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
  void curve_swatch(const Stroke& stroke) {
    line_swatch(*stroke.paint, stroke.dash, 2);
    Element circle = paper_.mark("circle");
    circle.with("class", stroke.paint->name).at("cx", kMargin + 14).at("cy", y_ - 4).at("r", 4);
    circle.with("fill", stroke.paint->light).empty();
  }
  double y() const { return y_; }

 private:
  Paper& paper_;
  double y_;
};

void list_machines(const Paper& paper, Legend& legend) {
  const auto& machines = paper.plot.machines;
  for (std::size_t i = 0; i < std::min(kFewEntries, machines.size()); ++i) {
    legend.line_swatch(line_paint(i), dash_of(i), 2.5);
    legend.add(machine_words(paper.plot, machines[i]), kBesideSwatch, kInk);
    const std::string others = alternative_words(paper.plot, machines[i]);
    if (others.empty()) continue;
    legend.line_swatch(line_paint(i), kDotted, 1.5);
    legend.add(others, kBesideSwatch, kMuted);
  }
  if (machines.size() > kFewEntries)
    legend.add(formatted("and {} chips more", machines.size() - kFewEntries), kBesideSwatch, kMuted);
}

/// The curves that have points or a path, each with its colour and dash.
void list_series(const Paper& paper, Legend& legend) {
  const auto& series = paper.plot.series;
  std::vector<bool> has_points(series.size());
  for (const Plot::Point* point : paper.points) has_points[point->series] = true;
  std::size_t listed = 0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    std::string words = series_words(paper.plot, series[i]);
    if (words.empty() || (!has_points[i] && series[i].path.empty())) continue;
    if (++listed > kFewEntries) continue;
    if (paper.plot.machines.size() > 1) words = formatted("{} {}", paper.plot.machines[series[i].machine].name, words);
    legend.curve_swatch(stroke_of(paper.plot, i));
    legend.add(words, kBesideSwatch, kInk);
  }
  if (listed > kFewEntries) legend.add(formatted("and {} curves more", listed - kFewEntries), kBesideSwatch, kMuted);
}

}  // namespace

double draw_legend(Paper& paper) {
  Legend legend(paper);
  list_machines(paper, legend);
  list_series(paper, legend);
  if (const std::string marks = mark_words(paper.plot); !marks.empty()) legend.add(marks + ".", kMargin, kInk);
  for (const std::string& words : paper.unsaid) legend.add(words, kMargin, kInk);
  for (const std::string& note : footnotes(paper.plot, paper.axes)) legend.add(note, kMargin, kMuted);
  return legend.y() - kLine;
}

}  // namespace roofline::plot
