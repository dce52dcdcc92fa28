#pragma once
// Rows of --from: which columns of the file are inputs of the op, which is the measured time, and which pass through.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/args.hpp"
#include "cli/sought.hpp"
#include "roofline/base/records.hpp"
#include "roofline/ops/op.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// --from, --rename and --measured.
std::vector<Flag> feed_flags();

class Feed {
 public:
  /// Opens the file ("-" is standard input) and reads the names of its columns. With --solve a column of what is
  /// sought and one of measured times pass through like any other. Throws Error.
  Feed(const Op& op, const Args& args, const Read& in, const std::optional<Sought>& sought);

  /// The next row; false when there is none. Throws Error with its place for a bad one, ReadError when none can follow.
  bool next() { return records_.next(); }
  /// Puts the inputs of the row where the op wants them. Throws Error with the place of the field.
  void read(Values& values);
  /// The time measured for the row, in seconds; nullopt where it has none.
  std::optional<double> measured() const { return measured_; }

  bool has(std::size_t field) const { return !column_of(field).empty(); }
  /// The name in the file of the column that gives an input; empty when none does.
  std::string_view column_of(std::size_t field) const;
  /// Which column could give an input that none gives.
  std::string hint_for(std::string_view input) const;
  bool has_measured() const { return time_.has_value(); }
  std::string_view measured_column() const { return records_.names()[time_->column]; }
  std::string place() const { return records_.place(); }
  const std::string& name() const { return records_.name(); }
  const std::vector<std::string>& columns() const { return names_; }
  /// "time_us as measured_us": the columns that --rename names anew.
  std::vector<std::string> renamed() const;

  /// The columns that are no inputs, and what stands in one of them, as it was written.
  std::span<const std::size_t> passing() const { return passing_; }
  Cell passing_cell(std::size_t column) const;

 private:
  struct Input {
    std::size_t column, field;
  };
  struct Time {
    std::size_t column;
    std::string unit;  ///< that the column's name gives; empty where each value has its own
  };
  void rename(const std::string& text);
  void place_columns(const std::optional<Sought>& sought);
  void refuse_near_times() const;
  double read_input(const Input& input) const;
  std::optional<double> read_time() const;

  const Op& op_;
  Records records_;
  std::vector<std::string> names_;  ///< after --rename
  std::vector<Input> inputs_;
  std::optional<Time> time_;
  std::vector<std::size_t> passing_;
  std::optional<double> measured_;
};

/// A time that was measured: 310us. Throws Error.
double parse_measured(std::string_view text);

}  // namespace roofline::cli
