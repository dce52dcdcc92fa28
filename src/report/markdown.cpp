#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline {
namespace {

bool is_number(const Column& column) {
  return column.show != Show::word && column.show != Show::yes_no && column.show != Show::list;
}

/// What would end a cell or start markup.
std::string safe(std::string_view text) {
  static constexpr std::string_view kMarkup = "|`<>*[]\\";
  std::string out;
  for (const char c : escape(text)) {
    if (kMarkup.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

void begin_markdown(ViewState& state) {
  std::string header = "|", rule = "|";
  for (const Column& column : state.table.columns) {
    header += " " + safe(column.key) + " |";
    rule += is_number(column) ? " ---: |" : " --- |";
  }
  state.prefixes.push_back(header + "\n" + rule + "\n");
}

void markdown_row(ViewState& state, std::span<const Cell> row) {
  if (state.rows == 0) state.out.append(state.prefixes[0]);
  std::string line = "|";
  for (std::size_t i = 0; i < row.size(); ++i)
    line += " " + safe(show_cell(row[i], state.table.columns[i].show)) + " |";
  state.out.append(line + "\n");
}

void end_markdown(ViewState& state, std::span<const std::string> notes) {
  if (state.rows == 0) state.out.append(state.prefixes[0]);
  for (const std::string& note : notes) state.out.append("\nnote: " + safe(note) + "\n");
}

}  // namespace roofline
