#pragma once
// Which weights does a model have? Matrices as matmuls see them, and what stands beside them.

#include <cstdint>
#include <string_view>
#include <vector>

#include "roofline/model/architecture.hpp"

namespace roofline {

/// How tensor parallelism divides a matrix.
enum class Split {
  none,      ///< every chip has all of it
  heads,     ///< query heads
  kv_heads,  ///< key-value heads, each chip at least one
  width,     ///< of a feed-forward part
  experts,   ///< experts: whole ones, or their width
  vocab
};

/// Whether quantizers touch it: matrices inside layers; never norms, routers, tables; the head only where a config
/// says so.
enum class Class {
  linear,
  expert,
  head,
  table,  ///< of which a step reads a row a token
  other,
  unread  ///< held, and no part of a step
};

struct Weight {
  std::string_view part{};  ///< embed, attn, mlp, router, shared, experts, latent_proj, norms, final_norm, lm_head, ...
  std::string_view name{};  ///< last word of its module: "q_proj"
  std::string_view op{};    ///< the matmul of a step that it belongs to: "qkv", "mlp gate, up"; empty: none
  std::int64_t in = 0, out = 0;
  std::int64_t copies = 1;  ///< experts
  std::int64_t beside = 0;  ///< elements of each copy that are no matrix: biases, norms
  std::int64_t row = 0;     ///< of a table: elements of one row
  Split split = Split::none;
  Side side = Side::output;
  Class kind = Class::linear;

  double elements() const;  ///< of all copies
};

/// Of one layer.
std::vector<Weight> weights_of(const Layer& layer, std::int64_t hidden);
/// Around the layers: token table, what is extra, final norm, head. A tied head has no weights of its own.
std::vector<Weight> weights_around(const Architecture& model);

}  // namespace roofline
