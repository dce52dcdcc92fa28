#include "roofline/base/records.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

[[noreturn]] void fail(std::string place, std::string message, std::string hint = {}) {
  Error error(std::move(message), std::move(hint));
  error.place = std::move(place);
  throw error;
}

/// An array or object as it was written, from its first byte on.
std::string_view nested_text(std::string_view from) {
  std::size_t depth = 0, i = 0;
  bool in_string = false;
  for (; i < from.size(); ++i) {
    const char c = from[i];
    if (in_string && c == '\\') ++i;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && --depth == 0) break;
  }
  return from.substr(0, i + 1);
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

Records::Records(Read read, std::string name) : lines_(std::move(read), std::move(name)) {
  const std::optional<char> first = lines_.peek();
  if (!first) throw Error(formatted("{} is empty", escape(this->name())));
  if (first == '[') {
    fail(formatted("{}:1", escape(this->name())), "a JSON array, where rows come one object a line",
         "jq -c '.[]' writes it so");
  }
  if (first != '{') csv_.emplace(lines_);
  first_is_read_ = !csv_ && next_json();
  if (csv_ && csv_->next()) names_.assign(csv_->fields().begin(), csv_->fields().end());
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i].empty()) fail(lines_.place(), formatted("column {} has no name", i + 1));
    if (!seen.insert(names_[i]).second) fail(place(i), formatted("column {} is there twice", quote(names_[i])));
  }
  if (names_.empty()) fail(lines_.place(), "the first row has no keys");
  fields_.resize(names_.size());
}

bool Records::next() {
  if (std::exchange(first_is_read_, false)) return true;
  return csv_ ? next_csv() : next_json();
}

bool Records::next_csv() {
  if (!csv_->next()) return false;
  const auto texts = csv_->fields();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    fields_[i] = {texts[i].empty() ? RecordField::Kind::none : RecordField::Kind::text, texts[i]};
  }
  return true;
}

bool Records::next_json() {
  do {
    if (!lines_.next()) return false;
  } while (is_blank(lines_.text()));
  read_object();
  return true;
}

void Records::read_object() {
  try {
    document_ = parse_json(std::string(lines_.text()), name());
  } catch (Error& e) {
    e.place = formatted("{}:{}", lines_.place(), e.place.substr(e.place.rfind(':') + 1));
    throw;
  }
  if (document_.root.kind != Json::Kind::object) fail(lines_.place(), "expected an object, one a line");
  const auto& members = document_.root.members;
  if (names_.empty()) {
    for (const auto& [key, value] : members) names_.push_back(key);
  }
  fields_.assign(names_.size(), {});
  offsets_.assign(names_.size(), 0);
  nested_.clear();
  nested_.reserve(members.size());  // views into it must hold
  std::size_t expected = 0;
  for (const auto& [key, value] : members) {
    const std::size_t i = index_of(key, expected);
    if (i == names_.size()) {
      fail(lines_.place(value.offset), formatted("key {} is not in the first row", quote(key)),
           "the first row has every key, null where it has no value");
    }
    store(i, value);
    expected = i + 1;
  }
}

/// Keys mostly come in the order of the first row, some left out.
std::size_t Records::index_of(const std::string& key, std::size_t expected) const {
  const auto from = names_.begin() + static_cast<std::ptrdiff_t>(expected);
  auto found = std::find(from, names_.end(), key);
  if (found == names_.end()) {
    found = std::find(names_.begin(), from, key);
    if (found == from) found = names_.end();
  }
  return static_cast<std::size_t>(found - names_.begin());
}

void Records::store(std::size_t i, const Json& value) {
  const std::string_view line = document_.text;
  offsets_[i] = value.offset;
  switch (value.kind) {
    case Json::Kind::null: return;
    case Json::Kind::boolean: fields_[i] = {RecordField::Kind::literal, value.boolean ? "true" : "false"}; return;
    case Json::Kind::number: fields_[i] = {RecordField::Kind::literal, value.text}; return;
    case Json::Kind::text: fields_[i] = {RecordField::Kind::text, value.text}; return;
    case Json::Kind::array:
    case Json::Kind::object: break;
  }
  nested_.emplace_back(nested_text(line.substr(value.offset)));
  fields_[i] = {RecordField::Kind::literal, nested_.back()};
}

std::string Records::place(std::size_t field) const {
  return csv_ ? csv_->place(field) : lines_.place(offsets_[field]);
}

}  // namespace roofline
