#pragma once
// The blocks that families are made of, each read from the keys that most configs spell them with.

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/config_reader.hpp"
#include "model/family.hpp"
#include "roofline/model/architecture.hpp"

namespace roofline {

std::int64_t hidden_of(const Config& config);
std::size_t layers_of(const Config& config);
bool on(const Config& config, const Flag& flag);
std::int64_t norm_elements(NormKind norm, std::int64_t width);

/// Embedding, final norm and head; layers are still to come.
Architecture frame_of(const Config& config, const Traits& traits);
/// Adds a layer; one that is like an earlier layer shares its kind.
void add_layer(Architecture& model, const Layer& layer);
void set_norms(Layer& layer, const Traits& traits, std::int64_t hidden);

/// Multi-head attention, which sees all.
Attention attention_of(const Config& config, const Traits& traits);
Latent latent_of(const Config& config, const Traits& traits);
Indexer indexer_of(const Config& config);

/// The width of a layer's dense feed-forward part, and the part.
std::int64_t width_of(const Config& config, const Traits& traits, std::size_t index);
FeedForward feed_forward_of(const Config& config, const Traits& traits, std::int64_t width);

bool is_sparse(const Config& config, std::size_t index);
Experts experts_of(const Config& config, const Traits& traits, std::size_t index);

/// "full_attention", "sliding_attention", "chunked_attention" or "linear_attention": what mixes in this layer.
std::string layer_kind(const Config& config, const Traits& traits, std::size_t index);
Span span_of(const Config& config, const Traits& traits, const std::string& kind);

/// Multi-token prediction, apart: `modules` layers with a projection and three norms each.
void add_mtp(Architecture& model, const Config& config, const Layer& layer, std::int64_t modules);
/// Throws Error for more than 2^53 elements.
std::int64_t whole(double elements);
/// Elements of all weights of a layer.
std::int64_t elements_of(const Layer& layer, std::int64_t hidden);

/// The plain decoder: a mixer and a feed-forward part in each layer.
Architecture read_decoder(const Config& config, const Family& family);

}  // namespace roofline
