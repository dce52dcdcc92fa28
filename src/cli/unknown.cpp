#include "cli/unknown.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"

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

Evaluated Unknown::evaluate_at(double value) {
  const Values values = put(value);
  return evaluate(query_, machine_.chip, values);
}

Unknown::Domain Unknown::domain() const {
  if (seeks_figure()) return counts_links_ ? Domain::whole : Domain::real;
  if (field().given == Given::in_group || field().counts == FieldInfo::Counts::chips) return Domain::shards;
  const auto is_divided = [&](const FieldInfo& other) {
    const auto all = divisors_of(query_.op, other);
    return std::find(all.begin(), all.end(), *query_.sought->field) != all.end();
  };
  if (std::any_of(query_.op.fields.begin(), query_.op.fields.end(), is_divided)) return Domain::divisors;
  return field().kind == FieldKind::count ? Domain::whole : Domain::real;
}

double Unknown::step() const {
  if (seeks_figure()) return 1;
  double product = 1;
  for (const std::size_t divisor : divisors_of(query_.op, field())) {
    if (!std::isnan(values_[divisor])) product *= values_[divisor];
  }
  return product;
}

double Unknown::first() const {
  if (seeks_figure() || field().least.empty()) return step();
  const double least = values_[query_.op.index_of(field().least)];
  return std::isnan(least) ? step() : std::ceil(least / step()) * step();
}

double Unknown::last() const {
  double most = static_cast<double>(kMaxCount);
  for (std::size_t i = 0; i < query_.op.fields.size() && !seeks_figure(); ++i) {
    if (query_.op.fields[i].least == field().name && !std::isnan(values_[i])) most = values_[i];
  }
  return std::floor(most / step()) * step();
}

/// Whether every dim that is split over the sought axis divides over so many chips.
bool Unknown::divides(double chips) const {
  for (std::size_t i = 0; i < query_.op.fields.size(); ++i) {
    double product = 1;
    bool is_split = false;
    for (const std::size_t divisor : divisors_of(query_.op, query_.op.fields[i])) {
      const bool sought = divisor == *query_.sought->field;
      is_split = is_split || sought;
      product *= sought ? chips : std::isnan(values_[divisor]) ? 1 : values_[divisor];
    }
    if (is_split && !std::isnan(values_[i]) && std::fmod(values_[i], product) != 0) return false;
  }
  return true;
}

std::vector<double> Unknown::divisors() {
  static constexpr double kMostChips = 1 << 16;
  static constexpr int kMostErrors = 64;  // in a row: wires that end, not domains that n does not fill
  std::vector<double> counts;
  std::exception_ptr limit;
  int errors = 0;
  for (double n = 1; n <= kMostChips && errors < kMostErrors; ++n) {
    if (!divides(n)) continue;
    const std::exception_ptr error = error_at(n);
    errors = error ? errors + 1 : 0;
    if (!error) counts.push_back(n);
    if (error && !limit) limit = error;
  }
  if (counts.size() >= 2) return counts;
  if (limit) std::rethrow_exception(limit);
  if (domain() == Domain::divisors) throw Error(formatted("no {} but 1 divides what it has to", field().name));
  throw Error(formatted("no dim divides over more than one chip of {}", field().name));
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
  Ridges r{e.ridge(e.primary()).value_or(Intensity{}).si(), 0, 0};
  Values v = values_;
  double& free = v[*query_.sought->field];
  if (std::isnan(free)) free = first();
  const Work work = work_at(query_, v);
  if (work.transfers.empty()) return r;
  const TransferTime t = price(work.transfers[0], lay_mesh(machine_.chip, wish_of(query_, work)));
  if (t.levels.empty()) return r;
  r.wires = (e.rate / (t.bytes_per_link() / t.bandwidth)).si();
  r.share_of_array = t.bytes_per_link() / t.array;
  return r;
}

}  // namespace roofline::cli
