#pragma once
// What stands in an answer that was kept: which keys are inputs, which are figures, and how those are shown.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/io.hpp"
#include "roofline/base/json.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// How the figure under a key is shown.
Show show_of_figure(std::string_view key);

/// One row of a kept answer, its keys in their order.
struct KeptRow {
  std::vector<std::pair<std::string, Json>> inputs, figures;
  std::vector<std::string> identities;  ///< figures that tell rows apart: the format, the rule

  const Json* figure(std::string_view key) const;
  /// What is the same in two answers to one question, without some inputs.
  std::string identity(const std::set<std::string>& but) const;
};

struct KeptAnswer {
  std::string file, command;
  std::vector<KeptRow> rows;
};

/// Reads what --format json printed: an answer of any command, or of check. Throws Error with the place. "-" is
/// standard input.
KeptAnswer read_answer(const std::string& file, const Read& in);

/// A value as text shows it: "174.4 us", "compute-bound", "-".
std::string show_kept(const Json& value, Show show);
/// As it stands in the file, words without quotes.
std::string bare_kept(const Json& value);

}  // namespace roofline::cli
