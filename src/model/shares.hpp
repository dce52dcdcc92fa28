#pragma once
// How much of a layer does one chip have?

#include <vector>

#include "roofline/model/architecture.hpp"
#include "roofline/model/plan.hpp"
#include "roofline/model/weights.hpp"

namespace roofline {

/// Key-value heads of one chip: at least one, which several chips then have.
inline double kv_heads_of_chip(double kv_heads, const Plan& plan) {
  const double tp = static_cast<double>(plan.tp);
  return kv_heads > tp ? kv_heads / tp : 1;
}

/// The part of a matrix that one chip has. `vocab` are the rows of the token table, which need not divide: the
/// busiest chip's count.
double share_of(Split split, const Layer& layer, const Plan& plan);
double vocab_share(std::int64_t vocab, const Plan& plan);

/// How many layers there are of each kind.
std::vector<double> layer_counts(const Architecture& model);

/// Elements that a sequence of `tokens` has in the cache of one layer, on one chip.
double cache_on_chip(const Layer& layer, std::int64_t tokens, const Plan& plan);
/// That one more token adds past every window.
double cache_growth_on_chip(const Layer& layer, const Plan& plan);

}  // namespace roofline
