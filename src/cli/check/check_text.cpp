// A check for people: what did not pass, the worst first, then how many did.

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kIndent = 6;
constexpr std::array<std::string_view, 5> kMarks{"ERROR ", "FAIL  ", "warn  ", "skip  ", "pass  "};

struct Widths {
  std::size_t name = 14, assertion = 23;
};

/// As wide as what is told needs, within the line.
Widths widths_of(const std::vector<const Verdict*>& verdicts) {
  static constexpr std::size_t kWidestName = 30, kWidestAssertion = 32;
  Widths widths;
  for (const Verdict* v : verdicts) {
    if (v->status != Status::fail && v->status != Status::warn) continue;
    widths.name = std::max(widths.name, std::min(display_width(escape(v->name)), kWidestName));
    widths.assertion = std::max(widths.assertion, std::min(display_width(escape(v->assertion)), kWidestAssertion));
  }
  return widths;
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, display_width(text)), ' ') + "  ";
}

std::string indented(const std::string& text) {
  return std::string(kIndent, ' ') + wrap(text, kTextWidth, kIndent) + "\n";
}

/// "FAIL  mlp-up/decode   t_lower <= 160us         is 164.0 us", what does not fit in a line below it.
std::string broken_text(const Verdict& v, const Widths& widths) {
  const std::string front =
      std::string(kMarks[static_cast<std::size_t>(v.status)]) + padded(escape(v.name), widths.name);
  const std::string whole = front + padded(escape(v.assertion), widths.assertion) + escape(v.found);
  std::string text = whole + "\n";
  if (display_width(whole) > kTextWidth) {
    text = front.substr(0, front.find_last_not_of(' ') + 1) + "\n";
    text += indented(formatted("{}  {}", escape(v.assertion), escape(v.found)));
  }
  return text + indented(place_of(v) + (v.reason.empty() ? "" : ": " + escape(v.reason)));
}

/// A case as a whole; of an assertion that is none, that too.
std::string error_text_of(const Verdict& v, const std::string& assertion) {
  const std::string what = assertion.empty() ? "" : formatted("  {}", escape(assertion));
  std::string text = formatted("{}{}{}\n", kMarks[0], escape(v.name), what);
  text += indented(formatted("{}: {}", place_of(v), escape(v.found)));
  if (!v.hint.empty()) text += indented("hint: " + escape(v.hint));
  return text;
}

std::string skip_text(const Verdict& v, const Widths& widths) {
  const std::string front =
      std::string(kMarks[static_cast<std::size_t>(Status::skip)]) + padded(escape(v.name), widths.name);
  return front + wrap(escape(v.reason), kTextWidth, std::min<std::size_t>(display_width(front), 40)) + "\n";
}

/// Several assertions with one error are the case's.
std::string assertion_of(const std::vector<const Verdict*>& all, const Verdict& v) {
  const auto same = [&](const Verdict* other) {
    return other->file == v.file && other->name == v.name && other->status == v.status && other->found == v.found;
  };
  const bool several = std::count_if(all.begin(), all.end(), same) > 1;
  return several ? "" : v.assertion;
}

}  // namespace

std::string check_text(const CheckReport& report) {
  const std::vector<const Verdict*> all = report.by_weight(), verdicts = once_a_case(all);
  const Widths widths = widths_of(verdicts);
  std::string text;
  for (const Verdict* v : verdicts) {
    if (v->status == Status::error) text += error_text_of(*v, assertion_of(all, *v));
    if (v->status == Status::fail || v->status == Status::warn) text += broken_text(*v, widths);
    if (v->status == Status::skip) text += skip_text(*v, widths);
  }
  return text + wrap(summary(report), kTextWidth, 0) + "\n";
}

}  // namespace roofline::cli
