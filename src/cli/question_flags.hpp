#pragma once
// The flags that ask something of any op: --over, --solve, --for, --sensitivity, --explain.

#include <vector>

#include "cli/args.hpp"
#include "roofline/ops/op.hpp"

namespace roofline::cli {

/// The inputs that --solve can look for.
Expects expects_inputs(const Op& op);
Flag over_flag();
/// --solve, --for, --sensitivity and --explain.
std::vector<Flag> question_flags(const Op& op);

}  // namespace roofline::cli
