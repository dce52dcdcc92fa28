// `roofline chips`: the list, one chip with its sources, several side by side.

#include <algorithm>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/chip_choice.hpp"
#include "cli/chip_rows.hpp"
#include "cli/chip_text.hpp"
#include "cli/command.hpp"
#include "cli/lint.hpp"
#include "cli/machines.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// What is asked for, and what --where and --sort make of it.
struct ChipQuestion {
  std::vector<std::string> names;  ///< none: the list
  Dtype dtype = Dtype::bf16;
  std::vector<Chip> asked, chosen;
};

std::vector<std::string> asked_names(const Args& args, const Catalog& catalog) {
  std::vector<std::string> names;
  for (const std::string& word : args.words()) {
    for (const std::string& name : split(word, ',')) {
      if (name.empty())
        throw Error(formatted("a chip's name is empty in {}", quote(word)), "`roofline chips` lists what there is");
      const auto more = name == kEveryChip ? catalog.ids() : std::vector{name};
      names.insert(names.end(), more.begin(), more.end());
    }
  }
  return names;
}

ChipQuestion read_question(const Invocation& run) {
  Catalog catalog = make_catalog(run.args);
  ChipQuestion question{asked_names(run.args, catalog), Dtype::bf16, {}, {}};
  if (const std::string* named = run.args.find("dtype")) {
    question.dtype = at("--dtype", [&] { return parse_dtype(*named); });
    if (!question.names.empty()) throw Error("--dtype is for the list; a chip's page shows every dtype");
  }
  for (const std::string& name : question.names) question.asked.push_back(find_chip(catalog, name, run.in));
  if (question.names.empty()) question.asked = catalog.chips();
  question.chosen = choose(question.asked, catalog, question.dtype, run.args);
  return question;
}

/// "4 of 78 chips, peak bf16 dense, main memory, links out of one chip".
std::string list_heading(const ChipQuestion& question, const Args& args) {
  const std::string of = args.has("where") ? formatted(" of {}", question.asked.size()) : "";
  return formatted("{}{} chips, peak {} dense, main memory, links out of one chip", question.chosen.size(), of,
                   info(question.dtype).name);
}

/// "0 of 78 chips where vendor == AMD and year >= 2030".
std::string none_text(const ChipQuestion& question, const Args& args) {
  std::string conditions;
  for (const std::string& text : args.all("where")) conditions += (conditions.empty() ? "" : " and ") + escape(text);
  return formatted("0 of {} chips where {}", question.asked.size(), conditions);
}

std::string sheet_text(const ChipQuestion& question, const std::string& title) {
  if (question.chosen.empty()) return wrap(title, kTextWidth, 0) + "\n";
  if (question.names.empty()) return formatted("{}\n\n{}", title, chip_list(question.chosen, question.dtype));
  return question.chosen.size() == 1 ? chip_page(question.chosen[0]) : chip_comparison(question.chosen);
}

std::vector<std::string> keys_of(const std::vector<Column>& columns) {
  std::vector<std::string> keys;
  for (const Column& column : columns) keys.push_back(column.key);
  return keys;
}

/// How chips become rows: those of the list, or all that their files say.
class ChipRows {
 public:
  enum class Kind { list, page };
  /// Wide rows have all that --where can name, for those who choose among it.
  enum class Width { usual, wide };
  ChipRows(Kind kind, Dtype dtype, Width width) : kind_(kind), dtype_(dtype), wide_(width == Width::wide) {}

  /// What --where can name, --get and --assert can too.
  NamedCells row(const Chip& chip) { return wide_ ? with_facts(plain(chip), chip, dtype_) : plain(chip); }
  /// What machine formats show unasked.
  NamedCells plain(const Chip& chip) { return kind_ == Kind::list ? list_row(chip, dtype_) : page_row(chip, words_); }

 private:
  Kind kind_;
  Dtype dtype_;
  bool wide_;
  Words words_;
};

AnswerShape shape_of(const ChipQuestion& question, const Args& args, ChipRows::Kind kind, ChipRows& rows) {
  const bool in_list = kind == ChipRows::Kind::list;
  const bool many = question.names.size() != 1 || args.has("where");
  AnswerShape shape{many ? Table::Rows::many : Table::Rows::one, AnswerShape::Text::sheet};
  shape.table_keys = {"chip", "name", "confidence"};
  if (many) shape.varying = {"chip"};
  if (in_list)
    shape.table_keys = {"chip", "peak", "capacity_bytes", "bandwidth", "ridge", "link", "links", "link_bandwidth"};
  if (in_list) shape.title = list_heading(question, args);
  if (question.chosen.empty()) shape.title = none_text(question, args);
  std::vector<NamedCells> plain;
  for (const Chip& chip : question.asked) plain.push_back(rows.plain(chip));
  shape.machine_keys = keys_of(columns_of(plain));
  return shape;
}

int answer_chips(const Invocation& run) {
  if (run.args.has("lint")) return answer_lint(run);
  const ChipQuestion question = read_question(run);
  const std::string* format = run.args.find("format");
  const bool markdown = format != nullptr && *format == "markdown";
  const bool in_list = question.names.empty() || (markdown && !run.args.has("get"));
  const auto kind = in_list ? ChipRows::Kind::list : ChipRows::Kind::page;
  const bool chosen = run.args.has("get") || run.args.has("assert") || run.rows != nullptr;
  ChipRows rows(kind, question.dtype, chosen ? ChipRows::Width::wide : ChipRows::Width::usual);
  const AnswerShape shape = shape_of(question, run.args, kind, rows);
  std::vector<NamedCells> asked;
  for (const Chip& chip : question.asked) asked.push_back(rows.row(chip));
  const std::vector<Column> columns = columns_of(asked);

  Answer answer(run, columns, shape);
  if (answer.is_sheet()) run.out.append(sheet_text(question, shape.title));
  for (const Chip& chip : question.chosen) {
    const auto cells = in_order(rows.row(chip), columns);
    if (!answer.is_sheet()) answer.row(cells);
    answer.check(cells, [&] { return shape.rows == Table::Rows::many ? chip.id : std::string(); });
  }
  return answer.finish(markdown && !shape.title.empty() ? std::vector{shape.title} : std::vector<std::string>());
}

}  // namespace

Command chips_command() {
  Command command;
  using enum Flag::Times;
  using enum Expects::Elements;
  command.positional = {
      "[NAME,...]", "ids, aliases or files, '*' for every chip; none: the list", {Expects::Kind::chip, list}};
  command.flags = {{"dtype", "DTYPE", "whose peak and ridge the list shows (default bf16)", "Options", once, "", "",
                    expects_dtypes(one)}};
  for (Flag& flag : choice_flags()) command.flags.push_back(std::move(flag));
  command.flags.push_back({"hardware",
                           "DIR",
                           "a folder of chip files to add ($ROOFLINE_HARDWARE too)",
                           "Options",
                           many,
                           "",
                           "",
                           {Expects::Kind::folder}});
  command.flags.push_back({"lint", "",
                           "check chip files: [FILE|DIR|NAME]..., all without one; exit 1 where something is found, 2 "
                           "where a file is unreadable"});
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples = {"roofline chips",
                      "roofline chips v5e",
                      "roofline chips h100,v6e",
                      "roofline chips --where 'memory.main.capacity >= 64GiB' --sort -bandwidth",
                      "roofline chips v5e --get memory.hbm.bandwidth",
                      "roofline chips --lint ./mine.json"};
  command.keys =
      "chip name vendor year kind confidence, peak capacity_bytes bandwidth ridge link links link_bandwidth, every "
      "spec "
      "path of any chip (peak.bf16, memory.main.bandwidth); of chips that are named also date devices_per_chip origin "
      "ridge.bf16.hbm wires prices aliases provenance sources notes; of --lint file line key found expected why rule";
  command.body = answer_chips;
  return command;
}

}  // namespace roofline::cli
