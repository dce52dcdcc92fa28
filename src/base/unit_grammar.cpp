#include "base/unit_grammar.hpp"

#include <array>

#include "base/format.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

struct Base {
  std::string_view name;
  Dim dim;
  unsigned times;  ///< base units in one, but for a bit
  enum Prefixes { none, kilo_up, all, binary_too } prefixes;
};

constexpr std::array kBases{
    Base{"FLOP", {.flop = 1}, 1, Base::kilo_up}, Base{"B", {.byte = 1}, 1, Base::binary_too},
    Base{"b", {.byte = 1}, 1, Base::kilo_up},    Base{"s", {.second = 1}, 1, Base::all},
    Base{"min", {.second = 1}, 60, Base::none},  Base{"h", {.second = 1}, 3600, Base::none},
    Base{"d", {.second = 1}, 86400, Base::none}, Base{"W", {.second = -1, .joule = 1}, 1, Base::all},
    Base{"J", {.joule = 1}, 1, Base::all},       Base{"Hz", {.second = -1}, 1, Base::kilo_up},
    Base{"token", {.token = 1}, 1, Base::none},  Base{"USD", {.dollar = 1}, 1, Base::none},
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
      const bool bit = base.name == "b";
      const int binary = bit ? prefix.binary - 3 : prefix.binary;
      return Unit{base.dim, prefix.decimal, binary, base.times, 1, bit ? Unit::has_bits : Unit::no_bits};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto over = parse_unit_word(text.substr(0, slash));
  if (!over || slash == std::string_view::npos) return over;
  const auto under = parse_unit_word(text.substr(slash + 1));
  if (!under) return std::nullopt;
  return Unit{over->dim - under->dim,
              over->decimal - under->decimal,
              over->binary - under->binary,
              over->times,
              under->times,
              over->bits};
}

std::string_view example_of(Dim dim) {
  if (dim == FlopsPerSecond::dim) return "989TFLOP/s";
  if (dim == BytesPerSecond::dim) return "3.35TB/s";
  if (dim == Flops::dim) return "1TFLOP";
  if (dim == Bytes::dim) return "16GiB";
  if (dim == Seconds::dim) return "1.5ms";
  if (dim == Watts::dim) return "700W";
  if (dim == Hertz::dim) return "1.83GHz";
  if (dim == DollarsPerSecond::dim) return "1.20USD/h";
  if (dim == Intensity::dim) return "240FLOP/B";
  return "1";
}

std::string suggest_unit(std::string_view unit, Dim dim) {
  static constexpr std::array<std::string_view, 7> kFronts{"", "k", "M", "G", "T", "P", "u"};
  const std::string wanted = lower(unit);
  for (const auto front : kFronts) {
    const std::string spelled = std::string(front) + std::string(unit_name(dim));
    const bool flops =
        dim == FlopsPerSecond::dim && (wanted == lower(front) + "flops" || wanted == lower(front) + "flop");
    if (flops || wanted == lower(spelled)) return formatted("did you mean {}?", spelled);
  }
  return formatted("written like {}", example_of(dim));
}

int binary_power(std::string_view prefix) {
  for (const Prefix& known : kPrefixes) {
    if (known.name == prefix) return known.binary;
  }
  return 0;
}

}  // namespace roofline
