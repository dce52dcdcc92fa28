#pragma once
// What does an answer look like as data? Columns with a key each, rows of cells, and a view that writes them. Every
// command hands its rows to the same views, so the formats cannot disagree.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/io.hpp"

namespace roofline {

/// What a column holds, and so how text shows it. Machine formats write base units for all of them.
enum class Show : std::uint8_t {
  word,
  yes_no,
  list,     ///< of words: notes, explain
  count,    ///< a whole number
  number,   ///< without a unit of its own beside it: margin, intensity
  tenths,   ///< a real number of whole things: 255.2, 8755.6
  percent,  ///< a ratio, shown as %
  seconds,
  flops,
  flop_rate,
  bytes,   ///< decimal prefixes
  binary,  ///< bytes with binary prefixes
  byte_rate,
  watts,  ///< as the file gives them
  hertz,
};

struct Column {
  std::string key;
  Show show = Show::word;
  std::size_t width = 0;                    ///< text: at least this wide
  std::vector<std::string_view> choices{};  ///< of a word: all that it can be, where that is known; not owned
  enum class Fit : std::uint8_t { width, first_rows } fit = Fit::width;  ///< text: as wide as its first rows need
  /// Computed, or as a file states it: then == is exact; a rate of wires may be told in bits.
  enum class Origin : std::uint8_t { computed, stated, stated_of_wires } origin = Origin::computed;
};

/// One value. `none` is null in JSON, empty in CSV, - in text: never 0.
struct Cell {
  enum class Kind : std::uint8_t { none, number, word, yes_no, list, literal } kind = Kind::none;
  double number = 0;      ///< base units; 0 or 1 for yes_no
  std::string_view word;  ///< of a literal: JSON as it was written
  std::span<const std::string_view> list;

  static Cell of(double value) { return {Kind::number, value, {}, {}}; }
  static Cell of(std::string_view word) { return {Kind::word, 0, word, {}}; }
  static Cell literal(std::string_view json) { return {Kind::literal, 0, json, {}}; }
  static Cell yes_no(double truth) { return {Kind::yes_no, truth, {}, {}}; }
  static Cell of(std::span<const std::string_view> list) { return {Kind::list, 0, {}, list}; }
};

/// A number that JSON and text cannot write (infinity) has no value there.
bool has_value(const Cell& cell);

/// A cell as text shows it: "174.4 us", "compute-bound", "-".
std::string show_cell(const Cell& cell, Show show);
/// A cell as machines read it: base units, full precision; nothing for none.
void append_bare(std::string& out, const Cell& cell);

/// What all rows of one answer share.
struct Table {
  std::string title;  ///< text's first line: the question as understood
  std::vector<Column> columns;
  enum class Rows { one, many } rows = Rows::many;  ///< JSON: an object, or an array of them
};

/// A view's memory between rows.
struct ViewState {
  Output& out;
  const Table& table;
  std::vector<std::string> prefixes{};  ///< what stands before each cell
  std::vector<std::size_t> widths{};
  std::uint64_t hold = 0;                        ///< text: how many first rows decide the widths
  std::vector<std::vector<std::string>> held{};  ///< of them, those not printed yet
  std::uint64_t rows = 0;
};

struct View {
  std::string_view name, summary;
  enum class Readers { people, machines } readers;  ///< people get the columns of a table, machines get all
  enum class Errors { text, object } errors;        ///< an error becomes an object on standard output too
  void (*begin)(ViewState&);
  void (*row)(ViewState&, std::span<const Cell>);
  void (*end)(ViewState&, std::span<const std::string> notes);
};

/// The view table: what --format knows.
std::span<const View> views();
const View& text_view();
/// Bare values, tab-separated: what --get prints without a --format.
const View& values_view();
/// By name; an Error with the list or a suggestion.
const View& find_view(std::string_view name);

/// Writes one answer row by row through a view.
class Printer {
 public:
  Printer(const View& view, Output& out, const Table& table) : view_(view), state_{out, table} { view_.begin(state_); }
  void row(std::span<const Cell> cells) {
    view_.row(state_, cells);
    ++state_.rows;
  }
  /// An answer without rows is an empty table; one that failed has no end.
  void end(std::span<const std::string> notes) { view_.end(state_, notes); }

 private:
  const View& view_;
  ViewState state_;
};

/// One answer as lines of key, value and reason (ux: what you read is what you --get).
struct Sheet {
  struct Line {
    std::string key, value, reason;
  };
  std::string title;
  std::vector<std::vector<Line>> sections;
  std::vector<std::string> notes;
  std::string table{};  ///< after the sections, in lines
};
void print(Output& out, const Sheet& sheet);

/// "note: ..." lines, wrapped at 80 columns.
void print_notes(Output& out, std::span<const std::string> notes);

/// `text` as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string& out, std::string_view text);

inline constexpr std::size_t kTextWidth = 80;
/// How wide a table's column is, and the gap between two.
std::size_t text_width(const Column& column);
/// The same of the first column: a table that begins with a number begins a little indented.
std::size_t first_text_width(const Column& column);
inline constexpr std::size_t kTextGap = 2;

}  // namespace roofline
