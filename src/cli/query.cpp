#include "cli/query.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {
namespace {

std::string group_of(const FieldInfo& field) {
  return std::string(field.name.substr(0, field.name.find('_')));
}

std::string_view in_group(const FieldInfo& field) {
  return field.name.substr(field.name.find('_') + 1);
}

double parse_value(const FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::count: return static_cast<double>(parse_count(text));
    case FieldKind::dtype: return static_cast<double>(parse_dtype(text));
    case FieldKind::flops: return parse_si(text, Flops::dim, Notation::bare_allowed);
    case FieldKind::bytes: return parse_si(text, Bytes::dim);
  }
  return 0;
}

Sweep::Steps steps_of(const FieldInfo& field) {
  if (field.kind == FieldKind::dtype) return Sweep::Steps::none;
  return field.kind == FieldKind::count ? Sweep::Steps::whole : Sweep::Steps::real;
}

Sweep parse_sweep(const FieldInfo& field, std::string_view text) {
  return Sweep::parse(
      text, [&](std::string_view element) { return parse_value(field, element); }, steps_of(field));
}

std::string value_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::count: return "N";
    case FieldKind::dtype: return "DTYPE";
    case FieldKind::flops: return "FLOP";
    case FieldKind::bytes: return "BYTES";
  }
  return "";
}

std::vector<std::string> group_names(const Op& op, std::string_view group) {
  std::vector<std::string> names;
  for (const FieldInfo& field : op.fields) {
    if (field.given == Given::in_group && group_of(field) == group) names.emplace_back(in_group(field));
  }
  return names;
}

void read_fields(Query& query, const Args& args) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const std::string* text = field.given == Given::in_group ? nullptr : args.find(flag_of(field));
    if (text == nullptr) continue;
    query.typed[i] = *text;
    query.inputs[i] = at("--" + flag_of(field), [&] { return parse_sweep(field, *text); });
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
  query.inputs[i] = at(name, [&] { return parse_sweep(query.op.fields[i], query.typed[i]); });
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

std::optional<std::size_t> find_solved(const Op& op, const Args& args) {
  const std::string* named = args.find("solve");
  if (named == nullptr) return std::nullopt;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const FieldInfo& field = op.fields[i];
    if (field.kind == FieldKind::dtype) continue;
    if (field.name == *named || (!field.alias.empty() && field.alias == *named)) return i;
    known.emplace_back(field.name);
  }
  std::string hint = did_you_mean(*named, known);
  if (hint.empty()) hint = "one of " + listing(known, "or");
  throw Error(formatted("--solve: {} has no input {} to solve for", op.name, quote(*named)), hint);
}

/// All that is missing in one message.
void check_given(const Op& op, const Args& args, std::optional<std::size_t> solve_for) {
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const std::string flag = flag_of(op.fields[i]);
    if (op.fields[i].given == Given::always && solve_for != i && !args.has(flag)) missing.push_back("--" + flag);
  }
  if (!args.has("chip")) missing.emplace_back("--chip");
  if (!missing.empty())
    throw Error(formatted("{} needs {}", op.name, listing(missing)), std::string(op.examples.front()));
}

/// The same question with every dim 1 and one chip: what is left are the dtypes.
Query dtype_probe(const Query& query) {
  Query probe = query;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (query.op.fields[i].kind != FieldKind::dtype) probe.inputs[i] = Sweep::one(1);
  }
  return probe;
}

/// The flag that chose the compute dtype, as far as one did.
std::string blamed_flag(const Query& query) {
  std::string first = "--dtype";
  for (std::size_t i = query.op.fields.size(); i-- > 0;) {
    const FieldInfo& field = query.op.fields[i];
    if (field.kind != FieldKind::dtype || !query.given(i)) continue;
    if (field.name == "compute_dtype") return "--" + flag_of(field);
    first = "--" + flag_of(field);
  }
  return first;
}

void check_peaks(const Query& query, const Chip& chip, const Work& work) {
  const std::size_t choice = query.op.index_of("compute_dtype");
  const bool could_choose = choice < query.op.fields.size() && !query.given(choice);
  try {
    for (const auto& part : work.compute) peak_of(chip, part.engine, part.dtype);
  } catch (Error& e) {
    if (could_choose) e.hint = "--compute-dtype computes in another";
    throw;
  }
}

/// Every chip against every combination of dtypes, and --over against every chip, before the first row.
void check_rates(const Query& query) {
  const Query probe = dtype_probe(query);
  const std::uint64_t per_chip = query.machines.size() / query.machines.chips().size();
  for (std::uint64_t c = 0; c < query.machines.chips().size(); ++c) {
    const Chip chip = query.machines.chip(c * per_chip);
    if (query.over) at("--over", [&] { bandwidth_of(chip, *query.over); });
    Points points(probe);
    do {
      const Work work = at("--compute-dtype", [&] { return query.op.work(points.values()); });
      at(blamed_flag(query), [&] { check_peaks(query, chip, work); });
    } while (points.next());
  }
}

}  // namespace

std::string flag_of(const FieldInfo& field) {
  std::string flag(field.name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::vector<Flag> flags_of(const Op& op) {
  std::vector<Flag> flags;
  std::string last_group;
  for (const FieldInfo& field : op.fields) {
    if (field.given != Given::in_group) {
      std::string help(field.help);
      if (!field.alias.empty()) help += formatted("; --{} too", field.alias);
      const bool dtype = field.kind == FieldKind::dtype;
      flags.push_back(
          {flag_of(field), value_name(field.kind), help, "Inputs", Flag::Times::once, std::string(field.alias),
           dtype ? "a list such as bf16,int8 sweeps" : "a list such as 1,2 or a range such as 1:4096:x2 sweeps",
           dtype ? expects_dtypes(Expects::Elements::list) : Expects{}});
      continue;
    }
    const std::string group = group_of(field);
    if (group == last_group) continue;
    last_group = group;
    const auto names = group_names(op, group);
    flags.push_back({group, formatted("{}=N", names.front()),
                     formatted("split dims over chips ({}): B=2,D=4 or D=1:16:x2", listing(names)), "Inputs",
                     Flag::Times::once, "", "several dims go in one, as in B=2,D=4"});
  }
  return flags;
}

Query read_query(const Op& op, const Args& args, const Read& in) {
  const auto solve_for = find_solved(op, args);
  check_given(op, args, solve_for);
  Query query{op, Machines(args, in), std::vector<Sweep>(op.fields.size(), Sweep::one(kNotGiven)),
              std::vector<std::string>(op.fields.size())};
  query.solve_for = solve_for;
  query.explain = args.has("explain");
  read_fields(query, args);
  read_groups(query, args);
  if (solve_for) {
    if (query.given(*solve_for)) query.ignored = query.typed[*solve_for];
    query.typed[*solve_for].clear();
    query.inputs[*solve_for] = Sweep::one(kNotGiven);
  }
  if (const std::string* named = args.find("over")) {
    for (const Chip& chip : query.machines.chips())
      query.over = at("--over", [&] { return find_resource(chip, *named); });
  }
  check_rates(query);
  return query;
}

bool Query::is_list() const {
  return machines.is_list() || std::any_of(inputs.begin(), inputs.end(), [](const Sweep& s) { return s.is_list(); });
}

std::uint64_t Query::rows() const {
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
      if ((query.op.fields[i].kind == FieldKind::dtype) == dtypes) digits_.push_back({i});
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

}  // namespace roofline::cli
