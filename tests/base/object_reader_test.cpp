#include "roofline/base/object_reader.hpp"

#include <functional>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::has;

namespace {

using Use = std::function<void(ObjectReader&)>;

Error error_of(const std::string& text, const std::string& path, const Use& use) {
  const Document document = parse_json(text, "t.json");
  try {
    ObjectReader reader(document, document.root, path);
    use(reader);
  } catch (const Error& e) {
    return e;
  }
  return Error("(no error)", "(no error)");
}

struct Refused {
  std::string text;
  Use use;
  std::string message, place, where, hint;
};

void check(const std::vector<Refused>& rows, const std::string& path = "") {
  for (const Refused& row : rows) {
    INFO(row.text);
    const Error e = error_of(row.text, path, row.use);
    CAPTURE(e.message, e.place, e.where, e.hint);
    CHECK(has(e.message, row.message));
    CHECK(e.place == "t.json:" + row.place);
    CHECK(e.where == row.where);
    CHECK(has(e.hint, row.hint));
  }
}

void text(ObjectReader& r) {
  r.text("a");
}
void maybe_text(ObjectReader& r) {
  r.optional_text("a");
}
void texts(ObjectReader& r) {
  r.texts("a");
}
void count(ObjectReader& r) {
  r.count("a");
}
void maybe_count(ObjectReader& r) {
  r.optional_count("a");
}
void flag(ObjectReader& r) {
  r.flag("a");
}
void objects(ObjectReader& r) {
  r.objects("a");
}
void maybe_object(ObjectReader& r) {
  r.optional_object("a");
}
void rate(ObjectReader& r) {
  r.quantity<FlopsPerSecond>("a");
}
void bandwidth(ObjectReader& r) {
  r.quantity<BytesPerSecond>("a");
}
void link_rate(ObjectReader& r) {
  r.quantity<BytesPerSecond>("a", Notation::bits_allowed);
}
void maybe_rate(ObjectReader& r) {
  r.optional_quantity<FlopsPerSecond>("a");
}

}  // namespace

TEST_CASE("an object is read key by key") {
  const Document document =
      parse_json(R"({"id":"toy","names":["a","b"],"cores":8,"lanes":"8Ki","on":true,"off":false,"rate":"100 TFLOP/s",)"
                 R"("link":"800Gb/s","levels":[{"name":"hbm"},{"name":"l2"}],"power":{"max":"700W"}})",
                 "t.json");
  ObjectReader r(document, document.root, "");
  CHECK(r.text("id") == "toy");
  CHECK(r.optional_text("id") == "toy");
  CHECK(r.texts("names") == std::vector<std::string>{"a", "b"});
  CHECK(r.count("cores") == 8);
  CHECK(r.optional_count("lanes") == 8192);
  CHECK(r.flag("on"));
  CHECK(!r.flag("off"));
  CHECK(r.quantity<FlopsPerSecond>("rate").si() == 1e14);
  CHECK(r.optional_quantity<FlopsPerSecond>("rate")->si() == 1e14);
  CHECK(r.quantity<BytesPerSecond>("link", Notation::bits_allowed).si() == 1e11);
  auto levels = r.objects("levels");
  REQUIRE(levels.size() == 2);
  CHECK(levels[1].text("name") == "l2");
  CHECK(levels[1].path_of("name") == "levels[1].name");
  auto power = r.optional_object("power");
  REQUIRE(power.has_value());
  CHECK(power->quantity<Watts>("max").si() == 700);
  CHECK(power->path_of("max") == "power.max");
  CHECK_NOTHROW(r.finish());
  CHECK(r.members().size() == 10);
  CHECK(r.find("power") != nullptr);
}

TEST_CASE("what is absent is no zero") {
  const Document document = parse_json("{}", "t.json");
  ObjectReader r(document, document.root, "");
  CHECK(r.optional("a") == nullptr);
  CHECK(!r.optional_text("a"));
  CHECK(!r.optional_count("a"));
  CHECK(!r.optional_object("a"));
  CHECK(!r.optional_quantity<Bytes>("a"));
  CHECK(r.texts("a").empty());
  CHECK(r.objects("a").empty());
  CHECK(!r.flag("a"));
  CHECK_NOTHROW(r.finish());
}

TEST_CASE("the top level is an object") {
  static constexpr struct {
    const char* text;
    const char* found;
  } kRows[]{{"[]", "array"},    {"null", "null"}, {"true", "true"},
            {"false", "false"}, {"5", "number"},  {"\"x\"", "string"}};
  for (const auto& row : kRows) {
    INFO(row.text);
    const Error e = error_of(row.text, "", [](ObjectReader&) {});
    CHECK(has(e.message, "expected an object, found"));
    CHECK(has(e.message, row.found));
    CHECK(e.place == "t.json:1:1");
  }
}

TEST_CASE("a key that is missing is named with the object it belongs to") {
  const std::vector<Use> readers{text, count, rate};
  for (const Use& use : readers) {
    const Error e = error_of("\n  {\"b\":1}", "peak.matrix", use);
    CHECK(has(e.message, "\"a\""));
    CHECK(e.place == "t.json:2:3");
    CHECK(e.where == "peak.matrix");
  }
}

TEST_CASE("a key that is unknown gets a suggestion") {
  const Use read_two = [](ObjectReader& r) {
    r.optional("bandwidth");
    r.optional("capacity");
    r.finish();
  };
  static constexpr struct {
    const char* text;
    const char* message;
    const char* hint;
  } kRows[]{
      {"{\n\n\"bandwith\": 1}", "unknown key 'bandwith'", "did you mean bandwidth?"},
      {"{\n\n\"Bandwidth\": 1}", "unknown key 'Bandwidth'", "did you mean bandwidth?"},
      {"{\"capacity\": 1,\n\n\"xyzzy\": 1}", "unknown key 'xyzzy'", "known here: bandwidth and capacity"},
      {"{\n\n\"\": 1}", "unknown key ''", "known here"},
      {"{\n\n\"\\u001b[2J\": 1}", "unknown key '\\x1b[2J'", ""},
  };
  for (const auto& row : kRows) {
    INFO(row.text);
    const Error e = error_of(row.text, "memory[0]", read_two);
    CAPTURE(e.message, e.place, e.hint);
    CHECK(has(e.message, row.message));
    CHECK(has(e.hint, row.hint));
    CHECK(e.where == "memory[0]");
    CHECK(e.place.substr(0, 9) == "t.json:3:");
  }
}

TEST_CASE("a value of the wrong type is refused where it stands") {
  check({
      {"{\"a\":5}", text, "expected a string, found a number", "1:6", "a", ""},
      {"{\"a\":null}", text, "expected a string, found null", "1:6", "a", ""},
      {"{\"a\":true}", maybe_text, "expected a string, found true", "1:6", "a", ""},
      {"{\"a\":[]}", maybe_text, "expected a string, found an array", "1:6", "a", ""},
      {"{\"a\":\"x\"}", texts, "expected an array, found a string", "1:6", "a", ""},
      {"{\"a\":[\"x\",5]}", texts, "expected a string, found a number", "1:11", "a", ""},
      {"{\"a\":true}", count, "expected a number, found true", "1:6", "a", ""},
      {"{\"a\":false}", count, "expected a number, found false", "1:6", "a", ""},
      {"{\"a\":null}", count, "expected a number, found null", "1:6", "a", ""},
      {"{\"a\":[256]}", count, "expected a number, found an array", "1:6", "a", ""},
      {"{\"a\":{}}", maybe_count, "expected a number, found an object", "1:6", "a", ""},
      {"{\"a\":1}", flag, "expected true or false, found a number", "1:6", "a", ""},
      {"{\"a\":\"true\"}", flag, "expected true or false, found a string", "1:6", "a", ""},
      {"{\"a\":{}}", objects, "expected an array, found an object", "1:6", "a", ""},
      {"{\"a\":[{},5]}", objects, "expected an object, found a number", "1:10", "a[1]", ""},
      {"{\"a\":[]}", maybe_object, "expected an object, found an array", "1:6", "a", ""},
      {"{\"a\":null}", maybe_object, "expected an object, found null", "1:6", "a", ""},
      {"{\"a\":true}", rate, "expected a string, found true", "1:6", "a", ""},
      {"{\"a\":null}", maybe_rate, "expected a string, found null", "1:6", "a", ""},
      {"{\"a\":[\"1 FLOP/s\"]}", rate, "expected a string, found an array", "1:6", "a", ""},
  });
}

TEST_CASE("a count keeps every digit") {
  const Document document = parse_json("{\"a\":9007199254740992,\"b\":\"2^53\",\"c\":1e3,\"d\":16.0}", "t.json");
  ObjectReader r(document, document.root, "");
  CHECK(r.count("a") == 9007199254740992);
  CHECK(r.count("b") == 9007199254740992);
  CHECK(r.count("c") == 1000);
  CHECK(r.count("d") == 16);
  check({
      {"{\"a\":9007199254740993}", count, "too large (limit 2^53)", "1:6", "a", ""},
      {"{\"a\":9007199254740993.0}", count, "too large (limit 2^53)", "1:6", "a", ""},
      {"{\"a\":18446744073709551616}", count, "too large (limit 2^53)", "1:6", "a", ""},
      {"{\"a\":-9223372036854775809}", count, "whole number from 1", "1:6", "a", ""},
      {"{\"a\":1e30}", count, "too large (limit 2^53)", "1:6", "a", ""},
      {"{\"a\":-5}", count, "whole number from 1", "1:6", "a", ""},
      {"{\"a\":-0}", count, "whole number from 1", "1:6", "a", ""},
      {"{\"a\":0}", count, "at least 1", "1:6", "a", ""},
      {"{\"a\":1.5}", count, "not a whole number", "1:6", "a", ""},
      {"{\"a\":1e-999}", count, "not a whole number", "1:6", "a", ""},
      {"{\"a\":\"8k\"}", maybe_count, "ambiguous", "1:6", "a", "8Ki"},
      {"{\"a\":\"\"}", count, "empty", "1:6", "a", ""},
  });
}

TEST_CASE("a quantity has its unit and is more than 0") {
  check(
      {
          {"{\n  \"x\": 1, \"a\": \"989 TB/s\"}", rate, "expected FLOP/s, got '989 TB/s'", "2:16", "peak.a", "TFLOP/s"},
          {"{\"a\":820}", bandwidth, "'820' needs a unit", "1:6", "peak.a", "GB/s"},
          {"{\"a\":\"820\"}", bandwidth, "'820' needs a unit", "1:6", "peak.a", "3.35TB/s"},
          {"{\"a\":0}", bandwidth, "", "1:6", "peak.a", ""},
          {"{\"a\":\"0\"}", bandwidth, "must be more than 0", "1:6", "peak.a", "leave the key out"},
          {"{\"a\":\"0 GB/s\"}", bandwidth, "must be more than 0", "1:6", "peak.a", "leave the key out"},
          {"{\"a\":\"0\"}", maybe_rate, "must be more than 0", "1:6", "peak.a", ""},
          {"{\"a\":\"-5 GB/s\"}", bandwidth, "expected B/s", "1:6", "peak.a", ""},
          {"{\"a\":\"3.35Tb/s\"}", bandwidth, "expected B/s", "1:6", "peak.a", "did you mean TB/s?"},
          {"{\"a\":\"5s\"}", link_rate, "expected B/s, got '5s'", "1:6", "peak.a", ""},
          {"{\"a\":\"fast\"}", bandwidth, "expected B/s, got 'fast'", "1:6", "peak.a", ""},
          {"{\"a\":\"1e999 B/s\"}", bandwidth, "too large", "1:6", "peak.a", ""},
          {"{\"a\":\"\"}", bandwidth, "empty", "1:6", "peak.a", ""},
          {"{\"a\":\"5\\u202eGB/s\"}", bandwidth, "'5\\u{202e}GB/s'", "1:6", "peak.a", ""},
      },
      "peak");
}

TEST_CASE("text has nothing hidden in it") {
  static constexpr const char* kHidden[]{"\\u0000", "\\u001b[2J", "\\n",     "\\u007f", "\\u0085",
                                         "\\u202e", "\\u200b",    "\\ufeff", "\\u2028"};
  for (const char* hidden : kHidden) {
    INFO(hidden);
    const std::string value = std::string("\"x") + hidden + "\"";
    CHECK(has(error_of("{\"a\":" + value + "}", "", text).message, "control or invisible"));
    CHECK(has(error_of("{\"a\":" + value + "}", "", maybe_text).message, "control or invisible"));
    const Error e = error_of("{\"a\":[\"y\"," + value + "]}", "", texts);
    CHECK(has(e.message, "control or invisible"));
    CHECK(e.place == "t.json:1:11");
  }
  CHECK(error_of("{\"a\":\"caf\\u00e9 \\ud83d\\ude42\"}", "", text).message == "(no error)");
}

TEST_CASE("an error that leaves a check stands at its value") {
  const Error e = error_of("{\n \"a\": \"x\"}", "peak", [](ObjectReader& r) {
    const Json& value = r.required("a");
    r.checked(value, "a", []() -> int { throw Error("no good", "mend it"); });
  });
  CHECK(e.message == "no good");
  CHECK(e.hint == "mend it");
  CHECK(e.place == "t.json:2:7");
  CHECK(e.where == "peak.a");
  const Error outer = error_of("{}", "a\x1b", [](ObjectReader& r) { at("--chip", [&] { r.required("k"); }); });
  CHECK(outer.where == "a\\x1b");
}
