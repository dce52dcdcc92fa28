#include "roofline/base/number.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "roofline/base/error.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;
using support::has;

namespace {

struct Refused {
  std::vector<std::string> texts;
  std::string message, hint;
};

constexpr Dim kTokens{.token = 1};
constexpr Dim kJoules{.joule = 1};
constexpr Dim kTokensPerSecond{.second = -1, .token = 1};

}  // namespace

TEST_CASE("a count is a whole number, however it is written") {
  const std::vector<std::pair<std::int64_t, std::vector<std::string>>> rows{
      {1, {"1", "1000e-3", "1^999", "1^1000", "2^0", "0001"}},
      {7, {"7", "0000000000000000000000000007", "7^1", "7.0", "0.7e1"}},
      {8, {"2^3", "2^0003", "8", "0.08e2"}},
      {10, {"10", "010", "1_0", "1e1"}},
      {484, {"22^2", "0000000000000000000022^2"}},
      {512, {"0.5Ki", "512", "2^9"}},
      {1000, {"1000", "1_000", "1e3", "1E3", "1e+3", "1e0003", "10^3"}},
      {1500, {"1.5e3", "1_500.0", "15e2"}},
      {1536, {"1.5Ki", "1_536"}},
      {8192, {"8192", "8_192", "8Ki", "2^13"}},
      {2097152, {"2Mi", "2_097_152", "0.002_097_152e9"}},
      {3221225472, {"3Gi", "3221225472"}},
      {8796093022208, {"8Ti", "8192Gi", "2^43"}},
      {5559060566555523, {"3^33"}},
      {9007199254740991, {"9007199254740991", "0.0009007199254740991e19"}},
      {9007199254740992,
       {"9007199254740992", "9_007_199_254_740_992", "9007199254740992.0", "2^53", "8796093022208Ki"}},
  };
  for (const auto& [count, texts] : rows) {
    for (const std::string& text : texts) {
      INFO(text);
      CHECK(error_of([&, expected = count] { CHECK(parse_count(text) == expected); }).message == "(no error)");
    }
  }
  CHECK(kMaxCount == 9007199254740992);
}

TEST_CASE("a count that is none is refused with the reason") {
  const std::vector<Refused> rows{
      {{""}, "is empty", ""},
      {{"0", "0e9", "0.0", "00", "0Ki", "0^5"}, "at least 1", ""},
      {{"1.5", "1e-3", "1e-999", "0.1Ki", "0.3Mi", "1.0000000000000000001Ki"}, "not a whole number", ""},
      {{"8796093022208.0001Ki", "9Pi"}, "", ""},
      {{"1,024", "1 024", "1'024"}, "must be a whole number", "1_024"},
      {{"8k", "8K"}, "ambiguous", "8e3 (8000) or 8Ki (8192)"},
      {{"8M", "8m"}, "ambiguous", "8e6 (8000000) or 8Mi (8388608)"},
      {{"2G"}, "ambiguous", "2e9 (2000000000) or 2Gi (2147483648)"},
      {{"1T"}, "ambiguous", "1e12 (1000000000000) or 1Ti (1099511627776)"},
      {{"1.5k"}, "ambiguous", "1.5e3 (1500) or 1.5Ki (1536)"},
      {{"0.1k"}, "ambiguous", "0.1e3 (100)"},
      {{"1_000k", "1e3k"}, "ambiguous", ""},
      {{"8kB", "8KiB", "8B", "8GB"}, "bytes are not expected here", ""},
      {{std::string("8\0", 2)}, "\\x00", ""},
  };
  for (const Refused& row : rows) {
    for (const std::string& text : row.texts) {
      INFO(text);
      const Error e = error_of([&] { parse_count(text); });
      CAPTURE(e.message, e.hint);
      CHECK(e.message != "(no error)");
      CHECK(has(e.message, row.message));
      CHECK(has(e.hint, row.hint));
    }
  }
}

TEST_CASE("a count beyond 2^53 is refused, for a double would not hold it") {
  const std::string digits(10000, '9');
  const std::vector<std::string> rows{"9007199254740993",
                                      "9007199254740993.0",
                                      "9007199254740993^1",
                                      "9223372036854775808",
                                      "18446744073709551616",
                                      "1e30",
                                      "1e400",
                                      "1e99999999999999999999",
                                      "8796093022209Ki",
                                      "2^54",
                                      "2^99999",
                                      "10^16",
                                      "94906266^2",
                                      digits};
  for (const std::string& text : rows) {
    INFO(text.substr(0, 60));
    const Error e = error_of([&] { parse_count(text); });
    CHECK(has(e.message, "is too large (limit 2^53)"));
    CHECK(e.message.size() < 120);
  }
  CHECK(has(error_of([&] { parse_count(digits); }).message, "'" + digits.substr(0, 40) + "...' (10000 characters)"));
}

TEST_CASE("what is no number is no count") {
  const std::vector<std::string> rows{"-5",   "+5",    "-0",       "0x10",  "1p4",         ".5", "1.",     "1..2",
                                      "e3",   "1e",    "1e+",      "1e3.5", "_1",          "1_", "1__024", "1_e3",
                                      "nan",  "inf",   "Infinity", "many",  " 8",          "8 ", "2^",     "^2",
                                      "2^-1", "2^1.5", "2^2^2",    "2**3",  "\xef\xbc\x98"};
  for (const std::string& text : rows) {
    INFO(text);
    CHECK(
        has(error_of([&] { parse_count(text); }).message, "must be a whole number from 1 to 2^53, got '" + text + "'"));
  }
}

TEST_CASE("every prefix of every unit comes to the nearest double") {
  struct Scale {
    const char* prefix;
    double three;  ///< 3 of it
  };
  static constexpr Scale kUp[]{{"", 3}, {"k", 3e3}, {"M", 3e6}, {"G", 3e9}, {"T", 3e12}, {"P", 3e15}, {"E", 3e18}};
  static constexpr Scale kDown[]{{"m", 3e-3}, {"u", 3e-6}, {"n", 3e-9}, {"p", 3e-12}, {"f", 3e-15}};
  static constexpr Scale kBinary[]{
      {"Ki", 3072.0},          {"Mi", 3145728.0},          {"Gi", 3221225472.0},
      {"Ti", 3298534883328.0}, {"Pi", 3377699720527872.0}, {"Ei", 3458764513820540928.0},
  };
  struct Unit {
    const char* name;
    Dim dim;
    double scale;
    bool up, down, binary;
  };
  static constexpr Unit kUnits[]{{"FLOP", Flops::dim, 1, true, false, false},
                                 {"FLOP/s", FlopsPerSecond::dim, 1, true, false, false},
                                 {"FLOP/B", Intensity::dim, 1, true, false, false},
                                 {"B", Bytes::dim, 1, true, false, true},
                                 {"B/s", BytesPerSecond::dim, 1, true, false, true},
                                 {"b", Bytes::dim, 0.125, true, false, false},
                                 {"b/s", BytesPerSecond::dim, 0.125, true, false, false},
                                 {"s", Seconds::dim, 1, false, true, false},
                                 {"W", Watts::dim, 1, true, true, false},
                                 {"J", kJoules, 1, true, true, false},
                                 {"J/s", Watts::dim, 1, true, true, false},
                                 {"token", kTokens, 1, false, false, false},
                                 {"token/s", kTokensPerSecond, 1, false, false, false},
                                 {"USD", Dollars::dim, 1, false, false, false}};
  const auto check = [](const Unit& unit, const Scale& scale, bool taken) {
    for (const std::string gap : {"", " "}) {
      const std::string text = "3" + gap + scale.prefix + unit.name;
      INFO(text);
      double got = 0;
      const Error e = error_of([&] { got = parse_si(text, unit.dim, Notation::bits_allowed); });
      CHECK((e.message == "(no error)") == taken);
      if (taken) CHECK(got == scale.three * unit.scale);
    }
  };
  for (const Unit& unit : kUnits) {
    check(unit, kUp[0], true);
    if (unit.dim != Seconds::dim) {
      for (std::size_t i = 1; i < std::size(kUp); ++i) check(unit, kUp[i], unit.up);
    }
    for (const Scale& scale : kDown) check(unit, scale, unit.down);
    for (const Scale& scale : kBinary) check(unit, scale, unit.binary);
  }
}

TEST_CASE("a quantity is the double nearest to what was written") {
  struct Row {
    Dim dim;
    double si;
    std::vector<std::string> texts;
    Notation notation = Notation::plain;
  };
  const std::vector<Row> rows{
      {BytesPerSecond::dim,
       3.35e12,
       {"3.35TB/s", "3.35 TB/s", "3350GB/s", "0.003_35e3TB/s", "3.35GB/ms", "0.00335PB/s"}},
      {FlopsPerSecond::dim, 9.89e14, {"989TFLOP/s", "989 TFLOP/s", "0.989PFLOP/s", "989e12FLOP/s"}},
      {FlopsPerSecond::dim, 1e17, {"0.1EFLOP/s"}},
      {Flops::dim, 2000, {"2E3FLOP", "2kFLOP"}},
      {Flops::dim, 2e18, {"2EFLOP", "2e0EFLOP"}},
      {Bytes::dim, 85899345920, {"80GiB", "80 GiB"}},
      {Bytes::dim, 8e10, {"80GB"}},
      {Bytes::dim, 102.4, {"0.1KiB"}},
      {Bytes::dim, 1e60, {"1e60B", "1e42EB"}},
      {Bytes::dim, 1e-60, {"1e-60B", "1e-72TB"}},
      {BytesPerSecond::dim, 3.125e9, {"25Gb/s", "3.125GB/s"}, Notation::bits_allowed},
      {BytesPerSecond::dim, 3.2e9, {"25.6Gb/s"}, Notation::bits_allowed},
      {Seconds::dim, 310e-6, {"310us", "0.31ms", "310000 ns"}},
      {Seconds::dim, 1.7e-9, {"1.7ns"}},
      {Seconds::dim, 246, {"4.1min"}},
      {Seconds::dim, 498, {"8.3min"}},
      {Seconds::dim, 5400, {"1.5h", "90min"}},
      {Seconds::dim, 3960, {"1.1h"}},
      {Seconds::dim, 14760, {"4.1h"}},
      {Seconds::dim, 60480, {"0.7d"}},
      {Watts::dim, 700, {"700W", "0.7kW", "700J/s"}},
      {DollarsPerSecond::dim, 1.2 / 3600, {"1.20 USD/h", "1.2USD/h"}},
      {DollarsPerSecond::dim, 98.32 / 3600, {"98.32USD/h"}},
      {Intensity::dim, 12000, {"12TFLOP/GB", "12kFLOP/B"}},
      {Seconds::dim, 0, {"0", "0.0", "0e9", "0us", "0_0"}},
      {Flops::dim, 1e12, {"1e12", "1TFLOP", "1_000_000_000_000"}, Notation::bare_allowed},
  };
  for (const Row& row : rows) {
    for (const std::string& text : row.texts) {
      INFO(text);
      CHECK(error_of([&] { CHECK(parse_si(text, row.dim, row.notation) == row.si); }).message == "(no error)");
    }
  }
  CHECK(parse<BytesPerSecond>("3.35TB/s").si() == 3.35e12);
}

TEST_CASE("a quantity of the wrong kind, without unit or out of range is refused") {
  struct Row {
    Dim dim;
    std::vector<std::string> texts;
    std::string message, hint;
    Notation notation = Notation::plain;
  };
  const std::vector<Row> rows{
      {Bytes::dim, {""}, "is empty", ""},
      {BytesPerSecond::dim, {"3.35", "3.35 ", "1e12"}, "needs a unit", "3.35TB/s"},
      {BytesPerSecond::dim, {"3.35"}, "'3.35' needs a unit", "3.35TB/s", Notation::bits_allowed},
      {Flops::dim, {"1e12"}, "needs a unit", "TFLOP"},
      {BytesPerSecond::dim, {"3.35Tb/s"}, "expected B/s, got '3.35Tb/s'", "did you mean TB/s? "},
      {BytesPerSecond::dim, {"3.35Tb/s"}, "", "8x apart"},
      {Bytes::dim, {"1Gb"}, "expected B, got '1Gb'", "did you mean GB?"},
      {FlopsPerSecond::dim, {"989 TB/s"}, "expected FLOP/s, got '989 TB/s'", "989TFLOP/s"},
      {BytesPerSecond::dim, {"3.35TB"}, "expected B/s, got '3.35TB'", "3.35TB/s"},
      {Bytes::dim, {"80GB/s"}, "expected B, got '80GB/s'", "16GiB"},
      {Flops::dim, {"5s"}, "expected FLOP, got '5s'", "", Notation::bare_allowed},
      {Watts::dim, {"5J"}, "expected W, got '5J'", "700W"},
      {DollarsPerSecond::dim, {"1.2USD"}, "got '1.2USD'", "1.20USD/h"},
      {BytesPerSecond::dim, {"3.35tb/s", "3.35TB/S", "3.35tB/s"}, "unknown unit", "did you mean TB/s?"},
      {BytesPerSecond::dim, {"3.35KB/s"}, "unknown unit", "did you mean kB/s?"},
      {FlopsPerSecond::dim, {"989TFLOPS", "989TFLOPs", "989Tflop/s"}, "unknown unit", "did you mean TFLOP/s?"},
      {Bytes::dim, {"3bananas", "50%", "3  B", "3B ", "0x10B", "3B/"}, "unknown unit", "16GiB"},
      {BytesPerSecond::dim, {"3B/s/s", "3/s", "3B//s"}, "unknown unit", "3.35TB/s"},
      {Seconds::dim, {"3kmin", "3kh", "3days"}, "unknown unit", "1.5ms"},
      {Bytes::dim, {" 3B", "-3B", "+3B", ".5B", "5.B", "nan", "inf B", "B", "_3B"}, "expected B, got", "16GiB"},
      {Bytes::dim, {"1e400B", "1e999B", "1e300EB", "1e308EiB"}, "too large", ""},
      {Bytes::dim, {"1.1e60B", "1e300B", "1e43EB"}, "too large", "from 1e-60 to 1e60"},
      {Seconds::dim, {"9e-61s", "1e-300s", "1e-50fs"}, "too small", "from 1e-60 to 1e60"},
      {DollarsPerSecond::dim, {"5e-324USD/h"}, "too small", "from 1e-60 to 1e60"},
      {Flops::dim, {"1e61"}, "too large", "from 1e-60 to 1e60", Notation::bare_allowed},
      {Bytes::dim, {std::string(10000, '7') + "B"}, "...' (10001 characters) is too large", ""},
      {Seconds::dim, {"1e-400s", "1e-310fs"}, "too small", ""},
      {Bytes::dim, {"3\x1b[2J"}, "'3\\x1b[2J'", ""},
  };
  for (const Row& row : rows) {
    for (const std::string& text : row.texts) {
      INFO(text.substr(0, 60));
      const Error e = error_of([&] { parse_si(text, row.dim, row.notation); });
      CAPTURE(e.message, e.hint);
      CHECK(e.message != "(no error)");
      CHECK(has(e.message, row.message));
      CHECK(has(e.hint, row.hint));
    }
  }
}

TEST_CASE("a ratio is a number or a percentage") {
  static constexpr struct {
    const char* text;
    double ratio;
  } kRows[]{{"0.5", 0.5},    {"50%", 0.5},       {"0.1%", 0.001}, {"33.3%", 0.333}, {"7%", 0.07},
            {"100%", 1},     {"150%", 1.5},      {"0", 0},        {"0%", 0},        {"1e-3", 1e-3},
            {"1_0.5", 10.5}, {"1e-300", 1e-300}, {"29%", 0.29},   {"1e1%", 0.1},    {"2.675", 2.675}};
  for (const auto& row : kRows) {
    INFO(row.text);
    CHECK(error_of([&] { CHECK(parse_ratio(row.text) == row.ratio); }).message == "(no error)");
  }
  static constexpr struct {
    const char* text;
    const char* message;
  } kRefused[]{{"", "expected a number"},     {"fast", "expected a number"}, {"50 %", "expected a number"},
               {"50%%", "expected a number"}, {"%", "expected a number"},    {"-1%", "expected a number"},
               {"nan", "expected a number"},  {"0.5x", "expected a number"}, {"1e999", "too large"},
               {"1e-999", "too small"},       {"1e-400%", "too small"}};
  for (const auto& row : kRefused) {
    INFO(row.text);
    CHECK(has(error_of([&] { parse_ratio(row.text); }).message, row.message));
  }
}
