#include "report/plot/roofs.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"

namespace roofline::plot {
namespace {

bool is_own(const Roof& roof) {
  return roof.standing == Roof::Standing::own;
}

bool is_peak(const Roof& roof) {
  return roof.kind == Roof::Kind::peak;
}

/// The greatest own rate of peaks or of bandwidths; nullopt where there is none.
std::optional<double> greatest(const Plot::Machine& machine, bool (*wanted)(const Roof&)) {
  std::optional<double> most;
  for (const Roof& roof : machine.roofs) {
    if (is_own(roof) && wanted(roof)) most = std::max(most.value_or(0), roof.rate);
  }
  return most;
}

bool is_bandwidth(const Roof& roof) {
  return !is_peak(roof);
}

std::size_t own_count(const Plot::Machine& machine, bool (*wanted)(const Roof&)) {
  return static_cast<std::size_t>(
      std::count_if(machine.roofs.begin(), machine.roofs.end(), [&](const Roof& r) { return is_own(r) && wanted(r); }));
}

/// What decides between the first and the last ridge.
std::string between_text(const Plot& plot) {
  const Plot::Machine& machine = plot.machines[0];
  const auto has_one = [](const Plot::Machine& m) {
    return own_count(m, is_bandwidth) == 1 && own_count(m, is_peak) == 1;
  };
  if (plot.machines.size() > 1 && std::all_of(plot.machines.begin(), plot.machines.end(), has_one))
    return "bound on some of the chips";
  if (plot.machines.size() > 1) return "bound under some of the roofs";
  const bool bandwidths = own_count(machine, is_bandwidth) > 1, peaks = own_count(machine, is_peak) > 1;
  if (bandwidths && peaks) return "bound under some of the roofs";
  if (peaks) return "bound only at the higher peak";
  return own_count(machine, is_bandwidth) == 2 ? "bound only at the slower bandwidth"
                                               : "bound only at the slower bandwidths";
}

}  // namespace

std::vector<Ridge> ridges_of(const Plot::Machine& machine) {
  std::vector<Ridge> ridges;
  for (const Roof& peak : machine.roofs) {
    if (!is_own(peak) || !is_peak(peak)) continue;
    for (const Roof& bandwidth : machine.roofs) {
      if (is_own(bandwidth) && is_bandwidth(bandwidth))
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

bool is_on_a_roof(const Plot::Machine& machine, const Plot::Point& point) {
  static constexpr double kRounding = 1e-9;
  const auto near = [&](double y) { return std::fabs(point.y - y) <= kRounding * y; };
  for (const Roof& roof : machine.roofs) {
    if (!is_own(roof)) continue;
    if (is_peak(roof) && near(roof.rate)) return true;
    if (roof.kind == Roof::Kind::main_memory && near(roof.rate * point.x)) return true;
    for (const Plot::Twin& twin : point.twins) {
      if (roof.kind == Roof::Kind::other && roof.name == twin.resource && near(roof.rate * twin.x)) return true;
    }
  }
  return false;
}

std::vector<Zone> zones_of(const Plot& plot, const Window& window) {
  if (plot.across == Plot::Across::input) return {};
  double first = HUGE_VAL, last = 0;
  for (const Plot::Machine& machine : plot.machines) {
    for (const Ridge& ridge : ridges_of(machine)) {
      first = std::min(first, ridge.x);
      last = std::max(last, ridge.x);
    }
  }
  if (last == 0) return {};
  using enum Zone::Kind;
  const bool one = first == last;
  std::vector<Zone> zones;
  const auto add = [&](Zone::Kind kind, double from, double to, std::string text) {
    from = std::max(from, window.left);
    to = std::min(to, window.right);
    if (from < to) zones.push_back({kind, from, to, std::move(text)});
  };
  add(communication, window.left, first, one ? "communication-bound" : "communication-bound at every bandwidth drawn");
  if (!one) add(between, first, last, between_text(plot));
  add(compute, last, window.right, "compute-bound");
  return zones;
}

std::string label_of(const Plot& plot, const Plot::Machine& machine, const Roof& roof) {
  const std::string text = formatted("{} {}", roof.name, roof.shown);
  return plot.machines.size() > 1 ? formatted("{} {}", machine.name, text) : text;
}

}  // namespace roofline::plot
