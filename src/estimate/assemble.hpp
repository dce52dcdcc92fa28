#pragma once
// An estimate as it is put together: bound by bound, then what follows from them.

#include "roofline/estimate/estimate.hpp"

namespace roofline {

/// What crosses the same wires adds up; operands that cross the wires of a mesh share them with its axes.
void add_bound(Estimate& e, const Bound& more);

/// The bounds and axes of a part, so many times. Both have the same axes.
void add_weighted(Estimate& e, const Estimate& part, double weight);

/// t_comm, t_lower, t_upper and the regime, from t_comp and the bounds. Throws Error where a time is no number.
void conclude(Estimate& e);

}  // namespace roofline
