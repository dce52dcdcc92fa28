#include "roofline/base/sweep.hpp"

#include <string>
#include <vector>

#include "roofline/base/dtype.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::has;

namespace {

constexpr auto kWhole = Sweep::Steps::whole;
constexpr auto kReal = Sweep::Steps::real;
constexpr auto kNone = Sweep::Steps::none;

double count(std::string_view text) {
  return static_cast<double>(parse_count(text));
}
double bytes(std::string_view text) {
  return parse_si(text, Bytes::dim);
}
double dtype(std::string_view text) {
  return static_cast<double>(parse_dtype(text));
}

Error error_of(std::string_view text, const Sweep::Parse& element, Sweep::Steps steps) {
  try {
    Sweep::parse(text, element, steps);
  } catch (const Error& e) {
    return e;
  }
  return Error("(no error)", "(no error)");
}

std::vector<double> values(const Sweep& sweep) {
  std::vector<double> all;
  for (std::uint64_t i = 0; i < sweep.size(); ++i) all.push_back(sweep.at(i));
  return all;
}

struct Row {
  std::string text;
  std::vector<double> values;
};

struct Refused {
  std::string text, message, hint;
};

}  // namespace

TEST_CASE("whole values, lists and ranges") {
  const std::vector<Row> rows{
      {"256", {256}},
      {"64,512", {64, 512}},
      {"512,64,64", {512, 64, 64}},
      {"1_024,2Ki,1e3,2^4", {1024, 2048, 1000, 16}},
      {"1,24", {1, 24}},
      {"1,536", {1, 536}},
      {"1:8", {1, 2, 3, 4, 5, 6, 7, 8}},
      {"4:4", {4}},
      {"1:4096:x2", {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096}},
      {"1:16:*2", {1, 2, 4, 8, 16}},
      {"1:17:x2", {1, 2, 4, 8, 16}},
      {"1:31:x2", {1, 2, 4, 8, 16}},
      {"3:100:x3", {3, 9, 27, 81}},
      {"1:1000:x10", {1, 10, 100, 1000}},
      {"1:999:x10", {1, 10, 100}},
      {"1:1e15:x1000", {1, 1e3, 1e6, 1e9, 1e12, 1e15}},
      {"128:1024:+128", {128, 256, 384, 512, 640, 768, 896, 1024}},
      {"128:1000:+128", {128, 256, 384, 512, 640, 768, 896}},
      {"1:10:+4", {1, 5, 9}},
      {"1Ki:4Ki:+1Ki", {1024, 2048, 3072, 4096}},
      {"5:5:x2", {5}},
      {"5:6:+100", {5}},
      {"1:4:x2,7,10:12", {1, 2, 4, 7, 10, 11, 12}},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const Sweep sweep = Sweep::parse(row.text, count, kWhole);
    CHECK(values(sweep) == row.values);
    CHECK(sweep.is_list() == (row.text != "256"));
  }
}

TEST_CASE("a whole range never passes its end") {
  static constexpr struct {
    const char* text;
    std::uint64_t size;
    double last;
  } kRows[]{
      {"1:1073741823:x2", 30, 536870912},
      {"1:2147483647:x2", 31, 1073741824},
      {"1:2147483648:x2", 32, 2147483648},
      {"1:4294967295:x2", 32, 2147483648},
      {"1:999999999:x10", 9, 1e8},
      {"1:1000000000:x10", 10, 1e9},
      {"1:999999999999999:x10", 15, 1e14},
      {"1:9007199254740991:x2", 53, 4503599627370496},
      {"1:9007199254740992:x2", 54, 9007199254740992},
      {"1:9007199254740992", 9007199254740992u, 9007199254740992},
      {"2:9007199254740992:+3", 3002399751580331u, 9007199254740992},
      {"2:9007199254740991:+3", 3002399751580330u, 9007199254740989},
  };
  for (const auto& row : kRows) {
    INFO(row.text);
    const Sweep sweep = Sweep::parse(row.text, count, kWhole);
    CHECK(sweep.size() == row.size);
    CHECK(sweep.at(sweep.size() - 1) == row.last);
    CHECK(sweep.largest() == row.last);
  }
}

TEST_CASE("a range of any length takes no memory") {
  const Sweep sweep = Sweep::parse("1:9007199254740992", count, kWhole);
  CHECK(sweep.at(0) == 1);
  CHECK(sweep.at(4503599627370495) == 4503599627370496);
  std::string text = "1:9007199254740992";
  for (int i = 1; i < 2047; ++i) text += ",1:9007199254740992";
  CHECK(Sweep::parse(text, count, kWhole).size() == 18437736874454810624u);
  CHECK(has(error_of(text + ",1:9007199254740992", count, kWhole).message, "too many values"));
  CHECK(has(error_of("0:1e300:+1", parse_ratio, kReal).message, "too many values"));
}

TEST_CASE("real values, lists and ranges") {
  struct RealRow {
    std::string text;
    Sweep::Parse element;
    std::vector<double> values;
  };
  const std::vector<RealRow> rows{
      {"1GB:16GB:x2", bytes, {1e9, 2e9, 4e9, 8e9, 16e9}},
      {"1GB:15GB:x2", bytes, {1e9, 2e9, 4e9, 8e9}},
      {"0.82TB,1.64TB", bytes, {0.82e12, 1.64e12}},
      {"1GiB:2GiB:+512MiB", bytes, {1073741824, 1610612736, 2147483648}},
      {"0.1:0.5:+0.1", parse_ratio, {0.1, 0.2, 0.3, 0.4, 0.5}},
      {"0:1:+0.25", parse_ratio, {0, 0.25, 0.5, 0.75, 1}},
      {"10%:40%:+10%", parse_ratio, {0.1, 0.2, 0.3, 0.4}},
      {"1:8:x1.5", parse_ratio, {1, 1.5, 2.25, 3.375, 5.0625, 7.59375}},
      {"0.001:1:x10", parse_ratio, {0.001, 0.01, 0.1, 1}},
      {"50%", parse_ratio, {0.5}},
  };
  for (const RealRow& row : rows) {
    INFO(row.text);
    const auto got = values(Sweep::parse(row.text, row.element, kReal));
    REQUIRE(got.size() == row.values.size());
    for (std::size_t i = 0; i < got.size(); ++i) CHECK_THAT(got[i], WithinRel(row.values[i], 1e-12));
  }
}

TEST_CASE("words come in lists and never in ranges") {
  const Sweep sweep = Sweep::parse("bf16,int8", dtype, kNone);
  CHECK(values(sweep) == std::vector{dtype("bf16"), dtype("int8")});
  CHECK(!Sweep::parse("bf16", dtype, kNone).is_list());
  for (const std::string text : {"bf16:int8", "bf16:int8:x2", ":", "int8,bf16:fp8"}) {
    INFO(text);
    CHECK(has(error_of(text, dtype, kNone).message, "is not a value"));
  }
  CHECK(has(error_of("bf16,fp7", dtype, kNone).message, "'fp7'"));
}

TEST_CASE("a range or list that makes no sense is refused") {
  const std::vector<Refused> rows{
      {"10:1", "ends before it begins", "1:10"},
      {"4096:1:x2", "ends before it begins", "1:4096"},
      {"1:8:x1", "more than 1", ""},
      {"1:8:x0", "", ""},
      {"1:8:x0.5", "", ""},
      {"1:8:x-2", "", ""},
      {"1:8:x1.5", "not a whole number", ""},
      {"1:8:x", "", ""},
      {"1:8:+0", "", ""},
      {"1:8:+", "", ""},
      {"1:8:-1", "step '-1'", "1:4096:x2"},
      {"1:8:2", "step '2'", "1:4096:x2"},
      {"1:8:", "lacks a number", "1:4096:x2"},
      {"1:8:x2:x2", "is not a value", "1:4096:x2"},
      {":8", "lacks a number", "1:4096:x2"},
      {"1:", "lacks a number", "1:4096:x2"},
      {":", "lacks a number", "1:4096:x2"},
      {"1::x2", "lacks a number", "1:4096:x2"},
      {"", "empty", ""},
      {"1,,2", "empty", ""},
      {"1,", "empty", ""},
      {",1", "empty", ""},
      {"0:8", "at least 1", ""},
      {"1:1.5", "not a whole number", ""},
      {"1:9007199254740993", "too large", ""},
      {"1,024", "comma", "1_024"},
      {"12,000", "comma", "1_024"},
      {"1,024,000", "comma", "1_024"},
      {"1,2,x", "'x'", ""},
      {"1-8", "'1-8'", ""},
      {"1..8", "'1..8'", ""},
      {"8k,1", "ambiguous", ""},
  };
  for (const Refused& row : rows) {
    INFO(row.text);
    const Error e = error_of(row.text, count, kWhole);
    CAPTURE(e.message, e.hint);
    CHECK(e.message != "(no error)");
    CHECK(has(e.message, row.message));
    CHECK(has(e.hint, row.hint));
  }
  const std::vector<Refused> real{
      {"0:8:x2", "from 0", ""},        {"1:8", "needs a step", ""},   {"1:8:x1", "more than 1", ""},
      {"1:8:x0", "more than 1", ""},   {"1:8:+0", "more than 0", ""}, {"2:1:+1", "ends before", "1:2"},
      {"0:1:+1e-300", "too many", ""},
  };
  for (const Refused& row : real) {
    INFO(row.text);
    const Error e = error_of(row.text, parse_ratio, kReal);
    CAPTURE(e.message, e.hint);
    CHECK(has(e.message, row.message));
    CHECK(has(e.hint, row.hint));
  }
}

TEST_CASE("one value and the largest") {
  CHECK(values(Sweep::one(2.5)) == std::vector{2.5});
  CHECK(!Sweep::one(2.5).is_list());
  CHECK(Sweep::one(2.5).largest() == 2.5);
  CHECK(Sweep::parse("64,512,8", count, kWhole).largest() == 512);
  CHECK(Sweep::parse("1:100:x2,5", count, kWhole).largest() == 64);
}
