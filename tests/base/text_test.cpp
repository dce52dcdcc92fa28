#include "roofline/base/text.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace roofline;
using namespace std::string_literals;

namespace {

struct Row {
  std::string text, expected;
};

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("names of a file are escaped where a hint lists them") {
  const std::vector<std::string> names{"time\x01_us", "name"};
  CHECK(listing(names) == "time\\x01_us and name");
  CHECK(did_you_mean("time_us", names) == "did you mean time\\x01_us?");
}

TEST_CASE("what a terminal would obey or hide is escaped") {
  const std::vector<Row> rows{
      {"", ""},
      {"tpu-v5e (16 GiB)", "tpu-v5e (16 GiB)"},
      {"a\\b 'c' \"d\"", "a\\b 'c' \"d\""},
      {"\x1b[2J", "\\x1b[2J"},
      {"a\nb\tc\rd", "a\\x0ab\\x09c\\x0dd"},
      {"\0"s, "\\x00"},
      {"\x7f", "\\x7f"},
      {"\xc2\x85", "\\u{0085}"},
      {"\xc2\x9b"
       "31m",
       "\\u{009b}31m"},
      {"\xc2\xad", "\\u{00ad}"},
      {"\xd8\x9c", "\\u{061c}"},
      {"\xe2\x80\x8b", "\\u{200b}"},
      {"\xe2\x80\x8c", "\\u{200c}"},
      {"\xe2\x80\x8d", "\\u{200d}"},
      {"\xe2\x80\x8e", "\\u{200e}"},
      {"\xe2\x80\x8f", "\\u{200f}"},
      {"\xe2\x80\xa8", "\\u{2028}"},
      {"\xe2\x80\xa9", "\\u{2029}"},
      {"\xe2\x80\xaa", "\\u{202a}"},
      {"gpj\xe2\x80\xae.json", "gpj\\u{202e}.json"},
      {"\xe2\x81\xa0", "\\u{2060}"},
      {"\xe2\x81\xa6", "\\u{2066}"},
      {"\xe2\x81\xa9", "\\u{2069}"},
      {"\xef\xbb\xbf", "\\u{feff}"},
      {"\xef\xbf\xb9", "\\u{fff9}"},
      {"\xef\xbf\xbe", "\\u{fffe}"},  // no characters, which XML forbids
      {"\xef\xb7\x90", "\\u{fdd0}"},
      {"\xf3\xa0\x80\x81", "\\u{e0001}"},
  };
  for (const Row& row : rows) {
    INFO(row.expected);
    CHECK(escape(row.text) == row.expected);
    CHECK(escape(row.expected) == row.expected);
  }
}

TEST_CASE("printable UTF-8 is kept") {
  const std::vector<std::string> rows{
      "caf\xc3\xa9",
      "cafe\xcc\x81",
      "\xe6\x97\xa5\xe6\x9c\xac",
      "\xf0\x9f\x99\x82",
      "a\xc2\xa0"
      "b",
      "\xe2\x80\xa7",
      "\xe2\x80\xaf",
      "\xef\xbf\xbd",
      "\xf4\x8f\xbf\xbd",
      "\xed\x9f\xbf",
      "\xee\x80\x80",
  };
  for (const std::string& text : rows) {
    INFO(text);
    CHECK(escape(text) == text);
  }
}

TEST_CASE("bytes that are not UTF-8 are shown as bytes") {
  const std::vector<Row> rows{
      {"\xff", "\\xff"},
      {"a\xfe"
       "b",
       "a\\xfeb"},
      {"\x80", "\\x80"},
      {"\xc0\xaf", "\\xc0\\xaf"},
      {"\xc1\xbf", "\\xc1\\xbf"},
      {"\xe0\x80\x80", "\\xe0\\x80\\x80"},
      {"\xf0\x80\x80\x80", "\\xf0\\x80\\x80\\x80"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
      {"\xed\xbf\xbf", "\\xed\\xbf\\xbf"},
      {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
      {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"},
      {"\xe2\x80", "\\xe2\\x80"},
      {"\xe2\x80x", "\\xe2\\x80x"},
      {"\xc3", "\\xc3"},
      {"\xc3\xc3\xa9", "\\xc3\xc3\xa9"},
  };
  for (const Row& row : rows) {
    INFO(row.expected);
    CHECK(escape(row.text) == row.expected);
  }
}

TEST_CASE("any single byte is shown in printable ASCII") {
  int visible = 0;
  for (int c = 0; c < 256; ++c) {
    const std::string shown = escape(std::string(1, static_cast<char>(c)));
    const bool plain = shown.size() == 1 && c >= 0x20 && c < 0x7f;
    const bool escaped = shown.size() == 4 && shown.substr(0, 2) == "\\x";
    if (plain || escaped) ++visible;
  }
  CHECK(visible == 256);
}

TEST_CASE("the length of a UTF-8 sequence") {
  static constexpr struct {
    const char* text;
    std::size_t length;
  } kRows[]{{"", 0},     {"a", 1},           {"\xc3\xa9x", 2}, {"\xe6\x97\xa5", 3}, {"\xf0\x9f\x99\x82", 4},
            {"\xff", 0}, {"\xc3", 0},        {"\xc0\xaf", 0},  {"\x80", 0},         {"\xed\xa0\x80", 0},
            {"\x1b", 1}, {"\xe2\x80\xae", 3}};
  for (const auto& row : kRows) {
    INFO(escape(row.text));
    CHECK(utf8_length(row.text) == row.length);
  }
}

TEST_CASE("a quotation is short and safe") {
  const std::vector<Row> rows{
      {"", "''"},
      {"tpu", "'tpu'"},
      {"\x1b[2J", "'\\x1b[2J'"},
      {std::string(80, 'a'), "'" + std::string(80, 'a') + "'"},
      {std::string(81, 'a'), "'" + std::string(40, 'a') + "...' (81 characters)"},
      {std::string(10000, '9'), "'" + std::string(40, '9') + "...' (10000 characters)"},
      {repeated("\xc3\xa9", 100), "'" + repeated("\xc3\xa9", 40) + "...' (100 characters)"},
  };
  for (const Row& row : rows) {
    INFO(row.text.substr(0, 90));
    CHECK(quote(row.text) == row.expected);
  }
  const std::string cut = quote(std::string(39, 'a') + repeated("\xe6\x97\xa5", 30));
  CHECK(cut.find("\\x") == std::string::npos);
}

TEST_CASE("case is folded for ASCII only") {
  const std::vector<Row> rows{
      {"TPU-V5E", "tpu-v5e"}, {"I", "i"}, {"\xc3\x80Z", "\xc3\x80z"}, {"[@`{", "[@`{"}, {"", ""}};
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(lower(row.text) == row.expected);
    CHECK(equal_ignoring_case(row.text, row.expected));
  }
  CHECK(!equal_ignoring_case("a", "b"));
  CHECK(!equal_ignoring_case("a", "ab"));
  CHECK(!equal_ignoring_case("\xc3\x80", "\xc3\xa0"));
  CHECK(!equal_ignoring_case("[", "{"));
}

TEST_CASE("words are listed") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows{
      {{}, ""}, {{"a"}, "a"}, {{"a", "b"}, "a and b"}, {{"a", "b", "c"}, "a, b and c"}};
  for (const auto& [words, expected] : rows) CHECK(listing(words) == expected);
  CHECK(listing(std::vector<std::string>{"a", "b", "c"}, "or") == "a, b or c");
  CHECK(short_listing(std::vector<std::string>{"a", "b", "c"}, "or") == "a, b or c");
  CHECK(short_listing(std::vector<std::string>{"a", "b", "c"}, "or", 1) == "a or 2 more");
  CHECK(short_listing({}).empty());
  CHECK(short_listing(std::vector<std::string>(8, "a")) == "a, a, a, a, a, a, a and a");
  CHECK(short_listing(std::vector<std::string>(20, "a"), "or") == "a, a, a, a, a, a, a, a or 12 more");
}

TEST_CASE("text is split at every separator") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows{
      {"", {""}}, {"a", {"a"}}, {"a,b", {"a", "b"}}, {",", {"", ""}}, {"a,,b,", {"a", "", "b", ""}}};
  for (const auto& [text, expected] : rows) {
    INFO(text);
    CHECK(split(text, ',') == expected);
  }
}

TEST_CASE("names that nearly match") {
  const std::vector<std::string> known{"matmul", "dot", "attention", "tpu-v5e", "tpu-v5p", "tpu-v6e", "h100-sxm"};
  const std::vector<std::pair<std::string, std::vector<std::string>>> rows{
      {"matmull", {"matmul"}},
      {"matmlu", {"matmul"}},
      {"MATMUL", {"matmul"}},
      {"mtmu", {}},
      {"mamul", {"matmul"}},
      {"mutmol", {"matmul"}},
      {"motmol!", {}},
      {"dto", {"dot"}},
      {"dt", {"dot"}},
      {"d", {}},
      {"dtt", {"dot"}},
      {"xyz", {}},
      {"tpu-v5", {"tpu-v5e", "tpu-v5p"}},
      {"tpu-v5x", {"tpu-v5e", "tpu-v5p"}},
      {"tpuv6e", {"tpu-v6e"}},
      {"h100", {"h100-sxm"}},
      {"attention-with-a-name-so-long-that-nobody-could-have-meant-it-at-all", {}},
      {"", {}},
  };
  for (const auto& [word, expected] : rows) {
    INFO(word);
    CHECK(near_names(word, known) == expected);
  }
  const std::vector<std::string> many{"aaaaa1", "aaaaa2", "aaaaa3", "aaaaa4", "aaaaa1"};
  CHECK(near_names("aaaaa", many).size() == 3);
  CHECK(near_names("aaaaa1", many) == std::vector<std::string>{"aaaaa1"});
  CHECK(did_you_mean("matmull", known) == "did you mean matmul?");
  CHECK(did_you_mean("tpu-v5", known) == "did you mean tpu-v5e or tpu-v5p?");
  CHECK(did_you_mean("xyz", known).empty());
}

TEST_CASE("lines break at spaces") {
  static constexpr struct {
    const char* text;
    std::size_t width, indent;
    const char* expected;
  } kRows[]{
      {"", 10, 0, ""},
      {"aaa bbb ccc", 80, 0, "aaa bbb ccc"},
      {"aaa bbb ccc", 7, 0, "aaa bbb\nccc"},
      {"aaa bbb ccc", 6, 0, "aaa\nbbb\nccc"},
      {"aaa bbb ccc", 9, 2, "aaa bbb\n  ccc"},
      {"aaa bbb ccc", 8, 2, "aaa\n  bbb\n  ccc"},
      {"aaaaaaaaaa b", 5, 0, "aaaaaaaaaa\nb"},
      {"a bbbbbbbbbb", 5, 2, "a\n  bbbbbbbbbb"},
  };
  for (const auto& row : kRows) {
    INFO(row.text << ", " << row.width);
    CHECK(wrap(row.text, row.width, row.indent) == row.expected);
  }
}

TEST_CASE("an unknown name is told the nearest, the one that ends in it, or all there are") {
  const std::vector<std::string> known{"vendor", "peak.fp8", "power.tdp"};
  CHECK(name_hint("vendr", known) == "did you mean vendor?");
  CHECK(name_hint("fp8", known) == "did you mean peak.fp8?");
  CHECK(name_hint("xyzzy", known) == "one of vendor, peak.fp8 or power.tdp");
  CHECK(name_hint("", known) == "one of vendor, peak.fp8 or power.tdp");
  CHECK(name_hint("xyzzy", std::vector<std::string>(30, "a")).ends_with(" or 6 more"));
}

TEST_CASE("a glob stands for any letters by *, for one by ?") {
  CHECK(matches_glob("serve*", "serve/one"));
  CHECK(matches_glob("*/on?", "a/b/one"));
  CHECK(matches_glob("*a*b*", "xxaxxbxx"));
  CHECK(matches_glob("?", "\xc3\xa9"));  // a letter of two bytes
  CHECK(matches_glob("**", ""));
  CHECK_FALSE(matches_glob("serve", "serves"));
  CHECK_FALSE(matches_glob("?", ""));
  CHECK_FALSE(matches_glob("a*b", "ac"));
}
