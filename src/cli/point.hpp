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
  const Evaluated& found;  ///< the two, and how they came about

  bool has_mesh() const { return !query.mesh.axes.empty(); }
  /// What a bound goes by: the axis of the mesh that has the wires for itself, else the resource. Valid as long as
  /// both.
  std::string_view name_of(const Bound& bound) const {
    return has_mesh() && !bound.axis.empty() ? bound.axis.view() : bound.resource.view();
  }

  /// The time measured for it, in seconds.
  std::optional<double> measured() const {
    return query.from && query.from->has_measured() ? query.from->measured() : query.measured;
  }
  /// The bound that a measured time is held against: t_floor of a collective alone, else t_lower.
  Seconds bound() const { return estimate.alone ? estimate.alone->floor : estimate.lower; }
  /// bound / measured; nullopt where nothing was measured.
  std::optional<double> efficiency() const {
    const auto time = measured();
    if (estimate.served && !estimate.served->step) return std::nullopt;  // a model that does not fit has no time
    return time ? std::optional(bound().si() / *time) : std::nullopt;
  }
};

}  // namespace roofline::cli
