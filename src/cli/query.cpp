#include "cli/query.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "cli/mesh_flags.hpp"
#include "cli/rates.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {
namespace {

void read_fields(Query& query, const Args& args) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const std::string* text = field.given == Given::in_group ? nullptr : args.find(flag_of(field));
    if (text == nullptr) continue;
    query.typed[i] = *text;
    query.inputs[i] = at("--" + flag_of(field), [&] { return parse_inputs(field, *text); });
  }
}

/// The field that a name or alias means: K is D.
std::string dim_named(const Op& op, const std::string& name) {
  for (const FieldInfo& field : op.fields) {
    if (!field.alias.empty() && field.alias == name) return std::string(field.name);
  }
  return name;
}

/// The value of one field of a group; an axis that takes whole axes of a torus (ici:2) has its size from the chip.
void read_in_group(Query& query, std::size_t field, const std::string& text) {
  query.typed[field] = text;
  if (query.op.fields[field].group == "mesh" && whole_axes(text)) return;
  query.inputs[field] =
      at(in_group(query.op.fields[field]), [&] { return parse_inputs(query.op.fields[field], text); });
}

/// One NAME=VALUE of a group flag.
void read_group_part(Query& query, const std::string& group, const std::string& part) {
  const auto names = group_names(query.op, group);
  const std::size_t equals = part.find('=');
  const bool sole = equals == std::string::npos && group == "mesh" && names.size() == 1 && part != names[0];  // 8
  if (sole) return read_in_group(query, query.op.index_of(names.front()), part);
  const std::string name = dim_named(query.op, part.substr(0, equals));
  const std::size_t axis = query.op.index_of(name);
  const bool named = group == "mesh" && axis < query.op.fields.size();
  if (named && query.from && query.from->has(axis)) {
    if (equals == std::string::npos) return;
    throw Error(formatted("{}: {} has a column for it too", name, escape(query.from->name())),
                "name it alone: --mesh " + name);
  }
  if (named && equals == std::string::npos && query.seeks(axis)) return;
  if (named && equals == std::string::npos)
    throw Error(formatted("{} has no size", name), formatted("{}=8, or a column {} of --from", name, name));
  if (equals == std::string::npos || std::find(names.begin(), names.end(), name) == names.end()) {
    throw Error(formatted("{} is not {}=N with {} one of {}", quote(part), group == "mesh" ? "AXIS" : "DIM",
                          group == "mesh" ? "AXIS" : "DIM", listing(names, "or")),
                formatted("written like --{0} {1}=2; a sweep is a range, {1}=1:16:x2", group, names.front()));
  }
  std::size_t i = 0;
  while (query.op.fields[i].group != group || in_group(query.op.fields[i]) != name) ++i;
  if (query.given(i)) throw Error(formatted("{} is given twice", name));
  read_in_group(query, i, part.substr(equals + 1));
}

void read_groups(Query& query, const Args& args) {
  std::string last_group;
  for (const FieldInfo& field : query.op.fields) {
    const std::string group(field.group);
    if (field.given != Given::in_group || group == last_group || !args.has(group)) continue;
    last_group = group;
    for (const std::string& part : split(*args.find(group), ',')) {
      at("--" + group, [&] { read_group_part(query, group, part); });
    }
  }
}

std::shared_ptr<Feed> open_feed(const Op& op, const Args& args, const Read& in, const std::optional<Sought>& sought) {
  if (!args.has("from")) {
    if (args.has("rename")) throw Error("--rename: there is no --from whose columns it could name");
    return nullptr;
  }
  const std::string* chips = args.find("chip");
  const auto names = split(chips == nullptr ? "" : *chips, ',');
  if (*args.find("from") == "-" && std::find(names.begin(), names.end(), "-") != names.end()) {
    throw Error("--from and --chip both read standard input", "give one of them as a file");
  }
  return std::make_shared<Feed>(op, args, in, sought);
}

/// All that is missing in one message.
void check_given(const Op& op, const Args& args, const std::optional<Sought>& sought, const Feed* from,
                 Machines::None without_chip) {
  std::vector<std::string> missing;
  std::string_view first;
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const std::string flag = flag_of(op.fields[i]);
    const bool given = args.has(flag) || (sought && sought->field == i) || (from != nullptr && from->has(i));
    if (op.fields[i].given != Given::always || given) continue;
    missing.push_back("--" + flag);
    if (first.empty()) first = op.fields[i].name;
  }
  std::string hint(op.examples.front());
  if (from != nullptr && !first.empty()) hint = from->hint_for(first);
  if (!args.has("chip") && without_chip == Machines::None::error) missing.emplace_back("--chip");
  if (from != nullptr && first.empty()) hint = "one for all rows: no column gives it";
  if (!missing.empty()) throw Error(formatted("{} needs {}", op.name, listing(missing)), hint);
}

/// What both a flag and a column of --from give.
void refuse_both(const Query& query) {
  if (!query.from) return;
  const auto refuse = [&](std::string_view flag, std::string_view name) {
    throw Error(formatted("--{}: {} has a column for it too", flag, escape(query.from->name())),
                formatted("leave the flag out, or rename the column, as in --rename {0}=old_{0}", escape(name)));
  };
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (query.typed[i].empty() || !query.from->has(i)) continue;
    refuse(field.given == Given::in_group ? std::string(field.group) : flag_of(field), query.from->column_of(i));
  }
  if (query.measured && query.from->has_measured()) refuse("measured", query.from->measured_column());
}

void read_questions(Query& query, const Args& args) {
  query.explain = args.has("explain");
  query.sensitivity = args.has("sensitivity");
  query.lists_operations = args.has("by");
  if (const std::string* text = args.find("for")) query.condition = *text;
  if (const std::string* text = args.find("measured")) {
    query.measured = at("--measured", [&] { return parse_measured(*text); });
  }
  if (query.condition && !query.sought) {
    throw Error("--for: goes with --solve, which says what to look for", "--assert holds rows against a condition");
  }
  if (!query.sought) return;
  if (query.measured) throw Error("--measured: does not go with --solve");
  if (query.sensitivity) throw Error("--sensitivity: does not go with --solve");
}

}  // namespace

Query read_query(const Op& op, const Args& args, const Read& in, const Asked& asked) {
  const auto sought = find_sought(op, args);
  const auto from = open_feed(op, args, in, sought);
  check_given(op, args, sought, from.get(), asked.without_chip);
  Query query{op, Machines(args, in, asked.without_chip), std::vector<Sweep>(op.fields.size(), Sweep::one(kNotGiven)),
              std::vector<std::string>(op.fields.size())};
  query.mesh = asked.mesh;
  query.way = asked.way;
  query.words = asked.words;
  query.evaluation = asked.evaluation;
  query.sought = sought;
  query.from = from;
  read_questions(query, args);
  read_fields(query, args);
  read_groups(query, args);
  refuse_both(query);
  if (sought && sought->field) {
    const std::size_t field = *sought->field;
    if (query.given(field)) query.ignored = query.typed[field];
    if (query.op.fields[field].group == "mesh" && whole_axes(query.typed[field]))
      throw Error(formatted("--solve: {} takes whole axes of the chip", query.op.fields[field].name), "give it a size");
    query.typed[field].clear();
    query.inputs[field] = Sweep::one(kNotGiven);
  }
  if (sought) at("--solve", [&] { check_sought(*sought, query.machines); });
  if (const std::string* named = args.find("over")) {
    at("--over", [&] { query.machines.require([&](const Chip& chip) { query.over = find_resource(chip, *named); }); });
  }
  check_rates(query);
  return query;
}

bool Query::is_list() const {
  return from || machines.is_list() ||
         std::any_of(inputs.begin(), inputs.end(), [](const Sweep& s) { return s.is_list(); });
}

std::uint64_t Query::rows() const {
  if (from) return UINT64_MAX;
  std::uint64_t n = machines.size();
  for (const Sweep& s : inputs) {
    if (__builtin_mul_overflow(n, s.size(), &n)) return UINT64_MAX;
  }
  return n;
}

Points::Points(const Query& query) : query_(query) {
  values_.fill(kNotGiven);
  for (const bool dtypes : {true, false}) {
    for (std::size_t i = 0; i < query.inputs.size(); ++i) {
      const bool wanted = (query.op.fields[i].kind == FieldKind::dtype) == dtypes;
      if (wanted && query.inputs[i].is_list()) digits_.push_back({i});
      values_[i] = query.inputs[i].at(0);
    }
  }
}

bool Points::next() {
  for (std::size_t i = digits_.size(); i-- > 0;) {
    Digit& digit = digits_[i];
    const Sweep& sweep = query_.inputs[digit.field];
    const bool carry = ++digit.index == sweep.size();
    if (carry) digit.index = 0;
    values_[digit.field] = sweep.at(digit.index);
    if (!carry) return true;
  }
  return false;
}

Values with_unit_dims(const Query& query, Values values) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const bool known = field.given == Given::always || query.given(i) || query.seeks(i);
    if (field.kind == FieldKind::count && known) values[i] = 1;
  }
  return values;
}

Work work_at(const Query& query, const Values& values, std::size_t way) {
  const Work work = query.op.work(values, way);
  return query.over ? work.over(*query.over) : work;
}

MeshWish wish_of(const Query& query, const Work& work) {
  MeshWish wish = query.mesh;
  wish.axes = roofline::wish_of(work.axes).axes;
  for (std::size_t i = 0; i < query.mesh.axes.size(); ++i) {
    const std::int64_t size = wish.axes[i].size;
    wish.axes[i] = query.mesh.axes[i];
    wish.axes[i].size = size;
  }
  return wish;
}

MeshWish wish_at(const Query& query, const Values& values) {
  MeshWish wish = query.mesh;
  for (AxisWish& axis : wish.axes) axis.size = axis_size(values[query.op.index_of(axis.name.view())]);
  return wish;
}

Values with_whole_axes(const Query& query, const Chip& chip, Values values) {
  const auto is_whole = [](const AxisWish& axis) { return axis.physical > 0; };
  if (std::none_of(query.mesh.axes.begin(), query.mesh.axes.end(), is_whole)) return values;
  for (const MeshAxis& axis : lay_mesh(chip, wish_at(query, values)).axes) {
    double& value = values[query.op.index_of(axis.name.view())];
    if (!std::isnan(value) || axis.size > 1) value = static_cast<double>(axis.size);
  }
  return values;
}

namespace {

void take_if_better(Evaluated& best, Evaluated&& next) {
  if (is_better(next.estimate, best.estimate)) std::swap(best, next);
  const bool nearer = !best.other || next.estimate.lower < best.other->lower;
  if (nearer) best.other = Evaluated::Other{next.way, next.estimate.lower};
}

}  // namespace

Evaluated evaluate(const Query& query, const Chip& chip, const Values& values) {
  if (query.evaluation) return query.evaluation(chip, values);
  Evaluated best;
  best.way = query.way.value_or(0);
  best.work = work_at(query, values, best.way);
  if (!best.work.axes.empty()) best.mesh = lay_mesh(chip, wish_of(query, best.work));
  best.estimate = estimate(best.work, chip, best.mesh);
  const std::size_t ways = query.op.way_count(values);
  for (std::size_t way = query.way ? ways : 1; way < ways; ++way) {
    Evaluated next{work_at(query, values, way), best.mesh, {}, way};
    next.estimate = estimate(next.work, chip, next.mesh);
    take_if_better(best, std::move(next));
  }
  return best;
}

}  // namespace roofline::cli
