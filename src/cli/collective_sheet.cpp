#include "cli/collective_sheet.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/mesh_text.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

using Line = Sheet::Line;

std::string optional_text(const std::optional<Seconds>& time) {
  return time ? show(*time) : "-";
}

std::string plural(double n, std::string_view thing) {
  return formatted("{} {}{}", n, thing, n == 1 ? "" : "s");
}

const Wires& slowest_wires(const Point& point, const TransferTime& t) {
  return point.found.mesh.wires[t.levels[t.slowest].wires];
}

/// "25.50 MB a link at 45 GB/s"; all of a chip's links together into a switch.
std::string bandwidth_text(const Point& point, const TransferTime& t) {
  if (t.levels.empty()) return "one chip: nothing moves";
  const Wires& wires = slowest_wires(point, t);
  const bool all_links = wires.path == wires.egress;
  const std::string level = t.levels.size() > 1 ? formatted(" ({}, the slowest level)", wires.name.view()) : "";
  return formatted("{} a {} at {}{}", show(t.bytes_per_link()), all_links ? "chip" : "link", show_given(wires.path),
                   level);
}

/// "3 steps of 1 us"; "not known of nic".
std::string latency_text(const Point& point, const TransferTime& t) {
  if (t.levels.empty()) return "";
  const std::string steps = plural(t.steps, "step");
  if (t.latency && t.levels.size() > 1) return steps + " over all levels";
  if (t.latency) return formatted("{} of {}", steps, show_given(*slowest_wires(point, t).latency));
  return "not known of " + listing(silent_wires(point));
}

std::string lower_text(const TransferTime& t) {
  if (t.known_latency == Seconds{}) return t.latency ? "" : "t_bandwidth: no latency is known";
  const std::string_view known = t.latency ? "" : " of what is known";
  return formatted("the longer{}: latency {}", known, t.is_latency_bound() ? "binds" : "hidden");
}

/// "25.50 MB in over all 4 links, any algorithm: nothing measured is faster".
std::string floor_text(const Point& point, const TransferTime& t) {
  static constexpr std::string_view kClaim = "any algorithm: nothing measured is faster";
  if (t.levels.empty()) return "";
  if (t.levels[t.levels.size() - 1].wires > 0)
    return formatted("what a chip or a domain lacks over all its links, {}", kClaim);
  const Wires& wires = slowest_wires(point, t);
  const Tier* tier = point.machine.chip.find_tier(wires.name);
  const std::string links = tier == nullptr || tier->links == 1 ? "" : formatted("all {} links, ", tier->links);
  return formatted("{} in over {}{}", show(t.floor * wires.egress), links.empty() ? "the link, " : links, kClaim);
}

/// "2(n-1)/n".
std::string in_short(std::string_view formula) {
  std::string text;
  for (const char c : formula) {
    if (c == '(' && text.ends_with('*')) text.pop_back();
    if (c != ' ') text += c;
  }
  return text;
}

/// What nccl-tests calls the size: as it was given where that is V.
std::string size_text(const Point& point, const TransferTime& t) {
  if (info(t.collective).measure == Measure::all_chips)
    return formatted("{} a chip / t_lower", show(t.array / t.chips));
  const bool given = point.values[0] == t.array.si();
  return formatted("{} / t_lower", given ? show_given(t.array) : show(t.array));
}

std::vector<Line> time_lines(const Point& point, const TransferTime& t) {
  return {{"t_bandwidth", show(t.bandwidth), bandwidth_text(point, t)},
          {"t_latency", optional_text(t.latency), latency_text(point, t)},
          {"t_lower", show(t.lower), lower_text(t)},
          {"t_upper", optional_text(t.upper), t.upper ? "the sum" : "the sum: t_latency is not known"},
          {"t_floor", show(t.floor), floor_text(point, t)}};
}

std::vector<Line> rate_lines(const Point& point, const TransferTime& t) {
  const auto below = latency_binds_below(t);
  const auto alg = algbw(t), bus = busbw(t);
  const std::string_view bottleneck = point.estimate.bottleneck();
  const std::string_view factor = info(t.collective).bus.text;
  return {{"bottleneck", bottleneck.empty() ? "-" : std::string(bottleneck),
           below ? formatted("latency binds below {}", show(*below)) : ""},
          {"algbw", alg ? show(*alg) : "-", size_text(point, t)},
          {"busbw", bus ? show(*bus) : "-",
           factor.empty() ? "algbw" : formatted("algbw * {}, as nccl-tests prints", in_short(factor))}};
}

/// Cells of one width, and what stands between them.
std::string cells_text(std::string_view cells, std::size_t width) {
  std::string text;
  for (const std::string& cell : split(cells, '|')) text += formatted(" {:^{}}", cell, width);
  return text;
}

std::size_t widest(std::string_view cells) {
  std::size_t width = 0;
  for (const std::string& cell : split(cells, '|')) width = std::max(width, cell.size());
  return width;
}

}  // namespace

std::vector<std::vector<Line>> collective_sections(const Point& point) {
  const TransferTime& t = *point.estimate.alone;
  return {time_lines(point, t), rate_lines(point, t)};
}

std::string picture(const CollectiveRow& row) {
  static constexpr std::string_view kChips = "0|1|2|3";
  const std::size_t before = widest(row.before), after = widest(row.after);
  std::string text = wrap(formatted("{}: {}.", row.name, row.summary), kTextWidth, 0) + "\n\n";
  const auto line = [&](std::string_view name, std::string_view left, std::string_view arrow, std::string_view right) {
    std::string whole = formatted("  {:<4} {}{}{}", name, cells_text(left, before), arrow, cells_text(right, after));
    whole.erase(whole.find_last_not_of(' ') + 1);
    text += whole + "\n";
  };
  line("chip", kChips, "    ", kChips);
  line("", row.before, "  ->", row.after);
  return text + formatted("\n  {}\n", wrap(row.needed, kTextWidth, 2));
}

}  // namespace roofline::cli
