#pragma once
// Which columns does an answer have, and what stands in them? Fixed for a whole query before its first row: the union
// over the chips asked.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/key_rows.hpp"
#include "cli/point.hpp"
#include "cli/question.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

class RowPlan {
 public:
  explicit RowPlan(const Query& query);
  RowPlan(const RowPlan&) = delete;
  RowPlan& operator=(const RowPlan&) = delete;
  ~RowPlan() = default;

  const std::vector<Column>& columns() const { return columns_; }
  /// Valid until the next call; the estimate and notes must outlive it.
  std::span<const Cell> fill(const Point& point, std::span<const std::string_view> notes,
                             std::span<const std::string_view> explanation);
  /// The cells that come from the estimate alone; the others are as the last fill() left them.
  std::span<const Cell> fill_figures(const Estimate& e);
  bool is_figure(std::size_t column) const { return column >= first_figure_ && column < end_of_figures_; }

  /// Which columns of --from come out under another name, and which a table of these keys leaves out.
  std::vector<std::string> notes(std::span<const std::string> shown) const { return question_.notes(columns_, shown); }

  /// Which of them say what a flag says for all rows.
  std::vector<std::string> unused() const { return question_.unused(); }

  /// The keys of a table in text: what varies, the times, and as much of the verdict as fits.
  std::vector<std::string> table_keys() const;

 private:
  /// Columns of one memory level or set of wires.
  struct ResourceColumns {
    Word name;
    std::size_t time = 0;
    std::optional<std::size_t> bytes, intensity, ridge;  ///< of those that are not the operands' own
  };
  /// Columns of one axis of the mesh.
  struct AxisColumns {
    std::size_t bytes = 0, time = 0;
  };
  bool is_collective() const;
  std::size_t add(std::string_view key, Show show);
  void add_collective();
  void add_estimate();
  void add_model();
  void add_keys(std::span<const KeyRow> keys);
  std::span<const Cell> fill_model(const Estimate& e);
  void choose_words();
  void add_resources();
  std::vector<std::string_view> resource_names() const;
  void add_sensitivities();
  void fill_sensitivities(const Estimate& e);
  void fill_resources(const Estimate& e);
  std::span<const Cell> fill_keys(std::span<const KeyRow> keys, std::size_t first, const Estimate& e);
  using Keys = std::vector<std::string>;
  /// What may follow the columns that vary, the fullest first, the last a single one.
  std::vector<Keys> table_tails() const;

  const Query& query_;
  std::vector<Column> columns_;
  QuestionColumns question_;
  std::vector<ResourceColumns> resources_;
  std::vector<AxisColumns> axes_;
  std::vector<Word> wires_;        ///< that rows can take
  std::vector<std::string> ways_;  ///< names of the op's
  std::size_t first_figure_ = 0, first_work_ = 0, comp_ = 0, first_verdict_ = 0, end_of_figures_ = 0, notes_ = 0;
  std::optional<std::size_t> ops_, explain_, measured_, sensitivity_, strategy_, bottleneck_axis_;
  std::string operations_;  ///< of the last row, as JSON
  std::vector<Cell> row_;
};

}  // namespace roofline::cli
