#pragma once
// Which rows are asked? Every combination of the lists on the command line, or the rows of --from, each with every
// combination.

#include <functional>

#include "cli/answer.hpp"
#include "cli/notes.hpp"
#include "cli/query.hpp"

namespace roofline::cli {

using RowBody = std::function<void(const Machine&, const Values&)>;

/// Calls `body` for every row asked, until the reader goes away. An Error that leaves it, and a bad row of a file, is
/// the row's own: it is told through `answer`, and the rows after it go on.
void for_each_row(const Query& query, Answer& answer, Notes& notes, const RowBody& body);

}  // namespace roofline::cli
