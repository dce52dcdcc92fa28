#pragma once
// A family of architectures: how its config.json differs from the plain decoder that blocks.hpp reads. A row of
// architectures.cpp each.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/config_reader.hpp"
#include "roofline/model/architecture.hpp"

namespace roofline {

enum class Presence { no, yes };

/// Something that a key turns on or off; no key: hard-wired.
struct Flag {
  std::string_view key{};
  Presence absent = Presence::no;
};
inline constexpr Flag kAlways{"", Presence::yes}, kNever{"", Presence::no};

enum class NormKind { scale, scale_and_shift, none };
enum class Windows {
  none,
  every_layer,  ///< mistral
  where_used,   ///< qwen: from max_window_layers on, where use_sliding_window is true
  pattern,      ///< gemma3: every so many layers one sees all
  alternating,  ///< gemma2: the even layers
  chunked       ///< llama4: as no_rope_layers says
};
enum class QkNorm { none, of_head, of_width };
enum class Tied { no, yes, never };
enum class FeedForwards {
  dense,
  moe,       ///< experts of moe_intermediate_size
  moe_plain  ///< experts of intermediate_size
};
enum class Shared {
  none,
  counted,    ///< n_shared_experts of the experts' width
  own_width,  ///< shared_intermediate_size
  gated,      ///< shared_expert_intermediate_size, with a gate of its own
  one         ///< as wide as an expert
};
enum class Mtp {
  none,
  layers,
  layers_and_copies,  ///< checkpoints store embedding and head there again
  one                 ///< where none is announced too
};

struct Traits {
  std::int64_t kv_heads = 0;  ///< where none are given; 0: as many as query heads
  std::int64_t head_dim = 0;  ///< where none is given; 0: hidden / heads
  Tied tied = Tied::no;       ///< where nothing is said; never: whatever is said
  NormKind norm = NormKind::scale;
  std::int64_t norms = 2;  ///< of a layer, beside those of its mixer
  Flag qkv_bias{"attention_bias"}, out_bias{"attention_bias"}, mlp_bias{"mlp_bias"}, head_bias = kNever;
  QkNorm qk_norm = QkNorm::none;
  Flag qk_normed = kAlways;
  FeedForward::Gate gate = FeedForward::Gate::gated;
  std::int64_t widening = 0;  ///< width of the feed-forward part where none is given, in hidden sizes; 0: an Error
  Windows windows = Windows::none;
  std::int64_t window = 0, period = 0;  ///< where they are not given
  FeedForwards feed_forwards = FeedForwards::dense;
  Shared shared = Shared::none;
  Flag correction_bias = kNever;
  Mtp mtp = Mtp::none;
  bool latent = false;  ///< multi-head latent attention
  /// The mixer of layers without attention, where a family has such.
  Recurrent (*recurrent)(const Config&, std::int64_t hidden) = nullptr;
};

struct Family {
  std::array<std::string_view, 8> names{};  ///< model_type, and others that are read alike
  Traits traits{};
  /// What is different in a layer of the plain decoder, and around the layers.
  void (*layer)(Layer&, const Config&, std::size_t index) = nullptr;
  void (*around)(Architecture&, const Config&) = nullptr;
  /// Reads it all, where it is no such decoder.
  Architecture (*read)(const Config&, const Traits&) = nullptr;
};

std::span<const Family> families();
/// nullptr where no family has the name.
const Family* find_family(std::string_view model_type);
/// The first name of each family and the others, for messages.
std::vector<std::string> family_names();

}  // namespace roofline
