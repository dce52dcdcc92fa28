// A check as JUnit XML, as Jenkins, GitLab and others read it: a suite a file, a test an assertion. There is no one
// schema; names never hold a measured value, and there is no time, so that two runs are the same.

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// "mlp-up/decode t_lower <= 160us: is 164.0 us (ci/roofline.json:17)".
std::string sentence(const Verdict& v) {
  const std::string what = v.assertion.empty() ? "" : " " + v.assertion;
  const std::string& why = v.reason.empty() ? v.hint : v.reason;
  const std::string reason = why.empty() ? "" : ": " + why;
  return formatted("{}{}: {} ({}:{}){}", v.name, what, v.found, v.file, v.line, reason);
}

std::string counts_of(const CheckReport& report) {
  return formatted(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="0")", report.verdicts.size(),
                   report.count(Status::fail), report.count(Status::error), report.count(Status::skip));
}

std::string body_of(const Verdict& v) {
  switch (v.status) {
    case Status::error:
      return formatted("<error type=\"input\" message=\"{}\">{}</error>", escape_markup(v.found),
                       escape_markup(sentence(v)));
    case Status::fail:
      return formatted("<failure type=\"assertion\" message=\"{}\">{}</failure>", escape_markup(v.found),
                       escape_markup(sentence(v)));
    case Status::warn: return formatted("<system-out>warning: {}</system-out>", escape_markup(sentence(v)));
    case Status::skip: return formatted("<skipped message=\"{}\"/>", escape_markup(v.reason));
    case Status::pass: return "";
  }
  return "";
}

std::string test_of(const Verdict& v) {
  const std::string front =
      formatted(R"(    <testcase classname="{}" name="{}" file="{}" line="{}" time="0")", escape_markup(v.name),
                v.assertion.empty() ? "evaluation" : escape_markup(v.assertion), escape_markup(report_path(v)), v.line);
  const std::string body = body_of(v);
  return body.empty() ? front + "/>\n" : formatted("{}>{}</testcase>\n", front, body);
}

}  // namespace

std::string check_junit(const CheckReport& report) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += formatted("<testsuites name=\"roofline check\" {}>\n", counts_of(report));
  for (std::size_t i = 0; i < report.verdicts.size();) {
    CheckReport suite;
    const std::string& file = report.verdicts[i].file;
    for (; i < report.verdicts.size() && report.verdicts[i].file == file; ++i)
      suite.verdicts.push_back(report.verdicts[i]);
    out += formatted("  <testsuite name=\"{}\" {}>\n", escape_markup(file), counts_of(suite));
    for (const Verdict& v : suite.verdicts) out += test_of(v);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace roofline::cli
