// hardware/chip.schema.json and the reader must agree: the schema lists exactly the keys that the reader knows, and
// requires exactly the keys without which it refuses a file.

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "roofline/base/error.hpp"
#include "roofline/hardware/chip.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;

namespace {

const Json* member(const Json& object, std::string_view key) {
  for (const auto& [name, value] : object.members) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string text_of(const Json& value) {
  std::string out;
  switch (value.kind) {
    case Json::Kind::null: return "null";
    case Json::Kind::boolean: return value.boolean ? "true" : "false";
    case Json::Kind::number: return value.text;
    case Json::Kind::text: return "\"" + value.text + "\"";
    case Json::Kind::array:
      for (const Json& item : value.items) out += (out.empty() ? "" : ",") + text_of(item);
      return "[" + out + "]";
    case Json::Kind::object:
      for (const auto& [name, item] : value.members) {
        out += out.empty() ? "\"" : ",\"";
        out += name + "\":" + text_of(item);
      }
      return "{" + out + "}";
  }
  return out;
}

bool loads(const Json& spec) {
  try {
    read_chip(parse_json(text_of(spec), "spec.json"));
    return true;
  } catch (const Error&) {
    return false;
  }
}

Json load(const std::string& path) {
  return parse_json(support::read(support::source_path(path)), path).root;
}

/// The schema of a value, through $ref.
const Json& resolve(const Json& schema, const Json& root) {
  const Json* ref = member(schema, "$ref");
  if (ref == nullptr) return schema;
  return *member(*member(root, "$defs"), ref->text.substr(ref->text.rfind('/') + 1));
}

/// Calls f(object schema, object in the spec) for every object that both have.
void walk(const Json& schema, Json& spec, const Json& root, const std::function<void(const Json&, Json&)>& f) {
  const Json& s = resolve(schema, root);
  if (spec.kind == Json::Kind::array) {
    if (const Json* items = member(s, "items")) {
      for (Json& item : spec.items) walk(*items, item, root, f);
    }
    return;
  }
  const Json* properties = member(s, "properties");
  if (spec.kind != Json::Kind::object || properties == nullptr) return;
  f(s, spec);
  for (auto& [name, value] : spec.members) {
    if (const Json* sub = member(*properties, name)) walk(*sub, value, root, f);
  }
}

}  // namespace

TEST_CASE("a file with every key of the schema loads") {
  Json spec = load("tests/fixtures/full.json");
  const Json schema = load("hardware/chip.schema.json");
  CHECK(loads(spec));
  int objects = 0;
  walk(schema, spec, schema, [&](const Json& s, Json& object) {
    ++objects;
    std::set<std::string> known, used;
    for (const auto& [name, value] : member(s, "properties")->members) known.insert(name);
    for (const auto& [name, value] : object.members) used.insert(name);
    if (known.contains("fp32") && used.size() == 1) return;  // by dtype: all of them stand under "peak"
    CHECK(used == known);
  });
  CHECK(objects == 14);
  std::set<std::string> peaks;
  for (const DtypeInfo& row : kDtypes) {
    if (row.peak == row.dtype) peaks.insert(std::string(row.name));
  }
  const Json& properties = *member(schema, "properties");
  const Json& units = *member(*member(properties, "units"), "properties");
  for (const Json* by_dtype : {member(*member(schema, "$defs"), "peaks"), member(properties, "peak_ratio"),
                               member(units, "flops_per_clock")}) {
    std::set<std::string> listed;
    for (const auto& [name, value] : member(*by_dtype, "properties")->members) listed.insert(name);
    CHECK(listed == peaks);
  }
}

TEST_CASE("what the schema requires, the reader requires, and nothing else") {
  Json spec = load("tests/fixtures/full.json");
  const Json schema = load("hardware/chip.schema.json");
  walk(schema, spec, schema, [&](const Json& s, Json& object) {
    std::set<std::string> required;
    if (const Json* list = member(s, "required")) {
      for (const Json& item : list->items) required.insert(item.text);
    }
    // Conditions that JSON Schema states apart: a torus has dims, main memory a bandwidth, cited figures their source.
    for (const std::string key : {"dims", "wrap", "domain_size", "sources"}) required.insert(key);
    const auto members = object.members;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string& key = members[i].first;
      if (key == "bandwidth" || key == "id") continue;
      CAPTURE(key);
      object.members.erase(object.members.begin() + static_cast<std::ptrdiff_t>(i));
      CHECK(loads(spec) == !required.contains(key));
      object.members = members;
    }
  });
}

TEST_CASE("a key that the schema does not list is refused, wherever it stands") {
  Json spec = load("tests/fixtures/full.json");
  const Json schema = load("hardware/chip.schema.json");
  walk(schema, spec, schema, [&](const Json&, Json& object) {
    object.members.emplace_back("surprise", Json{.kind = Json::Kind::text, .text = "1"});
    CHECK_FALSE(loads(spec));
    object.members.pop_back();
  });
}
