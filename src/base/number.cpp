#include "roofline/base/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/format.hpp"
#include "base/unit_grammar.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// value = digits * 10^exponent, digits without leading or trailing zeros; "" is 0.
struct Decimal {
  std::string digits;
  long exponent = 0;
};

struct Scanned {
  Decimal value;
  std::string_view rest;
};

/// Digits grouped by single underscores: appends them to `digits`, returns how many characters they took, 0 if none.
std::size_t scan_digits(std::string_view text, std::string& digits) {
  std::size_t i = 0;
  while (i < text.size()) {
    const bool grouping = text[i] == '_' && i > 0 && i + 1 < text.size() && is_digit(text[i + 1]);
    if (!is_digit(text[i]) && !grouping) break;
    if (!grouping) digits += text[i];
    ++i;
  }
  return i;
}

/// [e|E][+|-]digits; what does not complete ("8e", a unit) is left alone. Exponents saturate far outside any double.
std::size_t scan_exponent(std::string_view text, long& exponent) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  const bool negative = text.size() > 1 && text[1] == '-';
  const std::size_t sign = text.size() > 1 && (text[1] == '-' || text[1] == '+') ? 1 : 0;
  std::string digits;
  const std::size_t taken = scan_digits(text.substr(1 + sign), digits);
  if (taken == 0) return 0;
  long value = 0;
  for (const char c : digits) value = std::min(value * 10 + (c - '0'), 1'000'000'000L);
  exponent += negative ? -value : value;
  return 1 + sign + taken;
}

void normalize(Decimal& d) {
  const std::size_t first = d.digits.find_first_not_of('0');
  if (first == std::string::npos) {
    d = {};
    return;
  }
  const std::size_t last = d.digits.find_last_not_of('0');
  d.exponent += static_cast<long>(d.digits.size() - 1 - last);
  d.digits = d.digits.substr(first, last - first + 1);
}

std::optional<Scanned> scan_number(std::string_view text) {
  Decimal d;
  std::size_t used = scan_digits(text, d.digits);
  if (used == 0) return std::nullopt;
  if (used < text.size() && text[used] == '.') {
    const std::size_t whole = d.digits.size();
    const std::size_t taken = scan_digits(text.substr(used + 1), d.digits);
    if (taken == 0) return std::nullopt;
    d.exponent -= static_cast<long>(d.digits.size() - whole);
    used += 1 + taken;
  }
  used += scan_exponent(text.substr(used), d.exponent);
  normalize(d);
  return Scanned{d, text.substr(used)};
}

/// The nearest double to the decimal. Out of range either way is an Error: infinity and a silent 0 are no numbers.
double to_double(const Decimal& d, std::string_view text) {
  if (d.digits.empty()) return 0;
  const std::string literal = formatted("{}e{}", d.digits, d.exponent);
  double value = 0;
  const auto result = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (result.ec != std::errc() || !std::isfinite(value)) {
    const bool large = static_cast<long>(d.digits.size()) + d.exponent > 0;
    throw Error(formatted("{} is too {}", quote(text), large ? "large" : "small"),
                "a double reaches from 1e-307 to 1e308");
  }
  return value;
}

// ---------------------------------------------------------------------------------------------------------- counts

constexpr std::string_view kCountExample = "written like 8192, 8_192, 8Ki, 1e3 or 2^13";

[[noreturn]] void throw_not_a_count(std::string_view text) {
  const bool grouped = text.find_first_of(",' ", 1) != std::string_view::npos;
  throw Error(formatted("must be a whole number from 1 to 2^53, got {}", quote(text)),
              std::string(grouped ? "group digits with _ as in 1_024, or write 1024" : kCountExample));
}

/// What a spelling comes to, for a hint.
std::string spelled_out(const std::string& count) {
  try {
    return formatted("{}", parse_count(count));
  } catch (const Error&) {
    return "not a whole number up to 2^53";
  }
}

[[noreturn]] void throw_bad_count_suffix(std::string_view text, std::string_view rest) {
  const std::string_view number = text.substr(0, text.size() - rest.size());
  if (const auto unit = parse_unit(rest); unit && unit->dim == Bytes::dim) {
    throw Error(formatted("{}: bytes are not expected here, only a number", quote(text)));
  }
  static constexpr std::string_view kPrefixes = "kKmMgGtT";
  const std::size_t i = rest.size() == 1 ? kPrefixes.find(rest[0]) : std::string_view::npos;
  if (i == std::string_view::npos) throw_not_a_count(text);
  const std::size_t power = i / 2 + 1;
  std::string hint = "write the number without a suffix";
  if (number.find_first_of("eE^_") == std::string_view::npos) {
    const std::string decimal = formatted("{}e{}", number, 3 * power);
    const std::string binary = formatted("{}{}i", number, "KMGT"[i / 2]);
    hint = formatted("write {} ({}) or {} ({})", decimal, spelled_out(decimal), binary, spelled_out(binary));
  }
  throw Error(formatted("{} is ambiguous on a shape", quote(text)), hint);
}

[[noreturn]] void throw_too_large(std::string_view text) {
  throw Error(formatted("{} is too large (limit 2^53)", quote(text)), "shapes go up to 9007199254740992, about 9e15");
}

__extension__ using Wide = unsigned __int128;

[[noreturn]] void throw_not_whole(std::string_view text) {
  throw Error(formatted("{} is not a whole number", quote(text)), std::string(kCountExample));
}

/// digits * 10^exponent * 2^shift as a whole number in range, without rounding on the way.
std::int64_t whole(const Decimal& d, int shift, std::string_view text) {
  static constexpr long kMostDigits = 18;  // times 2^60 fits in 128 bits
  if (d.digits.empty()) throw Error(formatted("must be at least 1, got {}", quote(text)), std::string(kCountExample));
  const auto digits = static_cast<long>(d.digits.size());
  if (digits + d.exponent > kMostDigits) throw_too_large(text);
  if (digits > kMostDigits || d.exponent < -kMostDigits) throw_not_whole(text);
  Wide value = 0, divisor = 1;
  for (const char c : d.digits) value = value * 10 + static_cast<unsigned>(c - '0');
  for (long i = 0; i < d.exponent; ++i) value *= 10;
  for (long i = d.exponent; i < 0; ++i) divisor *= 10;
  value <<= shift;
  if (value / divisor > static_cast<Wide>(kMaxCount)) throw_too_large(text);
  if (value % divisor != 0) throw_not_whole(text);
  return static_cast<std::int64_t>(value / divisor);
}

std::int64_t power(std::string_view base_text, std::string_view exponent_text, std::string_view text) {
  const auto plain = [&](std::string_view part) {
    std::string digits;
    if (part.empty() || scan_digits(part, digits) != part.size()) throw_not_a_count(text);
    Decimal d{digits, 0};
    normalize(d);
    return d.digits.empty() ? 0 : whole(d, 0, text);
  };
  const std::int64_t base = plain(base_text), exponent = plain(exponent_text);
  if (base == 0) throw Error(formatted("must be at least 1, got {}", quote(text)), std::string(kCountExample));
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < exponent && base > 1; ++i) {
    if (value > kMaxCount / base) throw_too_large(text);
    value *= base;
  }
  return value;
}

// ------------------------------------------------------------------------------------------------------ quantities

[[noreturn]] void throw_wrong_unit(std::string_view text, const std::optional<Unit>& unit, std::string_view word,
                                   Dim dim) {
  const std::string expected = dim == Dim{} ? "a plain number" : std::string(unit_name(dim));
  if (!unit) throw Error(formatted("unknown unit in {}, expected {}", quote(text), expected), suggest_unit(word, dim));
  std::string hint = formatted("written like {}", example_of(dim));
  if (unit->dim == dim && unit->bits == Unit::has_bits) {
    std::string in_bytes(word);
    in_bytes[in_bytes.find('b')] = 'B';
    hint = formatted("did you mean {}? b is a bit, B a byte: 8x apart", in_bytes);
  }
  throw Error(formatted("expected {}, got {}", expected, quote(text)), hint);
}

/// digits * n, in decimal.
std::string times(const std::string& digits, unsigned n) {
  std::string product;
  unsigned carry = 0;
  for (std::size_t i = digits.size(); i-- > 0;) {
    carry += static_cast<unsigned>(digits[i] - '0') * n;
    product.insert(product.begin(), static_cast<char>('0' + carry % 10));
    carry /= 10;
  }
  for (; carry > 0; carry /= 10) product.insert(product.begin(), static_cast<char>('0' + carry % 10));
  return product;
}

double scaled(Decimal d, const Unit& unit, std::string_view text) {
  d.digits = times(d.digits, unit.times);
  d.exponent += unit.decimal;
  normalize(d);
  return std::ldexp(to_double(d, text), unit.binary) / unit.per;
}

/// The value of d in base units. Only a 0 that was written is 0.
double in_range(double si, const Decimal& d, std::string_view text) {
  if (d.digits.empty() || (si >= kLeastQuantity && si <= kMostQuantity)) return si;
  throw Error(formatted("{} is too {}", quote(text), si > 1 ? "large" : "small"),
              "quantities go from 1e-60 to 1e60 in base units");
}

}  // namespace

std::int64_t parse_count(std::string_view text) {
  if (text.empty()) throw Error("is empty");
  if (const std::size_t hat = text.find('^'); hat != std::string_view::npos) {
    return power(text.substr(0, hat), text.substr(hat + 1), text);
  }
  const auto scanned = scan_number(text);
  if (!scanned) throw_not_a_count(text);
  if (scanned->rest.empty()) return whole(scanned->value, 0, text);
  if (const int shift = binary_power(scanned->rest)) return whole(scanned->value, shift, text);
  throw_bad_count_suffix(text, scanned->rest);
}

double parse_ratio(std::string_view text) {
  const auto scanned = scan_number(text);
  if (!scanned || (!scanned->rest.empty() && scanned->rest != "%")) {
    throw Error(formatted("expected a number such as 0.5 or 50%, got {}", quote(text)));
  }
  Decimal d = scanned->value;
  if (!scanned->rest.empty()) d.exponent -= 2;
  return to_double(d, text);
}

double parse_si(std::string_view text, Dim dim, Notation notation) {
  if (text.empty()) throw Error("is empty");
  const auto scanned = scan_number(text);
  if (!scanned) {
    throw Error(formatted("expected {}, got {}", unit_name(dim), quote(text)),
                formatted("written like {}", example_of(dim)));
  }
  std::string_view word = scanned->rest;
  if (word.starts_with(' ')) word.remove_prefix(1);
  if (word.empty()) {
    if (scanned->value.digits.empty() || notation == Notation::bare_allowed)
      return in_range(to_double(scanned->value, text), scanned->value, text);
    throw Error(formatted("{} needs a unit", quote(text)), formatted("for example {}", example_of(dim)));
  }
  const auto unit = parse_unit(word);
  const bool bits_refused = unit && unit->bits == Unit::has_bits && notation != Notation::bits_allowed;
  if (!unit || unit->dim != dim || bits_refused) throw_wrong_unit(text, unit, word, dim);
  return in_range(scaled(scanned->value, *unit, text), scanned->value, text);
}

}  // namespace roofline
