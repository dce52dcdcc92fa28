#include "roofline/ops/matmul.hpp"

namespace roofline {

const Contraction& matmul_contraction() {
  static const Contraction kMatmul = [] {
    Contraction c;
    for (const char* dim : {"B", "D", "F"}) c.dims.push_back(Word(dim));
    for (const char* axis : {"shard_B", "shard_D", "shard_F"}) c.axes.push_back(Word(axis));
    constexpr std::int8_t kB = 0, kD = 1, kF = 2, kWhole = Contraction::kWhole;
    c.tensors[0] = {{true, true, false}, {kB, kD, kWhole, kWhole}};
    c.tensors[1] = {{false, true, true}, {kWhole, kD, kF, kWhole}};
    c.tensors[2] = {{true, false, true}, {kB, kWhole, kF, kWhole}};
    find_ways(c);
    return c;
  }();
  return kMatmul;
}

}  // namespace roofline
