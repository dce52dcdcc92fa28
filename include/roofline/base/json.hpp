#pragma once
// The one JSON reader. Strict: no duplicate key, no NUL byte, no non-finite number unless asked for, at most 32 levels
// and a million values; every complaint names file, line and column. object_reader.hpp is strict about which keys there
// are.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofline {

/// One value, with the place it stands at in the text.
struct Json {
  enum class Kind { null, boolean, number, text, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  std::string text{};      ///< of a string, decoded; of a number, as written
  std::size_t offset = 0;  ///< of its first byte in the document
  int line = 0;            ///< from 1
  std::vector<Json> items{};
  std::vector<std::pair<std::string, Json>> members{};
};

struct Document {
  std::string name;  ///< what messages call it: a path, "standard input"
  std::string text;
  Json root;

  std::string place(const Json& value) const;  ///< "mine.json:4:18"
};

/// Whether the text is a number as JSON writes it, and a double can hold it: "8", "-1.50", "1e3"; not "007" or "+1".
bool is_json_number(std::string_view text);

/// Which numbers a text may hold: those of JSON, or NaN, Infinity and -Infinity too, as Python's json writes them. Such
/// a one is of kind number, and no double.
enum class Numbers { finite, python };

/// `name` is what messages call the text. Throws Error with the place.
Document parse_json(std::string text, std::string_view name, Numbers numbers = Numbers::finite);

}  // namespace roofline
