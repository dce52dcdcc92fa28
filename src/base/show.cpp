#include "roofline/base/show.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/format.hpp"

namespace roofline {
namespace {

struct Named {
  Dim dim;
  std::string_view unit;
};

constexpr std::array kUnits{
    Named{Flops::dim, "FLOP"},
    Named{Bytes::dim, "B"},
    Named{Seconds::dim, "s"},
    Named{Dollars::dim, "USD"},
    Named{FlopsPerSecond::dim, "FLOP/s"},
    Named{BytesPerSecond::dim, "B/s"},
    Named{DollarsPerSecond::dim, "USD/s"},
    Named{Watts::dim, "W"},
    Named{Hertz::dim, "Hz"},
    Named{Intensity::dim, "FLOP/B"},
    Named{{.token = 1}, "token"},
};

struct Scale {
  std::string_view prefix;
  int exponent;
};

constexpr std::array kScales{Scale{"f", -15}, Scale{"p", -12}, Scale{"n", -9}, Scale{"u", -6},
                             Scale{"m", -3},  Scale{"", 0},    Scale{"k", 3},  Scale{"M", 6},
                             Scale{"G", 9},   Scale{"T", 12},  Scale{"P", 15}, Scale{"E", 18}};

constexpr std::array<std::string_view, 7> kBinary{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

double read_back(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// d.ddd and a power of ten, rounded once, so that 999.96 becomes 1.000e3.
struct Rounded {
  std::string digits;  ///< "d.ddd"
  int exponent;
};

Rounded round_to(double value, int digits) {
  const std::string text = formatted("{:.{}e}", value, digits - 1);
  const std::size_t e = text.find('e');
  int exponent = 0;
  std::from_chars(text.data() + e + 2, text.data() + text.size(), exponent);
  return {text.substr(0, e), text[e + 1] == '-' ? -exponent : exponent};
}

/// Moves the point of "d.ddd" `places` to the right, or to the left when negative.
std::string shift_point(std::string digits, int places) {
  digits.erase(1, 1);  // "d.ddd" without its point
  if (places < 0) return "0." + std::string(static_cast<std::size_t>(-places - 1), '0') + digits;
  const std::size_t at = 1 + static_cast<std::size_t>(places);
  if (at >= digits.size()) return digits + std::string(at - digits.size(), '0');
  digits.insert(at, 1, '.');
  return digits;
}

std::string plain_digits(double value, int digits) {
  const Rounded r = round_to(value, digits);
  if (r.exponent >= digits + 2 || r.exponent < -5) return formatted("{}e{}", r.digits, r.exponent);
  if (r.exponent >= 0) return shift_point(r.digits, r.exponent);
  return formatted("{:.{}f}", value, digits - 1 - r.exponent);
}

bool takes_small_prefix(Dim dim) {
  return dim == Seconds::dim;
}

/// The prefix under which a value with this power of ten has one to three digits before the point; null beyond E.
const Scale* scale_for(int exponent, Dim dim) {
  const int power = exponent >= 0 ? exponent / 3 * 3 : -((-exponent + 2) / 3 * 3);
  if (dim == Seconds::dim && power > 0) return &kScales[5];
  for (const Scale& scale : kScales) {
    if (scale.exponent == power && (power >= 0 || takes_small_prefix(dim))) return &scale;
  }
  return nullptr;
}

std::string show_long_time(double seconds) {
  static constexpr double kHour = 3600, kDay = 86400;
  if (seconds >= kDay) return show_number(seconds / kDay) + " d";
  if (seconds >= kHour) return show_number(seconds / kHour) + " h";
  return show_number(seconds) + " s";
}

/// The digits of a value that has at most seven, its point moved by -power; empty where there are more, or where zeros
/// make it long. Exact: nothing is multiplied.
std::string short_digits(double value, int power) {
  static constexpr int kMost = 7;
  static constexpr std::size_t kLongest = 16;
  const std::string text = formatted("{:.{}e}", value, kMost - 1);
  if (read_back(text) != value) return "";
  const Rounded r = round_to(value, kMost);
  std::string digits = shift_point(r.digits, r.exponent - power);
  if (digits.find('.') != std::string::npos) digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.')) digits.pop_back();
  return digits.size() > kLongest ? "" : digits;
}

/// Cents, or more digits where the price has them.
std::string show_price(double dollars_per_second) {
  static constexpr double kReadable = 1e12;
  const double hourly = dollars_per_second * 3600;
  if (hourly >= kReadable) return formatted("{:.7g}", hourly);
  const std::string cents = formatted("{:.2f}", hourly);
  const bool exact = std::fabs(read_back(cents) - hourly) <= 1e-9 * hourly;
  return exact ? cents : formatted("{:.7g}", hourly);
}

}  // namespace

std::string_view unit_name(Dim dim) {
  for (const Named& named : kUnits) {
    if (named.dim == dim) return named.unit;
  }
  return "";
}

std::string show_number(double value) {
  static constexpr double kReadable = 1e7;
  if (value == 0) return "0";
  if (value >= 999.95 && value < kReadable) return formatted("{:.0f}", value);
  return plain_digits(value, 4);
}

std::string show_tenths(double value) {
  static constexpr double kReadable = 1e12;
  return value >= 999.95 && value < kReadable ? formatted("{:.1f}", value) : show_number(value);
}

std::string show(double si, Dim dim) {
  const std::string_view unit = unit_name(dim);
  if (si == 0) return formatted("0 {}", unit);
  if (dim == Intensity::dim) return formatted("{} {}", show_number(si), unit);
  if (dim == Seconds::dim && si >= 999.95) return show_long_time(si);
  const Rounded r = round_to(si, 4);
  const Scale* scale = scale_for(r.exponent, dim);
  if (scale == nullptr && r.exponent < 0) return formatted("{} {}", show_number(si), unit);
  if (scale == nullptr) return formatted("{}e{} {}", r.digits, r.exponent, unit);
  return formatted("{} {}{}", shift_point(r.digits, r.exponent - scale->exponent), scale->prefix, unit);
}

std::string show_given(double si, Dim dim) {
  const std::string_view unit = unit_name(dim);
  if (si == 0) return formatted("0 {}", unit);
  if (dim == DollarsPerSecond::dim) return formatted("{} USD/h", show_price(si));
  static constexpr Scale kPlain{"", 0};
  const int exponent = round_to(si, 7).exponent;
  const bool small = exponent < 0 && !takes_small_prefix(dim);
  const Scale* scale = dim == Intensity::dim || small ? &kPlain : scale_for(exponent, dim);
  const std::string digits = scale == nullptr ? "" : short_digits(si, scale->exponent);
  return digits.empty() ? show(si, dim) : formatted("{} {}{}", digits, scale->prefix, unit);
}

std::string show_binary(double bytes) {
  if (bytes == 0) return "0 B";
  std::size_t i = 0;
  while (i + 1 < kBinary.size() && bytes >= 1023.95) {
    bytes /= 1024;
    ++i;
  }
  return formatted("{} {}", show_number(bytes), kBinary[i]);
}

std::string show_binary_given(double bytes) {
  std::size_t i = 0;
  double scaled = bytes;
  while (i + 1 < kBinary.size() && scaled >= 1024) {
    scaled /= 1024;
    ++i;
  }
  const std::string text = formatted("{:.6g}", scaled);
  if (read_back(text) != scaled) return show_binary(bytes);
  return formatted("{} {}", text, kBinary[i]);
}

std::string show_percent(double ratio) {
  if (ratio == 0) return "0%";
  return plain_digits(ratio * 100, 3) + "%";
}

void append_number(std::string& out, double value) {
  static constexpr double kExact = 9007199254740992.0;  // 2^53
  const bool whole = std::fabs(value) <= kExact && value == std::trunc(value);
  std::array<char, 32> text;
  const char* end =
      whole ? write_whole(text.data(), static_cast<std::int64_t>(value)) : write_double(text.data(), value);
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace roofline
