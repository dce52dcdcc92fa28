#include "cli/check/reporters.hpp"

#include <array>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// The reporter table.
constexpr std::array kReporters{
    Reporter{"text", "for people (default)", check_text},
    Reporter{"json", "an object with a summary and all verdicts", check_json},
    Reporter{"jsonl", "a verdict a line", check_json_lines},
    Reporter{"junit", "XML that CI services show as tests", check_junit, Reporter::Service::yes},
    Reporter{"sarif", "SARIF 2.1.0, for code scanning", check_sarif, Reporter::Service::yes},
    Reporter{"github", "annotations of GitHub Actions", check_github, Reporter::Service::yes},
    Reporter{"markdown", "a table for a job summary", check_markdown, Reporter::Service::yes},
};

}  // namespace

std::span<const Reporter> reporters() {
  return kReporters;
}

const Reporter& find_reporter(std::string_view name) {
  std::vector<std::string> known;
  for (const Reporter& reporter : kReporters) {
    if (reporter.name == name) return reporter;
    known.emplace_back(reporter.name);
  }
  throw Error(formatted("unknown format {}", quote(name)), name_hint(name, known));
}

}  // namespace roofline::cli
