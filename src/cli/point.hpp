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

  /// The time measured for it, in seconds.
  std::optional<double> measured() const {
    return query.from && query.from->has_measured() ? query.from->measured() : query.measured;
  }
  /// t_lower / measured; nullopt where nothing was measured.
  std::optional<double> efficiency() const {
    const auto time = measured();
    return time ? std::optional(estimate.lower.si() / *time) : std::nullopt;
  }
};

}  // namespace roofline::cli
