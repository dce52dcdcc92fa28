#include "cli/solve.hpp"

#include "base/format.hpp"

#include <algorithm>
#include <cmath>

#include "cli/title.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"

namespace roofline::cli {
namespace {

/// The question with one input free.
class Unknown {
 public:
  Unknown(const Query& query, const Machine& machine, const Values& values)
      : query_(query), machine_(machine), values_(values), field_(*query.solve_for) {}

  Estimate at(double value) const {
    Values v = values_;
    v[field_] = value;
    return estimate(work_at(query_, v), machine_.chip);
  }

  double difference(double value) const {
    const Estimate e = at(value);
    return (e.comp - e.comm).si();
  }

  const FieldInfo& field() const { return query_.op.fields[field_]; }
  bool is_whole() const { return field().kind == FieldKind::count; }

  /// Valid values are the multiples of this: a dim split over n chips.
  double step() const {
    const std::size_t divisor = query_.op.index_of(field().divisor);
    return divisor < query_.op.fields.size() && !std::isnan(values_[divisor]) ? values_[divisor] : 1;
  }

  /// Chips that the dim can be split over: its divisors, as far as the wires reach.
  std::vector<double> shard_counts() const {
    double dim = 1;
    for (std::size_t i = 0; i < query_.op.fields.size(); ++i) {
      if (query_.op.fields[i].divisor == field().name && !std::isnan(values_[i])) dim = values_[i];
    }
    static constexpr double kMostChips = 1 << 16;
    std::vector<double> counts;
    for (double n = 1; n <= std::min(dim, kMostChips); ++n) {
      if (std::fmod(dim, n) != 0) continue;
      if (!reaches(n)) break;
      counts.push_back(n);
    }
    return counts;
  }

 private:
  bool reaches(double chips) const {
    try {
      at(chips);
      return true;
    } catch (const Error&) {
      if (chips == 1) throw;
      return false;
    }
  }

  const Query& query_;
  const Machine& machine_;
  const Values& values_;
  std::size_t field_;
};

struct Domain {
  double first, last;
};

std::string boundary_text(const Query& query, const Solution& s) {
  const FieldInfo& field = query.op.fields[*query.solve_for];
  if (!s.whole) return formatted("{} above, {} below", name_of(s.after), name_of(s.before));
  return formatted("{} from {}={}, {} up to {}={}", name_of(s.after), field.name,
                   show_input(query, *query.solve_for, s.crossing->after), name_of(s.before), field.name,
                   show_input(query, *query.solve_for, s.crossing->before));
}

std::string figure_text(const FieldInfo& field, double value) {
  if (field.kind == FieldKind::flops) return show(value, Flops::dim);
  if (field.kind == FieldKind::bytes) return show(value, Bytes::dim);
  return show_tenths(value);
}

/// "B > ridge, where D and F are much larger": the rule in terms of the ridge.
std::string rule_text(const Query& query, const Solution& s) {
  const double ridge = s.at_end.ridge(s.at_end.primary()).si();
  const double factor = s.rule->value / ridge;
  const std::string right = std::fabs(factor - 1) < 1e-9 ? "ridge" : formatted("{:.4g} * ridge", factor);
  return formatted("{} > {}, {}", query.op.fields[*query.solve_for].name, right, s.rule->condition);
}

/// Why there is no boundary: what the intensity tends to, and the ridge it does not pass.
std::string never_text(const Solution& s) {
  const Bound& bound = s.at_end.bounds[s.at_end.slowest];
  const auto intensity = s.at_end.intensity(bound);
  if (!intensity) return "no bytes move";
  const auto side = s.before == Regime::communication_bound ? "under" : "above";
  return formatted("intensity stays {} {}, ridge {}", side, show_number(intensity->si()),
                   show_number(s.at_end.ridge(bound).si()));
}

}  // namespace

Solution solve(const Query& query, const Machine& machine, const Values& values) {
  const Unknown unknown(query, machine, values);
  const Difference difference = [&](double v) { return unknown.difference(v); };
  Solution s;
  Domain domain{1e-3, 1e36};
  if (unknown.field().given == Given::in_group) {
    const auto counts = unknown.shard_counts();
    domain = {counts.front(), counts.back()};
    // Per chip, times are a + b / n: times n they are straight lines, whose crossing is exact.
    s.crossing = first_crossing_of_values([&](double n) { return n * unknown.difference(n); }, counts);
  } else if (unknown.is_whole()) {
    domain = {unknown.step(), std::floor(static_cast<double>(kMaxCount) / unknown.step()) * unknown.step()};
    s.crossing = first_crossing_of_multiples(difference, unknown.step());
  } else {
    s.crossing = first_crossing_of_reals(difference);
  }
  s.before = unknown.at(s.crossing ? s.crossing->before : domain.first).regime;
  s.after = unknown.at(s.crossing ? s.crossing->after : domain.first).regime;
  if (s.crossing && unknown.is_whole()) s.whole = s.crossing->after;
  const double end = s.before == Regime::communication_bound ? domain.last : domain.first;
  s.at_end = unknown.at(s.crossing ? s.crossing->after : end);
  if (s.at_end.slowest == 0) {
    s.rule = query.op.rule(values, unknown.field().name, s.at_end.ridge(s.at_end.primary()).si());
  }
  return s;
}

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Solution& s) {
  const FieldInfo& field = query.op.fields[*query.solve_for];
  const std::string name(field.name);
  std::vector<Sheet::Line> lines;
  if (s.crossing) {
    lines.push_back({name, figure_text(field, s.crossing->critical), boundary_text(query, s)});
  } else {
    lines.push_back({name, "-", formatted("{} for every {}", name_of(s.before), name)});
    lines.push_back({"", "", never_text(s)});
  }
  if (s.crossing && s.rule) lines.push_back({"rule", show_tenths(s.rule->value), rule_text(query, s)});
  return {solve_title(query, machine, values), {lines}, {}};
}

SolvePlan::SolvePlan(const Query& query) : query_(query), question_(query, columns_) {
  const FieldKind kind = query.op.fields[*query.solve_for].kind;
  const Show show = kind == FieldKind::flops ? Show::flops : kind == FieldKind::bytes ? Show::bytes : Show::tenths;
  first_ = columns_.size();
  columns_.push_back({"dtype", Show::word});
  columns_.push_back({"solve", Show::word});
  columns_.push_back({"critical", show});
  columns_.push_back({"critical_whole", Show::count});
  columns_.push_back({"rule", Show::tenths});
  columns_.push_back({"notes", Show::list});
  row_.resize(columns_.size());
}

std::span<const Cell> SolvePlan::fill(const Machine& machine, const Values& values, const Solution& s,
                                      std::span<const std::string_view> notes) {
  question_.fill(machine, values, row_);
  row_[first_] = Cell::of(info(s.at_end.dtype).name);
  row_[first_ + 1] = Cell::of(query_.op.fields[*query_.solve_for].name);
  row_[first_ + 2] = s.crossing ? Cell::of(s.crossing->critical) : Cell{};
  row_[first_ + 3] = s.whole ? Cell::of(*s.whole) : Cell{};
  row_[first_ + 4] = s.crossing && s.rule ? Cell::of(s.rule->value) : Cell{};
  row_[first_ + 5] = Cell::of(notes);
  return row_;
}

std::vector<std::string> SolvePlan::table_keys() const {
  std::vector<std::string> keys = varying_keys(query_);
  keys.insert(keys.end(), {"critical", "critical_whole", "rule"});
  return keys;
}

}  // namespace roofline::cli
