#include "cli/picture_names.hpp"

#include <cmath>

#include "base/format.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// What a row of a file calls itself: its first column that is no input, else its inputs.
std::string name_in_file(const Point& point) {
  const Query& query = point.query;
  const auto passing = query.from->passing();
  const Cell cell = passing.empty() ? Cell{} : query.from->passing_cell(passing[0]);
  if (!cell.word.empty()) return std::string(cell.word);
  std::string text;
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.from->has(i) && !std::isnan(point.values[i])) join(text, input_text(point, i));
  }
  return text;
}

}  // namespace

void join(std::string& text, std::string_view part) {
  if (!part.empty()) text.append(text.empty() ? "" : " ").append(part);
}

std::optional<std::size_t> longest_list(const Query& query) {
  std::optional<std::size_t> longest;
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (!query.inputs[i].is_list() || !is_quantity(query.op.fields[i].kind)) continue;
    if (!longest || query.inputs[i].size() >= query.inputs[*longest].size()) longest = i;
  }
  return longest;
}

std::string input_text(const Point& point, std::size_t field) {
  const FieldInfo& asked = point.query.op.fields[field];
  const double value = point.values[field];
  if (asked.kind == FieldKind::flops) return formatted("{}={}", asked.name, show_given(value, Flops::dim));
  if (asked.kind == FieldKind::bytes) return formatted("{}={}", asked.name, show_given(value, Bytes::dim));
  return formatted("{}={}", asked.name, show_input(point.query, field, value));
}

std::string row_name(const Point& point, std::optional<std::size_t> but) {
  const Query& query = point.query;
  std::string text = query.from ? name_in_file(point) : "";
  const auto& settings = query.machines.settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (!settings[i].values.is_list()) continue;
    const double value = point.machine.settings[i];
    join(text, settings[i].dim == Dim{} ? show_number(value) : show_given(value, settings[i].dim));
  }
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.inputs[i].is_list() && i != but) join(text, input_text(point, i));
  }
  return text;
}

std::string picture_title(const Point& point) {
  const Query& query = point.query;
  if (!query.is_list()) return row_title(query, point.machine, point.values);
  std::vector<std::string> chips;
  for (const Chip& chip : query.machines.chips()) chips.push_back(chip.id);
  const std::string title = table_title(query);
  return chips.size() > 1 ? formatted("{}\non {}", title, short_listing(chips)) : title;
}

}  // namespace roofline::cli
