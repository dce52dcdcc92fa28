#pragma once
// A question, answered: as rows or a sheet of estimates, as the answers of --solve, as an explanation.

#include "cli/command.hpp"
#include "cli/query.hpp"

namespace roofline::cli {

/// Returns the exit code. Throws Error for questions that do not go together.
int answer_query(const Invocation& run, const Query& query);

}  // namespace roofline::cli
