// deepseek_v4, for counts: attention over one shared vector a token, of which all but a window is kept compressed, and
// hyper-connections. Its steps cannot be priced by the ops there are.

#include "model/arch/arch.hpp"
#include "model/blocks.hpp"

namespace roofline {
namespace {

/// Ratio 4 compresses overlapping windows, and has an indexer; ratio 0 compresses nothing.
constexpr std::int64_t kOverlapping = 4;

/// Two projections, a position for each token of a window, a norm.
std::int64_t compressor(std::int64_t hidden, std::int64_t width, std::int64_t ratio) {
  const std::int64_t out = ratio == kOverlapping ? 2 * width : width;
  return 2 * hidden * out + ratio * out + width;
}

std::int64_t attention_elements(const Config& config, std::int64_t ratio) {
  const std::int64_t hidden = hidden_of(config), heads = config.count({"num_attention_heads"});
  const std::int64_t head = config.count_or({"head_dim"}, 512), rank = config.count({"q_lora_rank"});
  const std::int64_t out = config.count({"o_groups"}) * config.count({"o_lora_rank"});
  const std::int64_t queries = hidden * rank + rank + rank * heads * head, keys = hidden * head + head;
  const std::int64_t outputs = heads * head / config.count({"o_groups"}) * out + out * hidden;
  std::int64_t sum = queries + keys + outputs + heads;  // with a sink for each head
  if (ratio == 0) return sum;
  sum += compressor(hidden, head, ratio);
  if (ratio != kOverlapping) return sum;
  const Indexer indexer = indexer_of(config);
  return sum + rank * indexer.heads * indexer.head_dim + hidden * indexer.heads +
         compressor(hidden, indexer.head_dim, ratio);
}

OtherCache cache(const Config& config, std::int64_t ratio) {
  const std::int64_t head = config.count_or({"head_dim"}, 512);
  OtherCache cache{.window = config.count_or({"sliding_window"}, 128), .in_window = head};
  if (ratio > 0) cache.per_token = head / ratio;
  if (ratio == kOverlapping) cache.per_token += indexer_of(config).head_dim / ratio;
  return cache;
}

/// Mixing matrices of `streams` residual streams, their base and three scales.
std::int64_t hyper_connection(std::int64_t streams, std::int64_t hidden) {
  const std::int64_t out = (2 + streams) * streams;
  return out * streams * hidden + out + 3;
}

}  // namespace

Architecture read_deepseek_v4(const Config& config, const Traits&) {
  static constexpr Traits kTraits{.feed_forwards = FeedForwards::moe, .shared = Shared::counted};
  Architecture model = frame_of(config, kTraits);
  const std::size_t layers = layers_of(config);
  const std::int64_t streams = config.count_or({"hc_mult"}, 4, {1, 16});
  const auto hashed = config.optional_count({"num_hash_layers"}, {0, kMaxLayers}).value_or(0);
  const auto ratios = config.each_layer({"compress_ratios"}, layers, {0, kMaxSize});
  for (std::size_t i = 0; i < layers; ++i) {
    Layer layer;
    layer.extras.push_back({"attn", "compressed attention", attention_elements(config, ratios[i])});
    layer.extras.push_back({"hyper_conn", "hyper-connections", 2 * hyper_connection(streams, model.hidden)});
    layer.other_cache = cache(config, ratios[i]);
    layer.experts = experts_of(config, kTraits, i);
    if (static_cast<std::int64_t>(i) >= hashed) layer.experts->correction_bias = layer.experts->count;
    model.router_biases += layer.experts->correction_bias;
    set_norms(layer, kTraits, model.hidden);
    add_layer(model, layer);
  }
  model.extras.push_back({"hyper_conn", "hc_head", streams * streams * model.hidden + streams + 1});
  config.note("tables of hash routers and multi-token prediction are not counted");
  model.counts_only = "the time of compressed attention (deepseek_v4) is not modelled";
  return model;
}

}  // namespace roofline
