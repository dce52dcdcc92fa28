// A plot for a terminal: lines of ASCII or of braille dots in a frame, and words below. text_key.cpp letters the
// points.

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "report/plot/axes.hpp"
#include "report/plot/canvas.hpp"
#include "report/plot/curves.hpp"
#include "report/plot/roofs.hpp"
#include "report/plot/text_key.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline::plot {
namespace {

constexpr std::size_t kColumns = Canvas::kColumns, kRows = Canvas::kRows, kGutter = 14;

Axes laid_out(const Plot& plot) {
  Axes axes = axes_of(plot);
  axes.x.to = kColumns;
  axes.y.to = kRows;
  return axes;
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

void draw_lines(const Plot& plot, Canvas& canvas, const Axes& axes) {
  for (const Plot::Machine& machine : plot.machines) {
    for (const Roof& roof : machine.roofs) {
      const Segment s = segment_of(plot, machine, roof, axes.window());
      if (roof.is_own() && s.x1 < s.x2) draw_line(canvas, axes, s);
    }
  }
  for (const Plot::Series& series : plot.series) {
    const std::vector<Plot::Vertex> path = path_of(plot, series);
    for (std::size_t i = 1; i < path.size(); ++i)
      draw_line(canvas, axes, {path[i - 1].x, path[i - 1].y, path[i].x, path[i].y});
  }
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

/// Lines of words below the picture.
std::string paragraph(const std::string& words) {
  return "  " + wrap(escape(words), kTextWidth, 2) + "\n";
}

/// The lines of a text, each escaped.
std::string escape_lines(const std::string& text) {
  std::string out;
  for (const std::string& line : split(text, '\n')) out += (out.empty() ? "" : "\n") + escape(line);
  return out;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Under the frame: the numbers of the decades, and the ridges below them.
std::string x_axis_text(const Plot& plot, const Axes& axes) {
  std::string decades, marks;
  for (int decade = axes.x.first; decade <= axes.x.last; ++decade) {
    const std::string tick = x_tick(plot, decade);
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

/// Decades on the left, rows of cells, decades below.
std::string frame_text(const Canvas& canvas, const Plot& plot, const Axes& axes) {
  std::vector<std::string> ticks(kRows + 1);
  for (int decade = axes.y.first; decade <= axes.y.last; ++decade) {
    const double y = axes.y.at(std::pow(10.0, decade));
    const auto row = static_cast<std::size_t>(std::max(0.0, std::floor(static_cast<double>(kRows) - y)));
    ticks[std::min(row, kRows)] = y_tick(decade);
  }
  std::string text;
  for (std::size_t row = 0; row < kRows; ++row)
    text += formatted("{:>{}} |{}\n", ticks[row], kGutter - 2, canvas.row(row));
  text += formatted("{:>{}} +{}\n", ticks[kRows], kGutter - 2, std::string(kColumns, '-'));
  return text + x_axis_text(plot, axes);
}

std::string zones_text(const Plot& plot, const Axes& axes) {
  std::string text;
  for (const Zone& zone : zones_of(plot, axes.window())) {
    const bool first = zone.from == axes.x.least(), last = zone.to == axes.x.greatest();
    const std::string words = first && !last   ? formatted("up to {} FLOP/B: {}", show_number(zone.to), zone.text)
                              : last && !first ? formatted("from {} FLOP/B: {}", show_number(zone.from), zone.text)
                                               : zone_words(zone);
    text += paragraph(words);
  }
  return text;
}

std::string roofs_text(const Plot& plot) {
  std::string text;
  for (std::size_t i = 0; i < std::min(kFewEntries, plot.machines.size()); ++i) {
    text += paragraph(machine_words(plot, plot.machines[i]));
    if (const std::string others = alternative_words(plot, plot.machines[i]); !others.empty())
      text += paragraph("  " + others);
  }
  const bool more = plot.machines.size() > kFewEntries;
  return more ? text + formatted("  and {} chips more\n", plot.machines.size() - kFewEntries) : text;
}

std::string notes_text(const Plot& plot, const Axes& axes) {
  std::string text;
  for (const std::string& note : footnotes(plot, axes)) text += paragraph(note);
  return text;
}

}  // namespace

std::string text(const Plot& plot, PlotLines lines) {
  Canvas canvas(lines);
  const Axes axes = laid_out(plot);
  draw_lines(plot, canvas, axes);
  const std::string key = letter_points(plot, canvas, axes);
  std::string out = wrap(escape_lines(plot.title), kTextWidth, 0) + "\n\n" + frame_text(canvas, plot, axes) + "\n";
  out += zones_text(plot, axes) + roofs_text(plot);
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
