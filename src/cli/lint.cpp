#include "cli/lint.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/machines.hpp"
#include "cli/rows.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/lint.hpp"

namespace roofline::cli {
namespace {

/// A chip file, not yet read: a path, "-", or the id of a built-in chip.
struct Target {
  enum class Kind { file, built_in } kind = Kind::file;
  std::string name;
};

bool same(const Target& a, const Target& b) {
  return a.kind == b.kind && a.name == b.name;
}

/// A file once, however it is spelled.
void add_file(const std::string& path, std::vector<Target>& targets) {
  std::error_code ignored;
  const Target target{Target::Kind::file, path};
  const bool known = std::any_of(targets.begin(), targets.end(), [&](const Target& t) {
    return same(t, target) || (t.kind == target.kind && std::filesystem::equivalent(t.name, path, ignored));
  });
  if (!known) targets.push_back(target);
}

void add_built_in(std::string_view id, std::vector<Target>& targets) {
  const Target target{Target::Kind::built_in, std::string(id)};
  if (std::none_of(targets.begin(), targets.end(), [&](const Target& t) { return same(t, target); }))
    targets.push_back(target);
}

void add_all_built_in(std::vector<Target>& targets) {
  for (const EmbeddedChip& chip : embedded_chips()) add_built_in(chip.id, targets);
}

/// One name, file or folder; a chip's name comes before a folder that is called so.
void add_element(const std::string& element, std::vector<Target>& targets) {
  std::error_code ignored;
  const auto known = Catalog().ids();
  const bool is_folder = std::filesystem::is_directory(element, ignored);
  if (element == kEveryChip) {
    add_all_built_in(targets);
  } else if (names_file(element) && !is_folder) {
    add_file(element, targets);
  } else if (is_folder && std::find(known.begin(), known.end(), element) == known.end()) {
    for (const std::string& file : chip_files(element)) add_file(file, targets);
  } else {
    add_built_in(Catalog().find(element).id, targets);
  }
}

void add_word(const std::string& word, std::vector<Target>& targets) {
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) return add_element(word, targets);
  for (const std::string& element : split(word, ',')) add_element(element, targets);
}

std::vector<Target> targets_of(const Args& args) {
  std::vector<Target> targets;
  for (const std::string& word : args.words()) at("--lint", [&] { add_word(word, targets); });
  if (args.words().empty()) add_all_built_in(targets);
  for (const HardwareFolder& folder : hardware_folders(args)) {
    if (args.words().empty() || folder.flag == "--hardware") at(folder.flag, [&] { add_word(folder.path, targets); });
  }
  return targets;
}

Document read(const Target& target, const Read& in) {
  if (target.kind == Target::Kind::file) return read_spec(target.name, in);
  const auto all = embedded_chips();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const EmbeddedChip& chip) { return chip.id == target.name; });
  return parse_json(std::string(found->json), formatted("hardware/{}", found->file));
}

/// A built-in chip is one that stands beside the schema, before the build and after it, or a copy of one.
Chip::Standing standing_of(const Target& target, const Document& document) {
  std::error_code ignored;
  const auto schema = std::filesystem::path(target.name).parent_path() / "chip.schema.json";
  const auto all = embedded_chips();
  const bool copy = std::any_of(all.begin(), all.end(), [&](const EmbeddedChip& c) { return c.json == document.text; });
  return copy || std::filesystem::exists(schema, ignored) ? Chip::Standing::built_in : Chip::Standing::added;
}

const std::vector<Column>& columns() {
  static const std::vector<Column> all{
      {"schema", Show::count},  {"command", Show::word}, {"file", Show::word},
      {"line", Show::count},    {"key", Show::word},     {"found", Show::word},
      {"expected", Show::word}, {"why", Show::word},     {"rule", Show::word},
  };
  return all;
}

std::array<Cell, 9> cells_of(const Finding& f) {
  const auto word = [](const std::string& text) { return Cell::of(std::string_view(text)); };
  return {Cell::of(kSchema), Cell::of(std::string_view("chips")),
          word(f.file),      f.line > 0 ? Cell::of(static_cast<double>(f.line)) : Cell{},
          word(f.key),       word(f.found),
          word(f.expected),  word(f.why),
          Cell::of(f.rule)};
}

/// "hardware/a10g.json:14: peak.bf16", then "found 125 TFLOP/s, expected 70.04 TFLOP/s: ..." under it.
std::string text_of(const Finding& f) {
  const std::string line = f.line > 0 ? formatted(":{}", f.line) : "";
  const std::string what = formatted("found {}, expected {}: {}", f.found, f.expected, f.why);
  return formatted("{}{}: {}\n  {}\n", f.file, line, f.key, wrap(what, kTextWidth, 2));
}

std::string count_of(std::size_t count, std::string_view thing) {
  return formatted("{} {}{}", count, thing, count == 1 ? "" : "s");
}

class Linting {
 public:
  explicit Linting(const Invocation& run) : run_(run), answer_(run, columns(), shape()) {}

  int answer() {
    const auto targets = targets_of(run_.args);
    for (const Target& target : targets) {
      if (answer_.done()) break;
      check(target);
    }
    for (const Finding& f : lint_names(chips_)) report(f);
    if (answer_.is_sheet() && !chips_.empty())
      run_.out.append(formatted("{}{} in {}\n", found_ > 0 ? "\n" : "", count_of(found_, "finding"),
                                count_of(chips_.size(), "file")));
    const int exit = answer_.finish({});
    return exit == kAnswered && found_ > 0 ? kAssertionFailed : exit;
  }

 private:
  static AnswerShape shape() {
    return {Table::Rows::many, AnswerShape::Text::sheet, {"file", "line", "key", "found", "expected", "why"}};
  }

  void check(const Target& target) {
    try {
      const Document document = read(target, run_.in);
      chips_.push_back(read_chip(document));
      chips_.back().standing = standing_of(target, document);
      for (const Finding& f : lint(document)) report(f);
    } catch (const WriteError&) {
      throw;
    } catch (const Error& e) {
      answer_.fail(e, e.place.empty() ? escape(target.name) : "");
    }
  }

  void report(const Finding& finding) {
    ++found_;
    const auto cells = cells_of(finding);
    if (answer_.is_sheet()) run_.out.append(text_of(finding));
    if (!answer_.is_sheet()) answer_.row(cells);
    answer_.check(cells, [&] { return finding.file; });
  }

  const Invocation& run_;
  Answer answer_;
  std::vector<Chip> chips_;
  std::size_t found_ = 0;
};

}  // namespace

int answer_lint(const Invocation& run) {
  for (const std::string_view flag : {"dtype", "where", "sort"}) {
    if (run.args.has(flag)) throw Error(formatted("--{}: does not go with --lint", flag), "name the chips or files");
  }
  return Linting(run).answer();
}

}  // namespace roofline::cli
