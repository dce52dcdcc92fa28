#include <algorithm>

#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline {
namespace {

/// Text that a terminal can show: escaped, but for the tabs and line ends that a field may hold.
std::string shown(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t kept = text.starts_with("\r\n") ? 2 : text[0] == '\t' || text[0] == '\n' ? 1 : 0;
    const std::size_t next = kept > 0 ? kept : std::min(text.find_first_of("\t\r\n", 1), text.size());
    out += kept > 0 ? std::string(text.substr(0, next)) : escape(text.substr(0, next));
    text.remove_prefix(next);
  }
  return out;
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

/// RFC 4180: quoted when it holds a comma, a quote or a line end; quotes doubled.
void append_quoted(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_field(std::string& out, std::string_view text) {
  is_plain(text) ? append_quoted(out, text) : append_quoted(out, shown(text));
}

void append_cell(std::string& out, const Cell& cell) {
  if (cell.kind == Cell::Kind::word || cell.kind == Cell::Kind::literal) {
    append_field(out, cell.word);
  } else if (cell.kind == Cell::Kind::list) {
    if (cell.list.empty()) return;
    std::string text;
    append_bare(text, cell);
    append_field(out, text);
  } else {
    append_bare(out, cell);
  }
}

}  // namespace

void begin_csv(ViewState& state) {
  std::string header;
  for (const Column& column : state.table.columns) {
    if (!header.empty()) header += ',';
    append_field(header, column.key);
  }
  state.prefixes.push_back(header + "\n");
}

/// The header comes with the first row: an answer that fails before it leaves standard output empty.
void csv_row(ViewState& state, std::span<const Cell> row) {
  std::string& out = state.out.buffer();
  if (state.rows == 0) out += state.prefixes[0];
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += ',';
    append_cell(out, row[i]);
  }
  out += '\n';
  state.out.settle();
}

void end_csv(ViewState& state, std::span<const std::string>) {
  if (state.rows == 0) state.out.append(state.prefixes[0]);
}

void begin_values(ViewState&) {}

void values_row(ViewState& state, std::span<const Cell> row) {
  std::string& out = state.out.buffer();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += '\t';
    const bool foreign = row[i].kind == Cell::Kind::word || row[i].kind == Cell::Kind::literal;
    if (foreign) {
      out += escape(row[i].word);  // no tab or line end may tear the row
    } else {
      append_bare(out, row[i]);
    }
  }
  out += '\n';
  state.out.settle();
}

void end_values(ViewState&, std::span<const std::string>) {}

}  // namespace roofline
