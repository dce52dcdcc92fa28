#include "roofline/base/show.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include "roofline/base/number.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

struct Row {
  double value;
  const char* text;
};

struct Quantified {
  double si;
  Dim dim;
  const char* text;
};

constexpr Dim kTokens{.token = 1};

template <std::size_t N, class F>
void check(const Row (&rows)[N], F&& write) {
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(write(row.value) == row.text);
  }
}

}  // namespace

TEST_CASE("four significant digits and a prefix") {
  static constexpr Row kSeconds[]{{0, "0 s"},
                                  {174.4149e-6, "174.4 us"},
                                  {999.94e-6, "999.9 us"},
                                  {999.96e-6, "1.000 ms"},
                                  {999.96e-9, "1.000 us"},
                                  {0.99996, "1.000 s"},
                                  {9.9996e-3, "10.00 ms"},
                                  {99.996e-3, "100.0 ms"},
                                  {1e-18, "1.000e-18 s"},
                                  {59.987, "59.99 s"},
                                  {999.94, "999.9 s"},
                                  {999.96, "1000 s"},
                                  {1234.4, "1234 s"},
                                  {3599, "3599 s"},
                                  {3600, "1.000 h"},
                                  {5400, "1.500 h"},
                                  {86399, "24.00 h"},
                                  {86400, "1.000 d"},
                                  {31536000, "365.0 d"},
                                  {86400e4, "10000 d"},
                                  {1e12, "1.157e7 d"}};
  check(kSeconds, [](double si) { return show(si, Seconds::dim); });
  static constexpr Row kBytes[]{{142606336, "142.6 MB"}, {1, "1.000 B"},           {0.5, "0.5000 B"},
                                {999.94, "999.9 B"},     {999.96, "1.000 kB"},     {999.96e6, "1.000 GB"},
                                {999.94e18, "999.9 EB"}, {999.96e18, "1.000e21 B"}};
  check(kBytes, [](double si) { return show(si, Bytes::dim); });
  static constexpr Row kIntensity[]{
      {240.941, "240.9 FLOP/B"}, {0.083333, "0.08333 FLOP/B"}, {12345.4, "12345 FLOP/B"}, {1e30, "1.000e30 FLOP/B"}};
  check(kIntensity, [](double si) { return show(si, Intensity::dim); });
  static constexpr Quantified kRows[]{
      {2.6584e36, Flops::dim, "2.658e36 FLOP"},   {3.8e25, Flops::dim, "3.800e25 FLOP"},
      {34359738368, Flops::dim, "34.36 GFLOP"},   {197e12, FlopsPerSecond::dim, "197.0 TFLOP/s"},
      {820e9, BytesPerSecond::dim, "820.0 GB/s"}, {700, Watts::dim, "700.0 W"},
      {1234.56, Watts::dim, "1.235 kW"},          {1.5, Dollars::dim, "1.500 USD"}};
  for (const auto& row : kRows) CHECK(show(row.si, row.dim) == row.text);
  CHECK(show(Seconds::from_si(1.5e-3)) == "1.500 ms");
}

TEST_CASE("every prefix is shown and read back") {
  struct Prefix {
    const char* name;
    double three, thirty, three_hundred;
  };
  static constexpr Prefix kUp[]{{"", 3, 30, 300},       {"k", 3e3, 3e4, 3e5},    {"M", 3e6, 3e7, 3e8},
                                {"G", 3e9, 3e10, 3e11}, {"T", 3e12, 3e13, 3e14}, {"P", 3e15, 3e16, 3e17},
                                {"E", 3e18, 3e19, 3e20}};
  static constexpr Prefix kDown[]{{"", 3, 30, 300},        {"m", 3e-3, 3e-2, 3e-1},    {"u", 3e-6, 3e-5, 3e-4},
                                  {"n", 3e-9, 3e-8, 3e-7}, {"p", 3e-12, 3e-11, 3e-10}, {"f", 3e-15, 3e-14, 3e-13}};
  const auto check_prefix = [](const Prefix& prefix, Dim dim) {
    const std::string unit = " " + std::string(prefix.name) + std::string(unit_name(dim));
    const struct {
      double si;
      std::string shown, given;
    } rows[]{{prefix.three, "3.000" + unit, "3" + unit},
             {prefix.thirty, "30.00" + unit, "30" + unit},
             {prefix.three_hundred, "300.0" + unit, "300" + unit}};
    for (const auto& row : rows) {
      INFO(row.shown);
      CHECK(show(row.si, dim) == row.shown);
      CHECK(show_given(row.si, dim) == row.given);
      CHECK(parse_si(row.shown, dim) == row.si);
      CHECK(parse_si(row.given, dim) == row.si);
    }
  };
  for (const Dim dim : {Flops::dim, Bytes::dim, FlopsPerSecond::dim, BytesPerSecond::dim, Watts::dim}) {
    for (const Prefix& prefix : kUp) check_prefix(prefix, dim);
  }
  for (const Prefix& prefix : kDown) check_prefix(prefix, Seconds::dim);
}

TEST_CASE("every binary prefix is shown and read back") {
  static constexpr const char* kNames[]{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  for (int i = 0; i < 7; ++i) {
    const double bytes = std::ldexp(3, 10 * i);
    const std::string shown = std::string("3.000 ") + kNames[i], given = std::string("3 ") + kNames[i];
    INFO(shown);
    CHECK(show_binary(bytes) == shown);
    CHECK(show_binary_given(bytes) == given);
    CHECK(parse_si(shown, Bytes::dim) == bytes);
    CHECK(parse_si(given, Bytes::dim) == bytes);
  }
}

TEST_CASE("binary prefixes on bytes") {
  static constexpr Row kShown[]{{0, "0 B"},          {1, "1.000 B"},           {1000, "1000 B"},
                                {1023, "1023 B"},    {1023.96, "1.000 KiB"},   {1024, "1.000 KiB"},
                                {1536, "1.500 KiB"}, {142606336, "136.0 MiB"}, {17179869184, "16.00 GiB"},
                                {8e10, "74.51 GiB"}, {1024000, "1000 KiB"},    {1180591620717411303424.0, "1024 EiB"}};
  check(kShown, show_binary);
  static constexpr Row kGiven[]{
      {0, "0 B"},         {512, "512 B"},          {1000, "1000 B"},          {98304, "96 KiB"},
      {1536, "1.5 KiB"},  {17179869184, "16 GiB"}, {8e10, "74.51 GiB"},       {85899345920, "80 GiB"},
      {1048576, "1 MiB"}, {52428800, "50 MiB"},    {206158430208, "192 GiB"},
  };
  check(kGiven, show_binary_given);
}

TEST_CASE("numbers without unit") {
  static constexpr Row kNumbers[]{{0, "0"},
                                  {1, "1.000"},
                                  {240.94, "240.9"},
                                  {0.26234, "0.2623"},
                                  {0.99996, "1.000"},
                                  {0.099996, "0.1000"},
                                  {99.996, "100.0"},
                                  {999.94, "999.9"},
                                  {999.96, "1000"},
                                  {1234.4, "1234"},
                                  {9999.6, "10000"},
                                  {1234567, "1234567"},
                                  {1e7, "1.000e7"},
                                  {0.00012346, "0.0001235"},
                                  {1e-5, "0.00001000"},
                                  {1e-6, "1.000e-6"},
                                  {1.23456e30, "1.235e30"},
                                  {1e100, "1.000e100"},
                                  {1e-300, "1.000e-300"}};
  check(kNumbers, show_number);
  static constexpr Row kTenths[]{
      {0, "0"},           {12.346, "12.35"},  {255.2, "255.2"},        {999.94, "999.9"},
      {999.96, "1000.0"}, {8755.6, "8755.6"}, {126079.96, "126080.0"}, {123456789012.3, "123456789012.3"},
      {1e12, "1.000e12"}};
  check(kTenths, show_tenths);
  static constexpr Row kPercents[]{
      {0, "0%"},         {1, "100%"},       {0.0083, "0.830%"}, {0.00537, "0.537%"}, {0.262, "26.2%"},
      {0.9994, "99.9%"}, {0.9996, "100%"},  {1.5, "150%"},      {12.34, "1230%"},    {0.0000123, "0.00123%"},
      {0.05, "5.00%"},   {1e-8, "1.00e-6%"}};
  check(kPercents, show_percent);
}

TEST_CASE("a given figure is not rounded") {
  static constexpr Row kSeconds[]{{1e-6, "1 us"},     {1.5e-6, "1.5 us"}, {15e-9, "15 ns"},
                                  {123e-6, "123 us"}, {0.1e-6, "100 ns"}, {86400, "86400 s"}};
  check(kSeconds, [](double si) { return show_given(si, Seconds::dim); });
  static constexpr Row kPrices[]{{1.2 / 3600, "1.20 USD/h"},
                                 {98.32 / 3600, "98.32 USD/h"},
                                 {12 / 3600.0, "12.00 USD/h"},
                                 {1.234 / 3600, "1.234 USD/h"},
                                 {0.004 / 3600, "0.004 USD/h"}};
  check(kPrices, [](double si) { return show_given(si, DollarsPerSecond::dim); });
  static constexpr Quantified kRows[]{{0, Watts::dim, "0 W"},
                                      {700, Watts::dim, "700 W"},
                                      {197e12, FlopsPerSecond::dim, "197 TFLOP/s"},
                                      {989.4e12, FlopsPerSecond::dim, "989.4 TFLOP/s"},
                                      {1.9795e15, FlopsPerSecond::dim, "1.9795 PFLOP/s"},
                                      {3.35e12, BytesPerSecond::dim, "3.35 TB/s"},
                                      {819.2e9, BytesPerSecond::dim, "819.2 GB/s"},
                                      {999.9999e9, BytesPerSecond::dim, "999.9999 GB/s"},
                                      {16e9, Bytes::dim, "16 GB"},
                                      {0.5, Bytes::dim, "0.5 B"},
                                      {240, Intensity::dim, "240 FLOP/B"}};
  for (const auto& row : kRows) CHECK(show_given(row.si, row.dim) == row.text);
  CHECK(show_given(BytesPerSecond::from_si(3.35e12)) == "3.35 TB/s");
}

TEST_CASE("a figure far out of scale is shown by its power of ten, not in zeros") {
  CHECK(show_given(1e71, Seconds::dim) == "1.157e66 d");
  CHECK(show_given(1e-71, BytesPerSecond::dim) == "1.000e-71 B/s");
  CHECK(show_given(1e71, DollarsPerSecond::dim) == "3.6e+74 USD/h");
}

TEST_CASE("a given figure comes out as it went in") {
  static constexpr struct {
    const char* unit;
    Dim dim;
  } kRows[]{{"fs", Seconds::dim},
            {"ps", Seconds::dim},
            {"ns", Seconds::dim},
            {"us", Seconds::dim},
            {"ms", Seconds::dim},
            {"s", Seconds::dim},
            {"GB/s", BytesPerSecond::dim},
            {"TB/s", BytesPerSecond::dim},
            {"TFLOP/s", FlopsPerSecond::dim},
            {"PFLOP/s", FlopsPerSecond::dim},
            {"W", Watts::dim}};
  for (const auto& row : kRows) {
    int different = 0;
    std::string first;
    for (int tenths = 10; tenths < 10000; ++tenths) {
      std::string text = std::to_string(tenths / 10);
      if (tenths % 10 != 0) text += "." + std::to_string(tenths % 10);
      text += " " + std::string(row.unit);
      const std::string shown = show_given(parse_si(text, row.dim), row.dim);
      if (shown == text) continue;
      if (++different == 1) first = text + " became " + shown;
    }
    INFO(first);
    CHECK(different == 0);
  }
}

TEST_CASE("numbers for machines") {
  static constexpr Row kRows[]{{0, "0"},
                               {-0.0, "0"},
                               {1, "1"},
                               {-5, "-5"},
                               {0.1, "0.1"},
                               {1.5, "1.5"},
                               {-1.5, "-1.5"},
                               {1.0 / 3, "0.3333333333333333"},
                               {9.89e14, "989000000000000"},
                               {1e15, "1000000000000000"},
                               {9007199254740992.0, "9007199254740992"},
                               {-9007199254740992.0, "-9007199254740992"},
                               {123456789.125, "123456789.125"}};
  for (const Row& row : kRows) {
    INFO(row.text);
    std::string out = "x";
    append_number(out, row.value);
    CHECK(out == std::string("x") + row.text);
  }
}

TEST_CASE("numbers for machines read back as the same double") {
  static constexpr double kValues[]{5e-324,
                                    2.2250738585072014e-308,
                                    1.7976931348623157e308,
                                    9007199254740994.0,
                                    1e16,
                                    1e21,
                                    1e22,
                                    1e23,
                                    1e-7,
                                    1e-5,
                                    0.1 + 0.2,
                                    590295810358705651712.0,
                                    3.8e25,
                                    1.2 / 3600,
                                    142606336.0 / 820e9,
                                    1e300,
                                    -2.5e-9,
                                    18446744073709551616.0};
  for (const double value : kValues) {
    std::string out;
    append_number(out, value);
    INFO(out);
    CHECK(std::strtod(out.c_str(), nullptr) == value);
    CHECK(out.size() <= 24);
    CHECK(out.find_first_not_of("0123456789.e+-") == std::string::npos);
    const std::string mantissa = out.substr(0, out.find('e'));
    CHECK((mantissa.size() < 2 || mantissa.substr(mantissa.size() - 2) != ".0"));
  }
}

TEST_CASE("names of base units") {
  static constexpr struct {
    Dim dim;
    std::string_view name;
  } kRows[]{{Flops::dim, "FLOP"},
            {Bytes::dim, "B"},
            {Seconds::dim, "s"},
            {Dollars::dim, "USD"},
            {FlopsPerSecond::dim, "FLOP/s"},
            {BytesPerSecond::dim, "B/s"},
            {DollarsPerSecond::dim, "USD/s"},
            {Watts::dim, "W"},
            {Intensity::dim, "FLOP/B"},
            {kTokens, "token"},
            {Dim{}, ""}};
  for (const auto& row : kRows) CHECK(unit_name(row.dim) == row.name);
}
