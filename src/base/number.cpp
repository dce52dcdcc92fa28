#include "roofline/base/number.hpp"

#include "base/format.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

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

[[noreturn]] void throw_not_a_count(std::string_view text) {
  std::string hint;
  if (text.find_first_of(",' ") != std::string_view::npos) hint = "group digits with _ as in 1_024, or write 1024";
  throw Error(formatted("must be a whole number from 1 to 2^53, got {}", quote(text)), hint);
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
  static constexpr std::array<std::string_view, 9> kBytes{"B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"};
  for (const auto unit : kBytes) {
    if (rest == unit) throw Error(formatted("{}: bytes are not expected here, only a number", quote(text)));
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
  throw Error(formatted("{} is too large (limit 2^53)", quote(text)));
}

/// digits * 10^exponent * 2^shift as a whole number in range.
std::int64_t whole(const Decimal& d, int shift, std::string_view text) {
  if (d.digits.empty()) throw Error(formatted("must be at least 1, got {}", quote(text)));
  if (d.exponent < 0 && shift == 0) throw Error(formatted("{} is not a whole number", quote(text)));
  if (static_cast<long>(d.digits.size()) + d.exponent > 17) throw_too_large(text);
  const double value = std::ldexp(to_double(d, text), shift);
  if (value > static_cast<double>(kMaxCount)) throw_too_large(text);
  if (value != std::floor(value)) throw Error(formatted("{} is not a whole number", quote(text)));
  const auto count = static_cast<std::int64_t>(value);
  // 2^53 + 1 rounds to 2^53: the digits themselves must agree.
  if (shift == 0 && formatted("{}", count) != d.digits + std::string(static_cast<std::size_t>(d.exponent), '0')) {
    throw_too_large(text);
  }
  return count;
}

std::int64_t power(std::string_view base, std::string_view exponent, std::string_view text) {
  std::string b, e;
  if (scan_digits(base, b) != base.size() || scan_digits(exponent, e) != exponent.size() || b.empty() || e.empty()) {
    throw_not_a_count(text);
  }
  if (b.size() > 17 || e.size() > 3) throw_too_large(text);
  const double value = std::pow(to_double({b, 0}, text), to_double({e, 0}, text));
  if (value > static_cast<double>(kMaxCount)) throw_too_large(text);
  if (value < 1) throw Error(formatted("must be at least 1, got {}", quote(text)));
  return static_cast<std::int64_t>(value);
}

// ----------------------------------------------------------------------------------------------------------- units

struct Base {
  std::string_view name;
  Dim dim;
  double factor;
  enum Prefixes { none, kilo_up, all, binary_too } prefixes;
};

constexpr std::array kBases{
    Base{"FLOP", {.flop = 1}, 1, Base::kilo_up},  Base{"B", {.byte = 1}, 1, Base::binary_too},
    Base{"b", {.byte = 1}, 0.125, Base::kilo_up}, Base{"s", {.second = 1}, 1, Base::all},
    Base{"min", {.second = 1}, 60, Base::none},   Base{"h", {.second = 1}, 3600, Base::none},
    Base{"d", {.second = 1}, 86400, Base::none},  Base{"W", {.second = -1, .joule = 1}, 1, Base::all},
    Base{"J", {.joule = 1}, 1, Base::all},        Base{"token", {.token = 1}, 1, Base::none},
    Base{"USD", {.dollar = 1}, 1, Base::none},
};

struct Prefix {
  std::string_view name;
  int decimal;  ///< power of ten
  int binary;   ///< power of two
};

constexpr std::array kPrefixes{
    Prefix{"", 0, 0},    Prefix{"k", 3, 0},   Prefix{"M", 6, 0},   Prefix{"G", 9, 0},   Prefix{"T", 12, 0},
    Prefix{"P", 15, 0},  Prefix{"E", 18, 0},  Prefix{"m", -3, 0},  Prefix{"u", -6, 0},  Prefix{"n", -9, 0},
    Prefix{"p", -12, 0}, Prefix{"f", -15, 0}, Prefix{"Ki", 0, 10}, Prefix{"Mi", 0, 20}, Prefix{"Gi", 0, 30},
    Prefix{"Ti", 0, 40}, Prefix{"Pi", 0, 50}, Prefix{"Ei", 0, 60},
};

struct Unit {
  Dim dim;
  int decimal = 0, binary = 0;
  double factor = 1;
  enum Bits { no_bits, has_bits } bits = no_bits;
};

bool fits(const Prefix& prefix, const Base& base) {
  if (prefix.name.empty()) return true;
  if (prefix.binary != 0) return base.prefixes == Base::binary_too;
  if (prefix.decimal < 0) return base.prefixes == Base::all;
  return base.prefixes != Base::none;
}

std::optional<Unit> parse_unit_word(std::string_view word) {
  for (const Base& base : kBases) {
    if (!word.ends_with(base.name)) continue;
    const std::string_view front = word.substr(0, word.size() - base.name.size());
    for (const Prefix& prefix : kPrefixes) {
      if (front != prefix.name || !fits(prefix, base)) continue;
      return Unit{base.dim, prefix.decimal, prefix.binary, base.factor,
                  base.name == "b" ? Unit::has_bits : Unit::no_bits};
    }
  }
  return std::nullopt;
}

std::optional<Unit> parse_unit(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto over = parse_unit_word(text.substr(0, slash));
  if (!over || slash == std::string_view::npos) return over;
  const auto under = parse_unit_word(text.substr(slash + 1));
  if (!under) return std::nullopt;
  return Unit{over->dim - under->dim, over->decimal - under->decimal, over->binary - under->binary,
              over->factor / under->factor, over->bits};
}

/// How a quantity of this dimension is written, for hints.
std::string_view example_of(Dim dim) {
  if (dim == FlopsPerSecond::dim) return "989TFLOP/s";
  if (dim == BytesPerSecond::dim) return "3.35TB/s";
  if (dim == Flops::dim) return "1TFLOP";
  if (dim == Bytes::dim) return "16GiB";
  if (dim == Seconds::dim) return "1.5ms";
  if (dim == Watts::dim) return "700W";
  if (dim == DollarsPerSecond::dim) return "1.20USD/h";
  if (dim == Intensity::dim) return "240FLOP/B";
  return "1";
}

std::string suggest_unit(std::string_view unit, Dim dim) {
  static constexpr std::array<std::string_view, 7> kFronts{"", "k", "M", "G", "T", "P", "u"};
  const std::string wanted = lower(unit);
  for (const auto front : kFronts) {
    const std::string spelled = std::string(front) + std::string(unit_name(dim));
    const std::string low = lower(spelled);
    if (wanted == low ||
        (dim.flop == 1 && dim.second == -1 && (wanted == lower(front) + "flops" || wanted == lower(front) + "flop"))) {
      return formatted("did you mean {}?", spelled);
    }
  }
  return formatted("written like {}", example_of(dim));
}

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

double scaled(Decimal d, const Unit& unit, std::string_view text) {
  d.exponent += unit.decimal;
  const double value = std::ldexp(to_double(d, text) * unit.factor, unit.binary);
  if (!std::isfinite(value)) throw Error(formatted("{} is too large", quote(text)));
  return value;
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
  for (const Prefix& prefix : kPrefixes) {
    if (prefix.binary != 0 && scanned->rest == prefix.name) return whole(scanned->value, prefix.binary, text);
  }
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
    if (scanned->value.digits.empty() || notation == Notation::bare_allowed) return to_double(scanned->value, text);
    throw Error(formatted("{} needs a unit", quote(text)), formatted("for example {}", example_of(dim)));
  }
  const auto unit = parse_unit(word);
  const bool bits_refused = unit && unit->bits == Unit::has_bits && notation != Notation::bits_allowed;
  if (!unit || unit->dim != dim || bits_refused) throw_wrong_unit(text, unit, word, dim);
  return scaled(scanned->value, *unit, text);
}

}  // namespace roofline
