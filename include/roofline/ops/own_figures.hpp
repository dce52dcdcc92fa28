#pragma once
// `roofline op`: FLOPs and bytes that you counted yourself. Nothing is known about the room they take.

#include "roofline/ops/op.hpp"

namespace roofline {

struct OwnFigures {
  Flops flops;
  Bytes bytes;
  Dtype dtype = Dtype::bf16;

  static constexpr std::string_view kName = "op";
  static constexpr std::string_view kSummary = "your own FLOPs and bytes";
  static constexpr std::array<std::string_view, 3> kExamples{
      "roofline op --flops 1e12 --bytes 0 --chip h100,tpu-v6e",
      "roofline op --flops 0 --bytes 16GB --over pcie --chip h100",
      "roofline op --bytes 1GB --chip v5e --solve flops",
  };

  static constexpr auto fields() {
    return std::array{
        Field<OwnFigures>{{"flops", "operations, such as 1e12 or 1TFLOP", {}, Given::always}, &OwnFigures::flops},
        Field<OwnFigures>{{"bytes", "bytes moved, such as 16GB or 0", {}, Given::always}, &OwnFigures::bytes},
        Field<OwnFigures>{{"dtype", "whose peak counts (default bf16)"}, &OwnFigures::dtype},
    };
  }
};

/// The bytes cross main memory; Work::over moves them elsewhere.
inline Work work(const OwnFigures& op) {
  Work w;
  w.compute.push_back({Engine::matrix, op.dtype, op.flops});
  w.traffic.push_back({kMainMemory, op.bytes});
  return w;
}

inline std::vector<Formula> formulas(const OwnFigures&) {
  return {{"flops", "flops", "as given"}, {"bytes", "bytes", "as given"}};
}

}  // namespace roofline
