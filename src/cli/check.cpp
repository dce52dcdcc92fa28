// `roofline check`: does every case of a check file keep its promises? For CI.

#include "cli/check/check_run.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "cli/command.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 3> kExamples{
    "roofline check ci/roofline.json",
    "roofline check ci/*.json --format github --report junit=roofline.xml --summary summary.md",
    "roofline check ci/roofline.json --filter 'serve*' --strict",
};

constexpr std::string_view kMeaning =
    "A check file is JSON: cases, each a command (run), its inputs (args) and what its rows are to keep (expect), as "
    "--assert has it. An array among the inputs makes a case of each value. What is asserted is the best case: t_lower "
    "<= 40ms can show that a configuration is hopeless, not that it is fast.";

/// Whether a name matches a pattern of * (any letters) and ? (one).
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

/// One file that a report goes into.
struct Target {
  const Reporter* reporter;
  std::string path;
};

std::vector<Target> read_targets(const Args& args) {
  std::vector<Target> targets;
  std::vector<std::string> taken(args.words());
  const auto take = [&](const std::string& path) {
    if (path.empty() || path == "-") throw Error("needs a file", "standard output is --format's");
    if (std::find(taken.begin(), taken.end(), path) != taken.end())
      throw Error(formatted("{} is named twice", quote(path)));
    taken.push_back(path);
  };
  for (const std::string& text : args.all("report")) {
    at("--report", [&] {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw Error(formatted("{} is not FORMAT=PATH", quote(text)), "such as junit=roofline.xml");
      targets.push_back({&find_reporter(text.substr(0, equals)), text.substr(equals + 1)});
      take(targets.back().path);
    });
  }
  if (const std::string* path = args.find("summary")) at("--summary", [&] { take(*path); });
  return targets;
}

Strictness read_strictness(const Args& args) {
  const bool strict = args.has("strict"), warn_only = args.has("warn-only");
  if (strict && warn_only) throw Error("--strict: --warn-only says the opposite", "leave one of them out");
  return strict ? Strictness::strict : warn_only ? Strictness::warn_only : Strictness::usual;
}

std::vector<CheckFile> read_files(const Invocation& run, Commands& commands) {
  const auto& words = run.args.words();
  if (words.empty()) throw Error("check needs a file", std::string(kExamples[0]));
  if (std::count(words.begin(), words.end(), "-") > 1) throw Error("standard input is named twice");
  std::vector<CheckFile> files;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i), words[i]) !=
        words.begin() + static_cast<std::ptrdiff_t>(i))
      throw Error(formatted("{} is named twice", quote(words[i])));
    files.push_back(read_check_file(words[i], run.in));
    check_defaults(files.back(), commands);
  }
  return files;
}

/// Leaves the cases that match; none is an error.
void filter(std::vector<CheckFile>& files, const std::string& pattern) {
  std::size_t left = 0;
  for (CheckFile& file : files) {
    std::erase_if(file.cases, [&](const CheckCase& c) { return !matches(pattern, c.name); });
    left += file.cases.size();
  }
  if (left == 0)
    throw Error(formatted("--filter: no case is named like {}", quote(pattern)),
                "it is held against the names in the file");
}

CheckReport check(const std::vector<CheckFile>& files, Strictness strictness, Commands& commands) {
  CheckReport report;
  report.strictness = strictness;
  report.files = files.size();
  for (const CheckFile& file : files) {
    report.cases += file.cases.size();
    for (const CheckCase& one : file.cases) run_case(file, one, strictness, commands, report.verdicts);
  }
  return report;
}

/// A line for people is always there, and says what no row does.
void tell(const Invocation& run, const Reporter& reporter, const CheckReport& report) {
  if (reporter.name != "text") run.err.append(formatted("roofline: {}\n", summary(report)));
  const std::size_t skipped = report.count(Status::skip);
  if (skipped > 0 && skipped == report.verdicts.size()) run.err.append("roofline: note: all cases are skipped\n");
  if (report.strictness == Strictness::warn_only && report.count(Status::fail) > 0)
    run.err.append("roofline: note: --warn-only: what failed sets no exit code\n");
}

int answer_check(const Invocation& run) {
  const std::string* format = run.args.find("format");
  const Reporter& reporter =
      format == nullptr ? reporters()[0] : at("--format", [&]() -> const Reporter& { return find_reporter(*format); });
  const std::vector<Target> targets = read_targets(run.args);
  const Strictness strictness = read_strictness(run.args);
  Commands commands;
  std::vector<CheckFile> files = read_files(run, commands);
  if (const std::string* pattern = run.args.find("filter")) filter(files, *pattern);
  const CheckReport report = check(files, strictness, commands);
  for (const Target& target : targets) at("--report", [&] { write_file(target.path, target.reporter->write(report)); });
  if (const std::string* path = run.args.find("summary"))
    at("--summary", [&] { append_file(*path, check_markdown(report)); });
  run.out.append(reporter.write(report));
  tell(run, reporter, report);
  return report.exit();
}

std::vector<Flag> own_flags() {
  using enum Flag::Times;
  std::string formats;
  Expects names{Expects::Kind::word};
  for (const Reporter& reporter : reporters()) {
    formats += formatted("{}{}: {}", formats.empty() ? "" : "; ", reporter.name, reporter.summary);
    names.words.emplace_back(reporter.name);
  }
  Flag summary{"summary", "FILE", "append the markdown to a file, such as \"$GITHUB_STEP_SUMMARY\"", "Output"};
  summary.expects.kind = Expects::Kind::file;
  return {
      {"filter", "PATTERN", "only cases whose name matches: * is any letters, ? one", "Cases"},
      {"strict", "", "what only warns fails", "Cases"},
      {"warn-only", "", "what fails sets no exit code; what cannot be checked still does", "Cases"},
      {"format", "FORMAT", formats, "Output", once, "", "", names},
      {"report", "FORMAT=FILE", "a further report, such as junit=roofline.xml; may be given again", "Output", many},
      summary,
  };
}

}  // namespace

Command check_command() {
  Command command;
  command.positional = {"FILE...", "check files, - for standard input", {Expects::Kind::file}};
  command.flags = own_flags();
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.epilogue = wrap(kMeaning, 80, 0) + "\n";
  command.body = answer_check;
  return command;
}

}  // namespace roofline::cli
