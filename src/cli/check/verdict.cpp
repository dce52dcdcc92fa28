#include "cli/check/verdict.hpp"

#include <algorithm>
#include <filesystem>

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

std::vector<const Verdict*> once_a_case(const std::vector<const Verdict*>& verdicts) {
  std::vector<const Verdict*> once;
  for (const Verdict* v : verdicts) {
    const Verdict* last = once.empty() ? nullptr : once.back();
    const bool told = last != nullptr && last->file == v->file && last->name == v->name && last->status == v->status &&
                      last->found == v->found && (v->status == Status::skip || v->status == Status::error);
    if (!told) once.push_back(v);
  }
  return once;
}

std::string summary(const CheckReport& report) {
  const auto plural = [](std::size_t n, std::string_view what) {
    return formatted("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  std::string text = formatted("{} in {}: {} passed", plural(report.verdicts.size(), "assertion"),
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

std::string report_path(const Verdict& verdict) {
  if (verdict.file == "standard input") return "stdin";
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path path = fs::path(verdict.file).lexically_normal();
  const fs::path relative = path.is_absolute() ? path.lexically_relative(fs::current_path(none)) : path;
  const bool outside = relative.empty() || *relative.begin() == "..";
  return outside && path.is_absolute() ? path.filename().string() : relative.string();
}

std::string place_of(const Verdict& verdict) {
  return formatted("{}:{}", escape(verdict.file), verdict.line);
}

}  // namespace roofline::cli
