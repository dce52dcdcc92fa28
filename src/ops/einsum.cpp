#include "roofline/ops/einsum.hpp"

#include <algorithm>

#include "base/format.hpp"

namespace roofline {
namespace {

using Split = Contraction::Split;
using Tensor = Contraction::Tensor;

/// The lengths of all dims on one chip.
std::array<double, kMaxDims> locals(const Contraction& c, const Lengths& lengths, const Split& split) {
  std::array<double, kMaxDims> all = lengths.dims;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    if (split[axis] >= 0) all[static_cast<std::size_t>(split[axis])] /= static_cast<double>(lengths.axes[axis]);
  }
  return all;
}

/// Of a tensor that is split so.
double elements(const Contraction& c, const Tensor& tensor, const std::array<double, kMaxDims>& local) {
  double n = 1;
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) n *= tensor.has[dim] ? local[dim] : 1;
  return n;
}

/// "(D / X)", "(D / (X * Y))", "D".
std::string local_text(const Contraction& c, const Lengths& lengths, const Split& split, std::size_t dim) {
  std::string divisor;
  std::size_t axes = 0;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    if (split[axis] != static_cast<std::int8_t>(dim) || lengths.axes[axis] == 1) continue;
    divisor += formatted("{}{}", axes++ == 0 ? "" : " * ", c.axes[axis].view());
  }
  if (axes == 0) return std::string(c.dims[dim].view());
  return formatted("({} / {})", c.dims[dim].view(), axes == 1 ? divisor : "(" + divisor + ")");
}

std::string elements_text(const Contraction& c, const Lengths& lengths, const Tensor& tensor, const Split& split,
                          Dtype dtype) {
  std::string text = element_text(dtype);
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) {
    if (tensor.has[dim]) text += " * " + local_text(c, lengths, split, dim);
  }
  return text;
}

void check_lengths(const Contraction& c, const Lengths& lengths) {
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) {
    double chips = 1;
    for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
      if (c.divisors[dim].has(axis)) chips *= static_cast<double>(lengths.axes[axis]);
    }
    chips = std::min(chips, static_cast<double>(kMaxCount));
    const double length = std::min(lengths.dims[dim], static_cast<double>(kMaxCount));
    part_of(static_cast<std::int64_t>(length), static_cast<std::int64_t>(chips), c.dims[dim].view());
  }
}

AxisSet longer_than_one(const Contraction& c, const Lengths& lengths, AxisSet axes) {
  AxisSet kept;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    if (axes.has(axis) && lengths.axes[axis] > 1) kept |= AxisSet::of(axis);
  }
  return kept;
}

}  // namespace

Work work(const Contraction& c, const OperandFormats& formats, const Lengths& lengths, std::size_t way) {
  check_lengths(c, lengths);
  const Contraction::Way& chosen = c.ways[way];
  const std::array<Dtype, 3> dtypes{formats.x, formats.y, formats.z};
  const auto local = locals(c, lengths, chosen.along);
  double flops = 2;
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) flops *= local[dim];
  Bytes operands;
  for (std::size_t t = 0; t < c.tensors.size(); ++t) operands += size_of(dtypes[t], elements(c, c.tensors[t], local));
  Work w;
  w.compute.push_back({Engine::matrix, formats.compute, Flops::from_si(flops)});
  w.traffic.push_back({kMainMemory, operands});
  w.resident = operands;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) w.axes.push_back({c.axes[axis], lengths.axes[axis]});
  for (const Contraction::Move& move : chosen.moves) {
    const AxisSet axes = longer_than_one(c, lengths, move.axes);
    if (axes.empty()) continue;
    const Bytes array =
        size_of(dtypes[move.tensor], elements(c, c.tensors[move.tensor], locals(c, lengths, move.array)));
    w.transfers.push_back({move.collective, array, axes, move.tensor, 1});
  }
  return w;
}

std::vector<Formula> formulas(const Contraction& c, const OperandFormats& formats, const Lengths& lengths,
                              std::size_t way) {
  const Contraction::Way& chosen = c.ways[way];
  const std::array<Dtype, 3> dtypes{formats.x, formats.y, formats.z};
  std::string flops = "2", operands;
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) flops += " * " + local_text(c, lengths, chosen.along, dim);
  for (std::size_t t = 0; t < c.tensors.size(); ++t) {
    operands += (t == 0 ? "" : " + ") + elements_text(c, lengths, c.tensors[t], chosen.along, dtypes[t]);
  }
  std::vector<Formula> all{{"flops", flops, "a multiply-add is 2 FLOPs"},
                           {"bytes", operands, "each tensor crosses once"},
                           {"memory_bytes", operands, "all of them at once"}};
  for (const Contraction::Move& move : chosen.moves) {
    if (longer_than_one(c, lengths, move.axes).empty()) continue;
    const std::string text = elements_text(c, lengths, c.tensors[move.tensor], move.array, dtypes[move.tensor]);
    all.push_back({"V", text, ""});
  }
  return all;
}

}  // namespace roofline
