#pragma once
// A chip as cells under their keys: a row of the list, all that its file says, or all that it can be chosen by.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/hardware/chip.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

struct NamedCell {
  Column column;
  Cell cell;
};
using NamedCells = std::vector<NamedCell>;

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

/// A row of the list. Cells of all rows are valid as long as the chip, where it is.
NamedCells list_row(const Chip& chip, Dtype dtype);
/// Every figure under its spec path, every ridge, and what they rest on.
NamedCells page_row(const Chip& chip, Words& words);
/// What --where and --sort can name: what the chip is, the figures of the list, every spec path there is a place for.
NamedCells fact_row(const Chip& chip, Dtype dtype);

/// A row of the list, and behind it whatever else --where can name.
NamedCells with_facts(NamedCells row, const Chip& chip, Dtype dtype);

/// The columns of these rows, words as wide as they are; the union, in the order of first sight; lists last.
std::vector<Column> columns_of(std::span<const NamedCells> rows);
/// The cells of a row under these columns.
std::vector<Cell> in_order(const NamedCells& row, std::span<const Column> columns);

}  // namespace roofline::cli
