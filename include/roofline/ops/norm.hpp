#pragma once
// RMSNorm of each of B rows of D elements, z = x / rms(x) * w: rows and the D weights are read once, rows written once.
// A LayerNorm differs by its D biases.
//
// An element takes about 4 FLOPs: square, add, scale, multiply by its weight. That is a convention, and left out unless
// asked for.

#include "roofline/ops/vector_work.hpp"

namespace roofline {

struct Norm {
  std::int64_t b = 0, d = 0;                      ///< rows (tokens), elements of each
  std::optional<std::int64_t> ops_per_element{};  ///< FLOPs of an element; not given: left out
  Dtype dtype = Dtype::bf16;
  std::optional<Dtype> compute_dtype{};

  static constexpr std::string_view kName = "norm";
  static constexpr std::string_view kSummary = "RMSNorm of B rows of D elements";
  static constexpr std::array<std::string_view, 2> kExamples{
      "roofline norm --B 8192 --D 8192 --chip tpu-v5e",
      "roofline norm --B 8192 --D 8192 --ops-per-element 4 --chip h100",
  };

  static constexpr auto fields() {
    using F = Field<Norm>;
    return std::array{
        F{{"B", "rows (tokens)", {}, Given::always}, &Norm::b},
        F{{"D", "elements of a row", {}, Given::always}, &Norm::d},
        F{{"ops_per_element", "FLOPs of an element, on the vector units, such as 4 (default: left out)"},
          &Norm::ops_per_element},
        F{{"dtype", "of rows, weights and results (default bf16)"}, &Norm::dtype},
        F{{"compute_dtype", "whose vector peak counts (default fp32)"}, &Norm::compute_dtype},
    };
  }

  VectorOps ops() const { return {ops_per_element, dtype, compute_dtype}; }
};

/// Throws Error: a count below 1 or above 2^53, a compute dtype where nothing is computed.
inline Work work(const Norm& op) {
  require_count(op.b, "B");
  require_count(op.d, "D");
  const auto b = static_cast<double>(op.b), d = static_cast<double>(op.d);
  return vector_work(op.ops(), b * d, (2 * b + 1) * d);
}

inline std::vector<Formula> formulas(const Norm& op) {
  return vector_formulas(op.ops(), "B * D", "(2 * B + 1) * D", "rows and weights read, rows written");
}

inline OpNotes notes(const Norm& op) {
  return vector_notes(op.ops(),
                      "FLOPs are left out: --ops-per-element counts them, on the vector units; about 4 (square, add, "
                      "scale, multiply)");
}

inline Operands operands(const Norm& op) {
  return vector_operands(op.dtype);
}

}  // namespace roofline
