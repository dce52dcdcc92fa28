// gpt2 and what came of it: position tables, LayerNorms with a shift, no gates.

#include "model/arch/arch.hpp"
#include "model/blocks.hpp"

namespace roofline {
namespace {

void set_kv_heads(Attention& a, std::int64_t kv_heads) {
  a.kv_heads = kv_heads;
  if (a.k_bias > 0) a.k_bias = a.v_bias = kv_heads * a.head_dim;
}

Extra positions(std::int64_t rows, std::int64_t hidden) {
  return {"pos_embed", "wpe", rows * hidden, Extra::Read::row, hidden};
}

}  // namespace

void gpt_layer(Layer& layer, const Config& config, std::size_t) {
  const bool multi_query = config.flag({"multi_query"}).value_or(config.family() == "gpt_bigcode");
  if (multi_query) set_kv_heads(*layer.attention, 1);
}

void gpt2_positions(Architecture& model, const Config& config) {
  model.extras.push_back(positions(config.count({"n_positions", "n_ctx"}), model.hidden));
}

void bloom_around(Architecture& model, const Config&) {
  model.extras.push_back({"embed_norm", "word_embeddings_layernorm", 2 * model.hidden});
}

/// falcon-40b knows no new_decoder_architecture yet; its model_type gives it away.
void falcon_layer(Layer& layer, const Config& config, std::size_t) {
  const bool grouped = config.flag({"new_decoder_architecture"}).value_or(config.family() == "RefinedWeb");
  const bool parallel = config.flag({"parallel_attn"}).value_or(true);
  const std::int64_t norm = norm_elements(NormKind::scale_and_shift, hidden_of(config));
  layer.norm_count = grouped || !parallel ? 2 : 1;
  layer.norms = layer.norm_count * norm;
  if (grouped) return;
  Attention& a = *layer.attention;
  set_kv_heads(a, config.flag({"multi_query"}).value_or(true) ? 1 : a.heads);
}

void opt_around(Architecture& model, const Config& config) {
  static constexpr std::int64_t kExtraRows = 2;
  const std::int64_t rows = config.count_or({"max_position_embeddings"}, 2048) + kExtraRows;
  model.extras.push_back(positions(rows, model.hidden));
  const std::int64_t width = config.optional_count({"word_embed_proj_dim"}).value_or(model.hidden);
  if (width != model.hidden) {
    model.embedding = model.vocab * width;
    model.embedding_row = width;
    if (model.head == Architecture::Head::own) model.head_elements = model.embedding;
    model.extras.push_back({"proj", "project_in, project_out", 2 * width * model.hidden});
  }
  if (!config.flag({"do_layer_norm_before"}).value_or(true)) model.final_norm = 0;
}

}  // namespace roofline
