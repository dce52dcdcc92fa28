#include "roofline/base/json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/format.hpp"
#include "base/python_numbers.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::size_t kMaxDepth = 32, kMaxValues = 1'000'000;

std::string place_of(std::string_view name, std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  const auto before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? offset + 1 : offset - last;
  return formatted("{}:{}:{}", escape(name), line, column);
}

[[noreturn]] void fail_at(std::string_view name, std::string_view text, std::size_t offset, std::string message,
                          std::string hint = {}) {
  Error error(std::move(message), std::move(hint));
  error.place = place_of(name, text, offset);
  throw error;
}

/// Lets the parser read while we see how far it has come.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  reference operator*() const { return *position; }
  CountingIterator& operator++() {
    ++position;
    ++*consumed;
    return *this;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.position == b.position; }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

  const char* position;
  std::size_t* consumed;
};

/// "[json.exception.parse_error.101] parse error at line 1, column 5: X; last read: 'Y'" -> "X".
std::string plain_reason(std::string_view what) {
  const std::size_t column = what.find(", column ");
  const std::size_t colon = what.find(": ", column == std::string_view::npos ? 0 : column);
  if (colon != std::string_view::npos) what.remove_prefix(colon + 2);
  what = what.substr(0, what.find("; last read"));
  static constexpr std::size_t kLongest = 120;
  return escape(what.substr(0, kLongest));
}

std::size_t digits_length(std::string_view text) {
  return std::min(text.find_first_not_of("0123456789"), text.size());
}

/// The length of the JSON number that the text begins with: "01" begins with "0".
std::size_t number_length(std::string_view text) {
  std::size_t n = text.starts_with('-') ? 1 : 0;
  n += text.substr(n).starts_with('0') ? 1 : digits_length(text.substr(n));
  if (text.substr(n).starts_with('.')) n += 1 + digits_length(text.substr(n + 1));
  if (text.substr(n).starts_with('e') || text.substr(n).starts_with('E')) {
    ++n;
    if (text.substr(n).starts_with('+') || text.substr(n).starts_with('-')) ++n;
    n += digits_length(text.substr(n));
  }
  return n;
}

/// The text is the beginning of a literal or number, and stops before its end.
bool could_go_on(std::string_view text) {
  static constexpr std::array<std::string_view, 3> kLiterals{"true", "false", "null"};
  if (text.empty()) return false;
  for (const auto literal : kLiterals) {
    if (literal.starts_with(text)) return true;
  }
  static constexpr std::string_view kUnfinished = "-+.eE";
  return number_length(text) == text.size() && kUnfinished.find(text.back()) != std::string_view::npos;
}

/// nlohmann's events into our tree. The parser reports no positions: a token starts at the first byte after the last
/// token that is neither blank nor punctuation.
class Builder {
 public:
  Builder(std::string_view name, std::string_view text, const std::size_t& consumed)
      : name_(name), text_(text), consumed_(consumed) {}

  Json take_root() { return std::move(root_); }

  bool null() { return add({.kind = Json::Kind::null}); }
  bool boolean(bool value) { return add({.kind = Json::Kind::boolean, .boolean = value}); }
  bool number_integer(std::int64_t) { return add_number(); }
  bool number_unsigned(std::uint64_t) { return add_number(); }
  bool number_float(double, const std::string&) { return add_number(); }
  bool string(std::string& value) { return add({.kind = Json::Kind::text, .text = value}); }
  bool binary(nlohmann::json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::Kind::object); }
  bool start_array(std::size_t) { return open(Json::Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& value) {
    const std::size_t offset = token_start();
    if (!keys_.back().insert(value).second) fail_at(name_, text_, offset, formatted("duplicate key {}", quote(value)));
    key_ = value;
    cursor_ = consumed_;
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& e) {
    static constexpr int kOutOfRange = 406;
    const std::string_view what = e.what();
    if (e.id == kOutOfRange) fail_at(name_, text_, token_start(), "number out of range");
    const bool ended = what.find("unexpected end of input") != std::string_view::npos ||
                       what.find("missing closing quote") != std::string_view::npos ||
                       (consumed_ == text_.size() && could_go_on(text_.substr(token_start())));
    const std::string hint = ended ? "the file may be cut off" : "";
    fail_at(name_, text_, ended ? text_.size() : error_offset(what), "not JSON: " + plain_reason(what), hint);
  }

 private:
  std::size_t token_start() const { return std::min(text_.find_first_not_of(" \t\r\n,:", cursor_), text_.size()); }

  /// A whole token that does not belong stands where it starts; one that is malformed, at its last byte read. The
  /// parser quotes a punctuation mark as "unexpected ','".
  std::size_t error_offset(std::string_view what) const {
    static constexpr std::string_view kUnexpected = "unexpected ";
    const std::size_t at = what.find(kUnexpected);
    const bool whole = at != std::string_view::npos;
    const bool mark = whole && what.substr(at + kUnexpected.size()).starts_with('\'');
    if (whole && !mark) return token_start();
    return consumed_ == 0 ? 0 : consumed_ - 1;
  }

  Json& place(Json value) {
    value.offset = token_start();
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(value.offset), '\n'));
    counted_ = value.offset;
    value.line = line_;
    if (++count_ > kMaxValues) fail_at(name_, text_, value.offset, "more than a million values");
    if (stack_.empty()) return root_ = std::move(value);
    Json& parent = *stack_.back();
    if (parent.kind == Json::Kind::array) return parent.items.emplace_back(std::move(value));
    return parent.members.emplace_back(key_, std::move(value)).second;
  }

  bool add(Json value) {
    place(std::move(value));
    cursor_ = consumed_;
    return true;
  }

  bool add_number() {
    const std::size_t start = token_start();
    const std::size_t python = python_number_length(text_.substr(start));  // the parser saw a zero
    const std::size_t end = start + (python > 0 ? python : number_length(text_.substr(start)));
    place({.kind = Json::Kind::number, .text = std::string(text_.substr(start, end - start))});
    cursor_ = end;
    return true;
  }

  bool open(Json::Kind kind) {
    Json& value = place({.kind = kind});
    if (stack_.size() == kMaxDepth) fail_at(name_, text_, value.offset, formatted("nested deeper than {}", kMaxDepth));
    stack_.push_back(&value);
    keys_.emplace_back();
    cursor_ = consumed_;
    return true;
  }

  bool close() {
    stack_.pop_back();
    keys_.pop_back();
    cursor_ = consumed_;
    return true;
  }

  std::string_view name_, text_;
  const std::size_t& consumed_;
  std::size_t cursor_ = 0, count_ = 0, counted_ = 0;  // counted_: how far lines have been counted
  int line_ = 1;
  std::string key_;
  Json root_;
  // A parent's list grows only while its last child is closed, so these stay valid.
  std::vector<Json*> stack_;
  std::vector<std::unordered_set<std::string>> keys_;  // of each open object, to find duplicates
};

struct Signature {
  std::string_view start, kind;
};

constexpr std::array kSignatures{
    Signature{"version https://git-lfs", "a Git LFS pointer, not the file"},
    Signature{"\x1f\x8b", "gzip data"},
    Signature{"PK", "a zip archive"},
    Signature{"\x80", "a Python pickle"},
    Signature{"---", "YAML"},
    Signature{"<", "HTML or XML"},
};

/// A TOML table header: "[tool.name]" alone on its line.
bool is_toml(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const std::size_t end = line.find(']');
  if (!line.starts_with('[') || end == std::string_view::npos || end < 2) return false;
  const std::string name = lower(line.substr(1, end - 1));
  const bool plain = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.-") == std::string::npos;
  const bool letter = name[0] >= 'a' && name[0] <= 'z';
  return plain && letter && name != "true" && name != "false" && name != "null";
}

void check_encoding(std::string_view text, std::string_view name) {
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  for (const Signature& s : kSignatures) {
    if (text.substr(start).starts_with(s.start)) fail_at(name, text, start, formatted("not JSON: this is {}", s.kind));
  }
  if (is_toml(text.substr(start))) fail_at(name, text, start, "not JSON: this is TOML");
  const bool utf16 = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff") ||
                     (text.size() > 1 && (text[0] == '\0') != (text[1] == '\0'));
  if (utf16) fail_at(name, text, 0, "the file is UTF-16", "save it as UTF-8");
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) fail_at(name, text, nul, formatted("NUL byte at offset {}", nul));
  if (start == text.size()) fail_at(name, text, 0, "the file is empty");
}

}  // namespace

std::string Document::place(const Json& value) const {
  return place_of(name, text, value.offset);
}

bool is_json_number(std::string_view text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (first >= text.size() || !is_digit(text[first]) || !is_digit(text.back())) return false;
  if (number_length(text) != text.size()) return false;
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
}

Document parse_json(std::string text, std::string_view name, Numbers numbers) {
  static constexpr std::string_view kBom = "\xef\xbb\xbf";
  if (text.starts_with(kBom)) text.erase(0, kBom.size());
  Document document{std::string(name), std::move(text), {}};
  const std::string_view bytes = document.text;
  if (bytes.starts_with(kBom)) fail_at(name, bytes, 0, "two byte order marks");
  check_encoding(bytes, name);
  std::size_t consumed = 0;
  Builder builder(name, bytes, consumed);
  const std::string json = numbers == Numbers::python ? without_python_numbers(bytes) : std::string();
  const char* start = numbers == Numbers::python ? json.data() : bytes.data();
  const CountingIterator first{start, &consumed}, last{start + bytes.size(), &consumed};
  nlohmann::json::sax_parse(first, last, &builder);
  document.root = builder.take_root();
  return document;
}

}  // namespace roofline
