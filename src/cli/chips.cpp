// `roofline chips`: the list, one chip with its sources, several side by side.

#include <algorithm>
#include <memory>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/chip_text.hpp"
#include "cli/command.hpp"
#include "cli/lint.hpp"
#include "cli/machines.hpp"
#include "cli/rows.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline::cli {
namespace {

/// The owner of the strings that cells point to.
class Words {
 public:
  std::string_view keep(std::string text) {
    return *kept_.emplace_back(std::make_unique<std::string>(std::move(text)));
  }
  std::span<const std::string_view> keep(const std::vector<std::string>& texts) {
    auto& list = lists_.emplace_back();
    for (const std::string& text : texts) list.push_back(keep(text));
    return list;
  }

 private:
  std::vector<std::unique_ptr<std::string>> kept_;
  std::vector<std::vector<std::string_view>> lists_;
};

struct NamedCell {
  Column column;
  Cell cell;
};

std::vector<NamedCell> short_row(const Chip& chip, Dtype dtype) {
  const auto& peak = chip.matrix[static_cast<std::size_t>(info(dtype).peak)];
  const auto number = [](const auto& q) { return q ? Cell::of(q->si()) : Cell{}; };
  const Tier* link = chip.link_tier();
  return {
      {{"schema", Show::count}, Cell::of(kSchema)},
      {{"command", Show::word}, Cell::of(std::string_view("chips"))},
      {{"chip", Show::word}, Cell::of(std::string_view(chip.id))},
      {{"name", Show::word}, Cell::of(std::string_view(chip.name))},
      {{"dtype", Show::word}, Cell::of(info(dtype).name)},
      {{"peak", Show::flop_rate}, number(peak)},
      {{"capacity_bytes", Show::binary}, number(chip.main().capacity)},
      {{"bandwidth", Show::byte_rate}, number(chip.main().bandwidth)},
      {{"ridge", Show::number}, peak ? Cell::of((*peak / *chip.main().bandwidth).si()) : Cell{}},
      {{"link", Show::word}, link != nullptr ? Cell::of(link->name.view()) : Cell{}},
      {{"links", Show::count}, link != nullptr ? Cell::of(static_cast<double>(link->links)) : Cell{}},
      {{"link_bandwidth", Show::byte_rate}, link != nullptr ? number(link->link_bandwidth) : Cell{}},
  };
}

/// Every figure under its spec path, every ridge, and what they rest on.
std::vector<NamedCell> long_row(const Chip& chip, Words& words) {
  std::vector<NamedCell> row{
      {{"schema", Show::count}, Cell::of(kSchema)},
      {{"command", Show::word}, Cell::of(std::string_view("chips"))},
      {{"chip", Show::word}, Cell::of(std::string_view(chip.id))},
      {{"name", Show::word}, Cell::of(std::string_view(chip.name))},
      {{"vendor", Show::word}, Cell::of(std::string_view(chip.vendor))},
      {{"year", Show::count}, chip.year > 0 ? Cell::of(static_cast<double>(chip.year)) : Cell{}},
      {{"kind", Show::word}, Cell::of(std::string_view(chip.kind))},
      {{"confidence", Show::word}, Cell::of(std::string_view(chip.confidence))},
      {{"origin", Show::word}, Cell::of(std::string_view(chip.origin))},
  };
  std::vector<std::string> provenance;
  for (const Figure& f : figures(chip)) {
    if (!f.value) continue;
    row.push_back({{f.path, show_of(f.dim)}, Cell::of(*f.value)});
    provenance.push_back(formatted("{}: {}", f.path, provenance_text(chip, f.path)));
  }
  for (const Ridge& r : ridges(chip)) {
    row.push_back(
        {{formatted("ridge.{}.{}", info(r.dtype).name, r.resource.view()), Show::number}, Cell::of(r.value.si())});
  }
  row.push_back({{"wires", Show::list}, Cell::of(words.keep(wire_lines(chip)))});
  row.push_back({{"prices", Show::list}, Cell::of(words.keep(price_lines(chip)))});
  row.push_back({{"aliases", Show::list}, Cell::of(words.keep(chip.aliases))});
  row.push_back({{"provenance", Show::list}, Cell::of(words.keep(provenance))});
  row.push_back({{"sources", Show::list}, Cell::of(words.keep(source_lines(chip)))});
  row.push_back({{"notes", Show::list}, Cell::of(words.keep(chip.notes))});
  return row;
}

/// Columns of all rows: the union, in the order of first sight; lists last.
std::vector<Column> columns_of(const std::vector<std::vector<NamedCell>>& rows) {
  std::vector<Column> columns;
  for (const Show last : {Show::word, Show::list}) {
    for (const auto& row : rows) {
      for (const NamedCell& c : row) {
        if ((c.column.show == Show::list) != (last == Show::list)) continue;
        const auto same = [&](const Column& k) { return k.key == c.column.key; };
        if (std::none_of(columns.begin(), columns.end(), same)) columns.push_back(c.column);
      }
    }
  }
  return columns;
}

std::vector<Cell> in_order(const std::vector<NamedCell>& row, const std::vector<Column>& columns) {
  std::vector<Cell> cells(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (const NamedCell& c : row) {
      if (c.column.key == columns[i].key) cells[i] = c.cell;
    }
  }
  return cells;
}

std::vector<std::string> asked_names(const Args& args) {
  std::vector<std::string> names;
  for (const std::string& word : args.words()) {
    for (const std::string& name : split(word, ',')) {
      if (name.empty())
        throw Error(formatted("a chip's name is empty in {}", quote(word)), "`roofline chips` lists what there is");
      names.push_back(name);
    }
  }
  return names;
}

int answer_chips(const Invocation& run) {
  if (run.args.has("lint")) return answer_lint(run);
  Catalog catalog = make_catalog(run.args);
  const std::string* named = run.args.find("dtype");
  const Dtype dtype = named == nullptr ? Dtype::bf16 : at("--dtype", [&] { return parse_dtype(*named); });
  const auto names = asked_names(run.args);
  if (named != nullptr && !names.empty()) throw Error("--dtype is for the list; a chip's page shows every dtype");
  std::vector<Chip> chips;
  for (const std::string& name : names.empty() ? catalog.ids() : names)
    chips.push_back(find_chip(catalog, name, run.in));

  Words words;
  std::vector<std::vector<NamedCell>> rows;
  const std::string* format = run.args.find("format");
  const bool short_rows = names.empty() || (format != nullptr && *format == "markdown" && !run.args.has("get"));
  for (const Chip& chip : chips) rows.push_back(short_rows ? short_row(chip, dtype) : long_row(chip, words));
  const auto columns = columns_of(rows);
  const std::vector<std::string> table_keys =
      short_rows ? std::vector<std::string>{"chip",  "peak", "capacity_bytes", "bandwidth",
                                            "ridge", "link", "links",          "link_bandwidth"}
                 : std::vector<std::string>{"chip", "name", "confidence"};
  const bool many = names.size() != 1;
  Answer answer(run, columns, {many ? Table::Rows::many : Table::Rows::one, AnswerShape::Text::sheet, table_keys, ""});
  const bool text = answer.is_sheet();
  if (text)
    run.out.append(names.empty() ? chip_list(chips, dtype) : many ? chip_comparison(chips) : chip_page(chips[0]));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto cells = in_order(rows[i], columns);
    if (!text) answer.row(cells);
    answer.check(cells, [&] { return many ? chips[i].id : std::string(); });
  }
  return answer.finish({});
}

}  // namespace

Command chips_command() {
  Command command;
  using enum Flag::Times;
  using enum Expects::Elements;
  command.positional = {
      "[NAME,...]", "ids, aliases or files (--lint: folders too); none: all", {Expects::Kind::chip, list}};
  command.flags = {
      {"dtype", "DTYPE", "whose peak and ridge the list shows (default bf16)", "Options", once, "", "",
       expects_dtypes(one)},
      {"hardware",
       "DIR",
       "a folder of chip files to add ($ROOFLINE_HARDWARE too)",
       "Options",
       many,
       "",
       "",
       {Expects::Kind::folder}},
      {"lint", "", "check what the files say: exit 1 where something cannot be, 2 where one cannot be read"}};
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples = {"roofline chips", "roofline chips v5e", "roofline chips h100,v6e",
                      "roofline chips v5e --get memory.hbm.bandwidth"};
  command.keys = "peak.bf16 and the like: every spec path of the chip, ridge.bf16.hbm, wires, prices, sources, notes";
  command.body = answer_chips;
  return command;
}

}  // namespace roofline::cli
