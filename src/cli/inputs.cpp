#include "cli/inputs.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

Sweep::Steps steps_of(const FieldInfo& field) {
  if (!is_quantity(field.kind)) return Sweep::Steps::none;
  return field.kind == FieldKind::count ? Sweep::Steps::whole : Sweep::Steps::real;
}

std::string value_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::count: return "N";
    case FieldKind::dtype: return "DTYPE";
    case FieldKind::flops: return "FLOP";
    case FieldKind::bytes: return "BYTES";
    case FieldKind::word: return "WORD";
  }
  return "";
}

/// What a shell can complete.
Expects expects_values(const FieldInfo& field) {
  if (field.kind == FieldKind::dtype) return expects_dtypes(Expects::Elements::list);
  if (field.kind != FieldKind::word) return {};
  return {Expects::Kind::word, Expects::Elements::list, {field.words.begin(), field.words.end()}};
}

std::string_view sweeps(FieldKind kind) {
  switch (kind) {
    case FieldKind::dtype: return "a list such as bf16,int8 sweeps";
    case FieldKind::word: return "a list sweeps";
    default: return "a list such as 1,2 or a range such as 1:4096:x2 sweeps";
  }
}

double parse_word(const FieldInfo& field, std::string_view text) {
  const auto found = std::find(field.words.begin(), field.words.end(), text);
  if (found != field.words.end()) return static_cast<double>(found - field.words.begin());
  const std::vector<std::string> known(field.words.begin(), field.words.end());
  throw Error(formatted("expected {}, got {}", listing(known, "or"), quote(text)), did_you_mean(text, known));
}

}  // namespace

std::string flag_of(const FieldInfo& field) {
  std::string flag(field.name);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

std::string_view in_group(const FieldInfo& field) {
  const bool prefixed = field.name.starts_with(field.group) && field.name.substr(field.group.size()).starts_with('_');
  return prefixed ? field.name.substr(field.group.size() + 1) : field.name;
}

std::vector<std::size_t> divisors_of(const Op& op, const FieldInfo& field) {
  std::vector<std::size_t> all;
  if (field.divisors.empty()) return all;
  for (const std::string& name : split(field.divisors, ',')) all.push_back(op.index_of(name));
  return all;
}

std::vector<std::string> group_names(const Op& op, std::string_view group) {
  std::vector<std::string> names;
  for (const FieldInfo& field : op.fields) {
    if (field.given == Given::in_group && field.group == group) names.emplace_back(in_group(field));
  }
  return names;
}

std::string_view name_of_choice(const FieldInfo& field, double value) {
  if (field.kind == FieldKind::dtype) return info(static_cast<Dtype>(static_cast<int>(value))).name;
  return field.words[static_cast<std::size_t>(value)];
}

std::vector<Flag> flags_of(const Op& op) {
  std::vector<Flag> flags;
  std::string last_group;
  for (const FieldInfo& field : op.fields) {
    if (field.given != Given::in_group) {
      std::string help(field.help);
      if (!field.alias.empty()) help += formatted("; --{} too", field.alias);
      flags.push_back({flag_of(field), value_name(field.kind), help, "Inputs", Flag::Times::once,
                       std::string(field.alias), std::string(sweeps(field.kind)), expects_values(field)});
      continue;
    }
    const std::string group(field.group);
    if (group == last_group || group == "mesh") continue;  // mesh_flags() has that one
    last_group = group;
    const auto names = group_names(op, group);
    flags.push_back({group, formatted("{}=N", names.front()),
                     formatted("split dims over chips ({}): B=2,D=4 or D=1:16:x2", listing(names)), "Inputs",
                     Flag::Times::once, "", "several dims go in one, as in B=2,D=4"});
  }
  return flags;
}

double parse_input(const FieldInfo& field, std::string_view text) {
  switch (field.kind) {
    case FieldKind::count: return static_cast<double>(parse_count(text));
    case FieldKind::dtype: return static_cast<double>(parse_dtype(text));
    case FieldKind::flops: return parse_si(text, Flops::dim, Notation::bare_allowed);
    case FieldKind::bytes: return parse_si(text, Bytes::dim);
    case FieldKind::word: return parse_word(field, text);
  }
  return 0;
}

Sweep parse_inputs(const FieldInfo& field, std::string_view text) {
  return Sweep::parse(
      text, [&](std::string_view element) { return parse_input(field, element); }, steps_of(field));
}

double parse_cell(const FieldInfo& field, std::string_view text) {
  return field.kind == FieldKind::bytes ? parse_si(text, Bytes::dim, Notation::bare_allowed) : parse_input(field, text);
}

}  // namespace roofline::cli
