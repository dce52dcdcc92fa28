#pragma once
// What must lie in the memory of one chip: weights, caches, states, and the activations of the widest operation.

#include <vector>

#include "roofline/base/units.hpp"
#include "roofline/model/config.hpp"
#include "roofline/model/plan.hpp"

namespace roofline {

struct Footprint {
  Bytes weights, kv, state, activations;

  Bytes total() const { return weights + kv + state + activations; }
};

/// The sizes of a model on the chips of a plan, asked again and again for other batches and contexts.
class Sizes {
 public:
  /// Of the plan its tp and ep are read. All of them must outlive this.
  Sizes(const Architecture& model, const StoredModel& stored, const Plan& plan);

  /// Of one chip, as everything here.
  Bytes weights() const { return weights_; }
  /// That one more token of a sequence adds past every window.
  Bytes kv_per_token() const;
  Bytes kv_of_sequence(std::int64_t tokens) const;
  /// Of a plan with the same chips.
  Footprint of(const Plan& plan) const;

 private:
  const Architecture& model_;
  const StoredModel& stored_;
  Plan parallel_;               ///< tp, ep and dp alone
  std::vector<double> counts_;  ///< layers of each kind
  Bytes weights_;
  double state_ = 0;        ///< bytes of one sequence
  double token_bytes_ = 0;  ///< of activations, for each new token
  double head_bytes_ = 0;   ///< for each token that the head is asked for
};

}  // namespace roofline
