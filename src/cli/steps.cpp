#include "cli/steps.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// A power of ten as people write it: "e+14" is e14.
std::string short_power(std::string_view power) {
  const bool negative = power[0] == '-';
  power.remove_prefix(std::min(power.find_first_not_of("+-0"), power.size() - 1));
  return formatted("e{}{}", negative ? "-" : "", power);
}

}  // namespace

std::string digits_of(double value) {
  static constexpr double kLarge = 1e6, kExact = 9007199254740992.0;
  static constexpr std::size_t kShortMantissa = 5;
  const std::string text = formatted("{:.6e}", value);
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  mantissa.erase(mantissa.find_last_not_of('0') + 1);
  if (mantissa.ends_with('.')) mantissa.pop_back();
  const std::string compact = mantissa + short_power(std::string_view(text).substr(e + 1));
  if (value >= kLarge && mantissa.size() <= kShortMantissa && parse_ratio(compact) == value) return compact;
  if (value == std::trunc(value) && std::fabs(value) <= kExact) return formatted("{:.0f}", value);
  return value >= 1e-3 && value < kLarge ? formatted("{:.7g}", value) : text;
}

namespace {

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

}  // namespace

void StepList::forget(std::string_view name) {
  if (const auto known = names_.find(name); known != names_.end()) names_.erase(known);
}

void StepList::add(std::string key, std::string formula, std::string why, double result, Dim dim) {
  names_[key] = result;
  const std::string numbers = substitute(formula);
  std::string shown = digits_of(result);
  if (const auto unit = unit_name(dim); !unit.empty()) shown += formatted(" {}", unit);
  steps_.push_back({std::move(key), formula, std::move(why), numbers == formula ? "" : numbers, std::move(shown)});
}

std::string StepList::substitute(std::string_view formula) const {
  std::string out;
  while (!formula.empty()) {
    std::size_t length = 0;
    while (length < formula.size() && is_name_char(formula[length])) ++length;
    if (length == 0) {
      out += formula[0];
      formula.remove_prefix(1);
      continue;
    }
    const auto known = names_.find(formula.substr(0, length));
    out += known == names_.end() ? std::string(formula.substr(0, length)) : digits_of(known->second);
    formula.remove_prefix(length);
  }
  return out;
}

void print_steps(Output& out, const std::vector<ExplainedStep>& steps) {
  static constexpr std::size_t kKeyWidth = 10, kWhyColumn = 49, kGap = 2;
  for (const ExplainedStep& step : steps) {
    const std::size_t key_width = std::max(step.key.size(), kKeyWidth), indent = key_width + 3;
    std::string first = formatted("{:{}} = {}", step.key, key_width, wrap(step.formula, kTextWidth, indent));
    const bool beside = first.size() + kGap <= kWhyColumn && kWhyColumn + step.why.size() <= kTextWidth;
    if (!step.why.empty() && beside) first += std::string(kWhyColumn - first.size(), ' ') + step.why;
    if (!step.why.empty() && !beside)
      first += formatted("\n{:{}}", "", indent) + wrap(formatted("({})", step.why), kTextWidth, indent);
    out.append("\n" + first + "\n");
    if (!step.numbers.empty())
      out.append(formatted("{:{}} = {}\n", "", key_width, wrap(step.numbers, kTextWidth, indent)));
    out.append(formatted("{:{}} = {}\n", "", key_width, step.result));
  }
}

std::string in_one_line(const ExplainedStep& step) {
  const std::string numbers = step.numbers.empty() ? "" : formatted(" = {}", step.numbers);
  return formatted("{} = {}{} = {}", step.key, step.formula, numbers, step.result);
}

}  // namespace roofline::cli
