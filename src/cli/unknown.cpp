#include "cli/unknown.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/format.hpp"
#include "roofline/base/error.hpp"

namespace roofline::cli {
namespace {

/// How far a word is from changing, as a time or a size; NaN for one that no quantity decides. Positive where the row
/// has it.
double word_slack(std::string_view key, std::string_view word, const Estimate& e) {
  if (key == "regime") {
    const double compute_bound = (e.comp - e.comm).si();
    return word == name_of(Regime::compute_bound) ? compute_bound : -compute_bound;
  }
  if (key == "fits" && e.memory && e.capacity) {
    const double room = (*e.capacity - *e.memory).si();
    return word == "true" ? room : -room;
  }
  if (key != "bottleneck") return std::nan("");
  double own = std::nan(""), others = 0;
  const auto see = [&](std::string_view name, double time) {
    name == word ? own = time : others = std::max(others, time);
  };
  see("compute", e.comp.si());
  for (const Bound& b : e.bounds) see(b.resource.view(), b.time.si());
  return own - others;
}

/// The difference has the sign of the truth, a tie included.
double signed_as(double difference, bool holds) {
  if ((difference >= 0) == holds) return difference;
  return holds ? 0 : -std::numeric_limits<double>::denorm_min();
}

}  // namespace

Condition::Condition(const Query& query) : plan_(query) {
  if (query.condition) {
    at("--for", [&] { promise_ = Assertion::parse(*query.condition, plan_.columns()); });
  }
}

double Condition::difference(const Point& point) {
  const Estimate& e = point.estimate;
  if (!promise_) return (e.comp - e.comm).si();
  const auto row = plan_.fill(point, {}, {});
  if (promise_->word().empty()) return signed_as(promise_->slack(row), promise_->holds(row));
  const double slack = word_slack(plan_.columns()[promise_->column()].key, promise_->word(), e);
  const bool negated = promise_->comparison() == Assertion::Comparison::unequal;
  return signed_as(negated ? -slack : slack, promise_->holds(row));
}

std::string Condition::shown(const Point& point) {
  if (!promise_) return "";
  const std::size_t i = promise_->column();
  return show_cell(plan_.fill(point, {}, {})[i], plan_.columns()[i].show);
}

Unknown::Unknown(const Query& query, const Machine& machine, const Values& values, Condition& condition)
    : query_(query), machine_(machine), values_(values), condition_(condition) {
  if (seeks_figure()) counts_links_ = figure(machine.chip, query.sought->name).dim == Dim{};
}

Values Unknown::put(double value) {
  Values values = values_;
  if (seeks_figure()) {
    set_figure(machine_.chip, query_.sought->name, value);
  } else {
    values[*query_.sought->field] = value;
  }
  return values;
}

template <class F>
auto Unknown::look(double value, F f) {
  const Values values = put(value);
  const Work work = work_at(query_, values);
  const Estimate e = estimate(work, machine_.chip);
  return f(Point{query_, machine_, values, work, e});
}

Estimate Unknown::at(double value) {
  return look(value, [](const Point& point) { return point.estimate; });
}

double Unknown::difference(double value) {
  return look(value, [&](const Point& point) { return condition_.difference(point); });
}

std::string Unknown::shown(double value) {
  return look(value, [&](const Point& point) { return condition_.shown(point); });
}

Unknown::Domain Unknown::domain() const {
  if (seeks_figure()) return counts_links_ ? Domain::whole : Domain::real;
  if (field().given == Given::in_group) return Domain::shards;
  return field().kind == FieldKind::count ? Domain::whole : Domain::real;
}

double Unknown::step() const {
  if (seeks_figure()) return 1;
  const std::size_t divisor = query_.op.index_of(field().divisor);
  return divisor < query_.op.fields.size() && !std::isnan(values_[divisor]) ? values_[divisor] : 1;
}

std::vector<double> Unknown::shard_counts() {
  static constexpr double kMostChips = 1 << 16;
  double dim = 1;
  for (std::size_t i = 0; i < query_.op.fields.size(); ++i) {
    if (query_.op.fields[i].divisor == field().name && !std::isnan(values_[i])) dim = values_[i];
  }
  std::vector<double> counts;
  std::optional<Error> limit;
  for (double n = 1; n <= std::min(dim, kMostChips) && !limit; ++n) {
    if (std::fmod(dim, n) != 0) continue;
    limit = error_at(n);
    if (!limit) counts.push_back(n);
  }
  if (counts.size() < 2)
    throw limit.value_or(Error(formatted("{}={} does not divide over more than one chip", field().name, dim)));
  return counts;
}

std::optional<Error> Unknown::error_at(double chips) {
  try {
    at(chips);
    return std::nullopt;
  } catch (const Error& e) {
    return e;
  }
}

Ridges Unknown::ridges(const Estimate& e) const {
  Ridges r{e.ridge(e.primary()).si(), 0, 0};
  if (e.bounds.size() == 1) return r;
  Values v = values_;
  double& free = v[*query_.sought->field];
  if (std::isnan(free)) free = step();
  r.wires = e.ridge(e.bounds[1]).si();
  r.share_of_array = e.bounds[1].bytes / work_at(query_, v).transfers[0].array;
  return r;
}

}  // namespace roofline::cli
