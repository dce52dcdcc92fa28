#include "cli/check/verdict.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/command.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {

std::size_t CheckReport::count(Status status) const {
  return static_cast<std::size_t>(
      std::count_if(verdicts.begin(), verdicts.end(), [&](const Verdict& v) { return v.status == status; }));
}

int CheckReport::exit() const {
  if (count(Status::error) > 0) return kBadInput;
  return count(Status::fail) > 0 && strictness != Strictness::warn_only ? kAssertionFailed : kAnswered;
}

std::vector<const Verdict*> CheckReport::by_weight() const {
  std::vector<const Verdict*> all;
  for (const Verdict& v : verdicts) all.push_back(&v);
  std::stable_sort(all.begin(), all.end(), [](const Verdict* a, const Verdict* b) { return a->status < b->status; });
  return all;
}

std::string summary(const CheckReport& report) {
  const auto plural = [](std::size_t n, std::string_view what) {
    return formatted("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  std::string text =
      formatted("{} in {}: {} passed", plural(report.verdicts.size() - report.count(Status::error), "assertion"),
                plural(report.cases, "case"), report.count(Status::pass));
  struct Part {
    Status status;
    std::string_view word;
  };
  for (const Part& part : {Part{Status::fail, "failed"}, Part{Status::warn, "warned"}, Part{Status::skip, "skipped"}}) {
    if (const std::size_t n = report.count(part.status); n > 0) text += formatted(", {} {}", n, part.word);
  }
  if (const std::size_t n = report.count(Status::error); n > 0) text += formatted("; {} could not be checked", n);
  return text;
}

std::string place_of(const Verdict& verdict) {
  return formatted("{}:{}", escape(verdict.file), verdict.line);
}

}  // namespace roofline::cli
