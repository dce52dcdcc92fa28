#include "roofline/estimate/steps.hpp"

#include <algorithm>

#include "estimate/assemble.hpp"

namespace roofline {

void StepSum::add(const Step& step, const Estimate& one, const Chip& chip) {
  if (steps_++ == 0) {
    for (const AxisTraffic& axis : one.axes) sum_.axes.push_back({axis.name, axis.size, {}, {}});
  }
  for (const Work::Compute& c : step.work.compute) {
    const auto rate = rate_of(chip, c);
    if (!rate) continue;
    const FlopsPerSecond peak = *rate;
    engines_[static_cast<std::size_t>(c.engine)] += step.count * (c.flops / peak);
    sum_.flops += step.count * c.flops;
    if (most_ > Flops{} && peak != sum_.rate) rates_ = Rates::mixed;
    if (step.count * c.flops < most_) continue;
    most_ = step.count * c.flops;
    sum_.dtype = c.dtype;
    sum_.rate = peak;
  }
  add_weighted(sum_, one, step.count);
  in_turn_ += step.count * one.lower;
}

Estimate StepSum::estimate() const {
  Estimate e = sum_;
  e.comp = std::max(engines_[0], engines_[1]);
  if (rates_ == Rates::mixed && e.comp > Seconds{}) e.rate = e.flops / e.comp;
  conclude(e);
  return e;
}

StepsEstimate estimate_steps(std::span<const Step> steps, const Chip& chip, const Mesh& mesh) {
  StepsEstimate all;
  StepSum sum;
  all.each.reserve(steps.size());
  for (const Step& step : steps) {
    all.each.push_back(estimate(step.work, chip, mesh));
    sum.add(step, all.each.back(), chip);
  }
  all.sum = sum.estimate();
  all.in_turn = sum.in_turn();
  return all;
}

}  // namespace roofline
