#include "cli/question.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "cli/key_rows.hpp"
#include "cli/keys.hpp"
#include "cli/operand_formats.hpp"
#include "cli/title.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {
namespace {

Show show_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::count: return Show::count;
    case FieldKind::dtype:
    case FieldKind::word: return Show::word;
    case FieldKind::flops: return Show::flops;
    case FieldKind::bytes: return Show::bytes;
  }
  return Show::word;
}

/// Known before the first row; of a file a guess.
std::size_t count_width(const Query& query, std::size_t field) {
  static constexpr std::size_t kUsual = 5;
  if (query.from && query.from->has(field)) return kUsual;
  return show_input(query, field, query.inputs[field].largest()).size();
}

Column input_column(const Query& query, std::size_t field) {
  const FieldInfo& asked = query.op.fields[field];
  Column column{std::string(asked.name), show_of(asked.kind)};
  if (asked.kind == FieldKind::dtype) column.choices = dtype_names();
  for (const std::string_view word : asked.words) {
    column.choices.push_back(word);
    column.width = std::max(column.width, word.size());
  }
  if (asked.kind == FieldKind::count) column.width = count_width(query, field);
  if (query.from && query.from->has(field)) column.fit = Column::Fit::first_rows;
  return column;
}

constexpr std::size_t kPassingWidth = 8;  // a guess, for what fits in a line

/// An input as it counts: a format that a row of a file leaves open is the one the operand has all the same.
Cell input_cell(const Query& query, const Values& values, std::size_t field) {
  const FieldInfo& asked = query.op.fields[field];
  const bool given = !std::isnan(values[field]);
  if (is_quantity(asked.kind)) return given ? Cell::of(values[field]) : Cell{};
  if (given) return Cell::of(name_of_choice(asked, values[field]));
  for (const Operand& operand : query.op.operands(values)) {
    if (formatted("{}_dtype", operand.name) == asked.name) return Cell::of(info(operand.dtype).name);
  }
  return {};
}

[[noreturn]] void throw_unknown_key(std::span<const Column> columns, const std::string& key) {
  std::vector<std::string> known;
  for (const Column& column : columns) known.push_back(column.key);
  throw Error(key.empty() ? std::string("a key is empty") : formatted("unknown key {}", quote(key)),
              name_hint(key, known));
}

}  // namespace

std::vector<std::string_view> dtype_names() {
  std::vector<std::string_view> names;
  for (const DtypeInfo& row : kDtypes) names.push_back(row.name);
  return names;
}

Show show_of(Dim dim) {
  if (dim == FlopsPerSecond::dim) return Show::flop_rate;
  if (dim == BytesPerSecond::dim) return Show::byte_rate;
  if (dim == Bytes::dim) return Show::binary;
  if (dim == Seconds::dim) return Show::seconds;
  if (dim == Watts::dim) return Show::watts;
  if (dim == Hertz::dim) return Show::hertz;
  return dim == Dim{} ? Show::count : Show::number;
}

QuestionColumns::QuestionColumns(const Query& query, std::vector<Column>& columns,
                                 std::span<const std::string_view> outputs)
    : query_(query) {
  columns.push_back({"schema", Show::count});
  columns.push_back({"command", Show::word});
  Column chip{"chip", Show::word};
  for (const Chip& c : query.machines.chips()) {
    chip.width = std::max(chip.width, c.id.size());
    chip.choices.push_back(c.id);
  }
  columns.push_back(chip);
  first_setting_ = columns.size();
  for (const auto& setting : query.machines.settings()) columns.push_back({setting.path, show_of(setting.dim)});
  first_word_ = columns.size();
  for (const auto& word : query.words) columns.push_back({word.first, Show::word});
  if (query.mesh.adding == MeshWish::Adding::in_switch) {
    in_switch_ = columns.size();
    columns.push_back({"in_switch", Show::yes_no});
  }
  if (query.over) {
    over_ = columns.size();
    columns.push_back({"over", Show::word});
  }
  first_passing_ = columns.size();
  if (query.from) {
    for (const std::size_t i : query.from->passing()) {
      columns.push_back({query.from->columns()[i], Show::word, kPassingWidth, {}, Column::Fit::first_rows});
    }
  }
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const bool output = std::find(outputs.begin(), outputs.end(), field.name) != outputs.end();
    if (output || !query.given(i) || query.seeks(i)) continue;
    fields_.emplace_back(i, columns.size());
    columns.push_back(input_column(query, i));
  }
  if (!operands_stand_apart(query)) return;
  first_operand_ = columns.size();
  for (const Operand& operand : query.op.operands(Points(query).values())) {
    const std::string key = formatted("{}_dtype", operand.name);
    if (!query.given(query.op.index_of(key))) columns.push_back({key, Show::word, 0, dtype_names()});
  }
}

void QuestionColumns::tell_apart(std::vector<Column>& columns) const {
  if (!query_.from) return;
  const auto passing = std::span(columns).subspan(first_passing_, query_.from->passing().size());
  std::unordered_set<std::string> taken;
  for (const Column& column : columns) {
    if (&column < passing.data() || &column >= passing.data() + passing.size()) taken.insert(column.key);
  }
  const auto keeps = [&](const Column& column) { return !taken.contains(column.key) && !is_key(query_, column.key); };
  std::vector<Column*> renamed;
  for (Column& column : passing) {
    keeps(column) ? void(taken.insert(column.key)) : renamed.push_back(&column);
  }
  for (Column* column : renamed) {
    do column->key = "from_" + column->key;
    while (!taken.insert(column->key).second);
  }
}

std::vector<std::string> QuestionColumns::passing_keys(std::span<const Column> columns) const {
  std::vector<std::string> keys;
  const std::size_t count = query_.from ? query_.from->passing().size() : 0;
  for (const Column& column : columns.subspan(first_passing_, count)) keys.push_back(column.key);
  return keys;
}

std::vector<std::string> QuestionColumns::notes(std::span<const Column> columns,
                                                std::span<const std::string> table_keys) const {
  std::string renamed;
  std::vector<std::string> left_out, notes;
  if (query_.from) {
    if (const auto asked = query_.from->renamed(); !asked.empty())
      notes.push_back(formatted("columns of {} by other names: {}", escape(query_.from->name()), short_listing(asked)));
  }
  const std::vector<std::string> keys = passing_keys(columns);
  const std::unordered_set<std::string_view> in_table(table_keys.begin(), table_keys.end());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string& name = query_.from->columns()[query_.from->passing()[i]];
    if (keys[i] != name) renamed += formatted("{}{} as {}", renamed.empty() ? "" : ", ", escape(name), escape(keys[i]));
    if (!in_table.contains(keys[i])) left_out.push_back(escape(keys[i]));
  }
  if (!renamed.empty()) {
    notes.push_back(formatted("columns of {} that are called as keys of answers come out as others: {}",
                              escape(query_.from->name()), renamed));
  }
  if (!left_out.empty()) {
    notes.push_back(formatted("not in this table: {}; --get names columns", short_listing(left_out)));
  }
  return notes;
}

std::vector<std::string> QuestionColumns::unused() const {
  std::vector<std::string> names;
  if (!query_.from) return names;
  for (const std::size_t i : query_.from->passing()) {
    const std::string& name = query_.from->columns()[i];
    if (asks_for_all_rows(query_, name)) names.push_back(escape(name));
  }
  return names;
}

void QuestionColumns::fill(const Machine& machine, const Values& values, std::span<Cell> row) const {
  row[0] = Cell::of(kSchema);
  row[1] = Cell::of(query_.op.name);
  row[2] = word_cell(machine.chip.id);
  for (std::size_t i = 0; i < machine.settings.size(); ++i) row[first_setting_ + i] = Cell::of(machine.settings[i]);
  for (std::size_t i = 0; i < query_.words.size(); ++i)
    row[first_word_ + i] = Cell::of(std::string_view(query_.words[i].second));
  if (in_switch_) row[*in_switch_] = Cell::yes_no(1);
  if (query_.over) row[over_] = Cell::of(query_.over->view());
  if (query_.from) {
    std::size_t column = first_passing_;
    for (const std::size_t i : query_.from->passing()) row[column++] = query_.from->passing_cell(i);
  }
  for (const auto& [field, column] : fields_) row[column] = input_cell(query_, values, field);
  if (!first_operand_) return;
  std::size_t column = *first_operand_;
  for (const Operand& operand : query_.op.operands(values)) {
    if (!query_.given(query_.op.index_of(formatted("{}_dtype", operand.name))))
      row[column++] = Cell::of(info(operand.dtype).name);
  }
}

std::vector<std::string> varying_keys(const Query& query) {
  std::vector<std::string> keys;
  if (query.machines.chips().size() > 1) keys.emplace_back("chip");
  for (const auto& setting : query.machines.settings()) {
    if (setting.values.is_list()) keys.push_back(setting.path);
  }
  bool operand_varies = false;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (!query.varies(i) || query.seeks(i)) continue;
    keys.emplace_back(field.name);
    operand_varies = operand_varies || (field.kind == FieldKind::dtype && field.name != "dtype");
  }
  if (operands_stand_apart(query) && std::find(keys.begin(), keys.end(), "dtype") != keys.end()) {
    for (const Operand& operand : query.op.operands(Points(query).values())) {
      const std::string key = formatted("{}_dtype", operand.name);
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    }
  }
  // The format computed in hangs on the operands'.
  const bool has_dtype = std::find(keys.begin(), keys.end(), "dtype") != keys.end();
  if (operand_varies && !has_dtype) keys.emplace_back("dtype");
  return keys;
}

std::vector<std::size_t> pick_columns(std::span<const Column> columns, std::span<const std::string> keys) {
  std::unordered_map<std::string_view, std::size_t> indices;
  for (std::size_t i = 0; i < columns.size(); ++i) indices.emplace(columns[i].key, i);
  std::vector<std::size_t> picked;
  std::unordered_set<std::string_view> seen;
  for (const std::string& key : keys) {
    const auto found = indices.find(key);
    if (found == indices.end()) throw_unknown_key(columns, key);
    if (!seen.insert(key).second) throw Error(formatted("{} is named twice", escape(key)));
    picked.push_back(found->second);
  }
  return picked;
}

std::vector<std::string> fitting_keys(std::span<const Column> columns, const std::vector<std::string>& passing,
                                      const std::vector<std::string>& varying,
                                      const std::vector<std::vector<std::string>>& tails) {
  static constexpr std::size_t kLongestRegime = name_of(Regime::communication_bound).size();
  std::unordered_map<std::string_view, std::size_t> widths;
  for (const Column& c : columns) {
    widths[c.key] = kTextGap + (c.key == "regime" ? kLongestRegime : text_width(c));
  }
  const auto width_of = [&](std::span<const std::string> keys) {
    std::size_t width = 0;
    for (const std::string& key : keys) width += widths.at(key);
    return width;
  };
  std::size_t fixed = width_of(varying);
  for (const Column& c : columns) {
    const bool first = passing.empty() && !varying.empty() && c.key == varying[0];
    if (first) fixed += first_text_width(c) - text_width(c);
  }
  const std::size_t room = kTextWidth + kTextGap;
  const auto keys_of = [&](std::size_t n, const std::vector<std::string>& tail) {
    std::vector<std::string> keys(passing.begin(), passing.begin() + static_cast<std::ptrdiff_t>(n));
    keys.insert(keys.end(), varying.begin(), varying.end());
    keys.insert(keys.end(), tail.begin(), tail.end());
    return keys;
  };
  const std::size_t name = passing.empty() ? 0 : widths.at(passing[0]);
  for (const auto& tail : tails) {
    std::size_t width = name + fixed + width_of(tail), n = passing.empty() ? 0 : 1;
    if (width > room) continue;
    while (n < passing.size() && width + widths.at(passing[n]) <= room) width += widths.at(passing[n++]);
    return keys_of(n, tail);
  }
  return keys_of(0, tails.back());
}

}  // namespace roofline::cli
