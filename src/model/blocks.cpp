#include "model/blocks.hpp"

#include <algorithm>
#include <numeric>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/model/weights.hpp"

namespace roofline {
namespace {

const Config::Keys kHeads{"num_attention_heads", "n_head", "n_heads", "num_heads"};

bool is_tied(const Config& config, Tied absent) {
  static const Config::Keys kKeys{"tie_word_embeddings", "tie_embedding", "weight_tying"};
  if (absent == Tied::never) return false;
  std::vector<std::string> none;
  const Config root(config.document(), config.document().root, "", config.family(), none);
  if (const auto whole = root.flag(kKeys)) return *whole;  // of nested configs the outer one wins
  if (const auto inner = config.flag(kKeys)) return *inner;
  config.note(formatted("tie_word_embeddings is not given: {}, the default of {}",
                        absent == Tied::yes ? "true" : "false", config.family()));
  return absent == Tied::yes;
}

std::int64_t head_dim_of(const Config& config, const Traits& traits, std::int64_t heads) {
  static const Config::Keys kKeys{"head_dim", "attention_head_dim", "kv_channels"};
  if (traits.head_dim > 0) return config.count_or(kKeys, traits.head_dim);
  if (const auto given = config.optional_count(kKeys)) return *given;
  const std::int64_t hidden = hidden_of(config);
  if (hidden % heads == 0) return hidden / heads;
  config.fail(config.object(), "", formatted("{} heads do not divide the hidden size {}", heads, hidden),
              "give head_dim");
}

std::int64_t kv_heads_of(const Config& config, const Traits& traits, std::int64_t heads) {
  static const Config::Keys kKeys{"num_key_value_heads", "num_kv_heads", "n_head_kv", "kv_n_heads",
                                  "multi_query_group_num"};
  std::int64_t kv_heads = heads;
  if (traits.kv_heads > 0) kv_heads = config.count_or(kKeys, traits.kv_heads);
  if (traits.kv_heads == 0) kv_heads = config.optional_count(kKeys).value_or(heads);
  if (heads % kv_heads != 0) {
    const Json* at = config.find(kKeys);
    config.fail(at == nullptr ? config.object() : *at, "num_key_value_heads",
                formatted("{} key-value heads do not divide {} query heads", kv_heads, heads));
  }
  return kv_heads;
}

}  // namespace

std::int64_t hidden_of(const Config& config) {
  return config.count({"hidden_size", "n_embd", "d_model", "n_embed"});
}

std::size_t layers_of(const Config& config) {
  static const Config::Keys kKeys{"num_hidden_layers", "n_layer", "n_layers", "num_layers"};
  return static_cast<std::size_t>(config.count(kKeys, {1, kMaxLayers}));
}

bool on(const Config& config, const Flag& flag) {
  const bool absent = flag.absent == Presence::yes;
  return flag.key.empty() ? absent : config.flag({flag.key}).value_or(absent);
}

std::int64_t norm_elements(NormKind norm, std::int64_t width) {
  switch (norm) {
    case NormKind::scale: return width;
    case NormKind::scale_and_shift: return 2 * width;
    case NormKind::none: return 0;
  }
  return 0;
}

Architecture frame_of(const Config& config, const Traits& traits) {
  Architecture model;
  model.family = config.family();
  model.hidden = hidden_of(config);
  model.vocab = config.count({"vocab_size", "padded_vocab_size", "embedding_size"}, {1, kMaxVocab});
  model.embedding = model.vocab * model.hidden;
  model.embedding_row = model.hidden;
  model.head = is_tied(config, traits.tied) ? Architecture::Head::tied : Architecture::Head::own;
  if (model.head == Architecture::Head::own) {
    model.head_elements = model.vocab * model.hidden;
    model.head_bias = on(config, traits.head_bias) ? model.vocab : 0;
  }
  model.final_norm = norm_elements(traits.norm, model.hidden);
  return model;
}

void add_layer(Architecture& model, const Layer& layer) {
  const auto found = std::find(model.kinds.begin(), model.kinds.end(), layer);
  model.layers.push_back(static_cast<std::size_t>(found - model.kinds.begin()));
  if (found == model.kinds.end()) model.kinds.push_back(layer);
}

void set_norms(Layer& layer, const Traits& traits, std::int64_t hidden) {
  layer.norm_count = traits.norm == NormKind::none ? 0 : traits.norms;
  layer.norms = layer.norm_count * norm_elements(traits.norm, hidden);
}

Attention attention_of(const Config& config, const Traits& traits) {
  Attention a;
  a.heads = config.count(kHeads);
  a.kv_heads = kv_heads_of(config, traits, a.heads);
  a.head_dim = a.value_dim = head_dim_of(config, traits, a.heads);
  const std::int64_t queries = a.heads * a.head_dim, keys = a.kv_heads * a.head_dim;
  if (on(config, traits.qkv_bias)) {
    a.q_bias = queries;
    a.k_bias = a.v_bias = keys;
  }
  if (on(config, traits.out_bias)) a.out_bias = hidden_of(config);
  if (traits.qk_norm != QkNorm::none && on(config, traits.qk_normed)) {
    a.q_norm = traits.qk_norm == QkNorm::of_head ? a.head_dim : queries;
    a.k_norm = traits.qk_norm == QkNorm::of_head ? a.head_dim : keys;
  }
  return a;
}

Latent latent_of(const Config& config, const Traits& traits) {
  static constexpr std::int64_t kValueDimOfMiniCpm3 = 64;
  Latent latent;
  latent.heads = config.count(kHeads);
  latent.q_rank = config.optional_count({"q_lora_rank"}).value_or(0);
  latent.kv_rank = config.count({"kv_lora_rank"});
  latent.nope_dim = config.count({"qk_nope_head_dim"});
  latent.rope_dim = config.count({"qk_rope_head_dim"});
  latent.value_dim = config.family() == "minicpm3" ? config.count_or({"v_head_dim"}, kValueDimOfMiniCpm3)
                                                   : config.count({"v_head_dim"});
  // Of q_a, kv_a and o.
  if (on(config, traits.out_bias)) latent.biases = latent.q_rank + latent.cached() + hidden_of(config);
  return latent;
}

Indexer indexer_of(const Config& config) {
  return {.heads = config.count({"index_n_heads"}),
          .head_dim = config.count({"index_head_dim"}),
          .top_k = config.count({"index_topk"}, {1, kMaxTokens})};
}

std::int64_t width_of(const Config& config, const Traits& traits, std::size_t index) {
  static const Config::Keys kKeys{"intermediate_size_mlp",
                                  "dense_intermediate_size",
                                  "intermediate_size",
                                  "ffn_dim",
                                  "n_inner",
                                  "ffn_hidden_size",
                                  "inner_hidden_size",
                                  "d_ff",
                                  "block_ff_dim"};
  if (config.has(kKeys)) return config.each_layer(kKeys, index + 1)[index];
  if (traits.widening > 0) return traits.widening * hidden_of(config);
  config.missing({"intermediate_size", "ffn_dim", "ffn_hidden_size"});
}

FeedForward feed_forward_of(const Config& config, const Traits& traits, std::int64_t width) {
  FeedForward f{.width = width, .gate = traits.gate};
  const std::int64_t ups = traits.gate == FeedForward::Gate::gated ? 2 : 1;
  if (on(config, traits.mlp_bias)) f.biases = ups * width + hidden_of(config);
  return f;
}

std::int64_t whole(double elements) {
  if (elements > static_cast<double>(kMaxCount)) throw Error("more than 2^53 parameters");
  return static_cast<std::int64_t>(elements);
}

std::int64_t elements_of(const Layer& layer, std::int64_t hidden) {
  const auto weights = weights_of(layer, hidden);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0,
                                     [](double so_far, const Weight& weight) { return so_far + weight.elements(); });
  return whole(sum);
}

void add_mtp(Architecture& model, const Config& config, const Layer& layer, std::int64_t modules) {
  if (modules == 0) return;
  const std::int64_t hidden = model.hidden;
  const std::int64_t biases = layer.experts ? layer.experts->correction_bias : 0;
  const std::int64_t module = elements_of(layer, hidden) + biases + 2 * hidden * hidden + 3 * hidden;
  model.mtp = whole(static_cast<double>(modules) * static_cast<double>(module));
  config.note(
      formatted("multi-token prediction, {} parameters, is counted apart and takes no part in a step", model.mtp));
}

}  // namespace roofline
