// Mixtures of experts with something of their own.

#include "base/format.hpp"
#include "model/arch/arch.hpp"
#include "model/blocks.hpp"
#include "roofline/base/text.hpp"

namespace roofline {

void gpt_oss_layer(Layer& layer, const Config& config, std::size_t) {
  layer.attention->sinks = layer.attention->heads;
  if (!layer.experts) return;
  Experts& e = *layer.experts;
  e.each.biases = 2 * e.each.width + hidden_of(config);
  e.router_bias = e.count;
}

/// From some layer on, four small heads choose the blocks of keys that attention reads.
void minimax_m3_layer(Layer& layer, const Config& config, std::size_t index) {
  const auto sparse = config.inner({"sparse_attention_config"});
  if (!sparse || !sparse->flag({"use_sparse_attention"}).value_or(true)) return;
  if (sparse->each_layer({"sparse_attention_freq"}, index + 1, {0, 1})[index] == 0) return;
  layer.attention->indexer =
      Indexer{.heads = sparse->count({"sparse_num_index_heads"}),
              .head_dim = sparse->count({"sparse_index_dim"}),
              .top_k = sparse->count({"sparse_topk_blocks"}) * sparse->count({"sparse_block_size"}),
              .weights = Indexer::Weights::none};
}

/// Sparse attention over latents, where the config has an indexer; a "shared" layer uses the choice of an earlier one.
void sparse_layer(Layer& layer, const Config& config, std::size_t index) {
  if (!config.has({"index_n_heads"})) return;
  layer.latent->indexer = indexer_of(config);
  const auto types = config.texts({"indexer_types"});
  if (index >= types.size()) return;
  if (types[index] == "shared") layer.latent->indexer->keys = Indexer::Keys::of_an_earlier_layer;
  if (types[index] != "shared" && types[index] != "full")
    config.fail(*config.find({"indexer_types"}), "indexer_types",
                formatted("unknown kind of indexer {}", quote(types[index])), "full or shared");
}

/// Sizes lie in attn_config and ffn_config.
Architecture read_dbrx(const Config& config, const Traits& traits) {
  Architecture model = frame_of(config, traits);
  const auto attention = config.inner({"attn_config"}), ffn = config.inner({"ffn_config"});
  if (!attention) config.missing({"attn_config"});
  if (!ffn) config.missing({"ffn_config"});
  const std::int64_t heads = config.count({"n_heads"}), size = model.hidden / heads;
  Layer layer;
  layer.attention =
      Attention{.heads = heads, .kv_heads = attention->count({"kv_n_heads"}), .head_dim = size, .value_dim = size};
  Experts e{.count = ffn->count({"moe_num_experts"}), .top_k = ffn->count({"moe_top_k"})};
  if (e.top_k > e.count) ffn->fail(*ffn->find({"moe_top_k"}), "moe_top_k", "is more than the experts there are");
  e.each = {.width = ffn->count({"ffn_hidden_size"}), .part = "experts"};
  e.router = model.hidden * e.count;
  layer.experts = e;
  set_norms(layer, traits, model.hidden);
  for (std::size_t i = 0; i < layers_of(config); ++i) add_layer(model, layer);
  return model;
}

}  // namespace roofline
