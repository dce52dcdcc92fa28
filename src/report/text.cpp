#include <algorithm>

#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline {
namespace {

constexpr std::size_t kFirstNumber = 6;  // a table that begins with a number begins a little indented
constexpr std::size_t kReasonColumn = 22;

bool is_number(Show show) {
  return show != Show::word && show != Show::yes_no && show != Show::list;
}

/// Room for what the column can hold: 5 characters of number, a prefix, the unit.
std::size_t usual_width(Show show) {
  switch (show) {
    case Show::seconds:
    case Show::bytes: return 8;
    case Show::binary: return 9;
    case Show::flops: return 11;
    case Show::flop_rate: return 13;
    case Show::byte_rate: return 10;
    case Show::number:
    case Show::tenths: return 6;
    case Show::percent: return 5;
    case Show::count:
    case Show::word:
    case Show::yes_no:
    case Show::list: return 0;
  }
  return 0;
}

std::string pad_left(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string table_line(const ViewState& state, std::span<const std::string> texts) {
  std::string line;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) line += std::string(kTextGap, ' ');
    const bool number = is_number(state.table.columns[i].show);
    line += number ? pad_left(texts[i], state.widths[i]) : pad_right(texts[i], state.widths[i]);
  }
  return trimmed(std::move(line)) + "\n";
}

/// A key, its value and the reason beside it, which wraps under itself.
std::string sheet_line(const Sheet::Line& line, std::size_t key_width) {
  const std::string front = "  " + pad_right(line.key, key_width) + pad_right(line.value, kReasonColumn);
  if (line.reason.empty()) return trimmed(front) + "\n";
  return trimmed(front + wrap(line.reason, kTextWidth, front.size())) + "\n";
}

}  // namespace

std::size_t text_width(const Column& column) {
  return std::max({column.key.size(), column.width, usual_width(column.show)});
}

void begin_text(ViewState& state) {
  const auto& columns = state.table.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t width = text_width(columns[i]);
    state.widths.push_back(i == 0 && is_number(columns[i].show) ? std::max(width, kFirstNumber) : width);
  }
}

void text_row(ViewState& state, std::span<const Cell> row) {
  std::vector<std::string> texts;
  if (state.rows == 0) {
    for (const Column& column : state.table.columns) texts.push_back(escape(column.key));
    state.out.append(wrap(state.table.title, kTextWidth, 0) + "\n\n" + table_line(state, texts));
    texts.clear();
  }
  for (std::size_t i = 0; i < row.size(); ++i) texts.push_back(show_cell(row[i], state.table.columns[i].show));
  state.out.append(table_line(state, texts));
}

void end_text(ViewState& state, std::span<const std::string> notes) {
  if (state.rows == 0 || notes.empty()) return;
  state.out.append("\n");
  print_notes(state.out, notes);
}

void print(Output& out, const Sheet& sheet) {
  std::size_t key_width = 12;
  for (const auto& section : sheet.sections) {
    for (const Sheet::Line& line : section) key_width = std::max(key_width, line.key.size());
  }
  out.append(wrap(sheet.title, kTextWidth, 0) + "\n");
  for (const auto& section : sheet.sections) {
    out.append("\n");
    for (const Sheet::Line& line : section) out.append(sheet_line(line, key_width + kTextGap));
  }
  if (sheet.notes.empty()) return;
  out.append("\n");
  print_notes(out, sheet.notes);
}

}  // namespace roofline
