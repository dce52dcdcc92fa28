#include "report/plot/text_key.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "report/plot/curves.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline::plot {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Letter, name, two figures and words.
using Line = std::array<std::string, 5>;
constexpr std::size_t kName = 1;

/// Columns as wide as their widest cell; the name gives way where a line would pass 80 columns.
std::string columns_text(std::vector<Line> lines) {
  static constexpr std::size_t kLeastName = 8, kGap = 2;
  Line::size_type i = 0;
  std::array<std::size_t, 5> widths{};
  for (const Line& line : lines) {
    for (i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], display_width(line[i]));
  }
  std::size_t others = widths.size() * kGap;
  for (i = 0; i < widths.size(); ++i) others += i == kName ? 0 : widths[i];
  const std::size_t room = std::max(kLeastName, kTextWidth - std::min(kTextWidth, others));
  widths[kName] = std::min(widths[kName], room);
  std::string text;
  for (Line& line : lines) {
    line[kName] = short_name(line[kName], widths[kName]);
    std::string row;
    for (i = 0; i < line.size(); ++i) {
      const std::string pad(widths[i] - display_width(line[i]), ' ');
      const bool figure = i == 2 || i == 3;
      row += std::string(kGap, ' ') + (figure ? pad + line[i] : line[i] + pad);
    }
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

/// Where a point stands: where it was measured, else its prediction.
char put(Canvas& canvas, const Axes& axes, const Plot::Point& p, char letter) {
  const double y = p.measured ? p.measured->rate : p.y;
  return canvas.letter(axes.x.at(p.x), axes.y.at(std::clamp(y, axes.y.least(), axes.y.greatest())), letter);
}

/// ", under A": where another letter stands.
std::string under(char letter, char there) {
  return letter == there ? "" : formatted(", under {}", there);
}

/// A letter for each point in the order of their rows; of too many for the longest alone.
std::string letter_each(const Plot& plot, Canvas& canvas, const Axes& axes, const Points& points) {
  static constexpr std::size_t kFewLetters = 12;  // of more points than there are letters
  const std::size_t letters = points.size() <= kLetters.size() ? points.size() : kFewLetters;
  Points named(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(letters));
  std::stable_sort(named.begin(), named.end(),
                   [](const Plot::Point* a, const Plot::Point* b) { return a->place < b->place; });
  std::vector<Line> lines;
  for (std::size_t i = 0; i < named.size(); ++i) {
    const Plot::Point& p = *named[i];
    const char there = put(canvas, axes, p, kLetters[i]);
    for (const Plot::Twin& twin : p.twins) canvas.letter(axes.x.at(twin.x), axes.y.at(p.y), 'o');
    const std::string efficiency = p.measured ? formatted(", efficiency {}", show_number(p.measured->efficiency)) : "";
    lines.push_back({std::string(1, kLetters[i]), escape(p.name),
                     plot.across == Plot::Across::intensity ? show(p.x, Intensity::dim) : show_number(p.x),
                     show(p.y, FlopsPerSecond::dim), p.bottleneck + efficiency + under(kLetters[i], there)});
  }
  for (std::size_t i = named.size(); i < points.size(); ++i) put(canvas, axes, *points[i], '*');
  const std::size_t more = points.size() - named.size();
  return columns_text(std::move(lines)) + (more > 0 ? formatted("  *  {} points more\n", more) : "");
}

/// "tpu-v5e D=1024".
std::string curve_name(const Plot& plot, const Plot::Series& series) {
  const std::string machine = plot.machines.size() > 1 ? plot.machines[series.machine].name : "";
  return escape(machine + (machine.empty() || series.name.empty() ? "" : " ") + series.name);
}

/// The same letter for the points of a curve.
std::string letter_curves(const Plot& plot, Canvas& canvas, const Axes& axes, const Points& points) {
  std::vector<Line> lines;
  const std::vector<Points> all = by_series(plot, points);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Plot::Series& series = plot.series[i];
    const bool lettered = i < kLetters.size();
    const char letter = lettered ? kLetters[i] : '*';
    char there = 0;
    double most = 0;
    for (const Plot::Point* p : all[i]) {
      const char seen = put(canvas, axes, *p, letter);
      if (there != letter) there = seen;
    }
    for (const Plot::Vertex& vertex : series.path) most = std::max(most, vertex.y);
    if (!lettered || most == 0) continue;
    const std::string where = there == 0 ? "" : under(letter, there);
    lines.push_back({std::string(1, letter), curve_name(plot, series), "", "to " + show(most, FlopsPerSecond::dim),
                     turn_words(plot, series) + where});
  }
  const bool more = all.size() > kLetters.size();
  return columns_text(std::move(lines)) +
         (more ? formatted("  *  {} curves more\n", all.size() - kLetters.size()) : "");
}

/// What the letters and marks stand for, where it is not plain.
std::string marks_text(const Points& points) {
  const auto any = [&](auto f) { return std::any_of(points.begin(), points.end(), f); };
  std::string text;
  if (any([](const Plot::Point* p) { return !p->twins.empty(); })) text += "  o  the same over a link\n";
  if (any([](const Plot::Point* p) { return p->measured.has_value(); }))
    text += "  letters stand where it was measured, figures are predictions\n";
  return text;
}

}  // namespace

std::string letter_points(const Plot& plot, Canvas& canvas, const Axes& axes) {
  static constexpr std::size_t kFewPoints = 26;
  const Points points = drawn_points(plot, axes);
  const bool few = points.size() <= kFewPoints && plot.across == Plot::Across::intensity;
  const bool each = few || !plot.has_curves();
  return (each ? letter_each(plot, canvas, axes, points) : letter_curves(plot, canvas, axes, points)) +
         marks_text(points);
}

}  // namespace roofline::plot
