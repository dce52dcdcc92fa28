#pragma once
// How is a number written? For people with 4 significant digits and a prefix, for machines in base units to the last
// bit. The way in is number.hpp.

#include <string>
#include <string_view>

#include "roofline/base/units.hpp"

namespace roofline {

/// For people: 4 significant digits and an SI prefix, "174.4 us", "142.6 MB", "240.9 FLOP/B"; "0 s".
std::string show(double si, Dim dim);
/// 4 significant digits, no unit, no prefix: "240.9", "0.2623", "1.235e30".
std::string show_number(double value);
/// The same, with a digit after the point whatever the size: "255.2", "8755.6".
std::string show_tenths(double value);
/// A figure as a file or a user gave it, not rounded: "197 TFLOP/s", "3.35 TB/s".
std::string show_given(double si, Dim dim);
/// Bytes with binary prefixes, "136.0 MiB"; given: "16 GiB".
std::string show_binary(double bytes);
std::string show_binary_given(double bytes);
/// Three significant digits: "0.830%", "26.2%", "100%".
std::string show_percent(double ratio);

template <Dim D>
std::string show(Quantity<D> q) {
  return show(q.si(), D);
}
template <Dim D>
std::string show_given(Quantity<D> q) {
  return show_given(q.si(), D);
}

/// For machines: base units, shortest text that reads back as the same double, whole numbers without ".0".
void append_number(std::string& out, double value);

/// "FLOP/s", "B", ...: the base unit, as show() writes it; empty when there is none.
std::string_view unit_name(Dim dim);

}  // namespace roofline
