#pragma once
// Which columns does an answer have, and what stands in them? Fixed for a whole query before its first row: the union
// over the chips asked.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/query.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// The version of the keys: they keep their meaning within one.
inline constexpr double kSchema = 1;

/// The columns that say what was asked: schema, command, chip, --set, --over, inputs.
class QuestionColumns {
 public:
  /// `outputs` are the inputs that the answer has columns of its own for.
  QuestionColumns(const Query& query, std::vector<Column>& columns, std::span<const std::string_view> outputs);
  void fill(const Machine& machine, const Values& values, std::span<Cell> row) const;

 private:
  const Query& query_;
  std::size_t first_setting_ = 0, over_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> fields_;  ///< field and its column
};

class RowPlan {
 public:
  explicit RowPlan(const Query& query);

  const std::vector<Column>& columns() const { return columns_; }
  /// Valid until the next call; the estimate and notes must outlive it.
  std::span<const Cell> fill(const Machine& machine, const Values& values, const Estimate& e,
                             std::span<const std::string_view> notes, std::span<const std::string_view> explanation);

  /// The keys of a table in text: what varies, the times, and as much of the verdict as fits.
  std::vector<std::string> table_keys() const;

 private:
  /// Columns of one memory level or set of wires.
  struct ResourceColumns {
    Word name;
    std::size_t time = 0;
    std::optional<std::size_t> bytes, intensity, ridge;  ///< of those that are not the operands' own
  };
  std::size_t add(std::string_view key, Show show);
  void add_resources();
  void fill_resources(const Estimate& e);
  std::size_t table_width(std::span<const std::string> keys) const;

  const Query& query_;
  std::vector<Column> columns_;
  QuestionColumns question_;
  std::vector<ResourceColumns> resources_;
  std::size_t first_figure_ = 0, comp_ = 0, first_verdict_ = 0, notes_ = 0;
  std::optional<std::size_t> explain_;
  std::vector<Cell> row_;
};

/// How a hardware figure of this dimension is shown.
Show show_of(Dim dim);

/// The keys of what varies from row to row: chip, --set, inputs.
std::vector<std::string> varying_keys(const Query& query);

/// The columns of these keys, in this order. Throws Error with suggestions for one there is not.
std::vector<std::size_t> pick_columns(std::span<const Column> columns, std::span<const std::string> keys);

}  // namespace roofline::cli
