#include "roofline/base/object_reader.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

std::string_view kind_name(const Json& value) {
  switch (value.kind) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return value.boolean ? "true" : "false";
    case Json::Kind::number: return "a number";
    case Json::Kind::text: return "a string";
    case Json::Kind::array: return "an array";
    case Json::Kind::object: return "an object";
  }
  return "";
}

}  // namespace

ObjectReader::ObjectReader(const Document& document, const Json& value, std::string path)
    : document_(&document), value_(&value), path_(std::move(path)) {
  if (value.kind != Json::Kind::object) fail(value, "", formatted("expected an object, found {}", kind_name(value)));
}

std::string ObjectReader::path_of(std::string_view key) const {
  if (path_.empty() || key.empty()) return path_ + std::string(key);
  return formatted("{}.{}", path_, key);
}

void ObjectReader::fail(const Json& at, std::string_view key, const std::string& message,
                        const std::string& hint) const {
  Error error(message, hint);
  error.place = document_->place(at);
  error.where = escape(path_of(key));
  throw error;
}

const Json* ObjectReader::find(std::string_view key) const {
  for (const auto& [name, value] : value_->members) {
    if (name == key) return &value;
  }
  return nullptr;
}

const Json* ObjectReader::optional(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  return find(key);
}

const Json& ObjectReader::required(std::string_view key) {
  const Json* value = optional(key);
  if (value != nullptr) return *value;
  std::vector<std::string> present;
  for (const auto& [name, member] : value_->members) present.push_back(name);
  const auto near = near_names(key, present);
  fail(*value_, "", formatted("needs the key \"{}\"", key), near.empty() ? "" : formatted("it has {}", quote(near[0])));
}

void ObjectReader::finish() const {
  for (const auto& [name, value] : value_->members) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) continue;
    std::string hint = did_you_mean(name, asked_);
    if (hint.empty()) hint = "known here: " + listing(asked_);
    fail(value, "", formatted("unknown key {}", quote(name)), hint);
  }
}

std::string ObjectReader::checked_text(std::string_view key, const Json& value) const {
  if (value.kind != Json::Kind::text) fail(value, key, formatted("expected a string, found {}", kind_name(value)));
  if (escape(value.text) != value.text)
    fail(value, key, formatted("{} has a control or invisible character", quote(value.text)));
  return value.text;
}

std::string ObjectReader::text(std::string_view key) {
  return checked_text(key, required(key));
}

std::optional<std::string> ObjectReader::optional_text(std::string_view key) {
  const Json* value = optional(key);
  return value == nullptr ? std::nullopt : std::optional(checked_text(key, *value));
}

const Json* ObjectReader::array(std::string_view key) {
  const Json* value = optional(key);
  if (value != nullptr && value->kind != Json::Kind::array) {
    fail(*value, key, formatted("expected an array, found {}", kind_name(*value)));
  }
  return value;
}

std::vector<std::string> ObjectReader::texts(std::string_view key) {
  std::vector<std::string> found;
  const Json* list = array(key);
  if (list == nullptr) return found;
  for (const Json& item : list->items) found.push_back(checked_text(key, item));
  return found;
}

std::int64_t ObjectReader::checked_count(std::string_view key, const Json& value) const {
  const bool readable = value.kind == Json::Kind::number || value.kind == Json::Kind::text;
  if (!readable) fail(value, key, formatted("expected a number, found {}", kind_name(value)));
  return checked(value, key, [&] { return parse_count(value.text); });
}

std::int64_t ObjectReader::count(std::string_view key) {
  return checked_count(key, required(key));
}

std::optional<std::int64_t> ObjectReader::optional_count(std::string_view key) {
  const Json* value = optional(key);
  return value == nullptr ? std::nullopt : std::optional(checked_count(key, *value));
}

std::optional<double> ObjectReader::optional_ratio(std::string_view key) {
  const Json* value = optional(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind != Json::Kind::number) fail(*value, key, formatted("expected a number, found {}", kind_name(*value)));
  const double ratio = checked(*value, key, [&] { return parse_ratio(value->text); });
  static constexpr double kLeast = 1e-6, kMost = 1e6;
  if (ratio < kLeast || ratio > kMost) fail(*value, key, "must be from 1e-6 to 1e6");
  return ratio;
}

bool ObjectReader::flag(std::string_view key) {
  const Json* value = optional(key);
  if (value == nullptr) return false;
  if (value->kind != Json::Kind::boolean)
    fail(*value, key, formatted("expected true or false, found {}", kind_name(*value)));
  return value->boolean;
}

std::vector<ObjectReader> ObjectReader::objects(std::string_view key) {
  std::vector<ObjectReader> found;
  const Json* list = array(key);
  if (list == nullptr) return found;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    found.emplace_back(*document_, list->items[i], formatted("{}[{}]", path_of(key), i));
  }
  return found;
}

std::optional<ObjectReader> ObjectReader::optional_object(std::string_view key) {
  const Json* value = optional(key);
  if (value == nullptr) return std::nullopt;
  return ObjectReader(*document_, *value, path_of(key));
}

double ObjectReader::si(std::string_view key, const Json& value, Dim dim, Notation notation) const {
  if (value.kind == Json::Kind::number)
    fail(value, key, formatted("{} needs a unit", quote(value.text)), "a quantity is a string such as \"820 GB/s\"");
  const std::string written = checked_text(key, value);
  const double result = checked(value, key, [&] { return parse_si(written, dim, notation); });
  if (result <= 0) fail(value, key, "must be more than 0", "leave the key out where the figure is unknown");
  return result;
}

}  // namespace roofline
