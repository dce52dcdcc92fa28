// Encoders, and decoders behind one, for counts. The keys and values that a decoder makes of the encoder's output are
// of encoder tokens: no part of the cache that a new token adds to.

#include "model/arch/arch.hpp"
#include "model/blocks.hpp"

namespace roofline {
namespace {

constexpr std::string_view kEncoder = "encoder", kDecoder = "decoder";

/// What a layer of bart, whisper or bert holds.
struct Block {
  std::int64_t hidden = 0, width = 0;
  std::int64_t attention_biases = 4;  ///< in hidden sizes

  std::int64_t attention() const { return 4 * hidden * hidden + attention_biases * hidden; }
  std::int64_t norm() const { return 2 * hidden; }
  std::int64_t encoder() const { return attention() + 2 * hidden * width + width + hidden + 2 * norm(); }
  std::int64_t decoder() const { return encoder() + attention() + norm(); }
};

void set_counts_only(Architecture& model, std::string_view what) {
  model.counts_only = "the time of " + std::string(what) + " is not modelled";
}

void add_decoder(Architecture& model, std::size_t layers, std::int64_t elements, std::int64_t cached) {
  Layer layer;
  layer.extras.push_back({kDecoder, kDecoder, elements});
  layer.other_cache = OtherCache{.per_token = cached};
  for (std::size_t i = 0; i < layers; ++i) add_layer(model, layer);
}

std::int64_t times(std::size_t layers, std::int64_t elements) {
  return whole(static_cast<double>(layers) * static_cast<double>(elements));
}

std::size_t depth(const Config& config, Config::Keys keys) {
  return static_cast<std::size_t>(config.count(keys, {1, kMaxLayers}));
}

Extra table(std::string_view part, std::string_view name, std::int64_t rows, std::int64_t row) {
  return {part, name, rows * row, Extra::Read::row, row};
}

/// Encoder and decoder of bart and whisper; each ends, or begins, with a norm.
void add_both(Architecture& model, const Config& config, std::int64_t attention_biases) {
  const std::int64_t hidden = model.hidden;
  const Block encoder{hidden, config.count({"encoder_ffn_dim"}), attention_biases};
  const Block decoder{hidden, config.count({"decoder_ffn_dim"}), attention_biases};
  const std::size_t layers = depth(config, {"encoder_layers"});
  model.extras.push_back({kEncoder, kEncoder, times(layers, encoder.encoder()) + encoder.norm()});
  model.extras.push_back({kDecoder, "layer_norm", decoder.norm()});
  model.final_norm = 0;
  add_decoder(model, depth(config, {"decoder_layers"}), decoder.decoder(), 2 * hidden);
  set_counts_only(model, "a decoder behind an encoder");
}

}  // namespace

Architecture read_bert(const Config& config, const Traits&) {
  Architecture model = frame_of(config, {.tied = Tied::yes});
  const std::int64_t hidden = model.hidden;
  const std::int64_t types = config.count_or({"type_vocab_size"}, 2);
  const std::int64_t positions = config.count_or({"max_position_embeddings"}, 512);
  model.extras.push_back(table("embed", "position_embeddings", positions, hidden));
  model.extras.push_back(table("embed", "token_type_embeddings", types, hidden));
  model.extras.push_back({"embed", "LayerNorm", 2 * hidden});
  model.extras.push_back({"pooler", "pooler", hidden * hidden + hidden});
  model.final_norm = 0;
  Layer layer;
  layer.extras.push_back({kEncoder, kEncoder, Block{hidden, config.count({"intermediate_size"})}.encoder()});
  for (std::size_t i = 0; i < layers_of(config); ++i) add_layer(model, layer);
  set_counts_only(model, "an encoder");
  return model;
}

Architecture read_bart(const Config& config, const Traits&) {
  static constexpr std::int64_t kExtraRows = 2;
  Architecture model = frame_of(config, {.tied = Tied::yes});
  const std::int64_t positions = config.count_or({"max_position_embeddings"}, 1024) + kExtraRows;
  model.extras.push_back(table("pos_embed", "embed_positions", 2 * positions, model.hidden));
  add_both(model, config, 4);
  return model;
}

/// Sound becomes tokens by two convolutions of three frames; k_proj has no bias.
Architecture read_whisper(const Config& config, const Traits&) {
  static constexpr std::int64_t kFrames = 3;
  Architecture model = frame_of(config, {.tied = Tied::yes});
  const std::int64_t hidden = model.hidden, bins = config.count_or({"num_mel_bins"}, 80);
  const std::int64_t sources = config.count_or({"max_source_positions"}, 1500);
  const std::int64_t targets = config.count_or({"max_target_positions"}, 448);
  model.extras.push_back({"conv", "conv1, conv2", kFrames * hidden * (bins + hidden) + 2 * hidden});
  model.extras.push_back(table("pos_embed", "embed_positions", sources + targets, hidden));
  add_both(model, config, 3);
  return model;
}

/// Norms without a shift, no biases, a table of relative positions each for encoder and decoder.
Architecture read_t5(const Config& config, const Traits&) {
  Architecture model = frame_of(config, {.tied = Tied::yes});
  const std::int64_t hidden = model.hidden, heads = config.count({"num_heads"});
  const std::int64_t inner = heads * config.count_or({"d_kv"}, 64), width = config.count({"d_ff"});
  const bool gated = config.text({"feed_forward_proj"}).value_or("relu").starts_with("gated");
  const std::int64_t attention = 4 * hidden * inner, mlp = (gated ? 3 : 2) * hidden * width;
  const std::int64_t encoder = attention + mlp + 2 * hidden;
  const std::int64_t around = config.count_or({"relative_attention_num_buckets"}, 32) * heads + hidden;
  const std::size_t layers = depth(config, {"num_layers"});
  model.extras.push_back({kEncoder, kEncoder, times(layers, encoder) + around});
  model.extras.push_back({kDecoder, "relative_attention_bias", around});
  model.final_norm = 0;
  const bool same = !config.has({"num_decoder_layers"});
  add_decoder(model, same ? layers : depth(config, {"num_decoder_layers"}), encoder + attention + hidden, 2 * inner);
  set_counts_only(model, "a decoder behind an encoder");
  return model;
}

}  // namespace roofline
