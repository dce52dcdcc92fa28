#pragma once
// One row of an answer, and all that it came from.

#include "cli/query.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {

struct Point {
  const Query& query;
  const Machine& machine;
  const Values& values;
  const Work& work;
  const Estimate& estimate;
};

}  // namespace roofline::cli
