#include "cli/sheet.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/notes.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/estimate/sensitivity.hpp"

namespace roofline::cli {
namespace {

using Line = Sheet::Line;

std::string at_rate(const Bound& b) {
  return formatted("{} at {}", show(b.bytes), show_given(b.rate));
}

/// ": all-reduce of Z" for wires; nothing for what the operands cross.
std::string purpose(const Work& work, std::size_t bound) {
  if (bound == 0 || bound > work.transfers.size()) return "";
  const Work::Transfer& t = work.transfers[bound - 1];
  return formatted(": {} of {}", info(t.collective).name, t.tensor.view());
}

std::string sum_text(const Estimate& e) {
  std::string text = "t_comp";
  for (const Bound& b : e.bounds) text += formatted(" + t_{}", b.resource.view());
  return text + ": none overlaps";
}

std::vector<Line> times(const Work& work, const Estimate& e) {
  std::vector<Line> lines;
  lines.push_back({"t_comp", show(e.comp), formatted("{} at {}", show(e.flops), show_given(e.rate))});
  const bool single = e.bounds.size() == 1;
  if (single) {
    lines.push_back({"t_comm", show(e.comm), formatted("{} ({})", at_rate(e.primary()), e.primary().resource.view())});
  } else {
    for (std::size_t i = 0; i < e.bounds.size(); ++i) {
      const Bound& b = e.bounds[i];
      lines.push_back({formatted("t_{}", b.resource.view()), show(b.time), at_rate(b) + purpose(work, i)});
    }
    lines.push_back(
        {"t_comm", show(e.comm),
         formatted("the {}: {}", e.bounds.size() == 2 ? "slower" : "slowest", e.bounds[e.slowest].resource.view())});
  }
  lines.push_back(
      {"t_lower", show(e.lower), single ? "the longer: all of it overlaps" : "the longest: all of it overlaps"});
  lines.push_back({"t_upper", show(e.upper), single ? "the sum: none of it overlaps" : sum_text(e)});
  return lines;
}

Line measured_line(const Point& point) {
  return {"measured", show(*point.measured(), Seconds::dim),
          formatted("efficiency {}: t_lower / measured", show_number(*point.efficiency()))};
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

std::string regime_reason(const Estimate& e) {
  if (e.comm == Seconds{}) return e.comp == Seconds{} ? "nothing to compute, nothing to move" : "no bytes move";
  const std::string margin = formatted("margin {}", show_number(*e.margin()));
  if (is_on_the_ridge(e)) return "on the ridge: " + margin;
  return formatted("{} binds: {}", e.bottleneck(), margin);
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

std::vector<Line> verdict(const Estimate& e) {
  std::vector<Line> lines;
  lines.push_back({"regime", std::string(name_of(e.regime)), regime_reason(e)});
  for (const Bound& b : e.bounds) {
    const bool single = e.bounds.size() == 1;
    const std::string ridge =
        single ? show(e.ridge(b)) : formatted("{} ({})", show_number(e.ridge(b).si()), b.resource.view());
    lines.push_back({&b == e.bounds.begin() ? "intensity" : "", intensity_text(e, b), "ridge " + ridge});
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
  Sheet sheet{row_title(point.query, point.machine, point.values), {times(point.work, e), verdict(e)}, {}};
  if (point.measured()) sheet.sections[0].push_back(measured_line(point));
  if (point.query.sensitivity) sheet.sections.push_back(sensitivity_lines(e));
  for (const std::string_view note : notes) {
    if (note != kOnTheRidge) sheet.notes.emplace_back(note);
  }
  return sheet;
}

}  // namespace roofline::cli
