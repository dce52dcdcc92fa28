#include "model/config_reader.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

std::string kind_name(const Json& value) {
  switch (value.kind) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return value.boolean ? "true" : "false";
    case Json::Kind::number: return value.text;
    case Json::Kind::text: return quote(value.text);
    case Json::Kind::array: return "an array";
    case Json::Kind::object: return "an object";
  }
  return "";
}

}  // namespace

Config::Config(const Document& document, const Json& object, std::string path, std::string family,
               std::vector<std::string>& notes)
    : document_(&document), object_(&object), path_(std::move(path)), family_(std::move(family)), notes_(&notes) {
  if (object.kind != Json::Kind::object) fail(object, "", formatted("expected an object, found {}", kind_name(object)));
}

Config Config::as(std::string family) const {
  Config other = *this;
  other.family_ = std::move(family);
  return other;
}

Config::Found Config::first(Keys keys) const {
  for (const std::string_view key : keys) {
    for (const auto& [name, value] : object_->members) {
      if (name == key && value.kind != Json::Kind::null) return {key, &value};
    }
  }
  return {};
}

const Json* Config::find(Keys keys) const {
  return first(keys).value;
}

bool Config::is_null(std::string_view key) const {
  const auto null = [&](const auto& member) { return member.first == key && member.second.kind == Json::Kind::null; };
  return std::any_of(object_->members.begin(), object_->members.end(), null);
}

void Config::note(std::string text) const {
  if (std::find(notes_->begin(), notes_->end(), text) == notes_->end()) notes_->push_back(std::move(text));
}

void Config::fail(const Json& at, std::string_view key, std::string message, std::string hint) const {
  Error error(std::move(message), std::move(hint));
  error.place = document_->place(at);
  error.where = escape(path_.empty() || key.empty() ? path_ + std::string(key) : formatted("{}.{}", path_, key));
  throw error;
}

void Config::missing(Keys keys) const {
  const std::vector<std::string> others(keys.begin() + 1, keys.end());
  fail(*object_, "", formatted("{} needs the key \"{}\"", family_.empty() ? "a config" : family_, *keys.begin()),
       others.empty() ? "" : formatted("or as {}", listing(others, "or")));
}

std::int64_t Config::whole(const Json& value, std::string_view key, Range range) const {
  if (value.kind != Json::Kind::number)
    fail(value, key, formatted("expected a whole number, found {}", kind_name(value)));
  const bool zero = value.text.find_first_not_of("0.") == std::string::npos;
  std::int64_t number = 0;
  try {
    if (!zero || range.least > 0) number = parse_count(value.text);
  } catch (const Error&) {
    fail(value, key, formatted("expected a whole number from {}, found {}", range.least, value.text));
  }
  if (number > range.most) fail(value, key, formatted("{} is more than any model has", value.text));
  return number;
}

std::int64_t Config::count(Keys keys, Range range) const {
  const Found found = first(keys);
  if (found.value == nullptr) missing(keys);
  return whole(*found.value, found.key, range);
}

std::optional<std::int64_t> Config::optional_count(Keys keys, Range range) const {
  const Found found = first(keys);
  return found.value == nullptr ? std::nullopt : std::optional(whole(*found.value, found.key, range));
}

std::int64_t Config::count_or(Keys keys, std::int64_t absent, Range range) const {
  if (const auto given = optional_count(keys, range)) return *given;
  note(formatted("{} is not given: {}, the default of {}", *keys.begin(), absent, family_));
  return absent;
}

const std::vector<Json>& Config::array(const Found& found) const {
  if (found.value->kind != Json::Kind::array)
    fail(*found.value, found.key, formatted("expected an array, found {}", kind_name(*found.value)));
  return found.value->items;
}

std::vector<std::int64_t> Config::counts(Keys keys, Range range) const {
  const Found found = first(keys);
  std::vector<std::int64_t> all;
  if (found.value == nullptr) return all;
  for (const Json& item : array(found)) all.push_back(whole(item, found.key, range));
  return all;
}

std::vector<std::int64_t> Config::each_layer(Keys keys, std::size_t layers, Range range) const {
  const Json* value = find(keys);
  if (value == nullptr) missing(keys);
  if (value->kind != Json::Kind::array) return std::vector(layers, count(keys, range));
  std::vector<std::int64_t> all = counts(keys, range);
  if (all.size() < layers) fail(*value, first(keys).key, formatted("has {} values for {} layers", all.size(), layers));
  return all;
}

std::optional<double> Config::ratio(Keys keys) const {
  const Found found = first(keys);
  if (found.value == nullptr) return std::nullopt;
  if (found.value->kind != Json::Kind::number)
    fail(*found.value, found.key, formatted("expected a number, found {}", kind_name(*found.value)));
  double number = 0;
  try {
    number = parse_ratio(found.value->text);
  } catch (const Error&) {
    fail(*found.value, found.key, formatted("expected a number above 0, found {}", found.value->text));
  }
  static constexpr double kMost = 1e6;
  if (number <= 0 || number > kMost) fail(*found.value, found.key, "must be above 0 and at most 1e6");
  return number;
}

std::optional<bool> Config::flag(Keys keys) const {
  const Found found = first(keys);
  if (found.value == nullptr) return std::nullopt;
  if (found.value->kind != Json::Kind::boolean)
    fail(*found.value, found.key, formatted("expected true or false, found {}", kind_name(*found.value)));
  return found.value->boolean;
}

std::optional<std::string> Config::text(Keys keys) const {
  const Found found = first(keys);
  if (found.value == nullptr) return std::nullopt;
  if (found.value->kind != Json::Kind::text)
    fail(*found.value, found.key, formatted("expected a string, found {}", kind_name(*found.value)));
  return found.value->text;
}

std::vector<std::string> Config::texts(Keys keys) const {
  const Found found = first(keys);
  std::vector<std::string> all;
  if (found.value == nullptr) return all;
  for (const Json& item : array(found)) {
    if (item.kind != Json::Kind::text) fail(item, found.key, formatted("expected a string, found {}", kind_name(item)));
    all.push_back(item.text);
  }
  return all;
}

std::optional<Config> Config::inner(Keys keys) const {
  const Found found = first(keys);
  if (found.value == nullptr) return std::nullopt;
  const std::string path = path_.empty() ? std::string(found.key) : formatted("{}.{}", path_, found.key);
  return Config(*document_, *found.value, path, family_, *notes_);
}

std::vector<Config> Config::inners(Keys keys) const {
  const Found found = first(keys);
  std::vector<Config> all;
  if (found.value == nullptr) return all;
  const auto& items = array(found);
  for (std::size_t i = 0; i < items.size(); ++i) {
    all.emplace_back(*document_, items[i], formatted("{}[{}]", found.key, i), family_, *notes_);
  }
  return all;
}

}  // namespace roofline
