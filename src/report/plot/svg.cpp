#include "report/plot/svg.hpp"

#include "base/format.hpp"
#include "report/plot/paper.hpp"
#include "report/plot/words.hpp"

namespace roofline::plot {
namespace {

/// The question and how to read the answer, above the frame. A page has the question as its own heading.
void draw_heading(Paper& paper) {
  static constexpr std::size_t kColumns = 84, kMostLines = 2;
  std::vector<std::string> lines = lines_of(paper.plot.title, kColumns);
  if (lines.size() > kMostLines) {
    lines.resize(kMostLines);
    lines.back() = short_name(lines.back() + std::string(kColumns, '.'), kColumns);
  }
  if (paper.within == Within::page) lines.clear();
  double y = lines.size() == 1 ? 30 : 22;
  for (const std::string& line : lines) {
    paper.words({Place::Anchor::start, kMargin, y}, line, kTitle, kInk);
    y += 20;
  }
  paper.words({Place::Anchor::start, kMargin, 61}, subtitle(paper.plot), kSmall, kMuted);
}

constexpr double kHeading = 46;  ///< how far down the question reaches

std::string opening(const Plot& plot, double height, Within within) {
  std::string out;
  Element root(out, "svg");
  root.with("xmlns", "http://www.w3.org/2000/svg");
  const double top = within == Within::file ? 0 : kHeading;
  root.with("viewBox", formatted("0 {:.0f} {:.0f} {:.0f}", top, kWidth, height - top));
  root.with("font-family", "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif");
  root.with("role", within == Within::file ? "img" : "group").with("aria-labelledby", "plot-title plot-description");
  root.open();
  Element(out, "title").with("id", "plot-title").holding(formatted("Roofline: {}", heading(plot)));
  Element(out, "desc").with("id", "plot-description").holding(description(plot));
  Element background(out, "rect");
  background.with("class", "paper").at("width", kWidth).at("height", height).with("fill", kPaper.light).empty();
  return out;
}

}  // namespace

std::string svg(const Plot& plot, Within within) {
  Paper paper(plot, within);
  draw_heading(paper);
  draw_zones(paper);
  draw_grid(paper);
  draw_roofs(paper);
  draw_zone_words(paper);
  label_roofs(paper);
  draw_points(paper);
  const double bottom = draw_legend(paper);
  return opening(plot, bottom + kMargin, within) + paper.content() + "</svg>\n";
}

}  // namespace roofline::plot

namespace roofline {

std::string plot_svg(const Plot& p) {
  return plot::svg(p, plot::Within::file);
}

}  // namespace roofline
