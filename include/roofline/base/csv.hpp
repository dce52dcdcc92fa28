#pragma once
// The one CSV reader. Strict RFC 4180: fields are separated by commas, a field in quotes may hold commas, line ends and
// doubled quotes; every row has as many fields as the first. CRLF and LF end rows; what is written is kept, blanks too.
// An empty line is no row, but where rows have one field.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/lines.hpp"

namespace roofline {

class CsvReader {
 public:
  explicit CsvReader(Lines& lines) : lines_(lines) {}

  /// The next row; false when there is none. Throws Error with file, line and column for a row that is not CSV (a
  /// quote in the wrong place, too many or too few fields, bytes that are not UTF-8); the next call goes on with the
  /// line after it.
  bool next();
  /// Of the current row, quotes taken away; valid until the next call.
  std::span<const std::string_view> fields() const { return fields_; }
  /// "layers.csv:17:5": where a field of the current row begins.
  std::string place(std::size_t field) const { return lines_.place(spans_[field].begin); }

 private:
  /// A field as it stands in the line, quotes aside.
  struct Span {
    std::size_t begin, end;
    enum { plain, doubled } quotes = plain;  ///< whether it holds doubled quotes
  };
  void split();
  std::size_t take_bare(std::size_t begin);
  std::size_t take_quoted(std::size_t begin);
  void make_fields();
  void extend(std::size_t quote);
  void check() const;
  [[noreturn]] void fail(std::size_t offset, std::string message, std::string hint = {}) const;

  Lines& lines_;
  std::vector<Span> spans_;
  std::vector<std::string_view> fields_;
  std::string unescaped_;
  std::size_t width_ = 0;  ///< fields of the first row
};

}  // namespace roofline
