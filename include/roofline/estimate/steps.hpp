#pragma once
// How long does a list of steps take? At least as long as its busiest resource is busy (everything overlaps), at most
// as long as all resources one after the other; and one step after the other, each as fast as its own resources let it.

#include <array>
#include <span>
#include <vector>

#include "roofline/estimate/estimate.hpp"
#include "roofline/work/step.hpp"

namespace roofline {

struct StepsEstimate {
  /// Of all steps together: every time is the sum over the steps, `lower` the greatest of them, `upper` their sum.
  Estimate sum;
  Seconds in_turn;             ///< t_step: the sum of each step's own t_lower; from sum.lower to sum.upper
  std::vector<Estimate> each;  ///< of one of each step
};

/// The steps lie on `mesh`, which has one axis for each of their axes. Throws Lack.
StepsEstimate estimate_steps(std::span<const Step> steps, const Chip& chip, const Mesh& mesh);

/// Of some steps, by their estimates: each so many times.
class StepSum {
 public:
  void add(const Step& step, const Estimate& one, const Chip& chip);
  /// Concludes.
  Estimate estimate() const;
  Seconds in_turn() const { return in_turn_; }

 private:
  Estimate sum_;
  std::size_t steps_ = 0;
  Flops most_;  ///< of one step and dtype: whose dtype the sum has
  enum class Rates { one, mixed } rates_ = Rates::one;
  std::array<Seconds, 2> engines_{};
  Seconds in_turn_;
};

}  // namespace roofline
