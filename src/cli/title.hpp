#pragma once
// Line 1 of text, the question as understood, and the names of rows and inputs in messages.

#include <string>

#include "cli/query.hpp"

namespace roofline::cli {

/// "matmul B=256 D=8192 F=8192 bf16 on tpu-v5e": of the row at these values.
std::string row_title(const Query& query, const Machine& machine, const Values& values);
/// The same for a table: what varies from row to row is left out.
std::string table_title(const Query& query);
/// The same for --solve: what is solved for is left out.
std::string solve_title(const Query& query, const Machine& machine, const Values& values);
/// What the lists of the command line make of a row: "tpu-v5e B=64"; empty when nothing varies.
std::string flags_label(const Query& query, const Machine& machine, const Values& values);
/// What tells a row from the others: the same, after the line of --from it is from.
std::string row_label(const Query& query, const Machine& machine, const Values& values);

/// A value as an input of this kind is written: "8192", "1e12", "int8".
std::string show_input(const Query& query, std::size_t field, double value);

}  // namespace roofline::cli
