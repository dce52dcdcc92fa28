// Recurrences beside, between and instead of attention.

#include <map>

#include "base/format.hpp"
#include "model/arch/arch.hpp"
#include "model/blocks.hpp"
#include "roofline/base/text.hpp"

namespace roofline {

/// q_proj of the layers that attend makes an output gate too.
void gated_queries(Layer& layer, const Config& config, std::size_t) {
  if (!layer.attention || !config.flag({"attn_output_gate"}).value_or(true)) return;
  layer.attention->gate = layer.attention->heads * layer.attention->head_dim;
}

/// Without experts, what they share is the feed-forward part.
void granite_hybrid_layer(Layer& layer, const Config& config, std::size_t) {
  if (!layer.dense) return;
  layer.dense->width = config.count({"shared_intermediate_size"});
  layer.dense->part = "shared";
}

void falcon_h1_layer(Layer& layer, const Config& config, std::size_t) {
  layer.recurrent = granite_mamba(config, hidden_of(config));
}

/// The width is two thirds of what is given, rounded up.
void lfm2_layer(Layer& layer, const Config& config, std::size_t) {
  if (!config.flag({"block_auto_adjust_ff_dim"}).value_or(false)) return;
  const double multiplier = config.ratio({"block_ffn_dim_multiplier"}).value_or(1);
  const std::int64_t multiple = config.count_or({"block_multiple_of"}, 256);
  const std::int64_t thirds = 2 * config.count({"block_ff_dim", "intermediate_size"}) / 3;
  const auto width = static_cast<std::int64_t>(multiplier * static_cast<double>(thirds));
  layer.dense->width = (width + multiple - 1) / multiple * multiple;
}

namespace {

Architecture stack(const Config& config, const Traits& traits, Recurrent recurrent) {
  Architecture model = frame_of(config, traits);
  Layer layer;
  layer.recurrent = std::move(recurrent);
  layer.norms = model.hidden;
  layer.norm_count = 1;
  for (std::size_t i = 0; i < layers_of(config); ++i) add_layer(model, layer);
  return model;
}

/// One block of nemotron_h: a mixer or a feed-forward part, with a norm.
Layer nemotron_block(const Config& config, const Traits& traits, char kind) {
  const std::int64_t hidden = hidden_of(config);
  Layer layer;
  set_norms(layer, traits, hidden);
  if (kind == 'M') layer.recurrent = nemotron_mamba(config, hidden);
  if (kind == '*') layer.attention = attention_of(config, traits);
  if (kind == '-') layer.dense = feed_forward_of(config, traits, config.count({"intermediate_size"}));
  if (kind != 'E') return layer;
  Experts e = experts_of(config, {.gate = traits.gate, .feed_forwards = FeedForwards::moe}, 0);
  e.correction_bias = e.count;
  const std::int64_t shared = config.optional_count({"n_shared_experts"}, {0, kMaxSize}).value_or(1);
  const auto width = config.optional_count({"moe_shared_expert_intermediate_size"}, {0, kMaxSize});
  if (shared * width.value_or(0) > 0)
    e.shared = FeedForward{.width = shared * *width, .gate = traits.gate, .part = "shared"};
  e.latent = config.optional_count({"moe_latent_size"}).value_or(0);
  layer.experts = e;
  return layer;
}

/// A letter for each block: M for mamba, * attention, - feed-forward, E experts.
std::string nemotron_pattern(const Config& config) {
  static const std::map<std::string, char> kLetters{{"mamba", 'M'}, {"attention", '*'}, {"mlp", '-'}, {"moe", 'E'}};
  if (const auto pattern = config.text({"hybrid_override_pattern"})) return *pattern;
  std::string letters;
  for (const std::string& word : config.texts({"layers_block_type"})) {
    const auto found = kLetters.find(word);
    if (found == kLetters.end())
      config.fail(*config.find({"layers_block_type"}), "layers_block_type",
                  formatted("unknown kind of layer {}", quote(word)), "mamba, attention, mlp or moe");
    letters += found->second;
  }
  if (letters.empty()) config.missing({"hybrid_override_pattern", "layers_block_type"});
  return letters;
}

void check_pattern(const Config& config, const std::string& pattern, std::string_view key) {
  const std::size_t odd = pattern.find_first_not_of("M*-E");
  if (odd != std::string::npos)
    config.fail(*config.find({key}), key, formatted("unknown kind of layer {}", quote(pattern.substr(odd, 1))),
                "M, *, - or E");
  if (pattern.empty() || pattern.size() > static_cast<std::size_t>(kMaxLayers))
    config.fail(config.object(), key, formatted("{} layers", pattern.size()));
}

void add_nemotron_mtp(Architecture& model, const Config& config, const Traits& traits) {
  static constexpr std::string_view kKey = "mtp_hybrid_override_pattern";
  const auto pattern = config.text({kKey});
  if (!pattern && config.has({"mtp_layers_block_type"}))
    config.note("multi-token prediction (mtp_layers_block_type) is not counted");
  if (!pattern) return;
  check_pattern(config, *pattern, kKey);
  std::int64_t elements = model.hidden * (2 * model.hidden + 3);
  for (const char kind : *pattern) {
    const Layer layer = nemotron_block(config, traits, kind);
    elements += elements_of(layer, model.hidden) + (layer.experts ? layer.experts->correction_bias : 0);
  }
  model.mtp = elements;
  config.note(
      formatted("multi-token prediction, {} parameters, is counted apart and takes no part in a step", model.mtp));
}

}  // namespace

Architecture read_mamba(const Config& config, const Traits& traits) {
  return stack(config, traits, plain_mamba(config, hidden_of(config)));
}

Architecture read_mamba2(const Config& config, const Traits& traits) {
  return stack(config, traits, plain_mamba2(config, hidden_of(config)));
}

Architecture read_nemotron_h(const Config& config, const Traits& traits) {
  Architecture model = frame_of(config, traits);
  const std::string pattern = nemotron_pattern(config);
  check_pattern(config, pattern, "hybrid_override_pattern");
  std::map<char, Layer> blocks;
  for (const char kind : pattern) {
    if (!blocks.contains(kind)) blocks[kind] = nemotron_block(config, traits, kind);
    const Layer& layer = blocks[kind];
    if (layer.experts) model.router_biases += layer.experts->correction_bias;
    add_layer(model, layer);
  }
  add_nemotron_mtp(model, config, traits);
  return model;
}

/// Counts alone: projections and mixes of both halves of a layer are extras.
Architecture read_rwkv5(const Config& config, const Traits&) {
  static constexpr std::int64_t kMatrices = 5, kMixes = 8, kMultiple = 32;
  const Traits traits{.tied = Tied::never, .norm = NormKind::scale_and_shift};
  Architecture model = frame_of(config, traits);
  const std::int64_t hidden = model.hidden, inner = config.optional_count({"attention_hidden_size"}).value_or(hidden);
  const std::int64_t head = config.count({"head_size"});
  const std::int64_t width =
      config.optional_count({"intermediate_size"}).value_or(hidden * 7 / 2 / kMultiple * kMultiple);
  Layer layer;
  layer.recurrent = Recurrent{.kind = "rwkv", .part = "time_mix", .state = inner * head + 2 * hidden};
  layer.extras.push_back({"time_mix", "attention", kMatrices * hidden * inner + kMixes * hidden});
  layer.extras.push_back({"channel_mix", "feed_forward", 2 * hidden * width + hidden * hidden + 2 * hidden});
  set_norms(layer, traits, hidden);
  for (std::size_t i = 0; i < layers_of(config); ++i) add_layer(model, layer);
  model.extras.push_back({"pre_ln", "pre_ln", norm_elements(traits.norm, hidden)});
  model.counts_only = "the time of rwkv is not modelled";
  return model;
}

}  // namespace roofline
