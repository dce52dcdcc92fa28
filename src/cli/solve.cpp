#include "cli/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "cli/notes.hpp"
#include "cli/title.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"

namespace roofline::cli {
namespace {

/// An input of this name is an output as well: the compute dtype.
constexpr std::array<std::string_view, 1> kSolveOutputs{"dtype"};

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

  /// What rules of thumb are held against, at an estimate of these values.
  Ridges ridges(const Estimate& e) const {
    Ridges r{e.ridge(e.primary()).si(), 0, 0};
    if (e.bounds.size() == 1) return r;
    Values v = values_;
    if (std::isnan(v[field_])) v[field_] = step();
    r.wires = e.ridge(e.bounds[1]).si();
    r.share_of_array = e.bounds[1].bytes / work_at(query_, v).transfers[0].array;
    return r;
  }

  const FieldInfo& field() const { return query_.op.fields[field_]; }
  bool is_shard_count() const { return field().given == Given::in_group; }
  bool is_whole() const { return field().kind == FieldKind::count; }

  /// Valid values are the multiples of this: a dim split over n chips.
  double step() const {
    const std::size_t divisor = query_.op.index_of(field().divisor);
    return divisor < query_.op.fields.size() && !std::isnan(values_[divisor]) ? values_[divisor] : 1;
  }

  /// Chips that the dim can be split over: its divisors, as far as the wires reach. An Error when not even two can.
  std::vector<double> shard_counts() const {
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

 private:
  std::optional<Error> error_at(double chips) const {
    try {
      at(chips);
      return std::nullopt;
    } catch (const Error& e) {
      return e;
    }
  }

  const Query& query_;
  const Machine& machine_;
  const Values& values_;
  std::size_t field_;
};

/// The values that the wires and the dim allow, each looked at.
void solve_shards(const Unknown& unknown, Solution& s) {
  const auto counts = unknown.shard_counts();
  s.first = counts.front();
  s.last = counts.back();
  // Per chip, times are a + b / n: times n they are straight lines.
  s.crossing = first_crossing_of_values([&](double n) { return n * unknown.difference(n); }, counts);
  const Regime start = unknown.at(s.first).regime;
  s.nearest = unknown.at(s.first);
  for (const double n : counts) {
    const Estimate e = unknown.at(n);
    const bool nearer = std::fabs(std::log(*e.margin())) < std::fabs(std::log(*s.nearest.margin()));
    if (nearer) s.nearest = e;
    if (s.crossing && n > s.crossing->after && e.regime == start && !s.flips_back) s.flips_back = n;
  }
}

void solve_whole(const Unknown& unknown, Solution& s) {
  s.first = unknown.step();
  s.last = std::floor(static_cast<double>(kMaxCount) / s.first) * s.first;
  s.crossing = first_crossing_of_multiples([&](double v) { return unknown.difference(v); }, s.first);
}

void solve_real(const Unknown& unknown, Solution& s) {
  s.first = kLeastReal;
  s.last = kMostReal;
  s.crossing = first_crossing_of_reals([&](double v) { return unknown.difference(v); });
}

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

/// "B > ridge, where D and F are much larger": the rule in terms of a ridge, by its key.
std::string rule_text(const Query& query, const Solution& s) {
  const bool wires = s.rule->against == Rule::Against::wires;
  const Bound& bound = s.nearest.bounds[wires ? 1 : 0];
  const std::string ridge = wires ? formatted("ridge_{}", bound.resource.view()) : "ridge";
  const double factor = s.rule->value / s.nearest.ridge(bound).si();
  const std::string right = std::fabs(factor - 1) < 1e-9 ? ridge : formatted("{:.4g} * {}", factor, ridge);
  return formatted("{} > {}, {}", query.op.fields[*query.solve_for].name, right, s.rule->condition);
}

/// Why there is no boundary: how near the intensity comes to the ridge that it does not pass.
std::string never_text(const Solution& s) {
  const Bound& bound = s.nearest.bounds[s.nearest.slowest];
  const auto intensity = s.nearest.intensity(bound);
  if (!intensity) return "no bytes move";
  if (s.nearest.flops == Flops{}) return "nothing to compute";
  const auto side = s.before == Regime::communication_bound ? "under" : "above";
  return formatted("intensity stays {} {}, ridge {} ({})", side, show_number(intensity->si()),
                   show_number(s.nearest.ridge(bound).si()), bound.resource.view());
}

/// "every B", or the range of chips that was looked at.
std::string domain_text(const FieldInfo& field, const Solution& s) {
  if (field.given != Given::in_group) return formatted("every {}", field.name);
  return formatted("every valid {} up to {}", field.name, s.last);
}

/// The answer under each other published figure that moves it, by figure.
void add_alternatives(const Query& query, const Machine& machine, const Values& values, const Solution& s,
                      std::vector<std::string>& notes) {
  const FieldInfo& field = query.op.fields[*query.solve_for];
  std::string path, text;
  for (const Variant& v : machine.variants()) {
    Machine other;
    other.chip = v.chip;
    const Solution moved = solve(query, other, values);
    const bool same = moved.crossing.has_value() == s.crossing.has_value() &&
                      (!s.crossing || std::fabs(moved.crossing->critical / s.crossing->critical - 1) < 1e-9);
    if (same) continue;
    const std::string answer = moved.crossing ? figure_text(field, moved.crossing->critical) : "none";
    if (v.path != path && !text.empty()) notes.push_back(text);
    text = v.path != path ? formatted("with another published {}, {}: {}", v.path, show_figure(v.figure), answer)
                          : formatted("{}; {}: {}", text, show_figure(v.figure), answer);
    path = v.path;
  }
  if (!text.empty()) notes.push_back(text);
}

}  // namespace

Solution solve(const Query& query, const Machine& machine, const Values& values) {
  const Unknown unknown(query, machine, values);
  Solution s;
  if (unknown.is_shard_count()) {
    solve_shards(unknown, s);
  } else if (unknown.is_whole()) {
    solve_whole(unknown, s);
  } else {
    solve_real(unknown, s);
  }
  s.before = unknown.at(s.crossing ? s.crossing->before : s.first).regime;
  s.after = unknown.at(s.crossing ? s.crossing->after : s.first).regime;
  if (s.crossing && unknown.is_whole()) s.whole = s.crossing->after;
  if (s.crossing) {
    s.nearest = unknown.at(s.crossing->after);
  } else if (!unknown.is_shard_count()) {
    s.nearest = unknown.at(s.before == Regime::communication_bound ? s.last : s.first);
  }
  s.rule = query.op.rule(values, unknown.field().name, unknown.ridges(s.nearest));
  return s;
}

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Solution& s) {
  const FieldInfo& field = query.op.fields[*query.solve_for];
  const std::string name(field.name);
  std::vector<Sheet::Line> lines;
  if (s.crossing) {
    lines.push_back({name, figure_text(field, s.crossing->critical), boundary_text(query, s)});
  } else {
    lines.push_back({name, "-", formatted("{} for {}", name_of(s.before), domain_text(field, s))});
    lines.push_back({"", "", never_text(s)});
  }
  if (s.crossing && s.rule) lines.push_back({"rule", show_tenths(s.rule->value), rule_text(query, s)});
  return {solve_title(query, machine, values), {lines}, {}};
}

std::vector<std::string> answer_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& s) {
  std::vector<std::string> notes;
  if (s.flips_back) {
    notes.push_back(
        formatted("{} again at {}={}", name_of(s.before), query.op.fields[*query.solve_for].name, *s.flips_back));
  }
  add_alternatives(query, machine, values, s, notes);
  return notes;
}

std::vector<std::string> common_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& s) {
  Values at = values;
  at[*query.solve_for] = s.crossing ? s.crossing->after : s.first;
  std::vector<std::string> notes = caveats(machine, work_at(query, at), s.nearest);
  for (const std::string_view note : query.op.notes(at)) notes.emplace_back(note);
  if (query.ignored) {
    notes.push_back(formatted("--solve looks for {0}: the {0} given, {1}, is not used",
                              query.op.fields[*query.solve_for].name, *query.ignored));
  }
  return notes;
}

SolvePlan::SolvePlan(const Query& query) : query_(query), question_(query, columns_, kSolveOutputs) {
  const FieldKind kind = query.op.fields[*query.solve_for].kind;
  const Show show = kind == FieldKind::flops ? Show::flops : kind == FieldKind::bytes ? Show::bytes : Show::tenths;
  first_ = columns_.size();
  columns_.push_back({"dtype", Show::word});
  columns_.push_back({"solve", Show::word});
  columns_.push_back({"critical", show});
  columns_.push_back({"critical_whole", Show::count});
  columns_.push_back({"rule", Show::tenths});
  columns_.push_back({"regime", Show::word, 0, {name_of(Regime::compute_bound), name_of(Regime::communication_bound)}});
  columns_.push_back({"notes", Show::list});
  row_.resize(columns_.size());
}

std::span<const Cell> SolvePlan::fill(const Machine& machine, const Values& values, const Solution& s,
                                      std::span<const std::string_view> notes) {
  question_.fill(machine, values, row_);
  std::size_t i = first_;
  row_[i++] = Cell::of(info(s.nearest.dtype).name);
  row_[i++] = Cell::of(query_.op.fields[*query_.solve_for].name);
  row_[i++] = s.crossing ? Cell::of(s.crossing->critical) : Cell{};
  row_[i++] = s.whole ? Cell::of(*s.whole) : Cell{};
  row_[i++] = s.crossing && s.rule ? Cell::of(s.rule->value) : Cell{};
  row_[i++] = Cell::of(name_of(s.after));
  row_[i++] = Cell::of(notes);
  return row_;
}

std::vector<std::string> SolvePlan::table_keys() const {
  std::vector<std::string> keys = varying_keys(query_);
  keys.insert(keys.end(), {"critical", "critical_whole", "rule", "regime"});
  return keys;
}

}  // namespace roofline::cli
