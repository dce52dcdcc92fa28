#pragma once
// What is a quantity, and in which unit? A double that carries its dimension, so that a wrong sum or a swapped
// rate does not compile. You name the unit on the way in and on the way out:
//
//   using namespace roofline::unit;
//   const BytesPerSecond bandwidth = 3.35 * TB / s;
//   const Seconds t = 80 * GB / bandwidth;      // t / ms == 23.88...
//
// Prefixes are decimal (GB = 1e9 bytes); KiB, MiB, GiB, TiB are powers of two.

#if __cplusplus < 202002L
#error "roofline needs C++20: compile with -std=c++20"
#endif

#include <compare>

namespace roofline {

/// Exponents of the base units. A new base dimension is one more member.
struct Dim {
  int flop = 0, byte = 0, second = 0, token = 0, dollar = 0, joule = 0;

  friend constexpr bool operator==(const Dim&, const Dim&) = default;
  friend constexpr Dim operator+(Dim a, Dim b) {
    return {a.flop + b.flop,   a.byte + b.byte,     a.second + b.second,
            a.token + b.token, a.dollar + b.dollar, a.joule + b.joule};
  }
  friend constexpr Dim operator-(Dim a, Dim b) {
    return {a.flop - b.flop,   a.byte - b.byte,     a.second - b.second,
            a.token - b.token, a.dollar - b.dollar, a.joule - b.joule};
  }
};

/// A value in SI base units (FLOP, B, s, token, USD, J and their products).
template <Dim D>
class Quantity {
 public:
  static constexpr Dim dim = D;

  constexpr Quantity() = default;

  /// The doors for text: a number known to be in base units, and back.
  static constexpr Quantity from_si(double value) { return Quantity(value); }
  constexpr double si() const { return value_; }

  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value_ + b.value_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value_ - b.value_); }
  friend constexpr Quantity operator*(Quantity a, double b) { return Quantity(a.value_ * b); }
  friend constexpr Quantity operator*(double a, Quantity b) { return Quantity(a * b.value_); }
  friend constexpr Quantity operator/(Quantity a, double b) { return Quantity(a.value_ / b); }
  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }

 private:
  constexpr explicit Quantity(double value) : value_(value) {}
  double value_ = 0;
};

/// A product or ratio without dimension is a plain double.
template <Dim D>
constexpr auto quantity(double si) {
  if constexpr (D == Dim{}) {
    return si;
  } else {
    return Quantity<D>::from_si(si);
  }
}
template <Dim A, Dim B>
constexpr auto operator*(Quantity<A> a, Quantity<B> b) {
  return quantity<A + B>(a.si() * b.si());
}
template <Dim A, Dim B>
constexpr auto operator/(Quantity<A> a, Quantity<B> b) {
  return quantity<A - B>(a.si() / b.si());
}

using Flops = Quantity<Dim{.flop = 1}>;
using Bytes = Quantity<Dim{.byte = 1}>;
using Seconds = Quantity<Dim{.second = 1}>;
using Dollars = Quantity<Dim{.dollar = 1}>;
using FlopsPerSecond = Quantity<Dim{.flop = 1, .second = -1}>;
using BytesPerSecond = Quantity<Dim{.byte = 1, .second = -1}>;
using DollarsPerSecond = Quantity<Dim{.second = -1, .dollar = 1}>;
using Watts = Quantity<Dim{.second = -1, .joule = 1}>;
using Hertz = Quantity<Dim{.second = -1}>;
/// Arithmetic intensity, and the ridge it is held against: FLOP/B.
using Intensity = Quantity<Dim{.flop = 1, .byte = -1}>;

namespace unit {
inline constexpr auto FLOP = Flops::from_si(1), GFLOP = Flops::from_si(1e9), TFLOP = Flops::from_si(1e12);
inline constexpr auto B = Bytes::from_si(1), kB = Bytes::from_si(1e3), MB = Bytes::from_si(1e6),
                      GB = Bytes::from_si(1e9), TB = Bytes::from_si(1e12);
inline constexpr auto KiB = Bytes::from_si(1024), MiB = Bytes::from_si(1048576), GiB = Bytes::from_si(1073741824),
                      TiB = Bytes::from_si(1099511627776);
inline constexpr auto s = Seconds::from_si(1), ms = Seconds::from_si(1e-3), us = Seconds::from_si(1e-6),
                      ns = Seconds::from_si(1e-9), h = Seconds::from_si(3600);
inline constexpr auto USD = Dollars::from_si(1);
}  // namespace unit

}  // namespace roofline
