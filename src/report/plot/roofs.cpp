#include "report/plot/roofs.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "roofline/base/show.hpp"

namespace roofline::plot {
namespace {

bool is_peak(const Roof& roof) {
  return roof.is_peak();
}
bool is_bandwidth(const Roof& roof) {
  return !roof.is_peak();
}
bool is_main(const Roof& roof) {
  return roof.kind == Roof::Kind::main_memory;
}
bool is_other(const Roof& roof) {
  return roof.kind == Roof::Kind::other;
}

bool is_near(double a, double b) {
  static constexpr double kRounding = 1e-9;
  return std::fabs(a - b) <= kRounding * b;
}

/// The greatest own rate of peaks or of bandwidths; nullopt where there is none.
std::optional<double> greatest(const Plot::Machine& machine, bool (*wanted)(const Roof&)) {
  std::optional<double> most;
  for (const Roof& roof : machine.roofs) {
    if (roof.is_own() && wanted(roof)) most = std::max(most.value_or(0), roof.rate);
  }
  return most;
}

std::size_t own_count(const Plot::Machine& machine, bool (*wanted)(const Roof&)) {
  return static_cast<std::size_t>(std::count_if(machine.roofs.begin(), machine.roofs.end(),
                                                [&](const Roof& r) { return r.is_own() && wanted(r); }));
}

/// What decides between the first and the last ridge.
std::string between_text(const Plot& plot) {
  const auto has_one = [](const Plot::Machine& m) { return own_count(m, is_main) == 1 && own_count(m, is_peak) == 1; };
  const Plot::Machine& machine = plot.machines[0];
  const bool bandwidths = own_count(machine, is_main) > 1, peaks = own_count(machine, is_peak) > 1;
  const bool several = plot.machines.size() > 1;
  if (several && std::all_of(plot.machines.begin(), plot.machines.end(), has_one))
    return "communication-bound on some of the chips";
  if (several || (bandwidths && peaks)) return "communication-bound under some of the roofs";
  if (peaks) return "communication-bound only at the higher peak";
  return formatted("communication-bound only at the slower bandwidth{}", own_count(machine, is_main) == 2 ? "" : "s");
}

/// " over hbm" where roofs of other resources are drawn too, of which the zones say nothing.
std::string over_text(const Plot& plot) {
  std::string name;
  bool others = false;
  for (const Plot::Machine& machine : plot.machines) {
    others = others || own_count(machine, is_other) > 0;
    for (const Roof& roof : machine.roofs) {
      if (is_main(roof)) name = name.empty() || name == roof.name ? roof.name : "main memory";
    }
  }
  return others ? " over " + name : "";
}

/// The first and the last ridge of main memories.
std::optional<Plot::Span> ridge_span(const Plot& plot) {
  std::optional<Plot::Span> span;
  for (const Plot::Machine& machine : plot.machines) {
    for (const Ridge& ridge : ridges_of(machine)) {
      if (!is_main(*ridge.bandwidth)) continue;
      if (!span) span = Plot::Span{ridge.x, ridge.x};
      span = Plot::Span{std::min(span->from, ridge.x), std::max(span->to, ridge.x)};
    }
  }
  return span;
}

}  // namespace

std::vector<Ridge> ridges_of(const Plot::Machine& machine) {
  std::vector<Ridge> ridges;
  for (const Roof& peak : machine.roofs) {
    if (!peak.is_own() || !is_peak(peak)) continue;
    for (const Roof& bandwidth : machine.roofs) {
      if (bandwidth.is_own() && is_bandwidth(bandwidth))
        ridges.push_back({peak.rate / bandwidth.rate, peak.rate, &peak, &bandwidth});
    }
  }
  return ridges;
}

Segment segment_of(const Plot& plot, const Plot::Machine& machine, const Roof& roof, const Window& window) {
  if (is_peak(roof)) {
    const auto fastest = plot.across == Plot::Across::intensity ? greatest(machine, is_bandwidth) : std::nullopt;
    const double from = std::max(window.left, fastest ? roof.rate / *fastest : window.left);
    const bool shows = roof.rate >= window.bottom && roof.rate <= window.top && from < window.right;
    return shows ? Segment{from, roof.rate, window.right, roof.rate} : Segment{};
  }
  if (plot.across == Plot::Across::input) return {};
  const double peak = greatest(machine, is_peak).value_or(window.top);
  const double from = std::max(window.left, window.bottom / roof.rate);
  const double to = std::min({window.right, peak / roof.rate, window.top / roof.rate});
  return from < to ? Segment{from, from * roof.rate, to, to * roof.rate} : Segment{};
}

bool is_on_a_roof(const Plot::Machine& machine, double x, double y) {
  return std::any_of(machine.roofs.begin(), machine.roofs.end(), [&](const Roof& roof) {
    return roof.is_own() && ((is_peak(roof) && is_near(y, roof.rate)) || (is_main(roof) && is_near(y, roof.rate * x)));
  });
}

Rest rest_of(const Plot& plot, const Plot::Point& point) {
  const Plot::Machine& machine = plot.machines[plot.series[point.series].machine];
  if (is_on_a_roof(machine, point.x, point.y)) return Rest::on_a_roof;
  for (const Plot::Twin& twin : point.twins) {
    for (const Roof& roof : machine.roofs) {
      const bool its_own = roof.is_own() && roof.path == twin.path;
      if (its_own && is_near(point.y, roof.rate * twin.x)) return Rest::by_its_twin;
    }
  }
  return Rest::below;
}

std::vector<Zone> zones_of(const Plot& plot, const Window& window) {
  const auto ridges = plot.across == Plot::Across::intensity ? ridge_span(plot) : std::nullopt;
  if (!ridges) return {};
  using enum Zone::Kind;
  const bool one = ridges->from == ridges->to;
  const std::string over = over_text(plot);
  std::vector<Zone> zones;
  const auto add = [&](Zone::Kind kind, double from, double to, std::string text) {
    from = std::max(from, window.left);
    to = std::min(to, window.right);
    if (from < to) zones.push_back({kind, from, to, std::move(text)});
  };
  const bool peaks_alone = plot.machines.size() == 1 && own_count(plot.machines[0], is_main) == 1;
  const std::string_view always = one ? "" : peaks_alone ? " at every peak drawn" : " at every bandwidth drawn";
  add(communication, window.left, ridges->from, formatted("communication-bound{}{}", over, always));
  if (!one) add(between, ridges->from, ridges->to, between_text(plot));
  add(compute, ridges->to, window.right, formatted("compute-bound{}", over));
  return zones;
}

std::string zone_words(const Zone& zone) {
  return formatted("{} to {} FLOP/B: {}", show_number(zone.from), show_number(zone.to), zone.text);
}

std::string label_of(const Plot& plot, const Plot::Machine& machine, const Roof& roof) {
  const std::string text = formatted("{} {}", roof.name, roof.shown);
  return plot.machines.size() > 1 ? formatted("{} {}", machine.name, text) : text;
}

}  // namespace roofline::plot
