#pragma once
// Softmax of each of B rows of N elements, read and written once: what a kernel does that keeps a row on the chip. One
// that does not reads it twice or three times.
//
// An element takes about 5 FLOPs, counting an exp and a division as 1: max, subtract, exp, add, divide. That is a
// convention, and left out unless asked for.

#include "roofline/ops/vector_work.hpp"

namespace roofline {

struct Softmax {
  std::int64_t b = 0, n = 0;                      ///< rows, elements of each
  std::optional<std::int64_t> ops_per_element{};  ///< FLOPs of an element; not given: left out
  Dtype dtype = Dtype::bf16;
  std::optional<Dtype> compute_dtype{};

  static constexpr std::string_view kName = "softmax";
  static constexpr std::string_view kSummary = "softmax of B rows of N elements";
  static constexpr std::array<std::string_view, 2> kExamples{
      "roofline softmax --B 32768 --N 4096 --chip tpu-v5e",
      "roofline softmax --B 32768 --N 4096 --ops-per-element 5 --chip h100",
  };

  static constexpr auto fields() {
    using F = Field<Softmax>;
    return std::array{
        F{{"B", "rows", {}, Given::always}, &Softmax::b},
        F{{"N", "elements of a row", {}, Given::always}, &Softmax::n},
        F{{"ops_per_element", "FLOPs of an element, on the vector units, such as 5 (default: left out)"},
          &Softmax::ops_per_element},
        F{{"dtype", "of rows and results (default bf16)"}, &Softmax::dtype},
        F{{"compute_dtype", "whose vector peak counts (default fp32)"}, &Softmax::compute_dtype},
    };
  }

  VectorOps ops() const { return {ops_per_element, dtype, compute_dtype}; }
};

/// Throws Error: a count below 1 or above 2^53, a compute dtype where nothing is computed.
inline Work work(const Softmax& op) {
  require_count(op.b, "B");
  require_count(op.n, "N");
  const double elements = static_cast<double>(op.b) * static_cast<double>(op.n);
  return vector_work(op.ops(), elements, 2 * elements);
}

inline std::vector<Formula> formulas(const Softmax& op) {
  return vector_formulas(op.ops(), "B * N", "2 * B * N", "read and written once");
}

inline OpNotes notes(const Softmax& op) {
  return vector_notes(op.ops(),
                      "FLOPs are left out: --ops-per-element counts them, on the vector units; about 5 (max, subtract, "
                      "exp, add, divide)");
}

inline Operands operands(const Softmax& op) {
  return vector_operands(op.dtype);
}

}  // namespace roofline
