// A check as workflow commands of GitHub Actions, which show as annotations. A step shows about ten errors and ten
// warnings and drops the rest without a word, so that the tenth says how many more there are.

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kMostShown = 9;

/// Within the message of a command.
std::string message(std::string_view text) {
  std::string out;
  for (const char c : escape(text)) out += c == '%' ? std::string("%25") : std::string(1, c);
  return out;
}

/// Within a property of a command, where : and , end it.
std::string property(std::string_view text) {
  std::string out;
  for (const char c : message(text)) {
    out += c == ':' ? std::string("%3A") : c == ',' ? std::string("%2C") : std::string(1, c);
  }
  return out;
}

std::string annotation(std::string_view command, const Verdict& v) {
  const std::string title = v.key.empty() ? "roofline check" : "roofline " + v.key;
  const std::string what = v.status == Status::error ? "" : v.assertion + " ";
  const std::string& why = v.reason.empty() ? v.hint : v.reason;
  const std::string reason = why.empty() ? "" : formatted(" ({})", why);
  return formatted("::{} file={},line={},title={}::{}\n", command, property(report_path(v)), v.line, property(title),
                   message(formatted("{}: {}{}{}", v.name, what, v.found, reason)));
}

std::string annotations(std::string_view command, const std::vector<const Verdict*>& verdicts) {
  std::string text;
  for (std::size_t i = 0; i < verdicts.size() && i < kMostShown; ++i) text += annotation(command, *verdicts[i]);
  if (verdicts.size() > kMostShown)
    text += formatted("::{} title=roofline check::and {} more\n", command, verdicts.size() - kMostShown);
  return text;
}

}  // namespace

std::string check_github(const CheckReport& report) {
  std::vector<const Verdict*> errors, warnings;
  for (const Verdict* v : once_a_case(report.by_weight())) {
    if (v->status == Status::error || v->status == Status::fail) errors.push_back(v);
    if (v->status == Status::warn) warnings.push_back(v);
  }
  return annotations("error", errors) + annotations("warning", warnings);
}

}  // namespace roofline::cli
