#pragma once
// The steps of an explanation that are about wires: what each collective puts on them, and how long that takes.

#include <string>
#include <vector>

#include "cli/point.hpp"
#include "cli/steps.hpp"

namespace roofline::cli {

/// What the rate of a memory or of wires is called: a spec path, or E_nvlink for all links of a chip together, in a
/// step of its own.
std::string rate_name(StepList& steps, const Chip& chip, Word resource, BytesPerSecond rate);

/// The keys under which a collective is explained.
struct TransferNames {
  std::string link, time;
};

/// V, the bytes over the busiest link, and the time. `array` is V's formula.
void explain_transfer(StepList& steps, const Point& point, const Work::Transfer& transfer, const Formula& array,
                      const TransferNames& names);
/// "link_x", or with the wires where the collective goes over several levels.
std::string link_key(const TransferNames& names, const Mesh& mesh, const TransferTime& t, const LevelTime& level);

/// One collective alone: the two terms, the bounds, the floor, the rates.
std::vector<ExplainedStep> explain_collective(const Point& point);

}  // namespace roofline::cli
