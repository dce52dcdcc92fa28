#include "roofline/model/footprint.hpp"

#include <algorithm>

#include "model/shares.hpp"

namespace roofline {
namespace {

Bytes bytes_on_chip(const std::vector<Stored>& weights, const Layer& layer, const Plan& plan) {
  Bytes sum;
  for (const Stored& s : weights) sum += share_of(s.weight, layer, plan) * s.bytes;
  return sum;
}

/// Elements that go into and come out of the widest matmul of a layer, for each new token.
double widest_matmul(const std::vector<Stored>& weights, const Layer& layer, const Plan& plan) {
  double widest = 0;
  for (const ChipMatmul& m : matmuls_of(weights, layer, plan)) widest = std::max(widest, m.choices * (m.in + m.out));
  return widest;
}

}  // namespace

Sizes::Sizes(const Architecture& model, const StoredModel& stored, const Plan& plan)
    : model_(model), stored_(stored), parallel_(plan), counts_(layer_counts(model)) {
  parallel_.requests.clear();
  const double element = bytes_per_element(stored.activations);
  double widest = 0;
  for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) {
    weights_ += counts_[kind] * bytes_on_chip(stored.kinds[kind], model.kinds[kind], plan);
    widest = std::max(widest, widest_matmul(stored.kinds[kind], model.kinds[kind], plan));
    if (const auto& r = model.kinds[kind].recurrent) {
      state_ += counts_[kind] * static_cast<double>(r->state) * bytes_per_element(stored.state) /
                static_cast<double>(plan.tp);
    }
  }
  weights_ += bytes_on_chip(stored.around, {}, plan);
  token_bytes_ = element * (widest + static_cast<double>(model.hidden));
  head_bytes_ = element * static_cast<double>((model.vocab + plan.tp - 1) / plan.tp);
}

Bytes Sizes::kv_per_token() const {
  double elements = 0;
  for (std::size_t kind = 0; kind < counts_.size(); ++kind)
    elements += counts_[kind] * cache_growth_on_chip(model_.kinds[kind], parallel_);
  return size_of(stored_.kv, elements);
}

Bytes Sizes::kv_of_sequence(std::int64_t tokens) const {
  double elements = 0;
  for (std::size_t kind = 0; kind < counts_.size(); ++kind)
    elements += counts_[kind] * cache_on_chip(model_.kinds[kind], tokens, parallel_);
  return size_of(stored_.kv, elements);
}

Footprint Sizes::of(const Plan& plan) const {
  Footprint f;
  f.weights = weights_;
  for (const Request& r : plan.requests) f.kv += static_cast<double>(r.count) * kv_of_sequence(r.held());
  f.state = Bytes::from_si(state_ * plan.sequences());
  if (plan.phase == Plan::Phase::none) return f;
  f.activations = Bytes::from_si(token_bytes_ * plan.tokens() + head_bytes_ * plan.sampled());
  return f;
}

}  // namespace roofline
