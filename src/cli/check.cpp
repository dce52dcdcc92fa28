// `roofline check`: does every case of a check file keep its promises? For CI.

#include "cli/check/check_run.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

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

/// One file that a report goes into.
struct Target {
  const Reporter* reporter;
  std::string path;
};

/// The same file under any of its names.
std::string identity(const std::string& path) {
  std::error_code none;
  const std::filesystem::path real = std::filesystem::weakly_canonical(path, none);
  return none ? path : real.string();
}

/// Files that are read or written, each once.
class Files {
 public:
  void take(const std::string& path) {
    if (!taken_.insert(path == "-" ? path : identity(path)).second)
      throw Error(formatted("{} is named twice", quote(path)));
  }
  void take_target(const std::string& path) {
    if (path.empty() || path == "-") throw Error("needs a file", "standard output is --format's");
    take(path);
  }

 private:
  std::set<std::string> taken_;
};

std::vector<Target> read_targets(const Args& args) {
  Files files;
  for (const std::string& word : args.words()) files.take(word);
  std::vector<Target> targets;
  for (const std::string& text : args.all("report")) {
    at("--report", [&] {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw Error(formatted("{} is not FORMAT=PATH", quote(text)), "such as junit=roofline.xml");
      targets.push_back({&find_reporter(text.substr(0, equals)), text.substr(equals + 1)});
      files.take_target(targets.back().path);
    });
  }
  if (const std::string* path = args.find("summary")) at("--summary", [&] { files.take_target(*path); });
  return targets;
}

Strictness read_strictness(const Args& args) {
  const bool strict = args.has("strict"), warn_only = args.has("warn-only");
  if (strict && warn_only) throw Error("--strict: --warn-only says the opposite", "leave one of them out");
  return strict ? Strictness::strict : warn_only ? Strictness::warn_only : Strictness::usual;
}

/// The files that are sound, and what is wrong with the others.
struct InputFiles {
  std::vector<CheckFile> files;
  std::vector<std::pair<std::string, Error>> errors;
};

InputFiles read_files(const Invocation& run, Commands& commands) {
  if (run.args.words().empty()) throw Error("check needs a file", std::string(kExamples[0]));
  InputFiles read;
  for (const std::string& word : run.args.words()) {
    try {
      CheckFile file = read_check_file(word, run.in);
      check_defaults(file, commands);
      read.files.push_back(std::move(file));
    } catch (const Error& e) {
      read.errors.emplace_back(word, e);
    }
  }
  return read;
}

/// Leaves the cases that match; none is an error.
void filter(std::vector<CheckFile>& files, const std::string& pattern) {
  std::size_t left = 0;
  for (CheckFile& file : files) {
    std::erase_if(file.cases, [&](const CheckCase& c) { return !matches_glob(pattern, c.name); });
    left += file.cases.size();
  }
  if (left == 0)
    throw Error(formatted("--filter: no case is named like {}", quote(pattern)),
                "it is held against the names in the file");
}

CheckReport check(const InputFiles& input, Strictness strictness, Commands& commands) {
  CheckReport report;
  report.strictness = strictness;
  report.files = input.files.size() + input.errors.size();
  Checker checker(strictness, commands);
  for (const auto& [file, error] : input.errors) checker.fail(file, error);
  for (const CheckFile& file : input.files) {
    report.cases += file.cases.size();
    checker.run(file);
  }
  report.verdicts = checker.take();
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

void write_reports(const Invocation& run, const std::vector<Target>& targets, const CheckReport& report) {
  for (const Target& target : targets) at("--report", [&] { write_file(target.path, target.reporter->write(report)); });
  if (const std::string* path = run.args.find("summary"))
    at("--summary", [&] { append_file(*path, check_markdown(report)); });
}

int answer_check(const Invocation& run) {
  const std::string* format = run.args.find("format");
  const Reporter& reporter =
      format == nullptr ? reporters()[0] : at("--format", [&]() -> const Reporter& { return find_reporter(*format); });
  const std::vector<Target> targets = read_targets(run.args);
  const Strictness strictness = read_strictness(run.args);
  Commands commands;
  InputFiles input = read_files(run, commands);
  const std::string* pattern = run.args.find("filter");
  if (pattern != nullptr && !input.files.empty()) filter(input.files, *pattern);
  const CheckReport report = check(input, strictness, commands);
  write_reports(run, targets, report);
  if (input.files.empty()) {
    // Nothing was checked. What services read says so; people, and programs that know errors, get the error itself.
    if (reporter.service == Reporter::Service::yes) run.out.append(reporter.write(report));
    throw Error(input.errors[0].second);
  }
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
