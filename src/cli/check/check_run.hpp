#pragma once
// Runs the cases of a check file as the command line would, and judges their rows.

#include <vector>

#include "cli/check/check_file.hpp"
#include "cli/check/command_words.hpp"
#include "cli/check/verdict.hpp"

namespace roofline::cli {

/// Appends a verdict for each assertion on each row of a case; one of a case that cannot be evaluated is an error.
void run_case(const CheckFile& file, const CheckCase& one, Strictness strictness, Commands& commands,
              std::vector<Verdict>& verdicts);

/// Throws Error for a default that no case can take.
void check_defaults(const CheckFile& file, Commands& commands);

}  // namespace roofline::cli
