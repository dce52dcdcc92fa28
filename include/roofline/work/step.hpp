#pragma once
// A model is a list of steps: each an operation that runs so many times, after the one before it.

#include <cstddef>
#include <string_view>

#include "roofline/work/work.hpp"

namespace roofline {

struct Step {
  std::string_view name;  ///< "qkv", "attention"; not owned
  enum class Kind { embedding, matmul, attention, recurrence, norm, extra, collective } kind = Kind::matmul;
  static constexpr std::size_t kAround = static_cast<std::size_t>(-1);
  std::size_t layer = kAround;  ///< which kind of layer it is in
  double count = 1;
  Work work;  ///< of one

  /// What the work comes from, for --explain; 0 where it has no part.
  struct From {
    double rows = 0, in = 0, out = 0;  ///< of a matmul, on one chip
    double pairs = 0, per_pair = 0;    ///< of attention: pairs that attend, FLOPs of each
    double weights = 0;                ///< bytes of weights read
    double cache = 0;                  ///< bytes of cache or state read and written
    double operands = 0;               ///< bytes of activations read and written
  } from{};
};

}  // namespace roofline
