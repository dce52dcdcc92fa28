#pragma once
// The program without its process: argv in, two outputs and an exit code out.

#include <span>
#include <string>

#include "roofline/base/io.hpp"

namespace roofline::cli {

/// Runs `roofline ARGS...`. 0 answered, 1 an assertion failed, 2 bad usage or input, 4 a
/// defect of ours.
int run(std::span<const std::string> args, const Read& in, Output& out, Output& err);

}  // namespace roofline::cli
