// `roofline limits`: the rules of thumb of a chip, each with its formula and numbers.

#include "roofline/estimate/limits.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/each_row.hpp"
#include "cli/inputs.hpp"
#include "cli/machines.hpp"
#include "cli/notes.hpp"
#include "cli/question.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 5> kExamples{
    "roofline limits --chip tpu-v5p",
    "roofline limits --F 28672 --B 4Mi --N 8960 --chip v5p",
    "roofline limits --F 28672 --Y 16 --X 48 --chip h100",
    "roofline limits --E 128 --k 4 --chip h100,b200 --get chip,rule,limit",
    "roofline limits --chip v5p --format csv --set peak.bf16=400TFLOP/s",
};

/// The inputs as an op has them, so that they are asked, swept and titled as those are. It asks one peak of a chip, and
/// no bytes.
const Op& asked() {
  static const Op kLimits = [] {
    Op op{"limits", "past which batch and how many chips communication binds", detail::kFieldInfos<LimitInputs>,
          kExamples};
    op.work = [](const Values& v, std::size_t) {
      Work work;
      work.compute.push_back({Engine::matrix, from_values<LimitInputs>(v).dtype, Flops{}});
      return work;
    };
    op.operands = [](const Values& v) {
      Operands operands;
      operands.push_back({"x", from_values<LimitInputs>(v).dtype});
      return operands;
    };
    return op;
  }();
  return kLimits;
}

/// "459T", "6.25G".
std::string in_short(const LimitSymbol& symbol) {
  std::string text = show_given(symbol.value, symbol.dim);
  text.resize(text.size() - unit_name(symbol.dim).size());
  std::erase(text, ' ');
  return text;
}

std::string in_full(const LimitSymbol& symbol) {
  std::string text;
  append_number(text, symbol.value);
  return text;
}

/// The length of the name that `text` begins with, or of what comes before the next one.
std::size_t token_length(std::string_view text) {
  const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  const bool name = in_name(text[0]);
  const auto end = std::find_if(text.begin(), text.end(), [&](char c) { return in_name(c) != name; });
  return static_cast<std::size_t>(end - text.begin());
}

/// Calls `each` with every name, number and sign of a formula, and the symbol that it is, or null.
template <class Each>
void walk(std::string_view formula, const Limits& found, Each each) {
  while (!formula.empty()) {
    const std::string_view token = formula.substr(0, token_length(formula));
    const auto symbol =
        std::find_if(found.symbols.begin(), found.symbols.end(), [&](const LimitSymbol& s) { return s.name == token; });
    each(token, symbol == found.symbols.end() ? nullptr : &*symbol);
    formula.remove_prefix(token.size());
  }
}

/// The formula with numbers for names.
std::string numbers_of(std::string_view formula, const Limits& found, std::string (*shown)(const LimitSymbol&)) {
  std::string text;
  walk(formula, found,
       [&](std::string_view token, const LimitSymbol* s) { text += s ? shown(*s) : std::string(token); });
  return text;
}

/// Whether a formula has this name.
bool has_name(std::string_view formula, const Limits& found, std::string_view name) {
  bool has = false;
  walk(formula, found, [&](std::string_view token, const LimitSymbol*) { has = has || token == name; });
  return has;
}

bool is_used(const Limits& found, std::string_view name) {
  return std::any_of(found.rules.begin(), found.rules.end(),
                     [&](const Limit& limit) { return has_name(limit.formula, found, name); });
}

/// "alpha = C / W = 459T / 180G": with its numbers where they are all a chip's own and there is room for them.
std::string formula_text(const Limit& limit, const Limits& found, std::size_t room) {
  const std::string text = (limit.names.empty() ? "" : formatted("{} = ", limit.names)) + limit.formula;
  const bool own = has_name(limit.formula, found, "C") && !has_name(limit.formula, found, "E");
  const std::string numbers = own ? formatted(" = {}", numbers_of(limit.formula, found, in_short)) : "";
  return text.size() + numbers.size() <= room ? text + numbers : text;
}

/// "C = peak.bf16, W = one axis both ways (2 x 90 GB/s), alpha = 2550 FLOP/B", no definition broken over two lines.
std::string legend(const Limits& found) {
  std::string text, line;
  for (const LimitSymbol& s : found.symbols) {
    if (s.says.empty()) continue;
    const std::string definition = formatted("{} = {}", s.name, s.says);
    const bool fits = line.size() + definition.size() + 5 <= kTextWidth;
    if (!line.empty() && !fits) text += formatted("  {},\n", std::exchange(line, ""));
    line += (line.empty() ? "" : ", ") + definition;
  }
  return formatted("{}  {}\n", text, line);
}

std::string limit_text(const Limit& limit) {
  return formatted("{} {} {}", name_of(limit.relation), show_number(limit.value), limit.unit);
}

std::string table_text(const Limits& found) {
  std::size_t rule_width = 24, limit_width = 25;
  for (const Limit& limit : found.rules) {
    rule_width = std::max(rule_width, limit.rule.size() + kTextGap);
    limit_width = std::max(limit_width, limit_text(limit).size() + kTextGap);
  }
  std::string text = formatted("  {:{}}{:{}}formula\n", "rule", rule_width, "limit", limit_width);
  for (const Limit& limit : found.rules) {
    const std::string front = formatted("  {:{}}{:{}}", limit.rule, rule_width, limit_text(limit), limit_width);
    text += front + wrap(formula_text(limit, found, kTextWidth - front.size()), kTextWidth, front.size()) + "\n";
  }
  return text;
}

/// Inputs and --set that no rule reads, and what qualifies the chip's figures.
std::vector<std::string> notes_of(const Query& query, const Machine& machine, const Limits& found) {
  std::vector<std::string> notes = found.notes;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (field.kind == FieldKind::count && query.given(i) && !is_used(found, field.name))
      notes.push_back(formatted("{} has no part in the rules for {}", field.name, machine.chip.id));
  }
  std::vector<std::string> paths;
  for (const LimitSymbol& s : found.symbols) paths.insert(paths.end(), s.paths.begin(), s.paths.end());
  const auto is_read = [&](const std::string& path) {
    return std::find(paths.begin(), paths.end(), path) != paths.end();
  };
  const Chip& chip = machine.chip;
  if (chip.standing != Chip::Standing::built_in)
    notes.push_back(formatted("{}: figures from {}", chip.id, chip.origin));
  for (const std::string& path : chip.unsourced) {
    if (is_read(path) && !machine.is_fixed(path))
      notes.push_back(formatted("no source states {} of {}", path, chip.id));
  }
  for (const std::string& path : machine.fixed) {
    if (!is_read(path)) notes.push_back(formatted("{} has no part in this answer", path));
  }
  return notes;
}

/// The columns of every row, and its cells.
class LimitRows {
 public:
  explicit LimitRows(const Query& query) : question_(query, columns_, kOutputs) {
    first_ = columns_.size();
    columns_.push_back({"dtype", Show::word, 0, dtype_names()});
    columns_.push_back({"rule", Show::word, kLongestRule});
    columns_.push_back({"relation", Show::word, 0, {">=", "<=", "="}});
    columns_.push_back({"limit", Show::number});
    columns_.push_back({"unit", Show::word, kLongestUnit});
    columns_.push_back({"formula", Show::word});
    columns_.push_back({"numbers", Show::word});
    columns_.push_back({"notes", Show::list});
    row_.resize(columns_.size());
  }
  LimitRows(const LimitRows&) = delete;
  LimitRows& operator=(const LimitRows&) = delete;
  ~LimitRows() = default;

  const std::vector<Column>& columns() const { return columns_; }

  void start(const Machine& machine, const Values& values, std::span<const std::string_view> notes) {
    question_.fill(machine, values, row_);
    row_[first_] = Cell::of(info(from_values<LimitInputs>(values).dtype).name);
    row_.back() = Cell::of(notes);
  }
  /// Valid until the next call, or as long as the limit and numbers.
  std::span<const Cell> row(const Limit& limit, std::string_view numbers) {
    Cell* cell = &row_[first_];
    *++cell = Cell::of(std::string_view(limit.rule));
    *++cell = Cell::of(name_of(limit.relation));
    *++cell = Cell::of(limit.value);
    *++cell = Cell::of(limit.unit);
    *++cell = Cell::of(std::string_view(limit.formula));
    *++cell = Cell::of(numbers);
    return row_;
  }

 private:
  static constexpr std::array<std::string_view, 1> kOutputs{"dtype"};
  static constexpr std::size_t kLongestRule = std::string_view("dp or fsdp, over nodes").size();
  static constexpr std::size_t kLongestUnit = std::string_view("tokens a slice").size();
  std::vector<Column> columns_;
  QuestionColumns question_;
  std::size_t first_ = 0;
  std::vector<Cell> row_;
};

/// "tpu-v5e: tp, 1 axis".
std::string labelled(const std::string& row, const std::string& rule) {
  return row.empty() ? rule : formatted("{}: {}", row, rule);
}

constexpr std::string_view kClaim = ": past these, communication binds";

AnswerShape shape_of(const Query& query, const Args& args) {
  AnswerShape shape{Table::Rows::many, query.is_list() ? AnswerShape::Text::table : AnswerShape::Text::sheet};
  shape.table_keys = varying_keys(query);
  for (const char* key : {"rule", "relation", "limit", "unit"}) shape.table_keys.emplace_back(key);
  const std::string* format = args.find("format");
  if (format != nullptr && *format == "markdown") shape.table_keys.emplace_back("formula");
  shape.varying = varying_keys(query);
  shape.varying.emplace_back("rule");
  shape.title = table_title(query) + std::string(kClaim);
  return shape;
}

/// What is wrong with the question is told before any row.
Query read_question(const Invocation& run) {
  Query query = read_query(asked(), run.args, run.in);
  query.machines.require([](const Chip& chip) { at("--chip", [&] { limit_tier(chip); }); });
  if (!query.is_list()) limits(query.machines.machine(0).chip, from_values<LimitInputs>(Points(query).values()));
  return query;
}

int answer_limits(const Invocation& run) {
  const Query query = read_question(run);
  LimitRows rows(query);
  Answer answer(run, rows.columns(), shape_of(query, run.args));
  Notes unused;
  std::vector<std::string> all_notes;
  for_each_row(query, answer, unused, [&](const Machine& machine, const Values& values) {
    const Limits found = limits(machine.chip, from_values<LimitInputs>(values));
    const auto notes = notes_of(query, machine, found);
    for (const std::string& note : notes) {
      if (std::find(all_notes.begin(), all_notes.end(), note) == all_notes.end()) all_notes.push_back(note);
    }
    if (answer.is_sheet()) {
      const std::string title = wrap(row_title(query, machine, values) + std::string(kClaim), kTextWidth, 0);
      run.out.append(formatted("{}\n\n{}\n{}", title, table_text(found), legend(found)));
      if (!notes.empty()) run.out.append("\n");
      print_notes(run.out, notes);
    }
    const std::vector<std::string_view> views(notes.begin(), notes.end());
    rows.start(machine, values, views);
    for (const Limit& limit : found.rules) {
      const std::string numbers = numbers_of(limit.formula, found, in_full);
      const auto cells = rows.row(limit, numbers);
      if (!answer.is_sheet()) answer.row(cells);
      answer.check(cells, [&] { return labelled(row_label(query, machine, values), limit.rule); });
    }
  });
  return answer.finish(all_notes);
}

}  // namespace

Command limits_command() {
  Command command;
  command.flags = flags_of(asked());
  for (Flag& flag : machine_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.keys =
      "the inputs, dtype, and schema command chip rule relation limit unit formula numbers notes; a row a rule";
  command.body = answer_limits;
  return command;
}

}  // namespace roofline::cli
