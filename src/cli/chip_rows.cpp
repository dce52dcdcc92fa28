#include "cli/chip_rows.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/chip_text.hpp"
#include "cli/question.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline::cli {
namespace {

/// Nothing where the file says nothing.
Cell word_cell(std::string_view word) {
  return word.empty() ? Cell{} : Cell::of(word);
}

template <class Q>
Cell number_cell(const std::optional<Q>& q) {
  return q ? Cell::of(q->si()) : Cell{};
}

void append(NamedCells& row, NamedCells more) {
  row.insert(row.end(), more.begin(), more.end());
}

NamedCells identity_cells(const Chip& chip) {
  return {
      {{"chip", Show::word}, word_cell(chip.id)},
      {{"name", Show::word}, word_cell(chip.name)},
      {{"vendor", Show::word}, word_cell(chip.vendor)},
      {{"year", Show::count}, chip.year > 0 ? Cell::of(static_cast<double>(chip.year)) : Cell{}},
      {{"kind", Show::word}, word_cell(chip.kind)},
      {{"confidence", Show::word}, word_cell(chip.confidence)},
  };
}

/// The figures of the list.
NamedCells list_cells(const Chip& chip, Dtype dtype) {
  const auto& peak = chip.matrix[static_cast<std::size_t>(info(dtype).peak)];
  const Memory& memory = chip.main();
  const Tier* link = chip.link_tier();
  return {
      {{"peak", Show::flop_rate}, number_cell(peak)},
      {{"capacity_bytes", Show::binary}, number_cell(memory.capacity)},
      {{"bandwidth", Show::byte_rate}, number_cell(memory.bandwidth)},
      {{"ridge", Show::number}, peak ? Cell::of((*peak / *memory.bandwidth).si()) : Cell{}},
      {{"link", Show::word}, link != nullptr ? Cell::of(link->name.view()) : Cell{}},
      {{"links", Show::count}, link != nullptr ? Cell::of(static_cast<double>(link->links)) : Cell{}},
      {{"link_bandwidth", Show::byte_rate}, link != nullptr ? number_cell(link->link_bandwidth) : Cell{}},
  };
}

NamedCells command_cells() {
  return {{{"schema", Show::count}, Cell::of(kSchema)}, {{"command", Show::word}, Cell::of(std::string_view("chips"))}};
}

NamedCell figure_cell(std::string path, const Figure& figure) {
  Column column{std::move(path), show_of(figure.dim)};
  column.origin = is_of_wires(figure) ? Column::Origin::stated_of_wires : Column::Origin::stated;
  return {std::move(column), figure.value ? Cell::of(*figure.value) : Cell{}};
}

}  // namespace

NamedCells list_row(const Chip& chip, Dtype dtype) {
  NamedCells row = command_cells();
  row.push_back({{"chip", Show::word}, word_cell(chip.id)});
  row.push_back({{"name", Show::word}, word_cell(chip.name)});
  row.push_back({{"dtype", Show::word}, Cell::of(info(dtype).name)});
  append(row, list_cells(chip, dtype));
  return row;
}

NamedCells with_facts(NamedCells row, const Chip& chip, Dtype dtype) {
  for (NamedCell& fact : fact_row(chip, dtype)) {
    const auto same = [&](const NamedCell& c) { return c.column.key == fact.column.key; };
    if (std::none_of(row.begin(), row.end(), same)) row.push_back(std::move(fact));
  }
  return row;
}

NamedCells page_row(const Chip& chip, Words& words) {
  NamedCells row = command_cells();
  append(row, identity_cells(chip));
  row.push_back({{"date", Show::word}, word_cell(chip.date)});
  row.push_back({{"devices_per_chip", Show::count}, Cell::of(static_cast<double>(chip.devices_per_chip))});
  row.push_back({{"origin", Show::word}, word_cell(chip.origin)});
  std::vector<std::string> provenance;
  for (const Figure& f : figures(chip)) {
    if (!f.value) continue;
    row.push_back(figure_cell(f.path, f));
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

NamedCells fact_row(const Chip& chip, Dtype dtype) {
  NamedCells row = identity_cells(chip);
  append(row, list_cells(chip, dtype));
  const std::string main = formatted("memory.{}.", chip.main().name.view());
  for (const Figure& f : figures(chip)) {
    row.push_back(figure_cell(f.path, f));
    if (f.path.starts_with(main)) row.push_back(figure_cell("memory.main." + f.path.substr(main.size()), f));
  }
  return row;
}

std::vector<Column> columns_of(std::span<const NamedCells> rows) {
  std::vector<Column> columns, lists;
  for (const NamedCells& row : rows) {
    for (const NamedCell& c : row) {
      auto& among = c.column.show == Show::list ? lists : columns;
      const auto same = [&](const Column& k) { return k.key == c.column.key; };
      auto column = std::find_if(among.begin(), among.end(), same);
      if (column == among.end()) column = among.insert(column, c.column);
      if (c.column.show != Show::word) continue;
      column->width = std::max(column->width, display_width(show_cell(c.cell, Show::word)));
    }
  }
  columns.insert(columns.end(), lists.begin(), lists.end());
  return columns;
}

std::vector<Cell> in_order(const NamedCells& row, std::span<const Column> columns) {
  std::vector<Cell> cells(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto same = [&](const NamedCell& c) { return c.column.key == columns[i].key; };
    const auto found = std::find_if(row.begin(), row.end(), same);
    if (found != row.end()) cells[i] = found->cell;
  }
  return cells;
}

}  // namespace roofline::cli
