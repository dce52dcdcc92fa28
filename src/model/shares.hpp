#pragma once
// How much of a layer does one chip have?

#include <algorithm>
#include <span>
#include <vector>

#include "roofline/model/architecture.hpp"
#include "roofline/model/formats.hpp"
#include "roofline/model/plan.hpp"

namespace roofline {

/// Key-value heads of one chip: at least one, which several chips then have.
inline double kv_heads_of_chip(double kv_heads, const Plan& plan) {
  const double tp = static_cast<double>(plan.tp);
  return kv_heads > tp ? kv_heads / tp : 1;
}

/// The part of a weight that one chip has. A vocabulary need not divide: the busiest chip's rows count.
double share_of(const Weight& weight, const Layer& layer, const Plan& plan);

/// Matrices of one input that are multiplied at once, as one chip has them.
struct ChipMatmul {
  Weight first;
  Dtype compute = Dtype::bf16;
  double in = 0, out = 0;
  Bytes bytes;         ///< of experts all that the chip has
  double choices = 1;  ///< rows for each new token: of experts one for each of the chip's that it chooses
};
std::vector<ChipMatmul> matmuls_of(std::span<const Stored> weights, const Layer& layer, const Plan& plan);

/// How many layers there are of each kind.
std::vector<double> layer_counts(const Architecture& model);

/// Elements that a sequence of `tokens` has in the caches of one layer, on one chip.
double cache_on_chip(const Layer& layer, std::int64_t tokens, const Plan& plan);
/// That one more token adds past every window.
double cache_growth_on_chip(const Layer& layer, const Plan& plan);

}  // namespace roofline
