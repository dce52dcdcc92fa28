#pragma once
// The units that quantities are written in: bases, prefixes, and what to say about a wrong one. number.cpp reads the
// number before them.

#include <optional>
#include <string>
#include <string_view>

#include "roofline/base/units.hpp"

namespace roofline {

/// A unit is 10^decimal * 2^binary * times / per base units, kept apart so that a value in it is rounded once.
struct Unit {
  Dim dim;
  int decimal = 0, binary = 0;
  unsigned times = 1, per = 1;
  enum Bits { no_bits, has_bits } bits = no_bits;
};

/// "TFLOP/s", "GiB", "USD/h"; nullopt when it is no unit.
std::optional<Unit> parse_unit(std::string_view text);

/// The power of two of "Ki", "Mi", ...; 0 when it is none of them.
int binary_power(std::string_view prefix);

/// How a quantity of this dimension is written, for hints: "3.35TB/s".
std::string_view example_of(Dim dim);
/// What `unit` was perhaps meant to be: "did you mean GB?".
std::string suggest_unit(std::string_view unit, Dim dim);

}  // namespace roofline
