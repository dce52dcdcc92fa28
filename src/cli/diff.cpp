// `roofline diff`: what changed between two kept answers? For CI, and for people who changed something.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/diff/compare.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 2> kExamples{
    "roofline diff main.json branch.json --tolerance 2%",
    "roofline diff main.json branch.json --format jsonl",
};

std::string ratio_text(const Change& change) {
  if (!change.ratio) return change.is_flip() ? "flipped" : change.after.kind == Json::Kind::null ? "lost" : "new";
  if (!std::isfinite(*change.ratio)) return "from zero";
  return formatted("{}{}", *change.ratio > 0 ? "+" : "",
                   *change.ratio < 0 ? "-" + show_percent(-*change.ratio) : show_percent(*change.ratio));
}

std::size_t key_width(const RowChange& row) {
  std::size_t width = 10;
  for (const Change& change : row.changes) width = std::max(width, display_width(change.key));
  return width;
}

/// The title, and a line for each figure that changed.
std::string row_text(const RowChange& row, const std::string& tolerance) {
  static constexpr std::size_t kWords = 46;
  std::string text = wrap(row.title, kTextWidth, 0) + "\n";
  if (row.in == RowChange::In::old_alone) return text + "  only in the old answer\n";
  if (row.in == RowChange::In::new_alone) return text + "  only in the new answer\n";
  if (row.changes.empty()) return text + formatted("  no figure changed beyond {}\n", tolerance);
  text += "\n";
  const std::size_t width = key_width(row);
  for (const Change& change : row.changes) {
    const std::string before = show_kept(change.before, change.show), after = show_kept(change.after, change.show);
    std::string line = formatted("  {:<{}}  ", change.key, width);
    line += change.is_flip() ? formatted("{:<{}}", formatted("{} -> {}", before, after), kWords)
                             : formatted("{:>13} -> {:<13}", before, after);
    text += formatted("{}  {}\n", line, ratio_text(change));
  }
  return text;
}

/// A change as a row of machine formats.
class ChangeRows {
 public:
  ChangeRows() {
    for (const char* key : {"schema", "command", "row", "key"}) columns_.push_back({key, Show::word});
    columns_[0].show = Show::count;
    columns_.push_back({"old", Show::word});
    columns_.push_back({"new", Show::word});
    columns_.push_back({"change", Show::percent});
    columns_.push_back({"flipped", Show::yes_no});
  }
  const std::vector<Column>& columns() const { return columns_; }

  /// Valid until the next call.
  std::span<const Cell> row(const RowChange& of, const Change& change) {
    before_ = bare_kept(change.before);
    after_ = bare_kept(change.after);
    cells_ = {Cell::of(1),
              Cell::of("diff"),
              Cell::of(std::string_view(of.title)),
              Cell::of(std::string_view(change.key)),
              cell_of(change.before, before_),
              cell_of(change.after, after_),
              change.ratio ? Cell::of(*change.ratio) : Cell{},
              Cell::yes_no(change.is_flip() ? 1 : 0)};
    return cells_;
  }
  /// A row that one of the answers has alone.
  std::span<const Cell> row(const RowChange& of) {
    const bool old_alone = of.in == RowChange::In::old_alone;
    cells_ = {Cell::of(1),
              Cell::of("diff"),
              Cell::of(std::string_view(of.title)),
              Cell{},
              old_alone ? Cell::of("there") : Cell{},
              old_alone ? Cell{} : Cell::of("there"),
              Cell{},
              Cell::yes_no(0)};
    return cells_;
  }

 private:
  static Cell cell_of(const Json& value, std::string_view bare) {
    if (value.kind == Json::Kind::null) return {};
    if (value.kind == Json::Kind::boolean) return Cell::yes_no(value.boolean ? 1 : 0);
    return value.kind == Json::Kind::number ? Cell::literal(bare) : Cell::of(bare);
  }

  std::vector<Column> columns_;
  std::array<Cell, 8> cells_{};
  std::string before_, after_;
};

/// "regime and bottleneck flipped, 12 figures beyond 2%, 1 row in one answer alone".
std::string summary_of(const std::vector<RowChange>& rows, const std::string& tolerance) {
  std::vector<std::string> flips;
  std::size_t figures = 0, alone = 0;
  for (const RowChange& row : rows) {
    alone += row.in == RowChange::In::both ? 0 : 1;
    for (const Change& change : row.changes) {
      figures += change.is_flip() ? 0 : 1;
      const bool known = std::find(flips.begin(), flips.end(), change.key) != flips.end();
      if (change.is_flip() && !known) flips.push_back(change.key);
    }
  }
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!flips.empty()) add(short_listing(flips) + " flipped");
  if (figures > 0) add(formatted("{} figure{} beyond {}", figures, figures == 1 ? "" : "s", tolerance));
  if (alone > 0) add(formatted("{} row{} in one answer alone", alone, alone == 1 ? "" : "s"));
  return text;
}

int answer_diff(const Invocation& run) {
  const auto& files = run.args.words();
  if (files.size() != 2) throw Error("diff takes two files", std::string(kExamples[0]));
  if (files[0] == "-" && files[1] == "-") throw Error("standard input is named twice");
  const std::string* typed = run.args.find("tolerance");
  const std::string tolerance = typed == nullptr ? "0%" : *typed;
  const double ratio = at("--tolerance", [&] { return parse_ratio(tolerance); });
  const std::vector<RowChange> rows = compare(read_answer(files[0], run.in), read_answer(files[1], run.in), ratio);
  ChangeRows columns;
  AnswerShape shape{Table::Rows::many, AnswerShape::Text::sheet};
  shape.table_keys = {"row", "key", "old", "new", "change", "flipped"};
  Answer answer(run, columns.columns(), shape);
  const auto give = [&](std::span<const Cell> cells, const std::string& label) {
    if (!answer.is_sheet()) answer.row(cells);
    answer.check(cells, [&] { return label; });
  };
  for (const RowChange& row : rows) {
    if (answer.is_sheet()) run.out.append((&row == &rows.front() ? "" : "\n") + row_text(row, tolerance));
    if (row.in != RowChange::In::both) give(columns.row(row), row.title);
    for (const Change& change : row.changes) give(columns.row(row, change), formatted("{}: {}", row.title, change.key));
  }
  const int exit = answer.finish({});
  if (rows.empty() && answer.is_sheet()) run.out.append(formatted("no figure changed beyond {}\n", tolerance));
  const std::string changed = summary_of(rows, tolerance);
  if (changed.empty()) return exit;
  run.err.append(formatted("roofline: {}\n", changed));
  return run.args.has("assert") ? exit : std::max<int>(exit, kAssertionFailed);
}

}  // namespace

Command diff_command() {
  Command command;
  command.positional = {
      "OLD NEW", "two answers as --format json printed them, of any command or of check", {Expects::Kind::file}};
  command.flags = {{"tolerance", "RATIO", "what changed by no more is left out: 2%, 0.02 (default 0)"}};
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.keys = "row key old new change flipped; a row for each figure that changed";
  command.epilogue =
      wrap(
          "Exit 1 where a figure changed beyond the tolerance; with --assert where a change breaks it: 'change "
          "<= 5%' lets figures fall.",
          80, 0) +
      "\n";
  command.body = answer_diff;
  return command;
}

}  // namespace roofline::cli
