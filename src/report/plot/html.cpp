// A page around the SVG: nothing is loaded and nothing runs; tables and lists say all that the picture shows.

#include "base/format.hpp"
#include "report/plot/markup.hpp"
#include "report/plot/paint.hpp"
#include "report/plot/roofs.hpp"
#include "report/plot/svg.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::plot {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
)";

constexpr std::string_view kLayout = R"(
body { margin: 0; background: @paper; color: @ink;
       font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
svg { width: 100%; height: auto; display: block; }
.wide { overflow-x: auto; }
.picture svg { min-width: 44rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: @muted; padding-bottom: .25rem; }
th, td { padding: .2rem .75rem .2rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid @grid; }
th[scope=row], th.word, td.word { text-align: left; }
th[scope=row] { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; max-width: 24rem; }
pre, li, dd { overflow-wrap: anywhere; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
:focus-visible { outline: 2px solid @line0; outline-offset: 2px; }
.op:focus-visible { outline: none; }
.op:focus-visible .point { outline: 2px solid @line0; outline-offset: 2px; }
.tip { visibility: hidden; }
.op:hover .tip, .op:focus .tip { visibility: visible; }
svg:has(.op:hover) .op:focus:not(:hover) .tip { visibility: hidden; }
)";

/// The layout with colours for its @names.
std::string coloured(std::string text) {
  const auto replace = [&](const Paint& paint) {
    const std::string name = formatted("@{}", paint.name);
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name))
      text.replace(at, name.size(), paint.light);
  };
  for (const Paint& paint : {kPaper, kInk, kMuted, kGrid, kLines[0]}) replace(paint);
  return text;
}

/// What attributes say on white paper, for dark paper: fills where a mark is filled, strokes where it is drawn.
std::string night_rules() {
  std::string css = formatted("body {{ background: {}; color: {}; }}\n", kPaper.dark, kInk.dark);
  css += formatted("caption {{ color: {}; }}\nth, td {{ border-color: {}; }}\n", kMuted.dark, kGrid.dark);
  css += formatted(":focus-visible, .op:focus-visible .point {{ outline-color: {}; }}\n", kLines[0].dark);
  css += formatted("rect.paper {{ fill: {}; }}\n.rim {{ stroke: {}; }}\n", kPaper.dark, kPaper.dark);
  css += formatted(".grid {{ stroke: {}; }}\n.frame {{ stroke: {}; }}\n", kGrid.dark, kMuted.dark);
  css += formatted("line.{} {{ stroke: {}; }}\n", kMuted.name, kMuted.dark);
  for (const Paint& paint : {kInk, kMuted}) css += formatted("text.{} {{ fill: {}; }}\n", paint.name, paint.dark);
  for (const Paint& paint : kZones) css += formatted("rect.{} {{ fill: {}; }}\n", paint.name, paint.dark);
  for (const Paint& paint : kLines) {
    css += formatted("text.{0}, circle.{0}, rect.{0} {{ fill: {1}; }}\n", paint.name, paint.dark);
    css += formatted("line.{0}, polyline.{0}, path.{0} {{ stroke: {1}; }}\n", paint.name, paint.dark);
    css += formatted("circle.measured.{} {{ fill: {}; stroke: {}; }}\n", paint.name, kPaper.dark, paint.dark);
  }
  return css + formatted("circle.point {{ stroke: {}; }}\n", kPaper.dark);
}

constexpr std::string_view kForced = R"(
line, polyline, path, circle.measured { stroke: CanvasText; }
text { fill: CanvasText; }
circle.point, rect.twin { fill: CanvasText; }
rect.paper, rect.zone0, rect.zone1, rect.zone2, circle.measured { fill: Canvas; }
.rim { stroke: Canvas; }
)";

std::string style() {
  return formatted(
      "<style>{}@media (prefers-color-scheme: dark) {{\n{}}}\n@media (forced-colors: active) {{{}}}\n</style>\n",
      coloured(std::string(kLayout)), night_rules(), kForced);
}

std::string cell(std::string_view text) {
  return formatted("<td>{}</td>", escape_markup(text));
}

std::string word_cell(std::string_view text) {
  return formatted("<td class=\"word\">{}</td>", escape_markup(text));
}

/// A region that scrolls by itself, and so is reached by keyboard.
std::string scrolling(std::string_view css, std::string_view label, const std::string& content) {
  return formatted("<div class=\"wide{}\" role=\"region\" aria-label=\"{}\" tabindex=\"0\">\n{}</div>\n", css, label,
                   content);
}

/// What the points have beside x and y.
struct Columns {
  explicit Columns(const Plot& plot) {
    for (const Plot::Point& p : plot.points) {
      share = share || p.share;
      measured = measured || p.measured;
      twins = twins || !p.twins.empty();
    }
    for (const Plot::Beside& b : plot.beside) share = share || b.share;
  }
  bool share = false, measured = false, twins = false;
};

std::string twin_words(const Plot::Point& p) {
  std::string text;
  for (const Plot::Twin& twin : p.twins)
    text += formatted("{}{} over {}", text.empty() ? "" : ", ", show(twin.x, Intensity::dim), twin.resource);
  return text.empty() ? "-" : text;
}

std::string point_row(const Plot& plot, const Plot::Point& p, const Columns& has) {
  std::string row = formatted("<tr><th scope=\"row\">{}</th>", escape_markup(p.name));
  row += cell(x_words(plot, p.x));
  if (has.twins) row += cell(twin_words(p));
  row += cell(show(p.y, FlopsPerSecond::dim)) + cell(show(p.seconds, Seconds::dim));
  if (has.share) row += cell(p.share ? share_words(*p.share) : "-");
  if (has.measured) {
    row += cell(p.measured ? show(p.measured->rate, FlopsPerSecond::dim) : "-");
    row += cell(p.measured ? show_number(p.measured->efficiency) : "-");
  }
  return row + word_cell(regime_of(p.binds)) + word_cell(p.bottleneck) + "</tr>\n";
}

std::string beside_row(const Plot::Beside& b, const Columns& has) {
  std::string row = formatted("<tr><th scope=\"row\">{}</th>", escape_markup(b.name)) + cell("-");
  if (has.twins) row += cell("-");
  row += cell("-") + cell(b.seconds > 0 ? show(b.seconds, Seconds::dim) : "-");
  if (has.share) row += cell(b.share ? share_words(*b.share) : "-");
  if (has.measured) row += cell("-") + cell("-");
  return row + formatted("<td class=\"word\" colspan=\"2\">{}</td></tr>\n", escape_markup(b.why));
}

std::string table_head(const Plot& plot, const Columns& has) {
  std::vector<std::string> heads{plot.across == Plot::Across::intensity ? "intensity" : plot.along};
  if (has.twins) heads.emplace_back("over links");
  heads.insert(heads.end(), {"attainable", "time"});
  if (has.share) heads.emplace_back("share");
  if (has.measured) heads.insert(heads.end(), {"measured", "efficiency"});
  std::string text = "<thead><tr><th scope=\"col\" class=\"word\">point</th>";
  for (const std::string& head : heads) text += formatted("<th scope=\"col\">{}</th>", escape_markup(head));
  return text +
         "<th scope=\"col\" class=\"word\">regime</th><th scope=\"col\" class=\"word\">bottleneck</th></tr></thead>\n";
}

/// The points, and what has no place on the axes.
std::string points_table(const Plot& plot) {
  if (plot.points.empty() && plot.beside.empty()) return "";
  const Columns has(plot);
  const std::size_t rows = plot.points.size() + plot.beside.size();
  std::string table =
      formatted("<table>\n<caption>{} {}, the longest first</caption>\n", rows, rows == 1 ? "row" : "rows");
  table += table_head(plot, has) + "<tbody>\n";
  for (const Plot::Point& p : plot.points) table += point_row(plot, p, has);
  for (const Plot::Beside& b : plot.beside) table += beside_row(b, has);
  return "<h2>Points</h2>\n" + scrolling("", "points", table + "</tbody>\n</table>\n");
}

/// What the picture says of its zones, its curves and the answer.
std::string words_list(const Plot& plot) {
  const Axes axes = axes_of(plot);
  std::vector<std::string> lines;
  for (const Zone& zone : zones_of(plot, axes.window())) lines.push_back(zone_words(zone));
  for (const Plot::Series& series : plot.series) {
    if (const std::string words = series_words(plot, series); !words.empty() && series.path.size() > 1)
      lines.push_back(words);
  }
  for (const std::string& note : footnotes(plot, axes)) lines.push_back(note);
  if (lines.empty()) return "";
  std::string text = "<h2>In words</h2>\n<ul>\n";
  for (const std::string& line : lines) text += formatted("<li>{}</li>\n", escape_markup(line));
  return text + "</ul>\n";
}

std::string roofs_list(const Plot& plot) {
  std::string text = "<h2>Roofs</h2>\n<ul>\n";
  for (const Plot::Machine& machine : plot.machines) {
    const std::string others = alternative_words(plot, machine);
    text += formatted("<li>{}{}</li>\n", escape_markup(machine_words(plot, machine)),
                      others.empty() ? "" : escape_markup("; " + others));
  }
  return text + "</ul>\n";
}

std::string inputs_list(const PlotPage& page) {
  if (page.inputs.empty()) return "";
  std::string text = "<h2>Inputs</h2>\n<dl>\n";
  for (const auto& [name, value] : page.inputs)
    text += formatted("<dt>{}</dt><dd>{}</dd>\n", escape_markup(name), escape_markup(value));
  return text + "</dl>\n";
}

std::string sources_list(const PlotPage& page) {
  std::string text;
  for (const auto& [machine, lines] : page.sources) {
    text += formatted("<h2>Figures of {}</h2>\n<ul>\n", escape_markup(machine));
    for (const std::string& line : lines) text += formatted("<li>{}</li>\n", escape_markup(line));
    text += "</ul>\n";
  }
  return text;
}

}  // namespace

std::string html(const Plot& plot, const PlotPage& page) {
  std::string out(kHead);
  out +=
      formatted("<title>Roofline: {}</title>\n", escape_markup(heading(plot))) + style() + "</head>\n<body>\n<main>\n";
  out += formatted("<h1>{}</h1>\n", escape_markup(heading(plot)));
  out += scrolling(" picture", "picture", svg(plot, Within::page));
  out += points_table(plot) + words_list(plot) + roofs_list(plot) + inputs_list(page) + sources_list(page);
  out += formatted("<h2>Made by</h2>\n<pre>{}</pre>\n", escape_markup(page.command));
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace roofline::plot

namespace roofline {

std::string plot_html(const Plot& p, const PlotPage& page) {
  return plot::html(p, page);
}

}  // namespace roofline
