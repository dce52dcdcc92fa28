#pragma once
// How many bytes does each weight take, and in which format is it multiplied? A config's quantization, or what the user
// would have instead.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/dtype.hpp"
#include "roofline/base/error.hpp"
#include "roofline/model/weights.hpp"

namespace roofline {

/// One way weights are stored.
struct Storage {
  Dtype dtype = Dtype::bf16;
  double bits = 16;  ///< of an element, the scales of its group included
  /// A scale of scale_bits for each block of rows x columns; 0 rows: none.
  std::int64_t block_rows = 0, block_columns = 0;
  double scale_bits = 0;
};

/// What a config says of formats.
struct Formats {
  Dtype base = Dtype::bf16;          ///< of what no quantizer touches, and of activations
  std::string method{};              ///< for people: "fp8, blocks of 128x128"; empty: not quantized
  std::optional<Storage> linear{};   ///< of quantized matrices; nullopt: as base
  std::optional<Storage> experts{};  ///< where experts differ from the other matrices
  std::optional<Storage> tables{};   ///< of token table and head, where those are quantized too
  enum class Activations { base, as_weights } activations = Activations::base;  ///< W8A8: as_weights
  std::vector<std::string> ignored{};  ///< modules that are not quantized, as the config writes them
  std::optional<Dtype> kv{};           ///< of the cache; nullopt: as activations
  std::optional<Dtype> state{};        ///< of a recurrent state; nullopt: as activations
  std::vector<std::string> notes{};
  std::optional<Error> unknown{};  ///< what store() throws unless WhatIf::weights replaces what could not be read
};

/// --weight-dtype, --act-dtype, --kv-dtype, --compute-dtype.
struct WhatIf {
  std::optional<Dtype> weights{}, activations{}, kv{}, compute{};
};

/// A weight as it lies in memory.
struct Stored {
  Weight weight;
  Dtype dtype = Dtype::bf16;    ///< of its matrix
  Bytes bytes;                  ///< of all copies, with what stands beside the matrices
  Dtype compute = Dtype::bf16;  ///< its matmul's peak
};

/// The weights of a model as they lie in memory: of each kind of layer, and around the layers.
struct StoredModel {
  std::vector<std::vector<Stored>> kinds;  ///< in the order of Architecture::kinds
  std::vector<Stored> around;
  Dtype activations = Dtype::bf16, kv = Dtype::bf16, state = Dtype::bf16;
  Dtype compute = Dtype::bf16;     ///< of what has no weights: attention, recurrences
  std::vector<std::string> notes;  ///< what stays in 16 bit, what was assumed
};

/// Throws Error for formats that cannot be multiplied together without --compute-dtype.
StoredModel store(const Architecture& model, const Formats& formats, const WhatIf& what_if);

}  // namespace roofline
