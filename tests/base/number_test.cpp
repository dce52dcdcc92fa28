#include "roofline/base/number.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "roofline/base/error.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

template <class F>
Error error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e;
  }
  return Error("(no error)", "(no error)");
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Refused {
  std::string text, message, hint;
};

constexpr Dim kTokens{.token = 1};
constexpr Dim kJoules{.joule = 1};
constexpr Dim kTokensPerSecond{.second = -1, .token = 1};

}  // namespace

TEST_CASE("a count is a whole number, however it is written") {
  static constexpr struct {
    const char* text;
    std::int64_t count;
  } kRows[]{{"1", 1},
            {"8192", 8192},
            {"8_192", 8192},
            {"1_024", 1024},
            {"1_000_000", 1000000},
            {"010", 10},
            {"0000000000000000000000000007", 7},
            {"1e3", 1000},
            {"1E3", 1000},
            {"1e+3", 1000},
            {"1e0003", 1000},
            {"1.5e3", 1500},
            {"1000e-3", 1},
            {"16.0", 16},
            {"0.5e1", 5},
            {"8Ki", 8192},
            {"1.5Ki", 1536},
            {"0.5Ki", 512},
            {"2Mi", 2097152},
            {"3Gi", 3221225472},
            {"1Ti", 1099511627776},
            {"8Ti", 8796093022208},
            {"2^20", 1048576},
            {"2^53", 9007199254740992},
            {"3^33", 5559060566555523},
            {"10^15", 1000000000000000},
            {"7^1", 7},
            {"1^999", 1},
            {"2^0", 1},
            {"9007199254740992", 9007199254740992},
            {"9_007_199_254_740_992", 9007199254740992},
            {"9007199254740992.0", 9007199254740992},
            {"9007199254740991", 9007199254740991},
            {"8796093022208Ki", 9007199254740992},
            {"0.0009007199254740991e19", 9007199254740991},
            {"0000000000000000000002^2", 4},
            {"2^0003", 8},
            {"1^1000", 1}};
  for (const auto& row : kRows) {
    INFO(row.text);
    CHECK(error_of([&] { CHECK(parse_count(row.text) == row.count); }).message == "(no error)");
  }
  CHECK(kMaxCount == 9007199254740992);
}

TEST_CASE("a count that is none is refused with the reason") {
  const std::vector<Refused> rows{
      {"", "empty", ""},
      {"0", "at least 1", ""},
      {"0e9", "at least 1", ""},
      {"0.0", "at least 1", ""},
      {"00", "at least 1", ""},
      {"0Ki", "at least 1", ""},
      {"0^5", "at least 1", ""},
      {"1.5", "not a whole number", ""},
      {"1e-3", "not a whole number", ""},
      {"1e-999", "not a whole number", ""},
      {"0.1Ki", "not a whole number", ""},
      {"0.3Mi", "not a whole number", ""},
      {"1.0000000000000000001Ki", "not a whole number", ""},
      {"8796093022208.0001Ki", "", ""},
      {"9Pi", "", ""},
      {"1,024", "must be a whole number", "1_024"},
      {"1 024", "must be a whole number", "1_024"},
      {"1'024", "must be a whole number", "1_024"},
      {"8k", "ambiguous", "8e3 (8000) or 8Ki (8192)"},
      {"8K", "ambiguous", "8e3 (8000) or 8Ki (8192)"},
      {"8M", "ambiguous", "8e6 (8000000) or 8Mi (8388608)"},
      {"2G", "ambiguous", "2e9 (2000000000) or 2Gi (2147483648)"},
      {"1T", "ambiguous", "1e12 (1000000000000) or 1Ti (1099511627776)"},
      {"1.5k", "ambiguous", "1.5e3 (1500) or 1.5Ki (1536)"},
      {"0.1k", "ambiguous", "0.1e3 (100)"},
      {"1_000k", "ambiguous", ""},
      {"8kB", "bytes are not expected here", ""},
      {"8KiB", "bytes are not expected here", ""},
      {"8B", "bytes are not expected here", ""},
      {std::string("8\0", 2), "\\x00", ""},
  };
  for (const Refused& row : rows) {
    INFO(row.text.substr(0, 60));
    const Error e = error_of([&] { parse_count(row.text); });
    CAPTURE(e.message, e.hint);
    CHECK(e.message != "(no error)");
    CHECK(has(e.message, row.message));
    CHECK(has(e.hint, row.hint));
    CHECK(e.message.size() < 200);
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
  static constexpr struct {
    const char* text;
    Dim dim;
    double si;
    Notation notation = Notation::plain;
  } kRows[]{{"3.35TB/s", BytesPerSecond::dim, 3.35e12},
            {"3.35 TB/s", BytesPerSecond::dim, 3.35e12},
            {"3350GB/s", BytesPerSecond::dim, 3.35e12},
            {"0.003_35e3TB/s", BytesPerSecond::dim, 3.35e12},
            {"4.8TB/ms", BytesPerSecond::dim, 4.8e15},
            {"989TFLOP/s", FlopsPerSecond::dim, 9.89e14},
            {"989.4TFLOP/s", FlopsPerSecond::dim, 9.894e14},
            {"0.1EFLOP/s", FlopsPerSecond::dim, 1e17},
            {"2E3FLOP", Flops::dim, 2000},
            {"2EFLOP", Flops::dim, 2e18},
            {"2e1EB", Bytes::dim, 2e19},
            {"80GiB", Bytes::dim, 85899345920.0},
            {"80GB", Bytes::dim, 8e10},
            {"0.1KiB", Bytes::dim, 102.4},
            {"25Gb/s", BytesPerSecond::dim, 3.125e9, Notation::bits_allowed},
            {"25.6Gb/s", BytesPerSecond::dim, 3.2e9, Notation::bits_allowed},
            {"400GB/s", BytesPerSecond::dim, 4e11, Notation::bits_allowed},
            {"1.5ms", Seconds::dim, 1.5e-3},
            {"310us", Seconds::dim, 310e-6},
            {"1.7ns", Seconds::dim, 1.7e-9},
            {"2min", Seconds::dim, 120},
            {"4.1min", Seconds::dim, 246},
            {"8.3min", Seconds::dim, 498},
            {"1.5h", Seconds::dim, 5400},
            {"1.1h", Seconds::dim, 3960},
            {"4.1h", Seconds::dim, 14760},
            {"2d", Seconds::dim, 172800},
            {"0.7d", Seconds::dim, 60480},
            {"225W", Watts::dim, 225},
            {"0.7kW", Watts::dim, 700},
            {"1.20 USD/h", DollarsPerSecond::dim, 1.2 / 3600},
            {"98.32USD/h", DollarsPerSecond::dim, 98.32 / 3600},
            {"240FLOP/B", Intensity::dim, 240},
            {"12TFLOP/GB", Intensity::dim, 12000},
            {"0", Seconds::dim, 0},
            {"0.0", BytesPerSecond::dim, 0},
            {"0e9", Flops::dim, 0},
            {"0us", Seconds::dim, 0},
            {"1e12", Flops::dim, 1e12, Notation::bare_allowed},
            {"1TFLOP", Flops::dim, 1e12, Notation::bare_allowed},
            {"1e308B", Bytes::dim, 1e308},
            {"1e-320TB", Bytes::dim, 1e-308}};
  for (const auto& row : kRows) {
    INFO(row.text);
    CHECK(error_of([&] { CHECK(parse_si(row.text, row.dim, row.notation) == row.si); }).message == "(no error)");
  }
  CHECK(parse<BytesPerSecond>("3.35TB/s").si() == 3.35e12);
  CHECK(parse<Flops>("5", Notation::bare_allowed).si() == 5);
}

TEST_CASE("a quantity of the wrong kind, without unit or out of range is refused") {
  struct Row {
    std::string text;
    Dim dim;
    std::string message, hint;
    Notation notation = Notation::plain;
  };
  const std::vector<Row> rows{
      {"", Bytes::dim, "empty", ""},
      {"3.35", BytesPerSecond::dim, "needs a unit", "3.35TB/s"},
      {"3.35 ", BytesPerSecond::dim, "needs a unit", "3.35TB/s"},
      {"3.35", BytesPerSecond::dim, "needs a unit", "", Notation::bits_allowed},
      {"1e12", Flops::dim, "needs a unit", "TFLOP"},
      {"3.35Tb/s", BytesPerSecond::dim, "'3.35Tb/s'", "did you mean TB/s?"},
      {"3.35Tb/s", BytesPerSecond::dim, "expected B/s", "8x apart"},
      {"1Gb", Bytes::dim, "expected B", "did you mean GB?"},
      {"989 TB/s", FlopsPerSecond::dim, "expected FLOP/s, got '989 TB/s'", "989TFLOP/s"},
      {"3.35TB", BytesPerSecond::dim, "expected B/s, got '3.35TB'", "3.35TB/s"},
      {"80GB/s", Bytes::dim, "expected B, got '80GB/s'", "16GiB"},
      {"5s", Flops::dim, "expected FLOP, got '5s'", "", Notation::bare_allowed},
      {"5J", Watts::dim, "expected W, got '5J'", ""},
      {"1.2USD", DollarsPerSecond::dim, "got '1.2USD'", "1.20USD/h"},
      {"3.35tb/s", BytesPerSecond::dim, "unknown unit", "did you mean TB/s?"},
      {"3.35KB/s", BytesPerSecond::dim, "unknown unit", "did you mean kB/s?"},
      {"989TFLOPS", FlopsPerSecond::dim, "unknown unit", "did you mean TFLOP/s?"},
      {"989TFLOPs", FlopsPerSecond::dim, "unknown unit", "did you mean TFLOP/s?"},
      {"3bananas", Bytes::dim, "unknown unit", "16GiB"},
      {"3B/s/s", BytesPerSecond::dim, "unknown unit", ""},
      {"3B/", BytesPerSecond::dim, "unknown unit", ""},
      {"3/s", BytesPerSecond::dim, "unknown unit", ""},
      {"3  B", Bytes::dim, "unknown unit", ""},
      {"3B ", Bytes::dim, "unknown unit", ""},
      {"50%", Bytes::dim, "unknown unit", ""},
      {"3kmin", Seconds::dim, "unknown unit", ""},
      {"3kh", Seconds::dim, "unknown unit", ""},
      {"0x10B", Bytes::dim, "unknown unit", ""},
      {" 3B", Bytes::dim, "expected B", ""},
      {"-3B", Bytes::dim, "expected B", ""},
      {"+3B", Bytes::dim, "expected B", ""},
      {".5B", Bytes::dim, "expected B", ""},
      {"5.B", Bytes::dim, "expected B", ""},
      {"nan", Bytes::dim, "expected B", ""},
      {"inf B", Bytes::dim, "expected B", ""},
      {"1e400B", Bytes::dim, "too large", ""},
      {"1e999B", Bytes::dim, "too large", ""},
      {"1e300EB", Bytes::dim, "too large", ""},
      {"1e308EiB", Bytes::dim, "too large", ""},
      {"1e-400s", Seconds::dim, "too small", ""},
      {"1e-310fs", Seconds::dim, "too small", ""},
      {"3\x1b[2J", Bytes::dim, "\\x1b[2J", ""},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const Error e = error_of([&] { parse_si(row.text, row.dim, row.notation); });
    CAPTURE(e.message, e.hint);
    CHECK(e.message != "(no error)");
    CHECK(has(e.message, row.message));
    CHECK(has(e.hint, row.hint));
  }
  const Error e = error_of([] { parse_si(std::string(10000, '7') + "B", Bytes::dim); });
  CHECK(has(e.message, "too large"));
  CHECK(e.message.size() < 200);
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
