// gemma3n and gemma4: per-layer embeddings, caches shared between layers, other heads where a layer sees all.

#include "model/arch/arch.hpp"
#include "model/blocks.hpp"

namespace roofline {
namespace {

/// The last layers read the cache of an earlier one.
bool shares_cache(const Config& config, std::size_t index) {
  const auto shared = config.optional_count({"num_kv_shared_layers"}, {0, kMaxLayers}).value_or(0);
  return static_cast<std::int64_t>(index) >= static_cast<std::int64_t>(layers_of(config)) - shared;
}

std::int64_t inputs_of(const Config& config) {
  return config.count_or({"altup_num_inputs"}, 4, {1, 16});
}

std::int64_t per_layer_width(const Config& config) {
  return config.optional_count({"hidden_size_per_layer_input"}, {0, kMaxSize}).value_or(0);
}

/// A table with a row for each layer and token, and the projection from the model's width.
void add_per_layer_embedding(Architecture& model, const Config& config) {
  const std::int64_t width = per_layer_width(config);
  if (width == 0) return;
  const std::int64_t rows = config.optional_count({"vocab_size_per_layer_input"}, {1, kMaxVocab}).value_or(model.vocab);
  const std::int64_t row = static_cast<std::int64_t>(layers_of(config)) * width;
  model.extras.push_back({"ple_embed", "embed_tokens_per_layer", rows * row, Extra::Read::row, row});
  model.extras.push_back({"ple_embed", "per_layer_model_projection", model.hidden * row + width});
}

void add_per_layer_input(Layer& layer, const Config& config) {
  const std::int64_t width = per_layer_width(config), hidden = hidden_of(config);
  if (width > 0) layer.extras.push_back({"ple", "per_layer_projection", 2 * hidden * width + hidden});
}

}  // namespace

void gemma3n_layer(Layer& layer, const Config& config, std::size_t index) {
  const std::int64_t hidden = hidden_of(config), inputs = inputs_of(config);
  Attention& a = *layer.attention;
  if (shares_cache(config, index)) {
    a.cache = Attention::Cache::of_an_earlier_layer;
    const std::int64_t projections = hidden * a.kv_heads * (a.head_dim + a.value_dim);
    layer.extras.push_back({"attn", "k_proj, v_proj", projections + a.k_norm, Extra::Read::never});
  }
  const std::int64_t coefficients = inputs * inputs + inputs * inputs * inputs;
  layer.extras.push_back({"altup", "altup", coefficients + hidden * inputs + 2 * hidden});
  const std::int64_t rank = config.count_or({"laurel_rank"}, 64);
  layer.extras.push_back({"laurel", "laurel", 2 * hidden * rank + hidden});
  add_per_layer_input(layer, config);
}

void gemma3n_around(Architecture& model, const Config& config) {
  add_per_layer_embedding(model, config);
  const std::int64_t others = inputs_of(config) - 1;
  model.extras.push_back({"altup_proj", "altup_projections", 2 * others * model.hidden * model.hidden});
  model.counts_only = "the time of alternating updates (gemma3n) is not modelled";
}

namespace {

/// Layers that see all have heads of their own size, and may use their keys as values.
void set_global(Attention& a, const Config& config) {
  a.head_dim = a.value_dim = config.count_or({"global_head_dim"}, 512);
  a.kv_heads = config.optional_count({"num_global_key_value_heads"}).value_or(a.kv_heads);
  if (a.heads % a.kv_heads != 0)
    config.fail(config.object(), "num_global_key_value_heads", "does not divide the query heads");
  a.q_norm = a.k_norm = a.head_dim;
  if (config.flag({"attention_k_eq_v"}).value_or(false)) a.values = Attention::Values::are_keys;
}

}  // namespace

void gemma4_layer(Layer& layer, const Config& config, std::size_t index) {
  static constexpr Traits kTraits{.feed_forwards = FeedForwards::moe};
  static constexpr std::int64_t kNormsBesideExperts = 3;
  const std::int64_t hidden = hidden_of(config);
  if (layer.attention->span.kind == Span::Kind::full) set_global(*layer.attention, config);
  if (shares_cache(config, index)) {
    layer.attention->cache = Attention::Cache::of_an_earlier_layer;
    if (config.flag({"use_double_wide_mlp"}).value_or(false)) layer.dense->width *= 2;
  }
  if (config.flag({"enable_moe_block"}).value_or(false)) {
    layer.experts = experts_of(config, kTraits, index);
    layer.experts->router_bias = hidden + layer.experts->count;  // scales, of its input and of the experts
    layer.norm_count += kNormsBesideExperts;
    layer.norms += kNormsBesideExperts * hidden;
  }
  add_per_layer_input(layer, config);
}

void gemma4_around(Architecture& model, const Config& config) {
  add_per_layer_embedding(model, config);
}

}  // namespace roofline
