#pragma once
// What is a model made of? One form that every family of config.json is read into: an embedding, layers with a mixer
// and a feed-forward part each, a head. Nothing after the reader asks for a family.
//
// Sizes are elements and tokens, never bytes: formats.hpp says how many bytes an element takes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/ops/pairs.hpp"

namespace roofline {

/// Small heads that pick the `top_k` cached tokens that attention then reads.
struct Indexer {
  std::int64_t heads = 0, head_dim = 0;
  std::int64_t top_k = 0;
  enum class Keys { own, of_an_earlier_layer } keys = Keys::own;
  enum class Weights { learned, none } weights = Weights::learned;  ///< of its heads, one a token

  friend bool operator==(const Indexer&, const Indexer&) = default;
};

/// Multi-head, grouped-query and multi-query attention.
struct Attention {
  std::int64_t heads = 0, kv_heads = 0;
  std::int64_t head_dim = 0, value_dim = 0;  ///< of queries and keys; of values
  Span span{};
  enum class Cache { own, of_an_earlier_layer } cache = Cache::own;
  enum class Values { own, are_keys } values = Values::own;  ///< are_keys: no projection of their own, still cached
  std::int64_t gate = 0;                                     ///< elements of an output gate that q_proj makes too
  std::int64_t q_bias = 0, k_bias = 0, v_bias = 0, out_bias = 0;
  std::int64_t q_norm = 0, k_norm = 0;  ///< elements
  std::int64_t sinks = 0;               ///< elements
  std::optional<Indexer> indexer{};     ///< sparse attention

  friend bool operator==(const Attention&, const Attention&) = default;
};

/// Multi-head latent attention: one latent and one rotary key a token, shared by all heads.
struct Latent {
  std::int64_t heads = 0;
  std::int64_t q_rank = 0;  ///< 0: queries come from one matrix
  std::int64_t kv_rank = 0;
  std::int64_t nope_dim = 0, rope_dim = 0, value_dim = 0;  ///< of each head
  std::int64_t biases = 0;
  std::optional<Indexer> indexer{};

  std::int64_t qk_dim() const { return nope_dim + rope_dim; }
  /// Elements that one token adds to the cache.
  std::int64_t cached() const { return kv_rank + rope_dim; }

  friend bool operator==(const Latent&, const Latent&) = default;
};

/// Which side of a matrix is divided over chips: the output, or the input, which leaves partial sums that are added up
/// after it.
enum class Side { output, input };

/// A matrix of a recurrent mixer.
struct Projection {
  std::string_view name{}, op{};  ///< "in_proj"; "mamba in"
  std::int64_t in = 0, out = 0, bias = 0;
  Side side = Side::output;

  friend bool operator==(const Projection&, const Projection&) = default;
};

/// A mixer with a state of fixed size instead of a cache: Mamba, gated delta, lightning attention, short convolution.
struct Recurrent {
  std::string_view kind{};          ///< "mamba", "mamba2", "gated delta", "lightning", "conv", "rwkv"
  std::string_view part = "mamba";  ///< of the count: "mamba", "linear_attn", "conv"
  std::vector<Projection> projections{};
  std::int64_t others = 0;     ///< elements that no matrix holds: convolutions, decays, norms
  std::int64_t state = 0;      ///< elements of one sequence
  double flops_per_token = 0;  ///< of the recurrence and convolution, projections apart

  friend bool operator==(const Recurrent&, const Recurrent&) = default;
};

/// up, down, and where it is gated a gate.
struct FeedForward {
  std::int64_t width = 0;
  enum class Gate { none, gated } gate = Gate::gated;
  std::int64_t biases = 0;        ///< elements of all its matrices
  std::string_view part = "mlp";  ///< of the count; "shared" where it is what is left of a mixture without experts

  friend bool operator==(const FeedForward&, const FeedForward&) = default;
};

/// A mixture of experts, with those that every token goes to.
struct Experts {
  std::int64_t count = 0, top_k = 0;
  FeedForward each{};       ///< one expert; its biases are its own
  std::int64_t router = 0;  ///< elements of the router's matrix
  std::int64_t router_bias = 0;
  std::int64_t latent = 0;  ///< width that experts work on; 0: the model's own
  std::optional<FeedForward> shared{};
  std::int64_t shared_gate = 0;      ///< elements
  std::int64_t correction_bias = 0;  ///< elements that only balance the load: counted apart

  friend bool operator==(const Experts&, const Experts&) = default;
};

/// Weights that no matrix above holds.
struct Extra {
  std::string_view part{}, name{};  ///< "ple", "per_layer_projection"; views of literals
  std::int64_t elements = 0;
  /// Of a step: all of it is read, a row a new token, or nothing.
  enum class Read { whole, row, never } read = Read::whole;
  std::int64_t row = 0;  ///< elements of a row

  friend bool operator==(const Extra&, const Extra&) = default;
};

/// A cache that no mixer above describes: of attention whose weights are extras, compressed in the case of deepseek_v4.
struct OtherCache {
  std::int64_t window = 0, in_window = 0;  ///< tokens; elements that each of them takes
  std::int64_t per_token = 0;              ///< elements that every token takes

  friend bool operator==(const OtherCache&, const OtherCache&) = default;
};

/// One kind of layer; layers that are alike share it. A layer may have attention and a recurrence side by side, and
/// dense and expert feed-forward parts too.
struct Layer {
  std::optional<Attention> attention{};
  std::optional<Latent> latent{};
  std::optional<Recurrent> recurrent{};
  std::optional<FeedForward> dense{};
  std::optional<Experts> experts{};
  std::int64_t norms = 0;  ///< elements of all norms of the layer but those inside its mixer
  std::int64_t norm_count = 0;
  std::vector<Extra> extras{};
  std::optional<OtherCache> other_cache{};

  friend bool operator==(const Layer&, const Layer&) = default;
};

struct Architecture {
  std::string family;  ///< model_type, for people
  std::int64_t hidden = 0, vocab = 0;
  std::int64_t embedding = 0;      ///< elements of the token table
  std::int64_t embedding_row = 0;  ///< elements of one of its rows
  enum class Head { own, tied, none } head = Head::own;
  std::int64_t head_elements = 0;  ///< of its matrix, hidden x vocab, where it is its own
  std::int64_t head_bias = 0;
  std::int64_t final_norm = 0;      ///< elements
  std::vector<Layer> kinds;         ///< distinct layers
  std::vector<std::size_t> layers;  ///< which of the kinds each layer is, in order
  std::vector<Extra> extras{};      ///< position tables, norms and projections around the layers, encoders

  std::int64_t mtp = 0;              ///< parameters of multi-token prediction, apart from all others
  std::int64_t mtp_copies = 0;       ///< of embedding and head that a checkpoint stores there too
  std::int64_t router_biases = 0;    ///< that only balance the load, apart from all others
  std::string counts_only{};         ///< why steps of it cannot be priced: "the time of an encoder is not modelled"
  std::vector<std::string> notes{};  ///< what was assumed, and what is not modelled
};

}  // namespace roofline
