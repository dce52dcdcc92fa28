#pragma once
// Where the time of a step goes: a row for each kind of operation, each operation or each layer.

#include <string>
#include <vector>

#include "cli/model_run.hpp"

namespace roofline::cli {

struct OperationRow {
  std::string name;  ///< "attention", "layer 3"
  double count = 0;  ///< of operations
  double share = 0;  ///< of t_step
  Estimate sum;      ///< of all of them
  Seconds in_turn;   ///< one after the other
};

/// Longest first by kind; in their order by operation and by layer.
std::vector<OperationRow> operation_rows(const ModelRun& run, const Chip& chip, By by);

/// The rows under their heading.
std::string operation_table(const ModelRun& run, const Chip& chip, By by);

/// The rows as a JSON array of objects; empty where nothing was timed.
std::string operations_json(const ModelRun& run, const Chip& chip);

}  // namespace roofline::cli
