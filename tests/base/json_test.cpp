#include "roofline/base/json.hpp"

#include <string>
#include <utility>
#include <vector>

#include "roofline/base/error.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::has;
using namespace std::string_literals;

namespace {

Error error_of(const std::string& text, std::string_view name = "t.json") {
  try {
    parse_json(text, name);
  } catch (const Error& e) {
    return e;
  }
  return Error("(no error)", "(no error)");
}

struct Refused {
  std::string text, message, place, hint;
};

void check(const std::vector<Refused>& rows) {
  for (const Refused& row : rows) {
    INFO(row.text.substr(0, 60));
    const Error e = error_of(row.text);
    CAPTURE(e.message, e.place, e.hint);
    CHECK(e.message != "(no error)");
    CHECK(has(e.message, row.message));
    // A place that ends in a colon leaves the column open.
    const std::string place = "t.json:" + row.place;
    if (place.back() == ':') {
      CHECK(e.place.substr(0, place.size()) == place);
    } else {
      CHECK(e.place == place);
    }
    CHECK(has(e.hint, row.hint));
    if (!has(row.hint, "cut off")) CHECK(!has(e.hint, "cut off"));
    CHECK(e.message.size() < 250);
  }
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("values, their kinds and their places") {
  const Document d = parse_json(
      "\xef\xbb\xbf{ \"n\": -1.50e3,\n  \"t\": \"\\u00e9\\n\", \"l\": [true,\n false, null, {}],\n"
      "  \"o\": {\"n\": 9007199254740993}}\n",
      "mine.json");
  REQUIRE(d.root.kind == Json::Kind::object);
  REQUIRE(d.root.members.size() == 4);
  CHECK(d.place(d.root) == "mine.json:1:1");
  const auto& [n, number] = d.root.members[0];
  CHECK(n == "n");
  CHECK(number.kind == Json::Kind::number);
  CHECK(number.text == "-1.50e3");
  CHECK(d.place(number) == "mine.json:1:8");
  const Json& text = d.root.members[1].second;
  CHECK(text.kind == Json::Kind::text);
  CHECK(text.text == "\xc3\xa9\n");
  CHECK(d.place(text) == "mine.json:2:8");
  const Json& list = d.root.members[2].second;
  REQUIRE(list.kind == Json::Kind::array);
  REQUIRE(list.items.size() == 4);
  CHECK(d.place(list) == "mine.json:2:25");
  CHECK(list.items[0].boolean);
  CHECK(d.place(list.items[0]) == "mine.json:2:26");
  CHECK(list.items[1].kind == Json::Kind::boolean);
  CHECK(!list.items[1].boolean);
  CHECK(d.place(list.items[1]) == "mine.json:3:2");
  CHECK(list.items[2].kind == Json::Kind::null);
  CHECK(d.place(list.items[2]) == "mine.json:3:9");
  CHECK(list.items[3].kind == Json::Kind::object);
  CHECK(d.place(list.items[3]) == "mine.json:3:15");
  const Json& inner = d.root.members[3].second.members[0].second;
  CHECK(inner.text == "9007199254740993");
  CHECK(d.place(inner) == "mine.json:4:14");
  CHECK(inner.line == 4);
}

TEST_CASE("what strict JSON allows is read") {
  const std::vector<std::string> rows{
      "{}",
      "[]",
      "null",
      "\"x\"",
      "-0",
      " \t\r\n{}\r\n",
      "\xef\xbb\xbf{}",
      "{\"b\":1,\"B\":2}",
      "{\"\xc3\xa9\":1,\"e\xcc\x81\":2}",
      "{\"a\":{\"a\":1},\"b\":{\"a\":1}}",
      "[{\"a\":1},{\"a\":1}]",
      "{\"\":1}",
      "{\"a\":\"\\u0000\\u001b\x7f\"}",
      "{\"a\":\"\\ud83d\\ude42 \xf0\x9f\x99\x82\"}",
      "[1E5,1e-5,0.5,18446744073709551616,-9223372036854775809,9007199254740993.0]",
      std::string(32, '[') + std::string(32, ']'),
  };
  for (const std::string& text : rows) {
    INFO(text);
    CHECK(error_of(text).message == "(no error)");
  }
  CHECK(parse_json("\"a\\u0000b\"", "x").root.text == "a\0b"s);
  CHECK(parse_json("-0", "x").root.text == "-0");
}

TEST_CASE("bytes that are not UTF-8 text are refused") {
  check({
      {"{\"a\":1}\0 anything"s, "NUL byte at offset 7", "1:8", ""},
      {"{\"a\":1}\n\0"s, "NUL byte at offset 8", "2:1", ""},
      {"\0"s, "NUL byte at offset 0", "1:1", ""},
      {"\xef\xbb\xbf\xef\xbb\xbf{}", "two byte order marks", "1:1", ""},
      {"\xff\xfe{\0}\0"s, "UTF-16", "1:1", "UTF-8"},
      {"\xfe\xff\0{\0}"s, "UTF-16", "1:1", "UTF-8"},
      {"{\0}\0"s, "UTF-16", "1:1", "UTF-8"},
      {"\0{\0}"s, "UTF-16", "1:1", "UTF-8"},
      {"\xff\xfe\0\0{\0\0\0"s, "UTF-", "1:1", "UTF-8"},
      {"\0\0\0{"s, "", "1:1", ""},
      {"{\"a\":\"\xff\"}", "UTF-8", "1:7", ""},
      {"{\"a\":\"\xc0\xaf\"}", "UTF-8", "1:7", ""},
      {"{\"a\":\"\xed\xa0\x80\"}", "UTF-8", "1:", ""},
      {"{\"a\":\"\xe2\x80\"}", "UTF-8", "1:", ""},
      {"{\n\"\xff\":1}", "UTF-8", "2:2", ""},
      {"{\xff}", "not JSON", "1:2", ""},
      {"{\"a\":\"\\ud800\"}", "surrogate", "1:", ""},
      {"{\"a\":\"\\udc00\"}", "surrogate", "1:", ""},
      {"{\"a\":\"\\ud800\\u0041\"}", "surrogate", "1:", ""},
      {"{\"a\":\"x\ty\"}", "control character", "1:8", ""},
      {"{\"a\":\"x\ny\"}", "control character", "1:8", ""},
      {"{\"a\":\"x\x1by\"}", "control character", "1:8", ""},
      {"", "empty", "1:1", ""},
      {" \n\t", "empty", "1:1", ""},
      {"\xef\xbb\xbf", "empty", "1:1", ""},
  });
}

TEST_CASE("syntax that is not JSON is refused where it stands") {
  check({
      {"{\"a\":1,}", "not JSON", "1:8", ""},
      {"{\"a\":1,}\n", "not JSON", "1:8", ""},
      {"[1,]", "not JSON", "1:4", ""},
      {"[1,,2]", "not JSON", "1:4", ""},
      {"[,1]", "not JSON", "1:2", ""},
      {"{\"a\":1 \"b\":2}", "not JSON", "1:", ""},
      {"[1 2]", "not JSON", "1:4", ""},
      {"{\"a\" 1}", "not JSON", "1:6", ""},
      {"{\"a\":}", "not JSON", "1:6", ""},
      {"{'a':1}", "not JSON", "1:2", ""},
      {"{a:1}", "not JSON", "1:2", ""},
      {"{1:1}", "not JSON", "1:2", ""},
      {"{\n  \"a\": 1,\n  b: 2\n}\n", "not JSON", "3:3", ""},
      {"{\"a\":1}}", "not JSON", "1:8", ""},
      {"{\"a\":1} x", "not JSON", "1:9", ""},
      {"{}{}", "not JSON", "1:3", ""},
      {"[1]]", "not JSON", "1:4", ""},
      {"[1}", "not JSON", "1:3", ""},
      {"// x\n{}", "not JSON", "1:", ""},
      {"{} /* x */", "not JSON", "1:", ""},
      {"{\"a\":\"\\x\"}", "not JSON", "1:8", ""},
      {"{\"a\":tru}", "not JSON", "1:", ""},
      {"{\"a\":True}", "not JSON", "1:6", ""},
      {"{\"a\":\"out_of_range\\x\"}", "invalid string", "1:20", ""},
      {"{\"a\":\"\x1b[2J", "not JSON", "1:7", ""},
      {"@", "not JSON", "1:1", ""},
  });
  CHECK(!has(error_of("{\x1b[2J}").message, "\x1b"));
  CHECK(error_of("[,", "a\x1b.json").place == "a\\x1b.json:1:2");
}

TEST_CASE("numbers are finite and as JSON writes them") {
  const std::string digits(10000, '9');
  check({
      {"{\"a\":NaN}", "not JSON", "1:6", ""},
      {"{\"a\":Infinity}", "not JSON", "1:6", ""},
      {"{\"a\":-Infinity}", "not JSON", "1:", ""},
      {"{\"a\":1e999}", "number out of range", "1:6", ""},
      {"{\"a\":-1e999}", "number out of range", "1:6", ""},
      {"{\"a\":\n " + digits + "}", "number out of range", "2:2", ""},
      {"1e999", "number out of range", "1:1", ""},
      {"{\"a\":01}", "not JSON", "1:7", ""},
      {"{\"a\":-01}", "not JSON", "1:8", ""},
      {"{\"a\":+1}", "not JSON", "1:6", ""},
      {"{\"a\":.5}", "not JSON", "1:6", ""},
      {"{\"a\":1.}", "not JSON", "1:", ""},
      {"{\"a\":1.,\"b\":2}", "not JSON", "1:", ""},
      {"{\"a\":0x10}", "not JSON", "1:7", ""},
      {"{\"a\":1_000}", "not JSON", "1:7", ""},
      {"{\"a\":1e}", "not JSON", "1:", ""},
      {"{\"a\":-}", "not JSON", "1:", ""},
  });
}

TEST_CASE("a key comes once") {
  check({
      {"{\"B\":1,\"B\":2}", "duplicate key 'B'", "1:8", ""},
      {"{\"B\":1,\"\\u0042\":2}", "duplicate key 'B'", "1:8", ""},
      {"{\"B\":1,\n  \"c\":{},\n  \"B\" :2}", "duplicate key 'B'", "3:3", ""},
      {"{\"a\":{\"x\":1,\"y\":[],\"x\":2}}", "duplicate key 'x'", "1:20", ""},
      {"{\"\":1,\"\":2}", "duplicate key ''", "1:7", ""},
      {"{\"\\u001b\":1,\"\\u001b\":2}", "duplicate key '\\x1b'", "1:13", ""},
  });
}

TEST_CASE("depth and size are limited") {
  check({
      {std::string(33, '[') + std::string(33, ']'), "nested deeper than 32", "1:33", ""},
      {std::string(200000, '['), "nested deeper than 32", "1:33", ""},
      {repeated("{\"a\":", 40), "nested deeper than 32", "1:161", ""},
      {"[" + repeated("0,", 999999) + "0]", "more than a million values", "1:2000000", ""},
      {"[" + repeated("[],", 999999) + "[]]", "more than a million values", "1:2999999", ""},
  });
  CHECK(error_of("[" + repeated("0,", 999998) + "0]").message == "(no error)");
}

TEST_CASE("a duplicate is found among many keys") {
  std::string text = "{\"k\":0";
  for (int i = 0; i < 30000; ++i) text += ",\"k" + std::to_string(i) + "\":0";
  CHECK(has(error_of(text + ",\"k\":1}").message, "duplicate key 'k'"));
}

TEST_CASE("a file that was cut off says so") {
  check({
      {"{", "not JSON", "1:2", "cut off"},
      {"{\"a\"", "not JSON", "1:5", "cut off"},
      {"{\"a\":", "not JSON", "1:6", "cut off"},
      {"{\"a\":[1,2", "not JSON", "1:10", "cut off"},
      {"{\"a\":[1,2],", "not JSON", "1:12", "cut off"},
      {"{\"a\":\"x", "not JSON", "1:8", "cut off"},
      {"{\"a\":tru", "not JSON", "1:9", "cut off"},
      {"{\"a\":-", "not JSON", "1:7", "cut off"},
      {"{\"a\":1,\n", "not JSON", "2:1", "cut off"},
      {"{\"a\":1,\n  \"b\": {\n", "not JSON", "3:1", "cut off"},
  });
}

TEST_CASE("what else a file may be is recognised") {
  check({
      {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "a Git LFS pointer", "1:1", ""},
      {"---\nid: tpu\n", "YAML", "1:1", ""},
      {"<!doctype html><html>", "HTML", "1:1", ""},
      {"\n  <!DOCTYPE html>", "HTML", "2:3", ""},
      {"<?xml version=\"1.0\"?>", "XML", "1:1", ""},
      {"[section]\nid = \"tpu\"\n", "TOML", "1:1", ""},
      {"[tool.poetry]\nname = \"x\"\n", "TOML", "1:1", ""},
      {"\x80\x04\x95\x1a\0\0\0\0\0\0\0}"s, "pickle", "1:1", ""},
      {"PK\x03\x04\x14\0\0\0\x08\0"s, "zip", "1:1", ""},
      {"\x1f\x8b\x08\0\0\0\0\0\0\x03"s, "gzip", "1:1", ""},
      {"\x1f\x8b\x08\x08zzzz\x02\x03", "gzip", "1:1", ""},
      {"id: tpu\n", "not JSON", "1:1", ""},
      {"a,b\n1,2\n", "not JSON", "1:1", ""},
  });
}

TEST_CASE("the numbers that Python writes are numbers where they are asked for") {
  const std::string text = R"({"a": [NaN, -Infinity,Infinity], "b": "NaN, \"Infinity", "c": 1})";
  const Document document = parse_json(text, "x.json", Numbers::python);
  const auto& members = document.root.members;
  REQUIRE(members.size() == 3);
  REQUIRE(members[0].second.items.size() == 3);
  for (const auto& [index, word] : {std::pair{0, "NaN"}, {1, "-Infinity"}, {2, "Infinity"}}) {
    const Json& item = members[0].second.items[static_cast<std::size_t>(index)];
    CHECK(item.kind == Json::Kind::number);
    CHECK(item.text == word);
    CHECK(text.compare(item.offset, item.text.size(), word) == 0);
  }
  CHECK(members[1].second.text == "NaN, \"Infinity");
  CHECK(members[2].second.offset == text.rfind('1'));
  for (const char* bad : {"[NaNs]", "[1NaN]", "[xNaN]", "[Infinity1]", "[+Infinity]", "[nan]"}) {
    INFO(bad);
    CHECK_THROWS_AS(parse_json(bad, "x.json", Numbers::python), Error);
  }
  CHECK_THROWS_AS(parse_json(text, "x.json"), Error);
}
