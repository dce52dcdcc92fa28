#pragma once
// Rows of values under names, from CSV (the first row has the names) or JSON Lines (the keys of the first object are
// the names of all), in constant memory.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/csv.hpp"
#include "roofline/base/json.hpp"
#include "roofline/base/lines.hpp"

namespace roofline {

/// A value as it was written. `literal` is JSON that is no string: a number, true, an array; CSV has numbers too.
/// `none` is an empty field of CSV, null, or a key that is not there.
struct RecordField {
  enum class Kind { none, text, literal } kind = Kind::none;
  std::string_view text{};
};

class Records {
 public:
  /// Reads the names: an object comes first in JSON Lines, anything else is CSV. Throws Error with file and line.
  Records(Read read, std::string name);
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  ~Records() = default;

  const std::vector<std::string>& names() const { return names_; }
  enum class Format { csv, json_lines };
  Format format() const { return csv_ ? Format::csv : Format::json_lines; }
  /// The next row; false when there is none. Throws Error with file, line and column for a bad one (the next call goes
  /// on after it), ReadError when nothing more can be read.
  bool next();
  /// In the order of names(); valid until the next call.
  std::span<const RecordField> fields() const { return fields_; }

  const std::string& name() const { return lines_.name(); }
  /// "layers.csv:17", and with the column of a field "layers.csv:17:5".
  std::string place() const { return lines_.place(); }
  std::string place(std::size_t field) const;

 private:
  bool next_csv();
  bool next_json();
  void read_object();
  std::size_t index_of(const std::string& key, std::size_t expected) const;
  void store(std::size_t i, const Json& value);

  Lines lines_;
  std::optional<CsvReader> csv_;  ///< absent for JSON Lines
  std::vector<std::string> names_;
  std::vector<RecordField> fields_;
  Document document_;
  std::vector<std::string> nested_;   ///< the text of arrays and objects
  std::vector<std::size_t> offsets_;  ///< of the fields of an object, in its line
  bool first_is_read_ = false;        ///< the row that gave the names is a row as well
};

}  // namespace roofline
