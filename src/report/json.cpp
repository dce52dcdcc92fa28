#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline {
namespace {

bool is_plain(std::string_view text) {
  for (const char c : text) {
    if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') return false;
  }
  return true;
}

/// \u202e; two surrogates beyond the basic plane.
void append_code_point(std::string& out, char32_t code) {
  const auto append = [&](char32_t unit) { out += formatted("\\u{:04x}", static_cast<unsigned>(unit)); };
  if (code < 0x10000) {
    append(code);
  } else {
    append(0xd800 + ((code - 0x10000) >> 10));
    append(0xdc00 + ((code - 0x10000) & 0x3ff));
  }
}

/// What a terminal would not show is escaped, so that JSON is safe to look at and loses nothing.
void append_escaped(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0) {
      out += "\xef\xbf\xbd";  // U+FFFD
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (const auto hidden = hidden_code_point(text)) {
      append_code_point(out, *hidden);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
}

void append_list(std::string& out, std::span<const std::string_view> list) {
  out += '[';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, list[i]);
  }
  out += ']';
}

void append_value(std::string& out, const Cell& cell) {
  if (!has_value(cell)) {
    out += "null";
  } else if (cell.kind == Cell::Kind::number) {
    append_number(out, cell.number);
  } else if (cell.kind == Cell::Kind::word) {
    append_json_string(out, cell.word);
  } else if (cell.kind == Cell::Kind::list) {
    append_list(out, cell.list);
  } else {
    append_bare(out, cell);
  }
}

void append_object(ViewState& state, std::span<const Cell> row) {
  std::string& out = state.out.buffer();
  for (std::size_t i = 0; i < row.size(); ++i) {
    out += state.prefixes[i];
    append_value(out, row[i]);
  }
  out += '}';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  if (is_plain(text)) {
    out += text;
  } else {
    append_escaped(out, text);
  }
  out += '"';
}

void begin_json_lines(ViewState& state) {
  for (std::size_t i = 0; i < state.table.columns.size(); ++i) {
    std::string prefix(i == 0 ? "{" : ",");
    append_json_string(prefix, state.table.columns[i].key);
    state.prefixes.push_back(prefix + ":");
  }
}

void json_lines_row(ViewState& state, std::span<const Cell> row) {
  append_object(state, row);
  state.out.append("\n");
}

void end_json_lines(ViewState&, std::span<const std::string>) {}

void begin_json(ViewState& state) {
  begin_json_lines(state);
}

/// The bracket comes with the first row, so that an answer that fails before it leaves room for the error object.
void json_row(ViewState& state, std::span<const Cell> row) {
  if (state.table.rows == Table::Rows::many) state.out.append(state.rows == 0 ? "[" : ",\n");
  append_object(state, row);
  state.out.settle();
}

void end_json(ViewState& state, std::span<const std::string>) {
  const bool many = state.table.rows == Table::Rows::many;
  if (state.rows == 0) return state.out.append(many ? "[]\n" : "");
  state.out.append(many ? "]\n" : "\n");
}

}  // namespace roofline
