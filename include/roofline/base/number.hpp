#pragma once
// The one number grammar, for the command line and for strings in JSON (show.hpp is the way back).
//
//   number   = digits [ "." digits ] [ "e" ["+"|"-"] digits ]      digits may be grouped: 8_192
//   count    = number [ "Ki" | "Mi" | "Gi" | "Ti" | "Pi" ] | digits "^" digits      a whole number from 1 to 2^53
//   quantity = number unit      3.35TB/s  989 TFLOP/s  80GiB  1.5ms  225W  1.20 USD/h;  a bare 0 needs no unit
//   ratio    = number [ "%" ]
//
// Prefixes are decimal (k M G T P E; m u n p f on s, W and J) or, on bytes, binary (Ki Mi Gi Ti Pi Ei); case matters, b
// is a bit. No sign, no hex, no blanks inside, no nan, no infinity. Every result is the double nearest to what was
// written (the last bit aside where a unit divides by 3600, as USD/h does). A quantity is 0 or from 1e-60 to 1e60 in
// base units, wider than nature, so that what is computed from a few of them stays within a double.

#include <cstdint>
#include <string>
#include <string_view>

#include "roofline/base/units.hpp"

namespace roofline {

inline constexpr std::int64_t kMaxCount = std::int64_t{1} << 53;  ///< the last whole number before doubles skip one

inline constexpr double kLeastQuantity = 1e-60, kMostQuantity = 1e60;

/// Each throws Error: what was expected, what was found, how to write it.
std::int64_t parse_count(std::string_view text);
double parse_ratio(std::string_view text);  ///< 0.5 for "50%" and "0.5"

/// Which notations parse_si takes beyond the plain one.
enum class Notation { plain, bits_allowed, bare_allowed };

/// A quantity of dimension `dim`, in base units. Bits (25Gb/s) are for links only, a bare number for FLOPs only.
double parse_si(std::string_view text, Dim dim, Notation notation = Notation::plain);

template <class Q>
Q parse(std::string_view text, Notation notation = Notation::plain) {
  return Q::from_si(parse_si(text, Q::dim, notation));
}

}  // namespace roofline
