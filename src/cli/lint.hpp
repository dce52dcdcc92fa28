#pragma once
// `roofline chips --lint [FILE|DIR]...`: what chip files say that cannot be.

#include "cli/command.hpp"

namespace roofline::cli {

/// Every file or folder named; with none the built-in chips and those of --hardware. Returns 1 where something was
/// found, 2 where a file could not be checked.
int answer_lint(const Invocation& run);

}  // namespace roofline::cli
