#include "cli/subject.hpp"

#include <cmath>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "cli/mesh_text.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// An input that line 1 tells: given, not what is solved for, and in a table the same for all rows.
bool is_told(const Query& query, const Chip* chip, const Values& values, std::size_t field) {
  const bool varies = chip == nullptr && query.varies(field);
  return !std::isnan(values[field]) && !varies && !query.seeks(field);
}

/// "X=4,Y=8": the sizes that are told.
std::string sizes_text(const Query& query, const Chip* chip, const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (field.group != "mesh" || !is_told(query, chip, values, i)) continue;
    text += formatted("{}{}={}", text.empty() ? "" : ",", field.name, values[i]);
  }
  return text;
}

/// Every size of the mesh is known, and so how it lies.
bool knows_mesh(const Query& query, const Chip* chip, const Values& values) {
  if (chip == nullptr) return false;
  for (const AxisWish& axis : query.mesh.axes) {
    if (std::isnan(values[query.op.index_of(axis.name.view())])) return false;
  }
  return true;
}

/// The same dims and quantities, "B=1024 D=8192 F=32768".
std::string inputs_text(const Query& query, const Chip* chip, const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (field.group == "mesh" || !is_told(query, chip, values, i)) continue;
    text += formatted("{}{}={}", text.empty() ? "" : " ", field.name, show_input(query, i, values[i]));
  }
  return text;
}

double chips_in(const Query& query, const Values& values) {
  double chips = 1;
  for (const AxisWish& axis : query.mesh.axes) chips *= values[query.op.index_of(axis.name.view())];
  return chips;
}

std::string einsum_title(const Query& query, const std::string& machine, const Chip* chip, const Values& values) {
  const bool whole = knows_mesh(query, chip, values);
  const double chips = whole ? chips_in(query, values) : 1;
  const std::string count = chips > 1 ? formatted("{} x ", chips) : "";
  const std::string place =
      machine.empty() || machine.starts_with(" with") ? machine : formatted(" on {}{}", count, machine);
  std::string over = query.over ? formatted(" over {}", escape(query.over->view())) : "";
  std::string second = inputs_text(query, chip, values);
  std::string mesh = whole ? mesh_text(lay_mesh(*chip, wish_at(query, values))) : sizes_text(query, chip, values);
  if (!mesh.empty()) mesh += ", per chip";
  if (!second.empty() && !mesh.empty()) second += ", ";
  second += mesh;
  return formatted("einsum {}{}{}{}{}", word_of(query, kEinsum), over, place, second.empty() ? "" : "\n", second);
}

/// "34 MB", "34 MB a chip".
std::string size_text(const Query& query, const Chip* chip, const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (field.group == "mesh" || !is_told(query, chip, values, i)) continue;
    const bool bytes = field.kind == FieldKind::bytes;
    text += bytes ? " " + show_given(values[i], Bytes::dim) : formatted(" {}={}", field.name, values[i]);
    if (field.name == "size_per_chip") text += " a chip";
  }
  return text;
}

std::string collective_title(const Query& query, const std::string& machine, const Chip* chip, const Values& values) {
  const std::string_view axis = word_of(query, kAxis);
  const std::string sizes = sizes_text(query, chip, values);
  const std::string whole = query.mesh.axes.size() == 1 ? "" : formatted("{} of ", axis);
  const std::string place = machine.empty() || machine.starts_with(" with") ? machine : " on " + machine;
  std::string text = formatted("{}{} over {}{}{}", word_of(query, kCollective), size_text(query, chip, values), whole,
                               sizes.empty() ? axis : std::string_view(sizes), place);
  if (!knows_mesh(query, chip, values)) return text;
  AxisSet axes;
  const auto names = split(axis, '+');
  for (std::size_t i = 0; i < query.mesh.axes.size(); ++i) {
    for (const std::string& name : names) axes |= query.mesh.axes[i].name.view() == name ? AxisSet::of(i) : AxisSet();
  }
  return formatted("{}: {}", text, shapes_text(lay_mesh(*chip, wish_at(query, values)), axes));
}

bool dtypes_vary(const Query& query) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (query.op.fields[i].kind == FieldKind::dtype && query.varies(i)) return true;
  }
  return false;
}

/// Chips of tp and dp.
double chips_in_model(const Query& query, const Values& values) {
  double chips = 1;
  for (const char* field : {"tp", "dp"}) {
    const double along = values[query.op.index_of(field)];
    if (!std::isnan(along)) chips *= along;
  }
  return chips;
}

/// " bf16", or " weights=mxfp4 act=bf16 kv=bf16" where they differ.
std::string formats_text(const Query& query, const Values& values) {
  std::string apart;
  const Operands operands = query.op.operands(values);
  bool differ = false;
  for (const Operand& operand : operands) {
    apart += formatted(" {}={}", operand.name, info(operand.dtype).name);
    differ = differ || operand.dtype != operands[0].dtype;
  }
  return differ ? apart : formatted(" {}", info(operands[0].dtype).name);
}

/// " batch=32 context=8192".
std::string model_inputs_text(const Query& query, const Chip* chip, const Values& values) {
  std::string text;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (field.kind == FieldKind::dtype || !is_told(query, chip, values, i)) continue;
    const bool chips = field.counts == FieldInfo::Counts::chips && values[i] == 1;
    if (!chips) text += formatted(" {}={}", field.name, show_input(query, i, values[i]));
  }
  return text;
}

/// "llama-3-8b decode batch=32 context=8192 on h100-sxm".
std::string model_title(const Query& query, const std::string& machine, const Chip* chip, const Values& values) {
  std::string text;
  for (const auto& [key, word] : query.words) {
    const bool plain = key == kModel || key == "phase";
    text += formatted("{}{}", text.empty() ? "" : " ", plain ? word : formatted("{}={}", key, escape(word)));
  }
  text += model_inputs_text(query, chip, values);
  if (!dtypes_vary(query)) text += formats_text(query, values);
  if (machine.empty() || machine.starts_with(" with")) return text + machine;
  const double chips = chips_in_model(query, values);
  return formatted("{} on {}{}", text, chips > 1 ? formatted("{} x ", chips) : "", machine);
}

}  // namespace

std::string_view word_of(const Query& query, std::string_view key) {
  for (const auto& [name, word] : query.words) {
    if (name == key) return word;
  }
  return "";
}

bool has_subject(const Query& query) {
  return !query.words.empty();
}

std::string subject_title(const Query& query, const std::string& machine, const Chip* chip, const Values& values) {
  if (query.op.is_model()) return model_title(query, machine, chip, values);
  return word_of(query, kEinsum).empty() ? collective_title(query, machine, chip, values)
                                         : einsum_title(query, machine, chip, values);
}

}  // namespace roofline::cli
