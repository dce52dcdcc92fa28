// A plot for a terminal: lines of ASCII or of braille dots, letters for the points, and a key below.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "report/plot/axes.hpp"
#include "report/plot/canvas.hpp"
#include "report/plot/markup.hpp"
#include "report/plot/roofs.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline::plot {
namespace {

constexpr std::size_t kColumns = Canvas::kColumns, kRows = Canvas::kRows, kGutter = 14;
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

Axes laid_out(const Plot& plot) {
  Axes axes = axes_of(plot);
  axes.x.to = kColumns;
  axes.y.to = kRows;
  return axes;
}

Window window_of(const Axes& axes) {
  return {axes.x.least(), axes.x.greatest(), axes.y.least(), axes.y.greatest()};
}

void draw_line(Canvas& canvas, const Axes& axes, const Segment& s) {
  static constexpr double kStep = 1.0 / 8;
  const double x1 = axes.x.at(s.x1), y1 = axes.y.at(s.y1), x2 = axes.x.at(s.x2), y2 = axes.y.at(s.y2);
  const auto steps = static_cast<int>(std::max(std::fabs(x2 - x1), std::fabs(y2 - y1)) / kStep);
  for (int i = 0; i <= steps; ++i) {
    const double part = steps == 0 ? 0 : static_cast<double>(i) / steps;
    // A line along the top of the frame belongs to the row below it.
    const double y = std::min(y1 + (y2 - y1) * part, kRows - 1e-6);
    canvas.dot(std::min(x1 + (x2 - x1) * part, kColumns - 1e-6), y);
  }
}

/// A curve over an input, point by point.
void draw_curves(Canvas& canvas, const Axes& axes, const std::vector<const Plot::Point*>& points,
                 std::size_t series_count) {
  std::vector<std::vector<const Plot::Point*>> curves(series_count);
  for (const Plot::Point* p : points) curves[p->series].push_back(p);
  for (auto& curve : curves) {
    std::sort(curve.begin(), curve.end(), [](const Plot::Point* a, const Plot::Point* b) { return a->x < b->x; });
    for (std::size_t i = 1; i < curve.size(); ++i)
      draw_line(canvas, axes, {curve[i - 1]->x, curve[i - 1]->y, curve[i]->x, curve[i]->y});
  }
}

void draw_roofs(const Plot& plot, Canvas& canvas, const Axes& axes) {
  for (const Plot::Machine& machine : plot.machines) {
    for (const Roof& roof : machine.roofs) {
      const Segment s = segment_of(plot, machine, roof, window_of(axes));
      if (roof.standing == Roof::Standing::own && s.x1 < s.x2) draw_line(canvas, axes, s);
    }
  }
}

/// The frame's text: decades on the left, rows of cells, decades below.
std::string frame_text(const Canvas& canvas, const Axes& axes) {
  std::vector<std::string> ticks(kRows + 1);
  for (int decade = axes.y.first; decade <= axes.y.last; ++decade) {
    const double y = axes.y.at(std::pow(10.0, decade));
    const auto row = static_cast<std::size_t>(std::max(0.0, std::round(static_cast<double>(kRows) - y)));
    ticks[std::min(row, kRows)] = y_tick(decade);
  }
  std::string text;
  for (std::size_t row = 0; row < kRows; ++row)
    text += formatted("{:>{}} |{}\n", ticks[row], kGutter - 2, canvas.row(row));
  return formatted("{}{:>{}} +{}\n", text, ticks[kRows], kGutter - 2, std::string(kColumns, '-'));
}

/// Puts a word into a line at a column, where it leaves a gap to what is there; false where there is no room.
bool put(std::string& line, std::size_t column, std::string_view word) {
  const std::size_t before = column == 0 ? 0 : column - 1;
  const std::size_t end = column + word.size() + 1;
  if (line.size() < end) line.resize(end, ' ');
  if (line.substr(before, end - before).find_first_not_of(' ') != std::string::npos) return false;
  line.replace(column, word.size(), word);
  return true;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Under the frame: the numbers of the decades, and the ridges below them.
std::string x_axis_text(const Plot& plot, const Axes& axes) {
  std::string decades, marks;
  for (int decade = axes.x.first; decade <= axes.x.last; ++decade) {
    const std::string tick = x_tick(decade);
    const double at = axes.x.at(std::pow(10.0, decade));
    const std::size_t most = kColumns - std::min(kColumns, tick.size());
    put(decades, kGutter + std::min(static_cast<std::size_t>(at), most), tick);
  }
  if (plot.across == Plot::Across::intensity) {
    for (const Plot::Machine& machine : plot.machines) {
      for (const Ridge& ridge : ridges_of(machine)) {
        const std::string mark = formatted("^{}", show_number(ridge.x));
        const std::size_t most = kColumns - std::min(kColumns, mark.size());
        if (axes.x.has(ridge.x))
          put(marks, kGutter + std::min(static_cast<std::size_t>(axes.x.at(ridge.x)), most), mark);
      }
    }
  }
  std::string text = trimmed(decades) + "\n";
  if (!marks.empty()) text += trimmed(marks) + "\n";
  const std::size_t middle = kColumns / 2, half = std::min(middle, plot.x_title.size() / 2);
  return text + std::string(kGutter + middle - half, ' ') + plot.x_title + "\n";
}

std::string zones_text(const Plot& plot, const Axes& axes) {
  std::string text;
  const std::vector<Zone> zones = zones_of(plot, window_of(axes));
  for (const Zone& zone : zones) {
    const bool first = zone.from == axes.x.least(), last = zone.to == axes.x.greatest();
    const std::string where = first && last ? "everywhere"
                              : first       ? formatted("up to {}", show_number(zone.to))
                              : last        ? formatted("from {}", show_number(zone.from))
                                            : formatted("{} to {}", show_number(zone.from), show_number(zone.to));
    text += formatted("{}{} {}", text.empty() ? "" : "; ", where, zone.text);
  }
  return text.empty() ? "" : "  " + wrap(text, kTextWidth, 2) + "\n";
}

std::string roofs_text(const Plot& plot) {
  static constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, plot.machines.size()); ++i) {
    text += "  " + wrap(escape(machine_words(plot, plot.machines[i])), kTextWidth, 2) + "\n";
  }
  if (plot.machines.size() > kMost) text += formatted("  and {} chips more\n", plot.machines.size() - kMost);
  return text;
}

using Points = std::vector<const Plot::Point*>;

double shown_of(const Axes& axes, const Plot::Point& p) {
  return axes.y.at(std::clamp(p.measured.value_or(p.y), axes.y.least(), axes.y.greatest()));
}

/// Lines of cells, each column as wide as its widest cell; the columns after the first are right-aligned but the last.
std::string columns_text(const std::vector<std::array<std::string, 5>>& lines) {
  std::array<std::size_t, 5> widths{};
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    std::string row;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string pad(widths[i] - display_width(line[i]), ' ');
      row += "  " + (i == 2 || i == 3 ? pad + line[i] : line[i] + pad);
    }
    text += trimmed(std::move(row)) + "\n";
  }
  return text;
}

/// ", under A": where another letter stands.
std::string under(char letter, char there) {
  return letter == there ? "" : formatted(", under {}", there);
}

/// A letter for each point in the order of their rows, and a line for each; of too many for the longest alone.
std::string lettered_points(const Plot& plot, Canvas& canvas, const Axes& axes, const Points& points) {
  static constexpr std::size_t kWidestName = 26, kFewLetters = 12;  // of more points than there are letters
  const std::size_t letters = points.size() <= kLetters.size() ? points.size() : kFewLetters;
  Points named(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(letters));
  std::stable_sort(named.begin(), named.end(),
                   [](const Plot::Point* a, const Plot::Point* b) { return a->place < b->place; });
  std::vector<std::array<std::string, 5>> lines;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const Plot::Point& p = *named[i];
    const char there = canvas.letter(axes.x.at(p.x), shown_of(axes, p), kLetters[i]);
    for (const Plot::Twin& twin : p.twins) canvas.letter(axes.x.at(twin.x), axes.y.at(p.y), 'o');
    const std::string efficiency = p.efficiency ? formatted(", efficiency {}", show_number(*p.efficiency)) : "";
    lines.push_back({std::string(1, kLetters[i]), short_name(escape(p.name), kWidestName),
                     plot.across == Plot::Across::intensity ? show(p.x, Intensity::dim) : show_number(p.x),
                     show(p.y, FlopsPerSecond::dim), p.bottleneck + efficiency + under(kLetters[i], there)});
  }
  for (std::size_t i = named.size(); i < points.size(); ++i)
    canvas.letter(axes.x.at(points[i]->x), shown_of(axes, *points[i]), '*');
  std::string text = columns_text(lines);
  if (const std::size_t more = points.size() - named.size(); more > 0) text += formatted("  *  {} points more\n", more);
  const auto any = [&](auto f) { return std::any_of(points.begin(), points.end(), f); };
  if (any([](const Plot::Point* p) { return !p->twins.empty(); })) text += "  o  the same over a link\n";
  if (any([](const Plot::Point* p) { return p->measured.has_value(); }))
    text += "  letters stand where it was measured\n";
  return text;
}

/// "tpu-v5e D=1024".
std::string curve_name(const Plot& plot, std::size_t series) {
  static constexpr std::size_t kWidest = 22;
  const std::string& machine = plot.machines[plot.series[series].machine].name;
  const std::string& name = plot.series[series].name;
  if (plot.machines.size() == 1) return short_name(escape(name), kWidest);
  return short_name(escape(name.empty() ? machine : formatted("{} {}", machine, name)), kWidest);
}

/// The same letter for the points of a curve, and a line for each curve.
std::string lettered_curves(const Plot& plot, Canvas& canvas, const Axes& axes, const Points& points) {
  std::vector<std::array<std::string, 5>> lines;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const char letter = i < kLetters.size() ? kLetters[i] : '*';
    double most = 0;
    char there = 0;
    for (const Plot::Point* p : points) {
      if (p->series != i) continue;
      const char seen = canvas.letter(axes.x.at(p->x), shown_of(axes, *p), letter);
      if (there != letter) there = seen;
      most = std::max(most, p->y);
    }
    if (most == 0 || letter == '*') continue;
    const auto first = first_compute_bound(plot, i);
    const std::string words = first ? formatted("compute-bound from {}", unrounded(*first)) : "never compute-bound";
    lines.push_back({std::string(1, letter), curve_name(plot, i), "", "to " + show(most, FlopsPerSecond::dim),
                     words + under(letter, there)});
  }
  const bool more = plot.series.size() > kLetters.size();
  return columns_text(lines) + (more ? formatted("  *  {} curves more\n", plot.series.size() - kLetters.size()) : "");
}

std::string letter_points(const Plot& plot, Canvas& canvas, const Axes& axes) {
  static constexpr std::size_t kFewPoints = 26;
  const Points points = drawn_points(plot, axes);
  const bool few = points.size() <= kFewPoints && plot.across == Plot::Across::intensity;
  return few || plot.paths == Plot::Paths::none ? lettered_points(plot, canvas, axes, points)
                                                : lettered_curves(plot, canvas, axes, points);
}

std::string notes_text(const Plot& plot, const Axes& axes) {
  std::string text;
  for (const std::string& note : footnotes(plot, axes)) text += "  " + wrap(escape(note), kTextWidth, 2) + "\n";
  return text;
}

}  // namespace

std::string text(const Plot& plot, PlotLines lines) {
  Canvas canvas(lines);
  const Axes axes = laid_out(plot);
  draw_roofs(plot, canvas, axes);
  if (plot.across == Plot::Across::input) draw_curves(canvas, axes, drawn_points(plot, axes), plot.series.size());
  const std::string key = letter_points(plot, canvas, axes);
  std::string out =
      wrap(plot.title, kTextWidth, 0) + "\n\n" + frame_text(canvas, axes) + x_axis_text(plot, axes) + "\n";
  for (const std::string& part : {zones_text(plot, axes), roofs_text(plot)}) out += part;
  if (!key.empty()) out += "\n" + key;
  const std::string notes = notes_text(plot, axes);
  return notes.empty() ? out : out + "\n" + notes;
}

}  // namespace roofline::plot

namespace roofline {

std::string plot_text(const Plot& p, PlotLines lines) {
  return plot::text(p, lines);
}

}  // namespace roofline
