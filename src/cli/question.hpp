#pragma once
// The part of every row that repeats the question: schema, command, chip, --set, --over, inputs; and the columns that a
// user names.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/query.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// The version of the keys: they keep their meaning within one.
inline constexpr double kSchema = 1;

/// The columns that say what was asked: schema, command, chip, --set, --over, inputs.
class QuestionColumns {
 public:
  /// `outputs` are the inputs that the answer has columns of its own for.
  QuestionColumns(const Query& query, std::vector<Column>& columns, std::span<const std::string_view> outputs);
  /// Columns of --from that are called as others of the answer come out as from_NAME; to be called when all columns
  /// are there.
  void tell_apart(std::vector<Column>& columns) const;
  /// The keys of the columns that pass through.
  std::vector<std::string> passing_keys(std::span<const Column> columns) const;
  /// "columns ... come out as others: chip as from_chip", and which a table of these keys leaves out.
  std::vector<std::string> notes(std::span<const Column> columns, std::span<const std::string> table_keys) const;
  /// Columns that say what a flag says for all rows: "chip", "over", "memory.hbm.bandwidth".
  std::vector<std::string> unused() const;
  void fill(const Machine& machine, const Values& values, std::span<Cell> row) const;

 private:
  const Query& query_;
  std::size_t first_setting_ = 0, first_word_ = 0, over_ = 0, first_passing_ = 0;
  std::optional<std::size_t> in_switch_;
  std::vector<std::pair<std::size_t, std::size_t>> fields_;  ///< field and its column
  std::optional<std::size_t> first_operand_;                 ///< column of the first operand's format
};

/// How a hardware figure of this dimension is shown.
Show show_of(Dim dim);

/// All dtypes, as choices of a column.
std::vector<std::string_view> dtype_names();

/// The keys of what varies from row to row: chip, --set, inputs.
std::vector<std::string> varying_keys(const Query& query);

/// The columns of these keys, in this order. Throws Error with suggestions for one there is not.
std::vector<std::size_t> pick_columns(std::span<const Column> columns, std::span<const std::string> keys);

/// The columns of a table in text, as far as they fit in a line: the first that passes through, so that rows have a
/// name, all that varies, the fullest of `tails`, and what else passes through.
std::vector<std::string> fitting_keys(std::span<const Column> columns, const std::vector<std::string>& passing,
                                      const std::vector<std::string>& varying,
                                      const std::vector<std::vector<std::string>>& tails);

}  // namespace roofline::cli
