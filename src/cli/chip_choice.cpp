#include "cli/chip_choice.hpp"

#include <algorithm>

#include "cli/chip_rows.hpp"
#include "cli/question.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/assertion.hpp"

namespace roofline::cli {
namespace {

/// All that can be named, words with all that they can be; valid as long as the chips.
std::vector<Column> fact_columns(std::span<const Chip> known, Dtype dtype) {
  std::vector<NamedCells> rows;
  for (const Chip& chip : known) rows.push_back(fact_row(chip, dtype));
  std::vector<Column> columns = columns_of(rows);
  for (Column& column : columns) {
    if (column.show != Show::word) continue;
    for (const NamedCells& row : rows) {
      const Cell cell = in_order(row, std::span(&column, 1))[0];
      auto& choices = column.choices;
      const bool seen = std::find(choices.begin(), choices.end(), cell.word) != choices.end();
      if (has_value(cell) && !seen) choices.push_back(cell.word);
    }
  }
  return columns;
}

void keep_where(std::vector<Chip>& chips, std::span<const Column> columns, Dtype dtype, const Args& args) {
  std::vector<Assertion> wanted;
  for (const std::string& text : args.all("where"))
    at("--where", [&] { wanted.push_back(Assertion::parse(text, columns, "year >= 2024")); });
  std::erase_if(chips, [&](const Chip& chip) {
    const auto cells = in_order(fact_row(chip, dtype), columns);
    return !std::all_of(wanted.begin(), wanted.end(), [&](const Assertion& a) { return a.holds(cells); });
  });
}

enum class Direction { ascending, descending };

bool comes_before(const Cell& a, const Cell& b, Direction direction) {
  if (!has_value(a) || !has_value(b)) return has_value(a) && !has_value(b);
  const Cell& low = direction == Direction::ascending ? a : b;
  const Cell& high = direction == Direction::ascending ? b : a;
  return low.kind == Cell::Kind::number ? low.number < high.number : lower(low.word) < lower(high.word);
}

std::vector<Chip> sorted(std::vector<Chip> chips, std::span<const Column> columns, Dtype dtype,
                         const std::string& order) {
  const Direction direction = order.starts_with('-') ? Direction::descending : Direction::ascending;
  const std::vector<std::string> key{order.substr(direction == Direction::descending ? 1 : 0)};
  const Column& column = columns[at("--sort", [&] { return pick_columns(columns, key); })[0]];
  struct Place {
    Cell cell;
    std::size_t chip;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < chips.size(); ++i)
    places.push_back({in_order(fact_row(chips[i], dtype), std::span(&column, 1))[0], i});
  std::stable_sort(places.begin(), places.end(),
                   [&](const Place& a, const Place& b) { return comes_before(a.cell, b.cell, direction); });
  std::vector<Chip> all;
  for (const Place& place : places) all.push_back(std::move(chips[place.chip]));
  return all;
}

}  // namespace

std::vector<Flag> choice_flags() {
  using enum Flag::Times;
  return {
      {"where", "CONDITION",
       "only chips that keep 'KEY OP VALUE', such as 'peak.fp8 >= 1PFLOP/s'; several hold together", "Options", many},
      {"sort", "KEY", "in the order of a key, -KEY the largest first; chips without it come last", "Options"},
  };
}

std::vector<Chip> choose(std::vector<Chip> asked, const Catalog& catalog, Dtype dtype, const Args& args) {
  if (!args.has("where") && !args.has("sort")) return asked;
  const std::vector<Chip> known = catalog.chips();
  const std::vector<Column> columns = fact_columns(known, dtype);
  keep_where(asked, columns, dtype, args);
  if (const std::string* order = args.find("sort")) return sorted(std::move(asked), columns, dtype, *order);
  return asked;
}

}  // namespace roofline::cli
