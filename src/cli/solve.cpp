#include "cli/solve.hpp"

#include <cmath>

#include "roofline/base/number.hpp"

namespace roofline::cli {
namespace {

/// The values that the wires and the dim allow, each looked at.
void solve_shards(Unknown& unknown, Solution& s) {
  const auto counts = unknown.shard_counts();
  s.first = counts.front();
  s.last = counts.back();
  // Per chip, times are a + b / n: times n they are straight lines.
  s.crossing = first_crossing_of_values([&](double n) { return n * unknown.difference(n); }, counts);
  const bool start = unknown.difference(s.first) >= 0;
  const auto distance = [](const Estimate& e) { return std::fabs(std::log(e.margin().value_or(0))); };
  s.nearest = unknown.at(s.first);
  for (const double n : counts) {
    const Estimate e = unknown.at(n);
    if (distance(e) < distance(s.nearest)) s.nearest = e;
    const bool again = s.crossing && n > s.crossing->after && (unknown.difference(n) >= 0) == start;
    if (again && !s.flips_back) s.flips_back = n;
  }
}

void solve_whole(Unknown& unknown, Solution& s) {
  s.first = unknown.step();
  s.last = std::floor(static_cast<double>(kMaxCount) / s.first) * s.first;
  s.crossing = first_crossing_of_multiples([&](double v) { return unknown.difference(v); }, s.first);
}

void solve_real(Unknown& unknown, Solution& s) {
  s.first = kLeastReal;
  s.last = kMostReal;
  s.crossing = first_crossing_of_reals([&](double v) { return unknown.difference(v); });
}

void look_around(Unknown& unknown, Solution& s) {
  const double low = s.crossing ? s.crossing->before : s.first, high = s.crossing ? s.crossing->after : s.last;
  const bool starts = unknown.difference(low) >= 0;
  using enum Solution::Holds;
  s.holds = s.crossing ? (starts ? below : above) : (starts ? always : never);
  s.before = unknown.at(low).regime;
  s.after = unknown.at(s.crossing ? high : low).regime;
  s.shown_before = unknown.shown(low);
  s.shown_after = unknown.shown(high);
  const double rise = unknown.difference(high) - unknown.difference(low);
  s.shown_nearest = (rise > 0) == starts ? s.shown_before : s.shown_after;
}

}  // namespace

Solution Solver::solve(const Machine& machine, const Values& values) {
  Unknown unknown(query_, machine, values, condition_);
  const auto domain = unknown.domain();
  Solution s;
  switch (domain) {
    case Unknown::Domain::shards: solve_shards(unknown, s); break;
    case Unknown::Domain::whole: solve_whole(unknown, s); break;
    case Unknown::Domain::real: solve_real(unknown, s); break;
  }
  look_around(unknown, s);
  if (s.crossing) {
    s.nearest = unknown.at(s.crossing->after);
  } else if (domain != Unknown::Domain::shards) {
    s.nearest = unknown.at(s.before == Regime::communication_bound ? s.last : s.first);
  }
  if (s.crossing && domain != Unknown::Domain::real) {
    const bool before = !condition_.is_default() && s.holds == Solution::Holds::below;
    s.whole = before ? s.crossing->before : s.crossing->after;
  }
  if (condition_.is_default() && query_.sought->field) {
    s.rule = query_.op.rule(values, query_.sought->name, unknown.ridges(s.nearest));
  }
  return s;
}

}  // namespace roofline::cli
