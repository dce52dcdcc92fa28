#pragma once
// How do rows leave? Through the view of --format with the columns of --get, past the promises of --assert, and into an
// exit code. Every command that gives rows answers through this.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "roofline/base/error.hpp"
#include "roofline/report/assertion.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// --format, --get and --assert.
std::vector<Flag> answer_flags();

struct AnswerShape {
  Table::Rows rows = Table::Rows::many;
  /// Whether the command lays a row out itself, or draws all of them.
  enum class Text { sheet, table, picture } text = Text::table;
  std::vector<std::string> table_keys{};    ///< the columns of text and markdown
  std::string title{};                      ///< of a table in text
  std::vector<std::string> varying{};       ///< the keys of what tells rows apart
  std::vector<std::string> machine_keys{};  ///< the columns of machine formats; none: all there are
  enum class Until { reader_leaves, last_row } until = Until::reader_leaves;  ///< last_row: somebody else waits for it
};

class Answer {
 public:
  Answer(const Invocation& run, std::span<const Column> columns, const AnswerShape& shape);
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  ~Answer() = default;

  /// The row is wanted as text that the command lays out itself.
  bool is_sheet() const { return is_sheet_; }
  /// The keys of the columns that are printed.
  std::vector<std::string> keys() const;
  /// The reader went away, and nobody else waits for the rest: more rows are pointless.
  bool done() const { return run_.out.closed() && until_ == AnswerShape::Until::reader_leaves; }

  /// No row was printed, and none failed.
  bool is_untouched() const { return rows_ == 0 && failed_ == 0; }

  void row(std::span<const Cell> cells);
  /// Holds a row against the assertions; `label` gives the text that tells it from the others.
  template <class Label>
  void check(std::span<const Cell> cells, Label label) {
    ++rows_;
    if (run_.rows != nullptr) run_.rows->row(cells, label());
    if (!assertions_.empty()) check_assertions(cells, label());
  }
  /// A row that cannot be made: in a sweep one line on standard error, hint and all, and the others go on.
  void fail(const Error& error, const std::string& label);
  /// Whether what a row asks about fits; why not. No row that fits is an exit code of its own.
  void see_fit() { ++fitting_; }
  void see_misfit(const Error& error);
  /// A note that no row carries: below a table or picture for people, on standard error for other readers.
  void remark(const std::string& note);
  const std::vector<std::string>& remarks() const { return remarks_; }
  /// Rows that could not be made.
  std::uint64_t failed() const { return failed_; }
  /// Ends the output; returns the exit code.
  int finish(std::span<const std::string> notes);

 private:
  void check_assertions(std::span<const Cell> cells, const std::string& label);

  const Invocation& run_;
  const View* view_;
  Table table_;
  std::vector<std::size_t> picked_;
  std::vector<Assertion> assertions_;
  std::optional<Printer> printer_;
  std::vector<Cell> row_;
  bool is_sheet_ = false;
  AnswerShape::Until until_;
  AnswerShape::Text text_;
  std::uint64_t rows_ = 0, broken_ = 0, failed_ = 0, fitting_ = 0, misfits_ = 0;
  std::optional<Error> first_error_;
  std::vector<std::string> remarks_;
};

}  // namespace roofline::cli
