#pragma once
// z = x, in another order or place: each element is read and written once, and nothing is computed. A transpose, a
// permutation or a concatenation takes no less.

#include "roofline/ops/vector_work.hpp"

namespace roofline {

struct Copy {
  std::int64_t n = 0;  ///< elements
  Dtype dtype = Dtype::bf16;

  static constexpr std::string_view kName = "copy";
  static constexpr std::string_view kSummary = "copy or transpose of N elements: no FLOPs";
  static constexpr std::array<std::string_view, 2> kExamples{
      "roofline copy --N 1e9 --chip tpu-v5e",
      "roofline copy --N 1e9 --dtype fp8,bf16,fp32 --chip h100,v6e",
  };

  static constexpr auto fields() {
    return std::array{
        Field<Copy>{{"N", "elements", {}, Given::always}, &Copy::n},
        Field<Copy>{{"dtype", "of the elements (default bf16)"}, &Copy::dtype},
    };
  }
};

/// Throws Error: N below 1 or above 2^53.
inline Work work(const Copy& op) {
  require_count(op.n, "N");
  const auto n = static_cast<double>(op.n);
  return vector_work({{}, op.dtype, {}}, 0, 2 * n);
}

inline std::vector<Formula> formulas(const Copy& op) {
  const std::string bytes = element_text(op.dtype) + " * 2 * N";
  return {{"flops", "0", "nothing is computed"},
          {"bytes", bytes, "read and written"},
          {"memory_bytes", bytes, "the original and the copy"}};
}

inline Operands operands(const Copy& op) {
  return vector_operands(op.dtype);
}

}  // namespace roofline
