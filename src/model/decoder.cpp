// The plain decoder, and which of its layers see what.

#include <algorithm>

#include "base/format.hpp"
#include "model/blocks.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::string_view kFull = "full_attention", kSliding = "sliding_attention", kChunked = "chunked_attention",
                           kLinear = "linear_attention";

/// As layer_types has it; older words mean the same.
std::string named_kind(const Config& config, const Json& word) {
  static constexpr std::array<std::string_view, 4> kKinds{kFull, kSliding, kChunked, kLinear};
  if (std::find(kKinds.begin(), kKinds.end(), word.text) != kKinds.end()) return word.text;
  if (word.text == "attention") return std::string(kFull);
  if (word.text == "mamba" || word.text == "conv") return std::string(kLinear);
  const std::vector<std::string> known(kKinds.begin(), kKinds.end());
  config.fail(word, "layer_types", formatted("unknown kind of layer {}", quote(word.text)),
              name_hint(word.text, known));
}

bool contains(const std::vector<std::int64_t>& list, std::size_t index) {
  return std::find(list.begin(), list.end(), static_cast<std::int64_t>(index)) != list.end();
}

bool is_each(std::size_t index, std::int64_t period) {
  return (static_cast<std::int64_t>(index) + 1) % period == 0;
}

/// Which layers of a hybrid attend, where no layer_types says so.
bool attends(const Config& config, std::size_t index) {
  static constexpr Range kIndices{0, kMaxLayers};
  if (config.has({"attn_type_list"})) return config.each_layer({"attn_type_list"}, index + 1, {0, 1})[index] == 1;
  if (config.has({"full_attn_idxs", "attn_layer_indices"}))
    return contains(config.counts({"full_attn_idxs", "attn_layer_indices"}, kIndices), index);
  if (config.has({"attn_layer_period"})) {
    const std::int64_t period = config.count({"attn_layer_period"});
    return static_cast<std::int64_t>(index) % period == config.count_or({"attn_layer_offset"}, 4, kIndices);
  }
  static constexpr std::int64_t kIntervalOfQwen = 4;
  return is_each(index, config.count_or({"full_attention_interval"}, kIntervalOfQwen));
}

/// Whether the layer sees no more than a window, where no layer_types says so.
bool is_windowed(const Config& config, const Traits& traits, std::size_t index) {
  static const Config::Keys kPattern{"sliding_window_pattern", "_sliding_window_pattern"};
  switch (traits.windows) {
    case Windows::none: return false;
    case Windows::every_layer: return true;
    case Windows::where_used: {
      if (!config.flag({"use_sliding_window"}).value_or(false)) return false;
      return static_cast<std::int64_t>(index) >= config.count_or({"max_window_layers"}, 28, {0, kMaxLayers});
    }
    case Windows::alternating: return index % 2 == 0;
    case Windows::chunked: {
      const auto rope = config.counts({"no_rope_layers"}, {0, 1});
      if (index < rope.size()) return rope[index] == 1;
      return !is_each(index, config.optional_count({"no_rope_layer_interval"}).value_or(4));
    }
    case Windows::pattern: break;
  }
  const Json* pattern = config.find(kPattern);
  if (pattern != nullptr && pattern->kind == Json::Kind::text && !pattern->text.empty())
    return pattern->text[index % pattern->text.size()] == 'L';
  return !is_each(index, config.count_or(kPattern, traits.period));
}

}  // namespace

std::string layer_kind(const Config& config, const Traits& traits, std::size_t index) {
  static const Config::Keys kTypes{"layer_types", "layers_block_type"};
  if (const Json* types = config.find(kTypes)) {
    const auto words = config.texts(kTypes);
    if (words.size() != layers_of(config))
      config.fail(*types, "layer_types", formatted("has {} values for {} layers", words.size(), layers_of(config)));
    return named_kind(config, types->items[index]);
  }
  if (traits.recurrent != nullptr && !attends(config, index)) return std::string(kLinear);
  if (!is_windowed(config, traits, index)) return std::string(kFull);
  return std::string(traits.windows == Windows::chunked ? kChunked : kSliding);
}

Span span_of(const Config& config, const Traits& traits, const std::string& kind) {
  static constexpr Range kTokens{0, kMaxTokens};
  if (kind == kChunked) {
    return {Span::Kind::chunked, config.count_or({"attention_chunk_size"}, 8192, {1, kMaxTokens})};
  }
  if (kind != kSliding || config.is_null("sliding_window")) return {};
  const auto given = config.optional_count({"sliding_window"}, kTokens);
  if (!given && traits.window == 0 && traits.windows == Windows::every_layer) return {};
  const std::int64_t tokens = given               ? *given
                              : traits.window > 0 ? config.count_or({"sliding_window"}, traits.window)
                                                  : config.count({"sliding_window"});
  return tokens == 0 ? Span{} : Span{Span::Kind::sliding, tokens};
}

bool is_sparse(const Config& config, std::size_t index) {
  static constexpr Range kIndices{0, kMaxLayers};
  static constexpr Range kMayBeNone{0, kMaxSize};
  const auto i = static_cast<std::int64_t>(index);
  const bool shared_alone =
      config.has({"shared_intermediate_size"}) && config.optional_count({"num_local_experts"}, kMayBeNone) == 0;
  if (shared_alone) return false;
  const auto types = config.texts({"mlp_layer_types"});
  if (index < types.size()) return types[index] == "sparse";
  if (config.has({"moe_layers"})) return contains(config.counts({"moe_layers"}, kIndices), index);
  if (contains(config.counts({"mlp_only_layers"}, kIndices), index)) return false;
  if (i < config.optional_count({"first_k_dense_replace"}, kIndices).value_or(0)) return false;
  const Json* frequency = config.find({"moe_layer_freq"});
  if (frequency != nullptr && frequency->kind == Json::Kind::array)
    return config.each_layer({"moe_layer_freq"}, index + 1, {0, 1})[index] == 1;
  if (frequency != nullptr && i % config.count({"moe_layer_freq"}) != 0) return false;
  if (config.has({"expert_layer_period"}))
    return i % config.count({"expert_layer_period"}) == config.count_or({"expert_layer_offset"}, 1, kIndices);
  const auto step = config.optional_count({"decoder_sparse_step", "interleave_moe_layer_step"});
  return !step || is_each(index, *step);
}

namespace {

/// What mixes in a layer.
void set_mixer(Layer& layer, const Config& config, const Traits& traits, std::size_t index) {
  const std::string kind = layer_kind(config, traits, index);
  if (kind == kLinear) {
    if (traits.recurrent == nullptr)
      config.fail(config.object(), "layer_types",
                  formatted("layers of {} are not known to be {}", config.family(), kind));
    layer.recurrent = traits.recurrent(config, hidden_of(config));
    return;
  }
  if (traits.latent) {
    layer.latent = latent_of(config, traits);
    return;
  }
  layer.attention = attention_of(config, traits);
  layer.attention->span = span_of(config, traits, kind);
}

/// Modules of multi-token prediction are like the last layer.
void set_mtp(Architecture& model, const Config& config, const Traits& traits, Layer layer) {
  static const Config::Keys kKeys{"num_nextn_predict_layers", "num_mtp_modules", "num_mtp_layers",
                                  "mtp_num_hidden_layers"};
  const auto modules = config.optional_count(kKeys, {0, kMaxLayers}).value_or(traits.mtp == Mtp::one ? 1 : 0);
  if (modules == 0) return;
  if (traits.mtp == Mtp::none) {
    config.note(formatted("multi-token prediction ({} layers) is not counted", modules));
    return;
  }
  if (layer.latent && layer.latent->indexer) layer.latent->indexer->keys = Indexer::Keys::own;
  add_mtp(model, config, layer, modules);
  if (traits.mtp == Mtp::layers_and_copies) model.mtp_copies = 2 * model.vocab * model.hidden;
}

}  // namespace

Architecture read_decoder(const Config& config, const Family& family) {
  const Traits& traits = family.traits;
  Architecture model = frame_of(config, traits);
  const std::size_t layers = layers_of(config);
  Layer layer;
  for (std::size_t i = 0; i < layers; ++i) {
    layer = {};
    set_mixer(layer, config, traits, i);
    set_norms(layer, traits, model.hidden);
    if (traits.feed_forwards != FeedForwards::dense && is_sparse(config, i)) {
      layer.experts = experts_of(config, traits, i);
      model.router_biases += layer.experts->correction_bias;
    } else {
      layer.dense = feed_forward_of(config, traits, width_of(config, traits, i));
    }
    if (family.layer != nullptr) family.layer(layer, config, i);
    add_layer(model, layer);
  }
  set_mtp(model, config, traits, layer);
  if (family.around != nullptr) family.around(model, config);
  return model;
}

}  // namespace roofline
