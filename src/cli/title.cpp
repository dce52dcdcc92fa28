#include "cli/title.hpp"

#include <cmath>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "cli/subject.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {
namespace {

/// Which inputs line 1 names.
enum class Varying { shown, left_out };

bool is_in_group(const FieldInfo& field) {
  return field.given == Given::in_group;
}

/// " B=256 D=8192": dims and quantities; dtypes and shards have their own words.
std::string inputs_text(const Query& query, const Values& values, Varying varying) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const bool skipped =
        field.kind == FieldKind::dtype || is_in_group(field) || std::isnan(values[i]) || query.seeks(i);
    if (skipped || (varying == Varying::left_out && query.varies(i))) continue;
    text += formatted(" {}={}", field.name, show_input(query, i, values[i]));
  }
  return text;
}

bool dtypes_vary(const Query& query) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (query.op.fields[i].kind == FieldKind::dtype && query.varies(i)) return true;
  }
  return false;
}

/// " bf16", or " x=bf16 y=int8 z=bf16 compute=bf16" where they differ.
std::string dtype_text(const Query& query, const Values& values) {
  const Dtype computed = query.op.work(values, 0).compute[0].dtype;
  const Operands operands = query.op.operands(values);
  std::string apart;
  bool differ = false;
  for (const Operand& operand : operands) {
    apart += formatted(" {}={}", operand.name, info(operand.dtype).name);
    differ = differ || operand.dtype != computed;
  }
  if (!differ) return formatted(" {}", info(computed).name);
  return formatted("{} compute={}", apart, info(computed).name);
}

/// " x=int8": the formats that were given and do not vary, where others do.
std::string given_dtypes_text(const Query& query, const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (field.kind != FieldKind::dtype || !query.given(i) || query.varies(i)) continue;
    text += formatted(" {}={}", field.name.substr(0, field.name.find("_dtype")), show_input(query, i, values[i]));
  }
  return text;
}

std::string overlay_text(std::span<const std::string> overlays) {
  std::string text;
  for (const std::string& overlay : overlays) text += (text.empty() ? " with " : ", ") + overlay;
  return text;
}

std::string machine_text(const Machine& machine) {
  return machine.chip.id + overlay_text(machine.chip.overlays);
}

/// What --set changes on every row of a table.
std::string fixed_overlay_text(const Query& query) {
  const Machine first = query.machines.machine(0);
  std::vector<std::string> fixed;
  for (std::size_t i = 0; i < query.machines.settings().size(); ++i) {
    if (!query.machines.settings()[i].values.is_list()) fixed.push_back(first.chip.overlays[i]);
  }
  return overlay_text(fixed);
}

/// ", D over 2, per chip".
std::string shard_text(const Query& query, const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (!is_in_group(field) || std::isnan(values[i]) || query.varies(i)) continue;
    text += formatted(", {} over {}", in_group(field), values[i]);
  }
  return text.empty() ? "" : text + ", per chip";
}

bool shards_vary(const Query& query) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (is_in_group(query.op.fields[i]) && query.varies(i)) return true;
  }
  return false;
}

double chips_of(const Query& query, const Values& values) {
  double chips = 1;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (is_in_group(query.op.fields[i]) && !std::isnan(values[i])) chips *= values[i];
  }
  return chips;
}

std::string over_text(const Query& query) {
  return query.over ? formatted(" over {}", escape(query.over->view())) : "";
}

/// " on 2 x tpu-v5e, D over 2, per chip".
std::string place_text(const Query& query, const std::string& machine, const Values& values) {
  const double chips = chips_of(query, values);
  const std::string count = chips > 1 && !shards_vary(query) ? formatted("{} x ", chips) : "";
  return formatted("{} on {}{}{}", over_text(query), count, machine, shard_text(query, values));
}

/// ", ridge 240.2 FLOP/B", where it is known.
std::string ridge_text(const Query& query, const Machine& machine, const Values& values) {
  const Estimate e = estimate(work_at(query, with_unit_dims(query, values)), machine.chip);
  const auto ridge = e.ridge(e.primary());
  return ridge ? formatted(", ridge {}", show(*ridge)) : "";
}

/// A table of an einsum or a collective.
std::string subject_table_title(const Query& query) {
  const Values values = Points(query).values();
  const auto& chips = query.machines.chips();
  const std::string overlay = fixed_overlay_text(query);
  return subject_title(query, chips.size() == 1 ? chips[0].id + overlay : overlay, nullptr, values);
}

/// What a table is about, without what varies.
std::string table_question(const Query& query) {
  const Values values = Points(query).values();
  std::string text = formatted("{}{}", query.op.name, inputs_text(query, values, Varying::left_out));
  const bool one_dtype = !dtypes_vary(query);
  text += one_dtype ? dtype_text(query, with_unit_dims(query, values)) : given_dtypes_text(query, values);
  if (query.machines.chips().size() > 1) {
    return text + over_text(query) + shard_text(query, values) + fixed_overlay_text(query);
  }
  text += place_text(query, query.machines.chips()[0].id + fixed_overlay_text(query), values);
  if (query.machines.size() > 1) return text;
  const Machine machine = query.machines.machine(0);
  const bool moves = !query.op.work(with_unit_dims(query, values), 0).traffic.empty();
  const bool one_resource = moves && !query.sought && chips_of(query, values) == 1 && !shards_vary(query);
  return one_dtype && one_resource ? text + ridge_text(query, machine, values) : text;
}

}  // namespace

std::string show_input(const Query& query, std::size_t field, double value) {
  const FieldInfo& asked = query.op.fields[field];
  if (!is_quantity(asked.kind)) return std::string(name_of_choice(asked, value));
  const bool as_typed = asked.kind != FieldKind::count && !query.varies(field);
  if (as_typed) return query.typed[field];
  std::string text;
  append_number(text, value);
  return text;
}

std::string row_title(const Query& query, const Machine& machine, const Values& values) {
  if (has_subject(query)) return subject_title(query, machine_text(machine), &machine.chip, values);
  return formatted("{}{}{}{}", query.op.name, inputs_text(query, values, Varying::shown),
                   dtype_text(query, with_unit_dims(query, values)), place_text(query, machine_text(machine), values));
}

std::string table_title(const Query& query) {
  std::string text = has_subject(query) ? subject_table_title(query) : table_question(query);
  if (query.sought) text += formatted(", solved for {}", query.sought->name);
  if (query.from) text += formatted(", rows of {}", escape(query.from->name()));
  return text;
}

std::string solve_title(const Query& query, const Machine& machine, const Values& values) {
  return formatted("{}, solved for {}", row_title(query, machine, values), query.sought->name);
}

std::string flags_label(const Query& query, const Machine& machine, const Values& values) {
  std::string text = query.machines.size() > 1 ? machine_text(machine) : "";
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (!query.inputs[i].is_list() || query.seeks(i)) continue;
    text += formatted("{}{}={}", text.empty() ? "" : " ", query.op.fields[i].name, show_input(query, i, values[i]));
  }
  return text;
}

std::string row_label(const Query& query, const Machine& machine, const Values& values) {
  const std::string flags = flags_label(query, machine, values);
  if (!query.from) return flags;
  return query.from->place() + (flags.empty() ? "" : " ") + flags;
}

}  // namespace roofline::cli
