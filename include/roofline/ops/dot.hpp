#pragma once
// x[N] . y[N] -> z: N multiplications and N-1 additions over 2N elements read and one written. Its intensity tends to
// 1/2 in bf16. Source: How to Scale Your Model, ch. 1, "Dot product".

#include "roofline/ops/op.hpp"

namespace roofline {

struct Dot {
  std::int64_t n = 0;  ///< elements of each vector
  Dtype dtype = Dtype::bf16;

  static constexpr std::string_view kName = "dot";
  static constexpr std::string_view kSummary = "dot product of two vectors of N elements";
  static constexpr std::array<std::string_view, 2> kExamples{
      "roofline dot --N 1e9 --chip tpu-v5e",
      "roofline dot --N 1e6:1e9:x10 --chip h100,v6e --get chip,N,t_lower",
  };

  static constexpr auto fields() {
    return std::array{
        Field<Dot>{{"N", "elements of each vector", {}, Given::always}, &Dot::n},
        Field<Dot>{{"dtype", "of both vectors and the result (default bf16)"}, &Dot::dtype},
    };
  }
};

/// Throws Error: N below 1 or above 2^53.
inline Work work(const Dot& op) {
  require_count(op.n, "N");
  const auto n = static_cast<double>(op.n);
  Work w;
  w.compute.push_back({Engine::matrix, op.dtype, Flops::from_si(2 * n - 1)});
  w.traffic.push_back({kMainMemory, size_of(op.dtype, 2 * n + 1)});
  w.resident = size_of(op.dtype, 2 * n + 1);
  return w;
}

inline std::vector<Formula> formulas(const Dot& op) {
  const std::string bytes = element_text(op.dtype) + " * (2 * N + 1)";
  return {{"flops", "2 * N - 1", "N multiplications, N - 1 additions"},
          {"bytes", bytes, "x and y read, the result written"},
          {"memory_bytes", bytes, "x, y and the result at once"}};
}

inline OpNotes notes(const Dot&) {
  OpNotes all;
  all.push_back("priced at the matrix engine's peak; a dot product alone may run on the slower vector units");
  return all;
}

}  // namespace roofline
