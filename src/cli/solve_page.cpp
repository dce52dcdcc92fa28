#include "cli/solve_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "cli/notes.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

using Holds = Solution::Holds;

/// An input of this name is an output as well: the compute dtype.
constexpr std::array<std::string_view, 1> kSolveOutputs{"dtype"};

/// above, below, always, never: in the order of Holds.
constexpr std::array<std::string_view, 4> kHolds{"above", "below", "always", "never"};

std::string_view name_of(Holds holds) {
  return kHolds[static_cast<std::size_t>(holds)];
}

bool seeks_figure(const Query& query) {
  return !query.sought->field;
}

const FieldInfo& sought_field(const Query& query) {
  return query.op.fields[*query.sought->field];
}

/// How what is sought is shown.
Show show_of_sought(const Query& query) {
  if (seeks_figure(query)) {
    const Show show = show_of(figure(query.machines.chips()[0], query.sought->name).dim);
    return show == Show::count ? Show::tenths : show;  // the crossing is no whole number of links
  }
  const FieldKind kind = sought_field(query).kind;
  return kind == FieldKind::flops ? Show::flops : kind == FieldKind::bytes ? Show::bytes : Show::tenths;
}

std::string sought_text(const Query& query, double value) {
  return show_cell(Cell::of(value), show_of_sought(query));
}

/// A valid whole value: "7368".
std::string whole_text(const Query& query, double value) {
  return seeks_figure(query) ? formatted("{:.0f}", value) : show_input(query, *query.sought->field, value);
}

std::string regime_text(const Query& query, const Solution& s) {
  const auto after = roofline::name_of(s.after), before = roofline::name_of(s.before);
  if (!s.whole) return formatted("{} above, {} below", after, before);
  const std::string& name = query.sought->name;
  return formatted("{0} from {2}={3}, {1} up to {2}={4}", after, before, name, whole_text(query, s.crossing->after),
                   whole_text(query, s.crossing->before));
}

/// On which side of the crossing the condition of --for holds.
std::string condition_text(const Query& query, const Solution& s) {
  const std::string condition = escape(*query.condition);
  if (!s.whole) return formatted("{} {}", condition, s.holds == Holds::above ? "above, not below" : "below, not above");
  const std::string& name = query.sought->name;
  const std::string before = whole_text(query, s.crossing->before), after = whole_text(query, s.crossing->after);
  if (s.holds == Holds::above) {
    return formatted("{} from {}={} ({}), not yet at {} ({})", condition, name, after, s.shown_after, before,
                     s.shown_before);
  }
  return formatted("{} up to {}={} ({}), no longer at {} ({})", condition, name, before, s.shown_before, after,
                   s.shown_after);
}

/// After "every" or "no": "B", or "valid shard_D up to 256" of those that were looked at.
std::string domain_text(const Query& query, const Solution& s) {
  if (s.looked_at.empty()) return query.sought->name;
  return formatted("valid {} up to {}", query.sought->name, s.last);
}

/// Why there is no boundary: how near the intensity comes to the ridge that it does not pass.
std::string never_text(const Solution& s) {
  const Bound& bound = s.nearest.bounds[s.nearest.slowest];
  const auto intensity = s.nearest.intensity(bound);
  if (!intensity) return "no bytes move";
  if (s.nearest.flops == Flops{}) return "nothing to compute";
  const auto side = s.before == Regime::communication_bound ? "under" : "above";
  return formatted("intensity stays {} {}, ridge {} ({})", side, show_number(intensity->si()),
                   show_number(s.nearest.ridge(bound)->si()), bound.resource.view());
}

/// Where the condition never changes.
std::vector<Sheet::Line> constant_lines(const Query& query, const Solution& s) {
  const std::string& name = query.sought->name;
  if (query.condition) {
    const bool never = s.holds == Holds::never;
    std::string text =
        formatted("{} for {} {}", escape(*query.condition), never ? "no" : "every", domain_text(query, s));
    if (!s.shown_nearest.empty()) text += formatted(": at {} {}", never ? "best" : "worst", s.shown_nearest);
    return {{name, "-", text}};
  }
  std::vector<Sheet::Line> lines{
      {name, "-", formatted("{} for every {}", roofline::name_of(s.before), domain_text(query, s))}};
  if (!seeks_figure(query)) lines.push_back({"", "", never_text(s)});
  return lines;
}

/// What the op's transfers cross.
const Bound& wires_bound(const Estimate& e) {
  for (const Bound& b : e.bounds) {
    if (b.by == Bound::By::transfers) return b;
  }
  return e.primary();
}

/// "B > ridge, where D and F are much larger": the rule in terms of a ridge, by its key.
std::string rule_text(const Query& query, const Solution& s) {
  const bool wires = s.rule->against == Rule::Against::wires;
  const Bound& bound = wires ? wires_bound(s.nearest) : s.nearest.primary();
  const std::string ridge = wires ? formatted("ridge_{}", bound.resource.view()) : "ridge";
  const double factor = s.rule->value / s.nearest.ridge(bound)->si();
  const std::string right = std::fabs(factor - 1) < 1e-9 ? ridge : formatted("{:.4g} * {}", factor, ridge);
  return formatted("{} > {}, {}", query.sought->name, right, s.rule->condition);
}

/// Against the chip's own figure.
void add_ratio(const Query& query, const Machine& machine, const Solution& s, std::vector<Sheet::Line>& lines) {
  if (!seeks_figure(query)) return;
  const Figure own = figure(machine.chip, query.sought->name);
  if (!own.value) return;
  lines.push_back({"", show_number(s.crossing->critical / *own.value) + "x",
                   formatted("the {} of {}", show_figure(own), machine.chip.id)});
}

/// "compute-bound again at shard_D=4"; where it changes more often, that a sweep shows it.
std::string again_text(const Query& query, const Solution& s) {
  const std::string condition = query.condition ? escape(*query.condition) : std::string(roofline::name_of(s.before));
  const bool negated = query.condition && s.holds == Holds::above;
  std::string text =
      formatted("{}{} again from {}={} on", negated ? "not " : "", condition, query.sought->name, s.changes_again[0]);
  if (s.changes_again.size() > 1) text += ", and it changes more often: a sweep shows where";
  return text;
}

Machine with_sought_fixed(const Query& query, const Machine& machine) {
  return seeks_figure(query) ? machine.fixing(query.sought->name) : machine;
}

/// The answer under each other published figure that moves it, by figure.
void add_alternatives(const Query& query, const Machine& machine, const Values& values, const Solution& s,
                      Solver& solver, std::vector<std::string>& notes) {
  std::string path, text;
  const Machine fixed = with_sought_fixed(query, machine);
  for (const Variant& v : fixed.variants()) {
    Machine other;
    other.chip = v.chip;
    const Solution moved = solver.solve(other, values);
    const bool same = moved.crossing.has_value() == s.crossing.has_value() &&
                      (!s.crossing || std::fabs(moved.crossing->critical / s.crossing->critical - 1) < 1e-9);
    if (same) continue;
    const std::string answer = moved.crossing ? sought_text(query, moved.crossing->critical) : "none";
    if (v.path != path && !text.empty()) notes.push_back(text);
    text = v.path != path ? formatted("with another published {}, {}: {}", v.path, show_figure(v.figure), answer)
                          : formatted("{}; {}: {}", text, show_figure(v.figure), answer);
    path = v.path;
  }
  if (!text.empty()) notes.push_back(text);
}

}  // namespace

Sheet make_sheet(const Query& query, const Machine& machine, const Values& values, const Solution& s) {
  std::vector<Sheet::Line> lines;
  if (!s.crossing) {
    lines = constant_lines(query, s);
  } else {
    lines.push_back({query.sought->name, sought_text(query, s.crossing->critical),
                     query.condition ? condition_text(query, s) : regime_text(query, s)});
    add_ratio(query, machine, s, lines);
  }
  if (s.crossing && s.rule) lines.push_back({"rule", show_tenths(s.rule->value), rule_text(query, s)});
  return {solve_title(query, machine, values), {lines}, {}};
}

std::vector<std::string> answer_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& s, Solver& solver) {
  std::vector<std::string> notes;
  if (!s.changes_again.empty()) notes.push_back(again_text(query, s));
  add_alternatives(query, machine, values, s, solver, notes);
  return notes;
}

std::vector<std::string> common_notes(const Query& query, const Machine& machine, const Values& values,
                                      const Solution& s) {
  Values at = values;
  if (query.sought->field) at[*query.sought->field] = s.crossing ? s.crossing->after : s.first;
  std::vector<std::string> notes = caveats(with_sought_fixed(query, machine), work_at(query, at, s.way), s.nearest);
  for (const std::string_view note : query.op.notes(at, s.way)) notes.emplace_back(note);
  const bool told = query.condition && query.condition->find("fits") != std::string::npos;
  if (s.fits == false && s.crossing && !told)
    notes.push_back(formatted("the model does not fit at {}={}: --for 'fits == true' says up to where it does",
                              query.sought->name,
                              s.whole ? whole_text(query, s.crossing->after) : sought_text(query, s.crossing->after)));
  if (query.ignored) {
    notes.push_back(
        formatted("--solve looks for {0}: the {0} given, {1}, is not used", query.sought->name, *query.ignored));
  }
  return notes;
}

SolvePlan::SolvePlan(const Query& query) : query_(query), question_(query, columns_, kSolveOutputs) {
  first_ = columns_.size();
  columns_.push_back({"dtype", Show::word});
  columns_.push_back({"solve", Show::word});
  if (query.condition) {
    columns_.push_back({"for", Show::word});
    columns_.push_back({"holds", Show::word, 6, {kHolds.begin(), kHolds.end()}});
  }
  columns_.push_back({"critical", show_of_sought(query)});
  columns_.push_back({"critical_whole", Show::count});
  columns_.push_back({"rule", Show::tenths});
  columns_.push_back({"regime",
                      Show::word,
                      0,
                      {roofline::name_of(Regime::compute_bound), roofline::name_of(Regime::communication_bound)}});
  columns_.push_back({"notes", Show::list});
  question_.tell_apart(columns_);
  row_.resize(columns_.size());
}

std::span<const Cell> SolvePlan::fill(const Machine& machine, const Values& values, const Solution& s,
                                      std::span<const std::string_view> notes) {
  question_.fill(machine, values, row_);
  std::size_t i = first_;
  row_[i++] = Cell::of(info(s.nearest.dtype).name);
  row_[i++] = Cell::of(std::string_view(query_.sought->name));
  if (query_.condition) {
    row_[i++] = Cell::of(std::string_view(*query_.condition));
    row_[i++] = Cell::of(name_of(s.holds));
  }
  row_[i++] = s.crossing ? Cell::of(s.crossing->critical) : Cell{};
  row_[i++] = s.whole ? Cell::of(*s.whole) : Cell{};
  row_[i++] = s.crossing && s.rule ? Cell::of(s.rule->value) : Cell{};
  row_[i++] = Cell::of(roofline::name_of(s.after));
  row_[i++] = Cell::of(notes);
  return row_;
}

std::vector<std::string> SolvePlan::table_keys() const {
  const std::vector<std::string> own = query_.condition
                                           ? std::vector<std::string>{"critical", "critical_whole", "holds"}
                                           : std::vector<std::string>{"critical", "critical_whole", "rule", "regime"};
  return fitting_keys(columns_, question_.passing_keys(columns_), varying_keys(query_),
                      {own, query_.condition ? std::vector<std::string>{"critical", "holds"} : own, {"critical"}});
}

}  // namespace roofline::cli
