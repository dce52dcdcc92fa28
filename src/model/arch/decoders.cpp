// Decoders that differ from a llama in little.

#include "model/arch/arch.hpp"
#include "model/blocks.hpp"

namespace roofline {
namespace {

void chatglm_layer(Layer& layer, const Config& config, std::size_t) {
  Attention& a = *layer.attention;
  if (config.flag({"multi_query_attention"}).value_or(false)) return;
  a.kv_heads = a.heads;  // multi_query_group_num means nothing then
  if (a.k_bias > 0) a.k_bias = a.v_bias = a.heads * a.head_dim;
}

constexpr FeedForward::Gate kUngated = FeedForward::Gate::none;

const Family kChatGlm1{.traits = {.tied = Tied::yes,
                                  .norm = NormKind::scale_and_shift,
                                  .qkv_bias = kAlways,
                                  .out_bias = kAlways,
                                  .mlp_bias = kAlways,
                                  .gate = kUngated,
                                  .widening = 4}};
const Family kChatGlm2{
    .traits = {.qkv_bias = {"add_qkv_bias"}, .out_bias = {"add_bias_linear"}, .mlp_bias = {"add_bias_linear"}},
    .layer = chatglm_layer};

}  // namespace

void telechat_layer(Layer& layer, const Config& config, std::size_t) {
  layer.dense->biases = hidden_of(config);  // of down_proj, which no key tells
}

void halve_width(Layer& layer, const Config&, std::size_t) {
  layer.dense->width /= 2;  // the config gives gate and up together
}

void molmo_table(Architecture& model, const Config&) {
  static constexpr std::int64_t kExtraRows = 128;  // that no key tells
  model.embedding += kExtraRows * model.hidden;
}

/// One model_type, two architectures: the first has inner_hidden_size.
Architecture read_chatglm(const Config& config, const Traits&) {
  return read_decoder(config, config.has({"inner_hidden_size"}) ? kChatGlm1 : kChatGlm2);
}

namespace {

/// int(2 * multiplier * hidden / 3), rounded up to 256.
std::int64_t nas_width(double multiplier, std::int64_t hidden) {
  static constexpr std::int64_t kMultiple = 256;
  const auto width = static_cast<std::int64_t>(2 * multiplier * static_cast<double>(hidden) / 3);
  return (width + kMultiple - 1) / kMultiple * kMultiple;
}

std::int64_t nas_kv_heads(const Config& attention, std::int64_t heads) {
  const std::int64_t group = attention.count({"n_heads_in_group"});
  if (heads % group != 0) attention.fail(attention.object(), "n_heads_in_group", "does not divide the query heads");
  return heads / group;
}

/// A part of a block; nullopt where it was taken out.
std::optional<Config> nas_part(const Config& block, std::string_view name) {
  const auto part = block.inner({name});
  if (!part) block.missing({name});
  if (part->flag({"replace_with_linear"}).value_or(false))
    part->fail(part->object(), "replace_with_linear", "a linear layer in its place is not modelled");
  return part->flag({"no_op"}).value_or(false) ? std::nullopt : part;
}

}  // namespace

/// A llama with other sizes in each block, some of them without attention or feed-forward part, and their norms.
Architecture read_nemotron_nas(const Config& config, const Traits& traits) {
  Architecture model = frame_of(config, traits);
  const auto blocks = config.inners({"block_configs"});
  if (blocks.size() != layers_of(config)) config.missing({"block_configs"});
  const std::int64_t heads = config.count({"num_attention_heads"});
  for (const Config& block : blocks) {
    Layer layer;
    if (const auto attention = nas_part(block, "attention")) {
      const std::int64_t size = config.optional_count({"head_dim"}).value_or(model.hidden / heads);
      layer.attention =
          Attention{.heads = heads, .kv_heads = nas_kv_heads(*attention, heads), .head_dim = size, .value_dim = size};
      ++layer.norm_count;
    }
    if (const auto ffn = nas_part(block, "ffn")) {
      const auto multiplier = ffn->ratio({"ffn_mult"});
      if (!multiplier) ffn->missing({"ffn_mult"});
      layer.dense = feed_forward_of(config, traits, nas_width(*multiplier, model.hidden));
      ++layer.norm_count;
    }
    layer.norms = layer.norm_count * model.hidden;
    add_layer(model, layer);
  }
  return model;
}

Architecture read_mpt(const Config& config, const Traits&) {
  static constexpr double kExpansion = 4;
  const bool biased = !config.flag({"no_bias"}).value_or(true);
  const Flag bias = biased ? kAlways : kNever;
  const Traits traits{.tied = Tied::yes,
                      .norm = biased ? NormKind::scale_and_shift : NormKind::scale,
                      .mlp_bias = bias,
                      .gate = kUngated};
  Architecture model = frame_of(config, traits);
  const auto attention = config.inner({"attn_config"});
  const std::int64_t heads = config.count({"n_heads"}), size = model.hidden / heads;
  Layer layer;
  layer.attention = Attention{.heads = heads, .kv_heads = heads, .head_dim = size, .value_dim = size};
  if (attention) layer.attention->kv_heads = attention->optional_count({"kv_n_heads"}).value_or(heads);
  if (biased) {
    layer.attention->q_bias = layer.attention->out_bias = model.hidden;
    layer.attention->k_bias = layer.attention->v_bias = layer.attention->kv_heads * size;
  }
  const double width = config.ratio({"expansion_ratio"}).value_or(kExpansion) * static_cast<double>(model.hidden);
  layer.dense = feed_forward_of(config, traits, static_cast<std::int64_t>(width));
  set_norms(layer, traits, model.hidden);
  for (std::size_t i = 0; i < layers_of(config); ++i) add_layer(model, layer);
  const bool alibi = attention && attention->flag({"alibi"}).value_or(false);
  if (!alibi && config.flag({"learned_pos_emb"}).value_or(true)) {
    const std::int64_t positions = config.count({"max_seq_len"}, {1, kMaxVocab});
    model.extras.push_back({"pos_embed", "wpe", positions * model.hidden, Extra::Read::row, model.hidden});
  }
  return model;
}

}  // namespace roofline
