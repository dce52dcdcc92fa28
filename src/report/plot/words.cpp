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

/// "ridge 240.2 FLOP/B"; where there are several, each with its roofs.
std::string ridge_words(const Plot::Machine& machine) {
  const std::vector<Ridge> ridges = ridges_of(machine);
  if (ridges.size() == 1) return formatted("ridge {}", show(ridges[0].x, Intensity::dim));
  std::vector<std::string> parts;
  for (const Ridge& r : ridges) {
    const bool same_name = std::any_of(ridges.begin(), ridges.end(), [&](const Ridge& other) {
      return &other != &r && other.bandwidth->name == r.bandwidth->name && other.peak == r.peak;
    });
    parts.push_back(
        formatted("{} ({}, {})", show_number(r.x), r.peak->name, same_name ? r.bandwidth->shown : r.bandwidth->name));
  }
  return formatted("ridges {} FLOP/B", joined(parts));
}

std::string beside_words(const Plot::Beside& beside) {
  std::string text = short_name(beside.name);
  if (beside.seconds > 0) text += formatted(" {}", show(beside.seconds, Seconds::dim));
  if (beside.share) text += formatted(" ({})", show_percent(*beside.share));
  return formatted("{}{}", text, beside.why.empty() ? "" : ": " + beside.why);
}

/// "first, second, ...", and how many more.
std::string few_words(const std::vector<std::string>& parts) {
  static constexpr std::size_t kMost = 12;
  if (parts.size() <= kMost) return joined(parts, "; ");
  const std::vector<std::string> few(parts.begin(), parts.begin() + kMost);
  return formatted("{}; and {} more", joined(few, "; "), parts.size() - kMost);
}

/// Those that are off the axes, after those that no log scale has a place for.
std::string beside_line(const Plot& plot, const Axes& axes) {
  std::vector<std::string> parts;
  for (const Plot::Beside& beside : plot.beside) parts.push_back(beside_words(beside));
  for (const Plot::Point& p : plot.points) {
    if (!axes.has(p.x, p.y)) parts.push_back(formatted("{}: off the axes", point_words(plot, p)));
  }
  return parts.empty() ? "" : formatted("Not in the picture: {}.", few_words(parts));
}

bool is_faster(const Plot::Point& point) {
  return point.efficiency && *point.efficiency > 1;
}

std::string faster_line(const Plot& plot) {
  std::vector<std::string> parts;
  for (const Plot::Point& p : plot.points) {
    if (is_faster(p)) parts.push_back(formatted("{} ({})", short_name(p.name), show_number(*p.efficiency)));
  }
  if (parts.empty()) return "";
  return formatted("Measured faster than the bound, which cannot be: {}.", few_words(parts));
}

}  // namespace

std::string heading(const Plot& plot) {
  return joined(split(plot.title, '\n'));
}

std::string short_name(const std::string& name, std::size_t width) {
  if (display_width(name) <= width) return name;
  std::string_view rest = name;
  std::string kept;
  while (!rest.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(rest), 1);
    if (display_width(kept) + display_width(rest.substr(0, length)) + 2 > width) break;
    kept += rest.substr(0, length);
    rest.remove_prefix(length);
  }
  return kept + "..";
}

std::string machine_words(const Plot& plot, const Plot::Machine& machine) {
  std::vector<std::string> roofs;
  for (const Roof& roof : machine.roofs) {
    if (roof.standing == Roof::Standing::own) roofs.push_back(formatted("{} {}", roof.name, roof.shown));
  }
  std::string text = plot.machines.size() > 1 ? machine.name + ": " : "";
  text += joined(roofs);
  const bool has_ridges = plot.across == Plot::Across::intensity && !ridges_of(machine).empty();
  return has_ridges ? formatted("{}; {}", text, ridge_words(machine)) : text;
}

std::string alternative_words(const Plot& plot, const Plot::Machine& machine) {
  std::vector<std::string> roofs;
  for (const Roof& roof : machine.roofs) {
    const bool has_line = plot.across == Plot::Across::intensity || roof.kind == Roof::Kind::peak;
    if (has_line && roof.standing == Roof::Standing::alternative)
      roofs.push_back(formatted("{} {}", roof.name, roof.shown));
  }
  return roofs.empty() ? "" : formatted("also published: {}", joined(roofs));
}

std::string x_words(const Plot& plot, double x) {
  if (plot.across == Plot::Across::intensity) return show(x, Intensity::dim);
  std::string value;
  append_number(value, x);
  return formatted("{} = {}", plot.x_title, value);
}

std::string measured_words(const Plot::Point& point) {
  if (!point.measured) return "";
  return formatted("measured {}, efficiency {}", show(*point.measured, FlopsPerSecond::dim),
                   show_number(*point.efficiency));
}

std::string point_words(const Plot& plot, const Plot::Point& p) {
  std::string text = formatted("{}: {}, {}, {}", p.name, x_words(plot, p.x), show(p.y, FlopsPerSecond::dim),
                               show(p.seconds, Seconds::dim));
  if (p.share) text += formatted(" ({})", show_percent(*p.share));
  text += formatted(", {} binds", p.bottleneck);
  for (const Plot::Twin& twin : p.twins) text += formatted(", {} over {}", show(twin.x, Intensity::dim), twin.resource);
  const std::string measured = measured_words(p);
  return measured.empty() ? text : formatted("{}; {}", text, measured);
}

std::optional<double> first_compute_bound(const Plot& plot, std::size_t series) {
  std::optional<double> first;
  for (const Plot::Point& p : plot.points) {
    if (p.series == series && p.regime == "compute-bound") first = std::min(first.value_or(p.x), p.x);
  }
  return first;
}

std::string series_words(const Plot& plot, std::size_t series) {
  const std::string& name = plot.series[series].name;
  if (plot.across == Plot::Across::intensity) return name;
  const auto first = first_compute_bound(plot, series);
  const std::string from = first ? formatted("first compute-bound at {}", x_words(plot, *first))
                                 : std::string("communication-bound at all points");
  return name.empty() ? from : formatted("{}: {}", name, from);
}

std::string subtitle(const Plot& plot) {
  if (plot.points.empty())
    return plot.beside.empty() ? "The roofs alone." : "No operation has both FLOPs and bytes: the roofs alone.";
  const auto any = [&](auto f) { return std::any_of(plot.points.begin(), plot.points.end(), f); };
  const bool on_roofs = !any([&](const Plot::Point& p) {
    return plot.across == Plot::Across::intensity && !is_on_a_roof(plot.machines[plot.series[p.series].machine], p);
  });
  std::string text = "Points are predictions";
  if (plot.across == Plot::Across::intensity)
    text += on_roofs ? ": they lie on a roof by construction" : ": below a roof where something else binds too";
  if (any([](const Plot::Point& p) { return !p.twins.empty(); })) text += "; squares: the same over a link";
  if (any([](const Plot::Point& p) { return p.measured.has_value(); })) text += "; hollow: measured";
  if (any(is_faster)) text += ", crossed: faster than the bound";
  if (any([](const Plot::Point& p) { return p.share.has_value(); })) text += "; area: share of the time";
  return text + ".";
}

std::vector<std::string> footnotes(const Plot& plot, const Axes& axes) {
  std::vector<std::string> lines;
  for (std::string line : {beside_line(plot, axes), faster_line(plot)}) {
    if (!line.empty()) lines.push_back(std::move(line));
  }
  lines.insert(lines.end(), plot.notes.begin(), plot.notes.end());
  return lines;
}

std::string description(const Plot& plot) {
  static constexpr std::size_t kMost = 8;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(kMost, plot.machines.size()); ++i)
    parts.push_back(formatted("Roofs: {}.", machine_words(plot, plot.machines[i])));
  if (plot.machines.size() > kMost) parts.push_back(formatted("And {} chips more.", plot.machines.size() - kMost));
  parts.push_back(subtitle(plot));
  if (!plot.points.empty()) {
    parts.push_back(formatted("{} point{}; the longest is {}.", plot.points.size(), plot.points.size() == 1 ? "" : "s",
                              point_words(plot, plot.points[0])));
  }
  return joined(parts, " ");
}

std::vector<const Plot::Point*> drawn_points(const Plot& plot, const Axes& axes) {
  std::vector<const Plot::Point*> drawn;
  for (const Plot::Point& p : plot.points) {
    if (axes.has(p.x, p.y)) drawn.push_back(&p);
  }
  return drawn;
}

}  // namespace roofline::plot
