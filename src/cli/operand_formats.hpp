#pragma once
// Do the operands differ in format from what computes?

#include "cli/query.hpp"

namespace roofline::cli {

/// --dtype where another format counts too: the key `dtype` is what computes, so the operands say their own.
bool operands_stand_apart(const Query& query);

}  // namespace roofline::cli
