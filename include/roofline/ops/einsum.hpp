#pragma once
// What does a matmul ask of each chip when its tensors are spread over a mesh? Two tensors are contracted into a third,
// each with some of its dims split over mesh axes, in the notation of the book:
//
//   bf16[B, D_X] * int8[D_X, F_Y] -> bf16[B, F_Y]     D_XY: over two axes;  ]{U_X}: partial sums that stay on X
//
// Each axis splits the computation along one of the dims that it splits a tensor along, or along none, where every
// chip of the axis does the same. The tensors are brought there first, and the result from there after:
//
//   an input split along a dim that it must be whole in       all-gather       "gather-first"
//   ... along another dim of its own                          all-to-all       "exchange-first"
//   a result split along a contracted dim, wanted whole       all-reduce       "reduce-after"
//   ... wanted split along some dim                           reduce-scatter   "scatter-after"
//   a result split along a dim of its own, wanted whole       all-gather       "gather-after"
//   ... wanted split along another                            all-to-all       "exchange-after"
//
// A tensor that is whole on an axis is sliced for nothing. Where an axis has several such ways, each is a way of the
// contraction. Which elements of a dim a chip holds is free: D_XY is D_YX, and what is split already is split further
// for nothing. Source: How to Scale Your Model, ch. 3 "Sharded matmuls", the four cases and exercise 4.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/ops/op.hpp"

namespace roofline {

inline constexpr std::size_t kMaxDims = 8;

/// Two tensors and their product: which dims each has, and along which of them each axis splits it.
struct Contraction {
  static constexpr std::int8_t kWhole = -1;         ///< the axis does not split it
  static constexpr std::int8_t kUnreduced = -2;     ///< of the result: the axis keeps partial sums
  using Split = std::array<std::int8_t, kMaxAxes>;  ///< by axis: the number of a dim, or one of these

  struct Tensor {
    std::array<bool, kMaxDims> has{};  ///< by dim
    Split split{kWhole, kWhole, kWhole, kWhole};
  };
  /// A collective that brings a tensor where the computation or the result wants it.
  struct Move {
    Collective collective{};
    std::uint8_t tensor = 0;
    AxisSet axes;
    Split array{};  ///< V is the tensor's size where this splits it
  };
  /// One choice for every axis: the dim that it splits the computation along, or kWhole.
  struct Way {
    std::string name;
    Split along{kWhole, kWhole, kWhole, kWhole};
    Few<Move, 8> moves{};
  };

  Few<Word, kMaxDims> dims;
  Few<Word, kMaxAxes> axes;
  std::array<Tensor, 3> tensors;             ///< x, y and the result
  std::vector<Way> ways;                     ///< filled by find_ways()
  std::array<AxisSet, kMaxDims> divisors{};  ///< by dim: the axes that some way splits it along

  /// In both inputs and not in the result.
  bool is_contracted(std::size_t dim) const { return !tensors[2].has[dim]; }
};

/// Throws Error: a dim of one tensor alone, partial sums on an axis that splits no contracted dim.
void find_ways(Contraction& c);

struct OperandFormats {
  Dtype x, y, z, compute;
};

/// Lengths of the dims and axes, in their order.
struct Lengths {
  std::array<double, kMaxDims> dims{};
  std::array<std::int64_t, kMaxAxes> axes{1, 1, 1, 1};
};

/// Per chip. Each operand, after its gathers, is read once and the local result written once; partial sums travel in
/// the result's format. Throws Error for a dim that the axes do not divide, or that is no count.
Work work(const Contraction& c, const OperandFormats& formats, const Lengths& lengths, std::size_t way);

/// The same as text in the names of dims and axes: flops, bytes, memory_bytes, and a V for each transfer.
std::vector<Formula> formulas(const Contraction& c, const OperandFormats& formats, const Lengths& lengths,
                              std::size_t way);

inline constexpr std::string_view kAllReduceNote =
    "all-reduce as reduce-scatter + all-gather (its adds are not counted)";

/// A contraction as it is written.
struct Einsum {
  Contraction contraction;
  OperandFormats formats{};          ///< compute: the wider input's, unless it is given
  std::array<std::string, 3> texts;  ///< "bf16[B, D_X]"
  std::string text;                  ///< all of it
};

/// `axes` are the names of the mesh. Throws Error that points at the character.
Einsum parse_einsum(std::string_view text, std::span<const std::string> axes);

}  // namespace roofline
