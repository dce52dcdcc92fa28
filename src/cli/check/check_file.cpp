#include "cli/check/check_file.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unordered_set>

#include "base/format.hpp"
#include "roofline/base/object_reader.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{8} << 20, kLongestName = 120;
constexpr std::string_view kVersionKey = "roofline_check", kVersion = "1";

/// The number, the word or `true` of one input.
std::string scalar(const ObjectReader& reader, const Json& value, std::string_view key) {
  using enum Json::Kind;
  if (value.kind == number || value.kind == text) return value.text;
  static constexpr std::array<std::string_view, 6> kKinds{"null",     "false",    "a number",
                                                          "a string", "an array", "an object"};
  const bool truth = value.kind == boolean && value.boolean;
  reader.fail(value, key,
              formatted("expected a number or a string, found {}",
                        truth ? "true" : kKinds[static_cast<std::size_t>(value.kind)]));
}

CheckInput read_input(const ObjectReader& reader, const std::string& key, const Json& value) {
  CheckInput input{key, {}, {}, CheckInput::Kind::one, value.line};
  if (value.kind == Json::Kind::boolean && value.boolean) {
    input.kind = CheckInput::Kind::on;
    input.values = {""};
  } else if (value.kind == Json::Kind::boolean) {
    reader.fail(value, key, "is false: leave it out");
  } else if (value.kind == Json::Kind::array) {
    input.kind = CheckInput::Kind::list;
    for (const Json& item : value.items) {
      const std::string text = scalar(reader, item, key);
      const bool twice = std::find(input.values.begin(), input.values.end(), text) != input.values.end();
      if (twice) reader.fail(item, key, formatted("{} is there twice", quote(text)));
      input.values.push_back(text);
    }
    if (input.values.empty()) reader.fail(value, key, "has no values");
  } else if (value.kind == Json::Kind::object) {
    input.kind = CheckInput::Kind::parts;
    for (const auto& [name, part] : value.members) {
      if (part.kind == Json::Kind::array)
        reader.fail(part, key, "expected one value", R"(a sweep is written "1TB/s,2TB/s" or "1:64:x2")");
      input.parts.emplace_back(name, scalar(reader, part, key));
    }
    if (input.parts.empty()) reader.fail(value, key, "has no values");
  } else {
    input.values = {scalar(reader, value, key)};
  }
  return input;
}

std::vector<CheckInput> read_inputs(ObjectReader& reader, const Document& document, std::string_view key) {
  std::vector<CheckInput> inputs;
  const Json* object = reader.optional(key);
  if (object == nullptr) return inputs;
  const ObjectReader each(document, *object, reader.path_of(key));
  for (const auto& [name, value] : each.members()) inputs.push_back(read_input(each, name, value));
  return inputs;
}

Level read_level(ObjectReader& reader) {
  const Json* level = reader.optional("level");
  if (level == nullptr) return Level::error;
  const std::string word = reader.text("level");
  if (word == "error") return Level::error;
  if (word == "warn") return Level::warn;
  const bool near = word.starts_with("warn");
  reader.fail(*level, "level", formatted("{} is no level", quote(word)),
              near ? "did you mean warn?" : "one of error or warn");
}

Expectation read_expectation(const ObjectReader& of_case, const Document& document, const Json& value) {
  if (value.kind == Json::Kind::text) return {value.text, "", Level::error, value.line};
  if (value.kind != Json::Kind::object)
    of_case.fail(value, "expect", "expected 'KEY OP VALUE' or an object with assert");
  ObjectReader reader(document, value, of_case.path_of("expect"));
  Expectation expectation{reader.text("assert"), reader.optional_text("reason").value_or(""), read_level(reader),
                          value.line};
  reader.optional_text("note");
  reader.finish();
  return expectation;
}

void check_name(const ObjectReader& reader, const Json& value) {
  std::size_t characters = 0;
  for (std::string_view rest = value.text; !rest.empty(); ++characters)
    rest.remove_prefix(std::max<std::size_t>(utf8_length(rest), 1));
  if (characters == 0 || characters > kLongestName)
    reader.fail(value, "name", formatted("a name has 1 to {} characters, got {}", kLongestName, characters));
}

CheckCase read_case(ObjectReader& reader, const Document& document) {
  CheckCase c;
  const Json& name = reader.required("name");
  c.name = reader.text("name");
  c.line = name.line;
  check_name(reader, name);
  c.run = reader.text("run");
  c.inputs = read_inputs(reader, document, "args");
  reader.optional_text("note");
  const Json* expect = reader.optional("expect");
  if (expect == nullptr) reader.fail(name, "name", formatted("{} checks nothing: it has no expect", quote(c.name)));
  if (expect->kind != Json::Kind::array)
    reader.fail(*expect, "expect", "expected a list of assertions", R"(written like ["t_lower <= 400us"])");
  if (expect->items.empty()) reader.fail(*expect, "expect", formatted("{} checks nothing", quote(c.name)));
  for (const Json& item : expect->items) {
    c.expectations.push_back(read_expectation(reader, document, item));
    const auto same = [&](const Expectation& e) { return e.assertion == c.expectations.back().assertion; };
    if (std::count_if(c.expectations.begin(), c.expectations.end(), same) > 1)
      reader.fail(item, "expect", formatted("{} is there twice", quote(c.expectations.back().assertion)));
  }
  if (const Json* skip = reader.optional("skip")) {
    c.skip = reader.text("skip");
    if (c.skip.empty()) reader.fail(*skip, "skip", "needs a reason");
  }
  reader.finish();
  return c;
}

void check_version(ObjectReader& root) {
  if (root.find(kVersionKey) == nullptr && root.find("command") != nullptr)
    root.fail(*root.find("command"), "command", "is an answer of roofline, not a check file",
              "`roofline diff` compares answers");
  const Json& version = root.required(kVersionKey);
  const bool known = version.kind == Json::Kind::number && std::strtod(version.text.c_str(), nullptr) == 1;
  if (!known)
    root.fail(version, kVersionKey,
              formatted("{} is no version that is known", version.text.empty() ? "this" : quote(version.text)),
              formatted("this build reads version {}: \"{}\": {}", kVersion, kVersionKey, kVersion));
}

void read_cases(CheckFile& file, ObjectReader& root, const Document& document) {
  const Json& cases = root.required("cases");
  if (cases.kind == Json::Kind::array && cases.items.empty())
    root.fail(cases, "cases", "checks nothing: there is no case");
  std::unordered_set<std::string> names;
  if (cases.items.size() > kMostRows)
    root.fail(cases, "cases", formatted("a check file has at most {} cases", kMostRows));
  for (ObjectReader& reader : root.objects("cases")) {
    file.cases.push_back(read_case(reader, document));
    const CheckCase& c = file.cases.back();
    if (!names.insert(c.name).second)
      reader.fail(*reader.find("name"), "name", formatted("{} is there twice", quote(c.name)));
  }
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

}  // namespace

CheckFile read_check_file(const std::string& path, const Read& in) {
  const bool standard = path == "-";
  CheckFile file{standard ? "standard input" : path, standard ? "" : folder_of(path), {}, {}};
  const Document document =
      parse_json(standard ? read_all(in, file.name, kMaxBytes) : read_file(path, kMaxBytes), file.name);
  ObjectReader root(document, document.root, "");
  check_version(root);
  root.optional_text("note");
  root.optional_text("$schema");
  file.defaults = read_inputs(root, document, "defaults");
  read_cases(file, root, document);
  root.finish();
  return file;
}

}  // namespace roofline::cli
