#include "cli/query.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "cli/inputs.hpp"
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

/// One NAME=VALUE of a group flag.
void read_group_part(Query& query, const std::string& group, const std::string& part) {
  const auto names = group_names(query.op, group);
  const std::size_t equals = part.find('=');
  const std::string name = dim_named(query.op, part.substr(0, equals));
  if (equals == std::string::npos || std::find(names.begin(), names.end(), name) == names.end()) {
    throw Error(formatted("{} is not DIM=N with DIM one of {}", quote(part), listing(names, "or")),
                formatted("written like --{0} {1}=2; a sweep is a range, {1}=1:16:x2", group, names.front()));
  }
  const std::size_t i = query.op.index_of(group + "_" + name);
  if (query.given(i)) throw Error(formatted("{} is given twice", name));
  query.typed[i] = part.substr(equals + 1);
  query.inputs[i] = at(name, [&] { return parse_inputs(query.op.fields[i], query.typed[i]); });
}

void read_groups(Query& query, const Args& args) {
  std::string last_group;
  for (const FieldInfo& field : query.op.fields) {
    const std::string group = group_of(field);
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
void check_given(const Op& op, const Args& args, const std::optional<Sought>& sought, const Feed* from) {
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
  if (!args.has("chip")) missing.emplace_back("--chip");
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
    refuse(field.given == Given::in_group ? group_of(field) : flag_of(field), query.from->column_of(i));
  }
  if (query.measured && query.from->has_measured()) refuse("measured", query.from->measured_column());
}

void read_questions(Query& query, const Args& args) {
  query.explain = args.has("explain");
  query.sensitivity = args.has("sensitivity");
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

Query read_query(const Op& op, const Args& args, const Read& in) {
  const auto sought = find_sought(op, args);
  const auto from = open_feed(op, args, in, sought);
  check_given(op, args, sought, from.get());
  Query query{op, Machines(args, in), std::vector<Sweep>(op.fields.size(), Sweep::one(kNotGiven)),
              std::vector<std::string>(op.fields.size())};
  query.sought = sought;
  query.from = from;
  read_questions(query, args);
  read_fields(query, args);
  read_groups(query, args);
  refuse_both(query);
  if (sought && sought->field) {
    const std::size_t field = *sought->field;
    if (query.given(field)) query.ignored = query.typed[field];
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

Work work_at(const Query& query, const Values& values) {
  const Work work = query.op.work(values);
  return query.over ? work.over(*query.over) : work;
}

Evaluated evaluate(const Query& query, const Chip& chip, const Values& values) {
  const Work work = work_at(query, values);
  return {work, estimate(work, chip)};
}

}  // namespace roofline::cli
