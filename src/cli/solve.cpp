#include "cli/solve.hpp"

#include <cmath>

#include "roofline/base/number.hpp"

namespace roofline::cli {
namespace {

using Domain = Unknown::Domain;

/// The values that the dim and the wires allow, each looked at.
void solve_divisors(Unknown& unknown, Condition& condition, Solution& s) {
  const auto counts = unknown.divisors();
  s.first = counts.front();
  s.last = counts.back();
  s.looked_at = counts;
  const auto difference = [&](double n) { return condition.difference(unknown.estimate_at(n)); };
  s.crossing = first_crossing_of_values(difference, counts);
  bool truth = difference(s.first) >= 0;
  const auto distance = [](const Estimate& e) { return std::fabs(std::log(e.margin().value_or(0))); };
  s.nearest = unknown.estimate_at(s.first);
  for (const double n : counts) {
    const Estimate e = unknown.estimate_at(n);
    if (distance(e) < distance(s.nearest)) s.nearest = e;
    const bool changes = (condition.difference(e) >= 0) != truth;
    if (!changes) continue;
    truth = !truth;
    if (s.crossing && n > s.crossing->after) s.changes_again.push_back(n);
  }
}

void solve_whole(Unknown& unknown, const Difference& difference, Solution& s) {
  s.first = unknown.first();
  s.last = unknown.last();
  s.crossing = first_crossing_of_multiples(difference, unknown.step(), s.first, s.last);
}

/// Where another way is taken the truth may change back: the next few changes.
void look_further(const Unknown& unknown, const Difference& difference, Solution& s) {
  static constexpr std::size_t kMost = 2;
  std::optional<Crossing> next = s.crossing;
  while (next && s.changes_again.size() < kMost) {
    next = first_crossing_of_multiples(difference, unknown.step(), next->after, s.last);
    if (next) s.changes_again.push_back(next->after);
  }
}

void solve_real(const Difference& difference, Solution& s) {
  s.first = kLeastReal;
  s.last = kMostReal;
  s.crossing = first_crossing_of_reals(difference);
}

/// The point between two valid values where the condition changes: FLOPs, bytes and times lie on straight lines there;
/// over n chips they are a + b / n, and straight lines times n.
double between(const Crossing& c, Domain domain, const Estimate& before, const Estimate& after, Condition& condition) {
  const auto estimate_at = [&](double v) {
    const double share = (v - c.before) / (c.after - c.before), unsplit = domain == Domain::shards ? 1 / v : 0;
    const double weight_before = (1 - share) * (unsplit > 0 ? c.before * unsplit : 1);
    const double weight_after = share * (unsplit > 0 ? c.after * unsplit : 1);
    return mix(before, weight_before, after, weight_after);
  };
  const bool start = condition.difference(before) >= 0;
  double low = c.before, high = c.after;
  while (true) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    ((condition.difference(estimate_at(middle)) >= 0) == start ? low : high) = middle;
  }
  // A straight line through the neighbours is exact to the last digit where the condition itself is one.
  return std::fabs(c.critical - high) <= 1e-9 * high ? c.critical : high;
}

/// Whether two meshes lie on their wires in the same shapes, so that times between them lie on curves of one kind.
bool lies_alike(const Mesh& a, const Mesh& b) {
  for (std::size_t i = 0; i < a.axes.size(); ++i) {
    const auto &legs = a.axes[i].legs, &others = b.axes[i].legs;
    if (legs.empty() || others.empty()) continue;
    if (legs.size() != others.size()) return false;
    for (std::size_t leg = 0; leg < legs.size(); ++leg) {
      if (legs[leg].shape != others[leg].shape) return false;
    }
  }
  return true;
}

}  // namespace

/// The key of --for where a condition that never changes comes nearest to it.
std::string Solver::nearest_to_change(Unknown& unknown, const Solution& s) {
  if (query_.op.is_model()) return "";  // what does not fit has no figure, so neither end need be the nearest
  const std::vector<double> values = s.looked_at.empty() ? std::vector{s.first, s.last} : s.looked_at;
  const double sign = s.holds == Solution::Holds::always ? 1 : -1;
  Estimate nearest = unknown.estimate_at(values.front());
  for (const double v : values) {
    const Estimate e = unknown.estimate_at(v);
    if (sign * condition_.difference(e) < sign * condition_.difference(nearest)) nearest = e;
  }
  return condition_.shown(nearest, nearest);
}

void Solver::look_around(Unknown& unknown, Solution& s) {
  const double low = s.crossing ? s.crossing->before : s.first, high = s.crossing ? s.crossing->after : s.last;
  const Estimate before = unknown.estimate_at(low), after = unknown.estimate_at(high);
  const bool starts = condition_.difference(before) >= 0;
  using enum Solution::Holds;
  s.holds = s.crossing ? (starts ? below : above) : (starts ? always : never);
  s.before = before.regime;
  s.after = s.crossing ? after.regime : before.regime;
  s.shown_before = condition_.shown(before, after);
  s.shown_after = condition_.shown(after, before);
  if (!s.crossing && condition_.is_on_a_figure()) s.shown_nearest = nearest_to_change(unknown, s);
  if (s.crossing) s.nearest = after;
  if (!s.crossing || unknown.domain() == Domain::real) return;
  const bool jumps = !lies_alike(unknown.evaluate_at(low).mesh, unknown.evaluate_at(high).mesh);
  s.crossing->critical = jumps ? high : between(*s.crossing, unknown.domain(), before, after, condition_);
}

Solution Solver::solve(const Machine& machine, const Values& values) {
  Unknown unknown(query_, machine, values);
  const Difference difference = [&](double v) { return condition_.difference(unknown.estimate_at(v)); };
  const Domain domain = unknown.domain();
  Solution s;
  switch (domain) {
    case Domain::divisors:
    case Domain::shards: solve_divisors(unknown, condition_, s); break;
    case Domain::whole: solve_whole(unknown, difference, s); break;
    case Domain::real: solve_real(difference, s); break;
  }
  const bool several_ways = query_.op.way_count(values) > 1;
  if (several_ways && domain == Domain::whole) look_further(unknown, difference, s);
  look_around(unknown, s);
  if (!s.crossing && s.looked_at.empty()) {
    s.nearest = unknown.estimate_at(s.before == Regime::communication_bound ? s.last : s.first);
  }
  const Evaluated reached = unknown.evaluate_at(s.crossing ? s.crossing->after : s.first);
  s.way = reached.way;
  if (query_.op.is_model()) s.fits = reached.estimate.fits();
  if (s.crossing && domain != Domain::real) {
    const bool before = !condition_.is_default() && s.holds == Solution::Holds::below;
    s.whole = before ? s.crossing->before : s.crossing->after;
  }
  if (condition_.is_default() && query_.sought->field) {
    s.rule = query_.op.rule(values, query_.sought->name, unknown.ridges(s.nearest));
  }
  return s;
}

}  // namespace roofline::cli
