#include "cli/unknown.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "roofline/base/error.hpp"

namespace roofline::cli {

Unknown::Unknown(const Query& query, const Machine& machine, const Values& values)
    : query_(query), machine_(machine), values_(values) {
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

Estimate Unknown::estimate_at(double value) {
  const Values values = put(value);
  return evaluate(query_, machine_.chip, values).estimate;
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
  std::exception_ptr limit;
  for (double n = 1; n <= std::min(dim, kMostChips) && !limit; ++n) {
    if (std::fmod(dim, n) != 0) continue;
    limit = error_at(n);
    if (!limit) counts.push_back(n);
  }
  if (counts.size() >= 2) return counts;
  if (limit) std::rethrow_exception(limit);
  throw Error(formatted("{}={} does not divide over more than one chip", field().name, dim));
}

std::exception_ptr Unknown::error_at(double chips) {
  try {
    estimate_at(chips);
    return nullptr;
  } catch (const Error&) {
    return std::current_exception();
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
