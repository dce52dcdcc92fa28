#pragma once
// Which operations is a step of a model, on one chip? Every matmul's weights cross once, of experts those that are
// expected to be chosen; the cache is read and written; what passes from one operation to the next stays on chip,
// unless it is asked otherwise.
//
// Source: How to Scale Your Model, ch. 4 "Transformer math" and ch. 7 "Inference"; Megatron-LM for what is split.

#include <vector>

#include "roofline/model/config.hpp"
#include "roofline/model/plan.hpp"
#include "roofline/work/step.hpp"

namespace roofline {

/// Throws Error for a plan that the model cannot follow: heads that tp does not divide, an ep that is none of 1, tp and
/// tp * dp, a model whose steps cannot be priced.
std::vector<Step> steps_of(const Architecture& model, const StoredModel& stored, const Plan& plan);

/// Throws Error unless the model's heads, widths and experts divide over the plan's chips.
void check_plan(const Architecture& model, const Plan& plan);

/// Of n experts of which each of `tokens` tokens picks k, any k alike: how many are picked at all, on average,
/// n (1 - (1 - k/n)^tokens). At least k, at most min(n, k tokens).
double distinct_experts(double n, double k, double tokens);

}  // namespace roofline
