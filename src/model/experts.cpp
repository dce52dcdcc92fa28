// A mixture of experts, from the many spellings of its sizes.

#include "base/format.hpp"
#include "model/blocks.hpp"

namespace roofline {
namespace {

const Config::Keys kCount{"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"};
const Config::Keys kTopK{"num_experts_per_tok",   "moe_topk",         "top_k_experts", "moe_top_k",
                         "num_experts_per_token", "experts_per_token"};

/// Experts that every token goes to, as many as n_shared_experts says.
std::int64_t shared_count(const Config& config, std::size_t index) {
  static const Config::Keys kKeys{"n_shared_experts", "num_shared_experts", "num_shared_expert"};
  if (config.has(kKeys)) return config.each_layer(kKeys, index + 1, {0, kMaxSize})[index];
  config.note(formatted("{} is not given: no shared experts", *kKeys.begin()));
  return 0;
}

/// The width of the shared expert; 0: there is none.
std::int64_t shared_width(const Config& config, const Traits& traits, std::size_t index, std::int64_t each) {
  static constexpr Range kMayBeNone{0, kMaxSize};
  switch (traits.shared) {
    case Shared::none: return 0;
    case Shared::one: return each;
    case Shared::counted: return shared_count(config, index) * each;
    case Shared::own_width: return config.count({"shared_intermediate_size"}, kMayBeNone);
    case Shared::gated: return config.count({"shared_expert_intermediate_size"}, kMayBeNone);
  }
  return 0;
}

}  // namespace

Experts experts_of(const Config& config, const Traits& traits, std::size_t index) {
  const std::int64_t hidden = hidden_of(config);
  Experts e;
  e.count = config.each_layer(kCount, index + 1)[index];
  e.top_k = config.each_layer(kTopK, index + 1)[index];
  if (e.top_k > e.count)
    config.fail(*config.find(kTopK), "num_experts_per_tok",
                formatted("{} experts of a token are more than the {} there are", e.top_k, e.count));
  const bool own = traits.feed_forwards == FeedForwards::moe;
  const auto widths = own ? config.each_layer({"moe_intermediate_size", "ffn_hidden_size"}, index + 1)
                          : config.each_layer({"intermediate_size"}, index + 1);
  e.each = {.width = widths[index], .gate = traits.gate, .part = "experts"};
  e.router = hidden * e.count;
  e.correction_bias = on(config, traits.correction_bias) ? e.count : 0;
  const std::int64_t shared = shared_width(config, traits, index, e.each.width);
  if (shared > 0) e.shared = FeedForward{.width = shared, .gate = traits.gate, .part = "shared"};
  if (shared > 0 && traits.shared == Shared::gated) e.shared_gate = hidden;
  return e;
}

}  // namespace roofline
