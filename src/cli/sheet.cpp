#include "cli/sheet.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/collective_sheet.hpp"
#include "cli/mesh_text.hpp"
#include "cli/model_sheet.hpp"
#include "cli/notes.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/estimate/sensitivity.hpp"

namespace roofline::cli {
namespace {

using Line = Sheet::Line;

std::string at_rate(const Bound& b) {
  const std::string_view latency = b.latency > Seconds{} ? ", latency binds" : "";
  return formatted("{} at {}{}", show(b.bytes), show_given(b.rate), latency);
}

std::string operand_text(const Point& point, const Work::Transfer& t) {
  return std::string(point.query.op.operands(point.values)[t.operand].text);
}

/// "all-reduce of Z".
std::string purpose(const Point& point, const Work::Transfer& t) {
  return formatted("{} of {}", info(t.collective).name, operand_text(point, t));
}

/// ": all-reduce of Z" for the wires of --shard; nothing for what the operands cross.
std::string purposes(const Point& point, const Bound& bound) {
  if (bound.by == Bound::By::operands) return "";
  std::string text;
  for (const Work::Transfer& t : point.work.transfers)
    text += formatted("{}{}", text.empty() ? ": " : ", ", purpose(point, t));
  return text;
}

/// The terms of t_upper; what keeps several wires busy at once is told in words.
std::string sum_text(const Point& point) {
  std::string text = "t_comp";
  bool in_turn = true;
  for (const Bound& b : point.estimate.bounds) {
    in_turn = in_turn && b.in_turn == b.time;
    text += formatted(" + t_{}", point.name_of(b));
  }
  if (in_turn) return text + ": none overlaps";
  return formatted("t_comp + t_{}, then each collective once: none overlaps", point.estimate.primary().resource.view());
}

/// What one axis of the mesh has to do: one collective, or a line for each.
void add_axis(const Point& point, std::size_t axis, std::vector<Line>& lines) {
  const std::string key = formatted("t_{}", point.estimate.axes[axis].name.view());
  std::vector<Line> each;
  for (const Work::Transfer& t : point.work.transfers) {
    if (!t.axes.has(axis)) continue;
    std::string text = formatted("{}: {}", show(t.array), purpose(point, t));
    const bool joint = t.axes != AxisSet::of(axis);
    if (joint) text += formatted(", over {}", axes_text(point.found.mesh, t.axes, "+"));
    each.push_back({"", show(price(t, point.found.mesh).lower), text});
  }
  if (each.empty()) return;
  if (each.size() == 1) {
    lines.push_back({key, each[0].value, each[0].reason});
    return;
  }
  lines.push_back({key, show(point.estimate.axes[axis].time), "the sum of"});
  lines.insert(lines.end(), each.begin(), each.end());
}

/// Each resource; those that are wires of an axis by their axis.
std::vector<Line> resource_lines(const Point& point) {
  const Estimate& e = point.estimate;
  std::vector<Line> lines;
  for (const Bound& b : e.bounds) {
    if (point.has_mesh() && b.by == Bound::By::transfers) continue;
    lines.push_back({formatted("t_{}", b.resource.view()), show(b.time), at_rate(b) + purposes(point, b)});
  }
  if (!point.has_mesh()) return lines;
  for (std::size_t i = 0; i < e.axes.size(); ++i) add_axis(point, i, lines);
  for (const Bound& b : e.bounds) {
    if (b.by == Bound::By::operands || !b.axis.empty()) continue;
    lines.push_back({formatted("t_{}", b.resource.view()), show(b.time),
                     formatted("{}, the wires of {}", at_rate(b), axes_text(point.found.mesh, b.axes, " and "))});
  }
  return lines;
}

/// "ici", "X (ici)".
std::string slowest_text(const Point& point) {
  const Estimate& e = point.estimate;
  const Bound& slowest = e.bounds[e.slowest];
  const auto name = point.name_of(slowest);
  return name == slowest.resource.view() ? std::string(name) : formatted("{} ({})", name, slowest.resource.view());
}

std::vector<Line> times(const Point& point) {
  const Estimate& e = point.estimate;
  std::vector<Line> lines;
  const bool at_a_rate = e.rate > FlopsPerSecond{};
  lines.push_back(
      {"t_comp", show(e.comp), at_a_rate ? formatted("{} at {}", show(e.flops), show_given(e.rate)) : show(e.flops)});
  const bool single = e.bounds.size() == 1;
  if (single) {
    lines.push_back({"t_comm", show(e.comm), formatted("{} ({})", at_rate(e.primary()), e.primary().resource.view())});
  } else {
    for (Line& line : resource_lines(point)) lines.push_back(std::move(line));
    lines.push_back({"t_comm", show(e.comm),
                     formatted("the {}: {}", e.bounds.size() == 2 ? "slower" : "slowest", slowest_text(point))});
  }
  lines.push_back(
      {"t_lower", show(e.lower), single ? "the longer: all of it overlaps" : "the longest: all of it overlaps"});
  lines.push_back({"t_upper", show(e.upper), single ? "the sum: none of it overlaps" : sum_text(point)});
  return lines;
}

Line measured_line(const Point& point) {
  return {"measured", show(*point.measured(), Seconds::dim),
          point.efficiency() ? formatted("efficiency {}: {} / measured", show_number(*point.efficiency()),
                                         point.estimate.alone ? "t_floor" : "t_lower")
                             : "there is no time to hold it against"};
}

/// What 1% more of each resource brings, the one to raise first on top.
std::vector<Line> sensitivity_lines(const Estimate& e) {
  const Sensitivities all = sensitivities(e);
  const std::string_view first = raise_first(all);
  std::vector<Line> lines;
  const bool on_the_ridge = std::none_of(all.begin(), all.end(), [](const Sensitivity& s) { return s.lower < 0; });
  const auto add = [&](const Sensitivity& s) {
    lines.push_back({lines.empty() ? "raise_first" : "", std::string(s.resource.view()),
                     formatted("1% more: t_lower {}, t_upper {}", show_percent(s.lower), show_percent(s.upper))});
  };
  if (first.empty()) return {{"raise_first", "-", "nothing takes time"}};
  for (const bool wanted : {true, false}) {
    for (const Sensitivity& s : all) {
      if ((s.resource.view() == first) == wanted) add(s);
    }
  }
  if (on_the_ridge) lines.push_back({"", "", "none alone lowers t_lower: raise those that tie together"});
  return lines;
}

std::string regime_reason(const Point& point) {
  const Estimate& e = point.estimate;
  if (e.comm == Seconds{}) return e.comp == Seconds{} ? "nothing to compute, nothing to move" : "no bytes move";
  const std::string margin = formatted("margin {}", show_number(*e.margin()));
  if (is_on_the_ridge(e)) return "on the ridge: " + margin;
  const bool computes = e.regime == Regime::compute_bound;
  return formatted("{} binds: {}", computes ? "compute" : point.name_of(e.bounds[e.slowest]), margin);
}

std::string intensity_text(const Estimate& e, const Bound& b) {
  const auto intensity = e.intensity(b);
  return intensity ? show(*intensity) : "-";
}

std::string memory_reason(const Estimate& e) {
  if (!e.memory) return "the room the operands take is not known";
  if (!e.capacity) return "the chip gives no capacity";
  const double share = *e.memory / *e.capacity;
  static constexpr double kLeastShown = 1e-4;
  const std::string of = share < kLeastShown ? "<0.01%" : share <= 1 ? show_percent(share) : show_number(share) + "x";
  const auto usable = e.capacity_kind == Estimate::CapacityKind::usable ? " usable" : "";
  return formatted("{} of {}{}: {}", of, show_binary_given(e.capacity->si()), usable,
                   *e.fits() ? "fits" : "does not fit");
}

/// A long name of a way in lines, broken after commas.
void add_in_lines(std::string_view key, const std::string& name, std::vector<Line>& lines) {
  static constexpr std::size_t kWidest = 60;
  std::string line;
  for (const std::string& part : split(name, ',')) {
    if (!line.empty() && line.size() + part.size() + 1 > kWidest) {
      lines.push_back({std::string(key), line + ",", ""});
      key = line = "";
    }
    line += (line.empty() ? "" : ",") + part;
  }
  lines.push_back({std::string(key), line, ""});
}

/// The way taken, and the next best.
void add_strategy(const Point& point, std::vector<Line>& lines) {
  static constexpr std::size_t kWidest = 20, kWidestOther = 38;
  const auto names = point.query.op.ways(point.values);
  if (names.empty()) return;
  const auto& other = point.found.other;
  const std::string& name = names[point.found.way];
  std::string reason = names.size() > 1 ? "as --strategy says" : "the only way";
  if (other) reason = formatted("{}: t_lower {}", names[other->way], show(other->lower));
  if (name.size() <= kWidest && (!other || names[other->way].size() <= kWidestOther)) {
    lines.push_back({"strategy", name, reason});
    return;
  }
  add_in_lines("strategy", name, lines);
  add_in_lines("", other ? "next: " + reason : reason, lines);
}

std::vector<Line> verdict(const Point& point) {
  const Estimate& e = point.estimate;
  std::vector<Line> lines;
  lines.push_back({"regime", std::string(name_of(e.regime)), regime_reason(point)});
  add_strategy(point, lines);
  for (const Bound& b : e.bounds) {
    const bool single = e.bounds.size() == 1;
    const auto ridge = e.ridge(b);
    const std::string of = single ? "" : formatted(" ({})", point.name_of(b));
    const std::string value = !ridge ? "-" : single ? show(*ridge) : show_number(ridge->si());
    lines.push_back({&b == e.bounds.begin() ? "intensity" : "", intensity_text(e, b), "ridge " + value + of});
  }
  const auto attainable = e.attainable();
  lines.push_back({"attainable", attainable ? show(*attainable) : "-",
                   attainable ? formatted("mfu_max {}", show_percent(*e.mfu_max())) : ""});
  lines.push_back({"memory_bytes", e.memory ? show_binary(e.memory->si()) : "-", memory_reason(e)});
  return lines;
}

}  // namespace

Sheet make_sheet(const Point& point, std::span<const std::string_view> notes) {
  const Estimate& e = point.estimate;
  Sheet sheet{row_title(point.query, point.machine, point.values), {}, {}};
  if (point.query.op.is_model()) {
    sheet.sections = model_sections(point);
    sheet.table = model_table(point);
  } else {
    sheet.sections = e.alone ? collective_sections(point) : std::vector{times(point), verdict(point)};
  }
  if (point.measured()) sheet.sections[0].push_back(measured_line(point));
  if (point.query.sensitivity) sheet.sections.push_back(sensitivity_lines(e));
  for (const std::string_view note : notes) {
    if (note != kOnTheRidge) sheet.notes.emplace_back(note);
  }
  return sheet;
}

}  // namespace roofline::cli
