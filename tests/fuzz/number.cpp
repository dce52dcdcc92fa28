// The number grammar: what it takes is finite and in range, and what is printed of it reads back.

#include "roofline/base/number.hpp"

#include <cmath>

#include "fuzz.hpp"
#include "roofline/base/show.hpp"

using namespace roofline;

namespace {

std::string printed(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

void check_quantity(std::string_view text, Dim dim, Notation notation) {
  const auto value = fuzz::unless_error([&] { return parse_si(text, dim, notation); });
  if (!value) return;
  PROPERTY(std::isfinite(*value) && *value >= 0 && !std::signbit(*value));
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  PROPERTY(*value > 0 || digits.find_first_of("123456789") == digits.npos);
  PROPERTY(parse_si(printed(*value) + std::string(unit_name(dim)), dim) == *value);
  const std::string shown = show_given(*value, dim);
  PROPERTY(shown.size() < 40);
  const double again = parse_si(shown, dim);
  PROPERTY(std::fabs(again - *value) <= 1e-3 * *value);
  // What was rounded once stays (a price is 3600 of its base units, which costs the last bit).
  PROPERTY(std::fabs(parse_si(show_given(again, dim), dim) - again) <= 1e-12 * again);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  if (const auto count = fuzz::unless_error([&] { return parse_count(text); })) {
    PROPERTY(*count >= 1 && *count <= kMaxCount);
    PROPERTY(parse_count(printed(static_cast<double>(*count))) == *count);
  }
  if (const auto ratio = fuzz::unless_error([&] { return parse_ratio(text); })) {
    PROPERTY(std::isfinite(*ratio) && *ratio >= 0 && parse_ratio(printed(*ratio)) == *ratio);
  }
  for (const Dim dim : {Flops::dim, Bytes::dim, Seconds::dim, FlopsPerSecond::dim, BytesPerSecond::dim, Watts::dim,
                        DollarsPerSecond::dim, Intensity::dim}) {
    check_quantity(text, dim, Notation::plain);
  }
  check_quantity(text, BytesPerSecond::dim, Notation::bits_allowed);
  check_quantity(text, Flops::dim, Notation::bare_allowed);
  return 0;
}
