#pragma once
// z[i] = f(x[i], y[i], ...): reads each of `inputs` vectors and writes each of `outputs` once. A vector addition has 1
// FLOP an element over 12 bytes in fp32; SwiGLU reads 2 and writes 1, each of the width of the feed-forward layer.
// Source: How to Scale Your Model, ch. 12.

#include "roofline/ops/vector_work.hpp"

namespace roofline {

struct Elementwise {
  std::int64_t n = 0;                             ///< elements of each vector
  std::optional<std::int64_t> inputs{};           ///< vectors read (default 2)
  std::optional<std::int64_t> outputs{};          ///< vectors written (default 1)
  std::optional<std::int64_t> ops_per_element{};  ///< FLOPs of an element; not given: left out
  Dtype dtype = Dtype::bf16;
  std::optional<Dtype> compute_dtype{};

  static constexpr std::string_view kName = "elementwise";
  static constexpr std::string_view kSummary = "a function of N elements each: activations, gates, sums";
  static constexpr std::array<std::string_view, 3> kExamples{
      "roofline elementwise --N 1e9 --dtype fp32 --chip tpu-v5e",
      "roofline elementwise --N 1e9 --ops-per-element 1 --dtype fp32 --chip h100",
      "roofline elementwise --N 1e6:1e9:x10 --inputs 1 --chip h100,v6e --get chip,N,t_lower",
  };

  static constexpr auto fields() {
    using F = Field<Elementwise>;
    return std::array{
        F{{"N", "elements of each vector", {}, Given::always}, &Elementwise::n},
        F{{"inputs", "vectors read (default 2)"}, &Elementwise::inputs},
        F{{"outputs", "vectors written (default 1)"}, &Elementwise::outputs},
        F{{"ops_per_element", "FLOPs of an element, on the vector units (default: left out)"},
          &Elementwise::ops_per_element},
        F{{"dtype", "of all vectors (default bf16)"}, &Elementwise::dtype},
        F{{"compute_dtype", "whose vector peak counts (default fp32)"}, &Elementwise::compute_dtype},
    };
  }

  VectorOps ops() const { return {ops_per_element, dtype, compute_dtype}; }
};

/// Throws Error: a count below 1 or above 2^53, a compute dtype where nothing is computed.
inline Work work(const Elementwise& op) {
  require_count(op.n, "N");
  if (op.inputs) require_count(*op.inputs, "inputs");
  if (op.outputs) require_count(*op.outputs, "outputs");
  const auto n = static_cast<double>(op.n);
  const double vectors = static_cast<double>(op.inputs.value_or(2)) + static_cast<double>(op.outputs.value_or(1));
  return vector_work(op.ops(), n, vectors * n);
}

inline std::vector<Formula> formulas(const Elementwise& op) {
  const std::string vectors = std::string(op.inputs ? "(inputs" : "(2") + (op.outputs ? " + outputs)" : " + 1)");
  return vector_formulas(op.ops(), "N", vectors + " * N", "inputs read, outputs written");
}

inline OpNotes notes(const Elementwise& op) {
  return vector_notes(op.ops(), "FLOPs are left out: --ops-per-element counts them, on the vector units");
}

inline Operands operands(const Elementwise& op) {
  return vector_operands(op.dtype);
}

}  // namespace roofline
