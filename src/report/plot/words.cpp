#include "report/plot/words.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "report/plot/roofs.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/base/units.hpp"

namespace roofline::plot {
namespace {

std::string joined(const std::vector<std::string>& parts, std::string_view between = ", ") {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(between)) + part;
  return text;
}

/// The name of a roof among ridges; with its value where another has the same.
std::string name_among(const std::vector<Ridge>& ridges, const Roof& roof) {
  const auto same = [&](const Roof& other) { return &other != &roof && other.name == roof.name; };
  const bool is_shared =
      std::any_of(ridges.begin(), ridges.end(), [&](const Ridge& r) { return same(*r.peak) || same(*r.bandwidth); });
  return is_shared ? formatted("{} {}", roof.name, roof.shown) : roof.name;
}

/// "ridge 240.2 FLOP/B"; where there are several, each with its roofs.
std::string ridge_words(const Plot::Machine& machine) {
  const std::vector<Ridge> ridges = ridges_of(machine);
  if (ridges.size() == 1) return formatted("ridge {}", show(ridges[0].x, Intensity::dim));
  std::vector<std::string> parts;
  for (const Ridge& r : ridges)
    parts.push_back(
        formatted("{} ({}, {})", show_number(r.x), name_among(ridges, *r.peak), name_among(ridges, *r.bandwidth)));
  return formatted("ridges in FLOP/B: {}", few_of(parts));
}

std::string beside_words(const Plot::Beside& beside) {
  std::string text = short_name(beside.name);
  if (beside.seconds > 0) text += formatted(" {}", show(beside.seconds, Seconds::dim));
  if (beside.share) text += formatted(" ({})", share_words(*beside.share));
  return formatted("{}{}", text, beside.why.empty() ? "" : ": " + beside.why);
}

/// What is off the axes, after what no log scale has a place for.
std::string beside_line(const Plot& plot, const Axes& axes) {
  std::vector<std::string> parts;
  for (const Plot::Beside& beside : plot.beside) parts.push_back(beside_words(beside));
  for (const Plot::Point& p : plot.points) {
    const std::string name = short_name(p.name);
    if (!axes.has(p.x, p.y)) {
      parts.push_back(formatted("{} ({}, {}): off the axes", name, x_words(plot, p.x), show(p.y, FlopsPerSecond::dim)));
    } else if (p.measured && !axes.y.has(p.measured->rate)) {
      parts.push_back(
          formatted("{} as measured ({}): off the axes", name, show(p.measured->rate, FlopsPerSecond::dim)));
    }
  }
  return parts.empty() ? "" : formatted("Not in the picture: {}.", few_of(parts, "; "));
}

std::string faster_line(const Plot& plot) {
  std::vector<std::string> parts;
  for (const Plot::Point& p : plot.points) {
    if (is_faster(p)) parts.push_back(formatted("{} ({})", short_name(p.name), show_number(p.measured->efficiency)));
  }
  if (parts.empty()) return "";
  return formatted("Measured faster than the bound, which cannot be: {}.", few_of(parts, "; "));
}

std::string left_out_line(const Plot& plot) {
  const auto has_more = [](const Plot::Machine& machine) { return machine.has_more; };
  const bool any = std::any_of(plot.machines.begin(), plot.machines.end(), has_more);
  return any ? "Further roofs are not drawn." : "";
}

/// "B = 256", "bytes = 1 GB".
std::string input_words(const Plot& plot, double value) {
  std::string text;
  append_number(text, value);
  if (plot.along_dim != Dim{}) text = show_given(value, plot.along_dim);
  return formatted("{} = {}", plot.along, text);
}

template <class F>
bool any_point(const Plot& plot, F f) {
  return std::any_of(plot.points.begin(), plot.points.end(), f);
}

}  // namespace

std::string few_of(const std::vector<std::string>& parts, std::string_view between) {
  if (parts.size() <= kFewEntries) return joined(parts, between);
  const std::vector<std::string> few(parts.begin(), parts.begin() + kFewEntries);
  return formatted("{}{}and {} more", joined(few, between), between, parts.size() - kFewEntries);
}

std::string heading(const Plot& plot) {
  return joined(split(plot.title, '\n'));
}

std::string short_name(const std::string& name, std::size_t width) {
  if (display_width(name) <= width) return name;
  std::string_view rest = name;
  std::string kept;
  std::size_t used = 2;  // of the dots
  while (!rest.empty()) {
    const std::string_view letter = rest.substr(0, std::max<std::size_t>(utf8_length(rest), 1));
    used += display_width(letter);
    if (used > width) break;
    kept += letter;
    rest.remove_prefix(letter.size());
  }
  return kept + "..";
}

std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) {
    for (const std::string& part : split(wrap(escape(line), width, 0), '\n')) lines.push_back(short_name(part, width));
  }
  return lines;
}

std::string machine_words(const Plot& plot, const Plot::Machine& machine) {
  std::vector<std::string> roofs;
  for (const Roof& roof : machine.roofs) {
    const bool has_line = plot.across == Plot::Across::intensity || roof.is_peak();
    if (has_line && roof.is_own()) roofs.push_back(formatted("{} {}", roof.name, roof.shown));
  }
  const std::string text = (plot.machines.size() > 1 ? machine.name + ": " : "") + few_of(roofs);
  const bool has_ridges = plot.across == Plot::Across::intensity && !ridges_of(machine).empty();
  return has_ridges ? formatted("{}; {}", text, ridge_words(machine)) : text;
}

std::string alternative_words(const Plot& plot, const Plot::Machine& machine) {
  std::vector<std::string> roofs;
  for (const Roof& roof : machine.roofs) {
    const bool has_line = plot.across == Plot::Across::intensity || roof.is_peak();
    if (has_line && !roof.is_own()) roofs.push_back(formatted("{} {}", roof.name, roof.shown));
  }
  return roofs.empty() ? "" : formatted("also published: {}", few_of(roofs));
}

std::string x_words(const Plot& plot, double x) {
  return plot.across == Plot::Across::intensity ? show(x, Intensity::dim) : input_words(plot, x);
}

std::string_view regime_of(Plot::Binds binds) {
  return binds == Plot::Binds::compute ? "compute-bound" : "communication-bound";
}

std::string point_words(const Plot& plot, const Plot::Point& p) {
  std::string text = formatted("{}: {}, {}, {}", p.name, x_words(plot, p.x), show(p.y, FlopsPerSecond::dim),
                               show(p.seconds, Seconds::dim));
  if (p.share) text += formatted(" ({})", share_words(*p.share));
  text += formatted(", {} binds", p.bottleneck);
  for (const Plot::Twin& twin : p.twins) text += formatted(", {} over {}", show(twin.x, Intensity::dim), twin.resource);
  if (!p.measured) return text;
  return formatted("{}; measured {}, efficiency {}", text, show(p.measured->rate, FlopsPerSecond::dim),
                   show_number(p.measured->efficiency));
}

std::string share_words(double share) {
  static constexpr double kLeastShown = 1e-4;
  return share > 0 && share < kLeastShown ? "<0.01%" : show_percent(share);
}

std::string turn_words(const Plot& plot, const Plot::Series& series) {
  const auto &compute = series.compute, &communication = series.communication;
  if (!compute) return "communication-bound throughout";
  if (!communication) return "compute-bound throughout";
  if (compute->from > communication->to) return formatted("compute-bound from {}", input_words(plot, compute->from));
  if (compute->to < communication->from) return formatted("compute-bound up to {}", input_words(plot, compute->to));
  return "compute-bound here and there";
}

std::string series_words(const Plot& plot, const Plot::Series& series) {
  if (plot.across == Plot::Across::intensity) return series.name;
  return series.name.empty() ? turn_words(plot, series) : formatted("{}: {}", series.name, turn_words(plot, series));
}

std::string subtitle(const Plot& plot) {
  if (plot.points.empty())
    return plot.beside.empty() ? "The roofs alone." : "No operation has both FLOPs and bytes: the roofs alone.";
  if (plot.across == Plot::Across::input) return "Points are predictions.";
  const auto any = [&](Rest rest) {
    return any_point(plot, [&](const Plot::Point& p) { return rest_of(plot, p) == rest; });
  };
  if (any(Rest::below))
    return "Points are predictions: below a roof where something else binds, or one operation waits for another.";
  return any(Rest::by_its_twin)
             ? "Points are predictions: they, or their squares over a link, lie on a roof by construction."
             : "Points are predictions: they lie on a roof by construction.";
}

std::string mark_words(const Plot& plot) {
  std::vector<std::string> parts;
  if (any_point(plot, [](const Plot::Point& p) { return p.share.has_value(); }))
    parts.emplace_back("area of a point: its share of the time");
  if (any_point(plot, [](const Plot::Point& p) { return !p.twins.empty(); }))
    parts.emplace_back("square: the same point over a link");
  if (any_point(plot, [](const Plot::Point& p) { return p.measured.has_value(); }))
    parts.emplace_back("hollow: measured, with its efficiency");
  if (any_point(plot, is_faster)) parts.emplace_back("crossed: faster than its bound");
  return joined(parts, "; ");
}

std::vector<std::string> footnotes(const Plot& plot, const Axes& axes) {
  std::vector<std::string> lines;
  for (std::string line : {beside_line(plot, axes), faster_line(plot), left_out_line(plot)}) {
    if (!line.empty()) lines.push_back(std::move(line));
  }
  lines.insert(lines.end(), plot.notes.begin(), plot.notes.end());
  return lines;
}

std::string description(const Plot& plot) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(kFewEntries, plot.machines.size()); ++i)
    parts.push_back(formatted("Roofs: {}.", machine_words(plot, plot.machines[i])));
  if (plot.machines.size() > kFewEntries)
    parts.push_back(formatted("And {} chips more.", plot.machines.size() - kFewEntries));
  parts.push_back(subtitle(plot));
  if (!plot.points.empty()) {
    parts.push_back(formatted("{} point{}; the longest is {}.", plot.points.size(), plot.points.size() == 1 ? "" : "s",
                              point_words(plot, plot.points[0])));
  }
  return joined(parts, " ");
}

}  // namespace roofline::plot
