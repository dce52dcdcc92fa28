// The line, CSV and record readers against rows written by hand.

#include "roofline/base/csv.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

#include "roofline/base/error.hpp"
#include "roofline/base/records.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;
using support::has;

namespace {

/// Hands the text out in pieces of n bytes.
Read in_pieces(std::string text, std::size_t n) {
  return
      [read = read_string(std::move(text)), n](char* into, std::size_t size) { return read(into, std::min(n, size)); };
}

using Rows = std::vector<std::vector<std::string>>;

/// All rows; a bad one as {"!", place, message}.
Rows rows_of(const std::string& text, std::size_t piece = 1 << 16) {
  Lines lines(in_pieces(text, piece), "x.csv");
  CsvReader reader(lines);
  Rows rows;
  while (true) {
    try {
      if (!reader.next()) return rows;
      rows.emplace_back(reader.fields().begin(), reader.fields().end());
    } catch (const ReadError& e) {
      rows.push_back({"!!", e.place, e.message});
      return rows;
    } catch (const Error& e) {
      rows.push_back({"!", e.place, e.message});
    }
  }
}

}  // namespace

TEST_CASE("CSV as RFC 4180 writes it") {
  struct Case {
    std::string text;
    Rows rows;
  };
  const std::vector<Case> cases{
      {"", {}},
      {"a,b\n1,2\n", {{"a", "b"}, {"1", "2"}}},
      {"a,b\n1,2", {{"a", "b"}, {"1", "2"}}},
      {"a,b\r\n1,2\r\n", {{"a", "b"}, {"1", "2"}}},
      {"\xef\xbb\xbf"
       "a,b\n1,2\n",
       {{"a", "b"}, {"1", "2"}}},
      {"\xef\xbb\xbf\"a\",b\n", {{"a", "b"}}},
      {"a,b\n,\n", {{"a", "b"}, {"", ""}}},
      {"a\n\nx\n", {{"a"}, {""}, {"x"}}},
      {"\n\r\na,b\n\n1,2\n\n", {{"a", "b"}, {"1", "2"}}},
      {"a, b \n", {{"a", " b "}}},
      {"\"a,b\",\"c\"\"d\"\"\"\n", {{"a,b", "c\"d\""}}},
      {"\"two\nlines\",x\ny,z\n", {{"two\nlines", "x"}, {"y", "z"}}},
      {"\"two\r\nlines\",x\r\n", {{"two\r\nlines", "x"}}},
      {"\"\",\"\"\"\"\n", {{"", "\""}}},
      {"\xc3\xa9,\xe2\x82\xac\n", {{"\xc3\xa9", "\xe2\x82\xac"}}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1} << 16}) {
      CHECK(rows_of(c.text, piece) == c.rows);
    }
  }
}

TEST_CASE("a row that is not CSV is named, and the next is read") {
  struct Case {
    std::string text, place, message;
  };
  const std::vector<Case> cases{
      {"a,b\n1\nx,y\n", "x.csv:2:1", "1 field, where the first row has 2"},
      {"a,b\n1,2,3\nx,y\n", "x.csv:2:1", "3 fields, where the first row has 2"},
      {"a,b\n1,c\"d\nx,y\n", "x.csv:2:4", "a quote inside a field that does not begin with one"},
      {"a,b\n1,\"c\"d\nx,y\n", "x.csv:2:6", "text after a closing quote"},
      {"a,b\n\"1\n2\",\"c\"d\nx,y\n", "x.csv:3:7", "text after a closing quote"},
      {"a,b\n1\r2,3\nx,y\n", "x.csv:2:2", "a carriage return that ends no line"},
      {std::string("a,b\n1,\0\nx,y\n", 12), "x.csv:2:3", "a NUL byte"},
      {"a,b\n1,\xff\nx,y\n", "x.csv:2:3", "bytes that are not UTF-8"},
      {"a,b\n1,\xc3\nx,y\n", "x.csv:2:3", "bytes that are not UTF-8"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(rows_of(c.text) == Rows{{"a", "b"}, {"!", c.place, c.message}, {"x", "y"}});
    CHECK(rows_of(c.text, 1) == rows_of(c.text));
  }
  CHECK(rows_of("a,b\n1,\"c\nd\n") ==
        Rows{{"a", "b"}, {"!", "x.csv:2:3", "a quote that nothing closes; what follows it is not read"}});
}

TEST_CASE("lines of any number, none too long") {
  const std::string long_field(100'000, 'x');
  CHECK(rows_of(long_field + ",b\n1,2\n", 999) == Rows{{long_field, "b"}, {"1", "2"}});
  const auto too_long = rows_of("a\n" + std::string(Lines::kMaxLine + 1, 'x') + "\nb\n", 5000);
  REQUIRE(too_long.size() == 2);
  CHECK(too_long[1] == std::vector<std::string>{"!!", "x.csv:2", "the line is longer than 1 MiB"});
  const auto open_quote = rows_of("a\n\"" + std::string(2 * Lines::kMaxLine, '\n'), 5000);
  REQUIRE(open_quote.size() == 2);
  CHECK(open_quote[1] ==
        std::vector<std::string>{"!!", "x.csv:2:1", "a quote that nothing closes; what follows it is not read"});
  CHECK(has(rows_of("\xff\xfe"
                    "a\0")[0][2],
            "UTF-16"));
}

TEST_CASE("a stream that fails is not its end") {
  int calls = 0;
  const Read fails = [&](char* into, std::size_t) -> long {
    if (calls++ > 0) return -EIO;
    std::string_view("a,b\n1,").copy(into, 6);
    return 6;
  };
  Lines lines(fails, "x.csv");
  CsvReader reader(lines);
  CHECK(reader.next());
  const Error e = error_of([&] { reader.next(); });
  CHECK(e.message == "cannot read 'x.csv': Input/output error");
}

TEST_CASE("records of JSON Lines") {
  Records rows(read_string("\n  {\"name\":\"qkv\",\"B\":8192,\"ok\":true,\"tags\":[1, {\"a\":\"]\\\"\"}],\"x\":null}\n"
                           "\n"
                           "{\"B\":1.50,\"name\":\"\\u00e9\"}\r\n"
                           "{\"b\":1}\n"
                           "{\"B\":}\n"
                           "[1]\n"
                           "{\"B\":7}"),
               "x.jsonl");
  CHECK(rows.names() == std::vector<std::string>{"name", "B", "ok", "tags", "x"});
  const auto texts = [&] {
    std::vector<std::string> all;
    for (const RecordField& f : rows.fields()) {
      all.push_back((f.kind == RecordField::Kind::none   ? "-"
                     : f.kind == RecordField::Kind::text ? "'"
                                                         : "") +
                    std::string(f.text));
    }
    return all;
  };
  REQUIRE(rows.next());
  CHECK(texts() == std::vector<std::string>{"'qkv", "8192", "true", "[1, {\"a\":\"]\\\"\"}]", "-"});
  CHECK(rows.place(1) == "x.jsonl:2:21");
  REQUIRE(rows.next());
  CHECK(texts() == std::vector<std::string>{"'\xc3\xa9", "1.50", "-", "-", "-"});
  CHECK(rows.place() == "x.jsonl:4");
  const Error unknown = error_of([&] { rows.next(); });
  CHECK(unknown.place == "x.jsonl:5:6");
  CHECK(unknown.message == "key 'b' is not in the first row");
  CHECK(error_of([&] { rows.next(); }).place == "x.jsonl:6:6");
  CHECK(error_of([&] { rows.next(); }).message == "expected an object, one a line");
  REQUIRE(rows.next());
  CHECK(rows.fields()[1].text == "7");
  CHECK_FALSE(rows.next());
}

TEST_CASE("what a file is does not depend on how it comes: a byte order mark before the first piece") {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{1} << 16}) {
    CAPTURE(piece);
    const auto opened = [&](std::string text) { return Records(in_pieces(std::move(text), piece), "x"); };
    CHECK(error_of([&] { opened("\xef\xbb\xbf[{\"B\":1}]"); }).hint == "jq -c '.[]' writes it so");
    CHECK(opened("\xef\xbb\xbf {\"B\":1}").format() == Records::Format::json_lines);
    CHECK(opened("\xef\xbb\xbf\n\n  B,D\n").names() == std::vector<std::string>{"  B", "D"});
  }
}

TEST_CASE("files that have no names for their rows") {
  const auto opened = [](std::string text) { return error_of([&] { Records(read_string(std::move(text)), "x"); }); };
  CHECK(opened("").message == "x is empty");
  CHECK(opened("\xef\xbb\xbf").message == "x is empty");
  CHECK(opened(std::string(3, '\0')).message == "a NUL byte");
  CHECK(opened("a,,b\n").message == "column 2 has no name");
  CHECK(opened("a,b,a\n").place == "x:1:5");
  CHECK(opened("{}\n").message == "the first row has no keys");
  CHECK(opened("[{\"B\":1}]\n").place == "x:1");
  CHECK(opened("[{\"B\":1}]\n").hint == "jq -c '.[]' writes it so");
  CHECK(opened("{\"a\":1,\"a\":2}\n").message != "(no error)");
}
