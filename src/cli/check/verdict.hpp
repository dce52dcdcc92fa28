#pragma once
// What came of a check: one verdict for each assertion on each row, made once. Reporters only print them.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline::cli {

enum class Status { error, fail, warn, skip, pass };  ///< the worst first
constexpr std::string_view name_of(Status status) {
  constexpr std::array<std::string_view, 5> kNames{"error", "fail", "warn", "skip", "pass"};
  return kNames[static_cast<std::size_t>(status)];
}

struct Verdict {
  Status status = Status::pass;
  std::string file;
  int line = 0;
  std::string name;       ///< "serve[chip=h100-sxm]"
  std::string assertion;  ///< as it was written; empty of a case that could not be evaluated
  std::string key;        ///< that it is about
  std::string found;      ///< "is 164.0 us"; of an error what is wrong
  std::string reason;     ///< of the expectation, or why the case is skipped
  std::string hint;       ///< of an error: how to mend it
  /// Base units where they are numbers, else words; neither where there is no value.
  std::optional<double> limit{}, actual{};
  std::string limit_word{}, actual_word{};
};

/// --strict: what warns fails. --warn-only: what fails sets no exit code.
enum class Strictness { usual, strict, warn_only };

struct CheckReport {
  std::vector<Verdict> verdicts;  ///< in the order of the files
  std::size_t files = 0, cases = 0;
  Strictness strictness = Strictness::usual;

  std::size_t count(Status status) const;
  /// 2 where a case could not be evaluated, else 1 where an assertion failed.
  int exit() const;
  /// The worst first, each in the order of the files.
  std::vector<const Verdict*> by_weight() const;
};

/// Without those that say the same of the same case: a case that cannot be evaluated is told once.
std::vector<const Verdict*> once_a_case(const std::vector<const Verdict*>& verdicts);

/// "6 assertions in 4 cases: 3 passed, 1 failed, 1 warned, 1 skipped".
std::string summary(const CheckReport& report);
/// "ci/roofline.json:17".
std::string place_of(const Verdict& verdict);
/// The file as reports name it, which are read elsewhere: relative to the working directory, "stdin" for standard
/// input.
std::string report_path(const Verdict& verdict);

}  // namespace roofline::cli
