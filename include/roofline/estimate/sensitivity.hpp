#pragma once
// What would more of a resource bring? Each time is work / rate: 1% more of a rate divides its time by 1.01, and the
// bounds follow.

#include <string_view>

#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline {

struct Sensitivity {
  Word resource;        ///< "compute", or a memory level or set of wires
  double lower, upper;  ///< relative changes of t_lower and t_upper for 1% more of it: -0.0099 is 0.99% less time
};

/// Compute first, then the bounds in their order. Changes are 0 where nothing takes time.
using Sensitivities = Few<Sensitivity, 11>;
Sensitivities sensitivities(const Estimate& e);

/// The resource to raise first: the one that takes most off t_lower, and where none does alone, as on the ridge, most
/// off t_upper. Valid as long as `all`; empty where nothing takes time.
std::string_view raise_first(const Sensitivities& all);

}  // namespace roofline
