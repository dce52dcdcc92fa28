#include "roofline/base/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::string_view kExample = "written like 1:4096:x2, 128:1024:+128 or 1:8";

/// Real steps accumulate rounding: an end within this much of a step still counts.
constexpr double kEndSlack = 1e-9;

double parse_factor(std::string_view text, Sweep::Steps steps) {
  const double factor = steps == Sweep::Steps::whole ? static_cast<double>(parse_count(text)) : parse_ratio(text);
  if (factor <= 1) throw Error(formatted("a factor must be more than 1, got {}", quote(text)), std::string(kExample));
  return factor;
}

std::uint64_t to_size(double steps) {
  static constexpr double kMost = 9e18;
  if (!(steps < kMost)) throw Error("the range has too many values");
  return static_cast<std::uint64_t>(steps) + 1;
}

/// How many of first, first * factor, ... reach `last`. Counts and their products up to it are exact in a double.
std::uint64_t whole_powers(double first, double last, double factor) {
  std::uint64_t n = 1;
  for (double value = first; value <= last / factor; value *= factor) ++n;
  return n;
}

/// "1,024" in a list of numbers is a thousands separator, not 1 and 24.
void refuse_thousands_separator(const std::string& part, std::size_t position, std::string_view text) {
  const bool digits = part.size() == 3 && part.find_first_not_of("0123456789") == std::string::npos;
  if (position == 0 || !digits || part[0] != '0') return;
  throw Error(formatted("{} groups digits with a comma, which separates values", quote(text)), "write 1_024 or 1024");
}

}  // namespace

double Sweep::Segment::at(std::uint64_t index) const {
  const auto i = static_cast<double>(index);
  return kind == adds ? first + i * step : first * std::pow(step, i);
}

Sweep::Segment Sweep::parse_range(std::string_view text, const Parse& element, Steps steps) {
  const auto parts = split(text, ':');
  if (steps == Steps::none || parts.size() > 3) {
    throw Error(formatted("{} is not a value", quote(text)), steps == Steps::none ? "" : std::string(kExample));
  }
  for (const std::string& part : parts) {
    if (part.empty() || part == "+" || part == "x" || part == "*") {
      throw Error(formatted("the range {} lacks a number", quote(text)), std::string(kExample));
    }
  }
  Segment s;
  s.first = element(parts[0]);
  const double last = element(parts[1]);
  if (last < s.first) {
    throw Error(formatted("the range {} ends before it begins", quote(text)),
                formatted("try {}:{}", parts[1], parts[0]));
  }
  const std::string step = parts.size() == 3 ? parts[2] : "";
  const bool multiplies = step.starts_with('x') || step.starts_with('*');
  if (multiplies) {
    s.kind = Segment::multiplies;
    s.step = roofline::at("step", [&] { return parse_factor(std::string_view(step).substr(1), steps); });
    if (s.first <= 0) throw Error(formatted("{} multiplies from 0", quote(text)));
    s.size = steps == Steps::whole ? whole_powers(s.first, last, s.step)
                                   : to_size(std::floor(std::log(last / s.first) / std::log(s.step) + kEndSlack));
    return s;
  }
  if (parts.size() == 3 && !step.starts_with('+')) {
    throw Error(formatted("the step {} must be xN or +N", quote(step)), std::string(kExample));
  }
  if (parts.size() == 2 && steps == Steps::real) {
    throw Error(formatted("the range {} needs a step", quote(text)), std::string("written like 1GB:16GB:x2"));
  }
  s.step = parts.size() == 3 ? roofline::at("step", [&] { return element(std::string_view(step).substr(1)); }) : 1;
  if (s.step <= 0) throw Error(formatted("the step {} must be more than 0", quote(step)));
  s.size = to_size(std::floor((last - s.first) / s.step + (steps == Steps::real ? kEndSlack : 0)));
  return s;
}

Sweep Sweep::parse(std::string_view text, const Parse& element, Steps steps) {
  Sweep sweep;
  const auto parts = split(text, ',');
  sweep.is_list_ = parts.size() > 1 || text.find(':') != std::string_view::npos;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    refuse_thousands_separator(parts[i], i, text);
    if (parts[i].empty()) throw Error(text.empty() ? "is empty" : formatted("a value is empty in {}", quote(text)));
    const bool range = parts[i].find(':') != std::string::npos;
    Segment segment;
    if (range) {
      segment = parse_range(parts[i], element, steps);
    } else {
      segment.first = element(parts[i]);
    }
    segment.start = sweep.size_;
    sweep.segments_.push_back(segment);
    if (__builtin_add_overflow(sweep.size_, segment.size, &sweep.size_)) throw Error("the list has too many values");
  }
  return sweep;
}

Sweep Sweep::one(double value) {
  Sweep sweep;
  sweep.segments_.push_back({.first = value});
  sweep.size_ = 1;
  return sweep;
}

double Sweep::at(std::uint64_t index) const {
  const auto after = std::upper_bound(segments_.begin(), segments_.end(), index,
                                      [](std::uint64_t i, const Segment& s) { return i < s.start; });
  const Segment& s = *(after - 1);
  return s.at(index - s.start);
}

double Sweep::largest() const {
  double most = 0;
  for (const Segment& s : segments_) most = std::max(most, s.at(s.size - 1));
  return most;
}

}  // namespace roofline
