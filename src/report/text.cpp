#include <algorithm>

#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline {
namespace {

constexpr std::size_t kFirstNumber = 6;
constexpr std::size_t kReasonColumn = 22;

bool is_number(Show show) {
  return show != Show::word && show != Show::yes_no && show != Show::list;
}

/// Room for what the column can hold: 5 characters of number, a prefix, the unit.
std::size_t usual_width(Show show) {
  switch (show) {
    case Show::seconds:
    case Show::watts:
    case Show::hertz:
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
  return std::string(width - std::min(width, display_width(text)), ' ') + std::string(text);
}

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, display_width(text)), ' ');
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Cut to a width, so that it shows.
std::string cut(std::string text, std::size_t width) {
  static constexpr std::string_view kMark = "..";
  if (display_width(text) <= width) return text;
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  while (display_width(text) + kMark.size() > width) {
    while (continues(text.back())) text.pop_back();
    text.pop_back();
  }
  return text + std::string(kMark);
}

std::string table_line(const ViewState& state, std::span<const std::string> texts) {
  std::string line;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) line += std::string(kTextGap, ' ');
    const bool number = is_number(state.table.columns[i].show);
    const bool name = !number && state.table.columns[i].fit == Column::Fit::first_rows;
    line += number ? pad_left(texts[i], state.widths[i])
                   : pad_right(name ? cut(texts[i], state.widths[i]) : texts[i], state.widths[i]);
  }
  return trimmed(std::move(line)) + "\n";
}

/// A key, its value and the reason beside it, which wraps under itself.
std::string sheet_line(const Sheet::Line& line, std::size_t key_width) {
  const std::string front = "  " + pad_right(line.key, key_width) + pad_right(line.value, kReasonColumn);
  if (line.reason.empty()) return trimmed(front) + "\n";
  return trimmed(front + wrap(line.reason, kTextWidth, front.size())) + "\n";
}

/// Names of a file that would push a line past its end are cut: the widest first, none below what a name needs.
void narrow(ViewState& state) {
  static constexpr std::size_t kLeast = 8;
  std::size_t total = kTextGap * (state.widths.size() - 1);
  for (const std::size_t width : state.widths) total += width;
  while (total > kTextWidth) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < state.widths.size(); ++i) {
      const Column& column = state.table.columns[i];
      const bool name = column.fit == Column::Fit::first_rows && !is_number(column.show);
      if (name && (widest == nullptr || state.widths[i] > *widest)) widest = &state.widths[i];
    }
    if (widest == nullptr || *widest <= kLeast) return;
    --*widest;
    --total;
  }
}

/// The title, the header, and the rows held back until their widths were known.
void release(ViewState& state) {
  std::vector<std::string> header;
  for (const Column& column : state.table.columns) header.push_back(escape(column.key));
  for (const auto& texts : state.held) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool fitted = state.table.columns[i].fit == Column::Fit::first_rows;
      if (fitted) state.widths[i] = std::max(state.widths[i], display_width(texts[i]));
    }
  }
  narrow(state);
  if (!state.table.title.empty()) state.out.append(wrap(state.table.title, kTextWidth, 0) + "\n\n");
  state.out.append(table_line(state, header));
  for (const auto& texts : state.held) state.out.append(table_line(state, texts));
  state.held.clear();
}

}  // namespace

std::size_t text_width(const Column& column) {
  return std::max({column.key.size(), column.width, usual_width(column.show)});
}

std::size_t first_text_width(const Column& column) {
  return is_number(column.show) ? std::max(text_width(column), kFirstNumber) : text_width(column);
}

void begin_text(ViewState& state) {
  static constexpr std::uint64_t kFirstRows = 100;
  const auto& columns = state.table.columns;
  state.hold = 1;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool fitted = columns[i].fit == Column::Fit::first_rows;
    if (fitted) state.hold = kFirstRows;
    const std::size_t width = fitted ? display_width(escape(columns[i].key)) : text_width(columns[i]);
    state.widths.push_back(i == 0 && is_number(columns[i].show) ? std::max(width, kFirstNumber) : width);
  }
}

void text_row(ViewState& state, std::span<const Cell> row) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < row.size(); ++i) texts.push_back(show_cell(row[i], state.table.columns[i].show));
  if (state.rows >= state.hold) {
    state.out.append(table_line(state, texts));
    return;
  }
  state.held.push_back(std::move(texts));
  if (state.rows + 1 == state.hold) release(state);
}

void end_text(ViewState& state, std::span<const std::string> notes) {
  if (state.rows < state.hold) release(state);
  if (notes.empty()) return;
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
  if (!sheet.table.empty()) out.append("\n" + sheet.table);
  if (sheet.notes.empty()) return;
  out.append("\n");
  print_notes(out, sheet.notes);
}

}  // namespace roofline
