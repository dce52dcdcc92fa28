#pragma once
// Ops that pass over their elements once: main memory reads and writes each, and the vector units may have a few
// operations to do for each on the way.
//
// Few publish what the vector units of a chip can do, and the bytes decide nearly always: the FLOPs are left out, with
// a note, unless the op is told how many an element takes. They then count at the vector peak, in fp32 unless said
// otherwise.

#include "roofline/ops/op.hpp"

namespace roofline {

/// What all of them ask for beside their dims.
struct VectorOps {
  std::optional<std::int64_t> per_element{};  ///< not given: left out
  Dtype dtype = Dtype::bf16;                  ///< as stored
  std::optional<Dtype> compute_dtype{};       ///< default fp32
};

/// `elements` are computed, `moved` are read or written. Throws Error: a compute dtype where nothing is computed.
Work vector_work(const VectorOps& ops, double elements, double moved);

/// The same as text; `why` tells what is moved.
std::vector<Formula> vector_formulas(const VectorOps& ops, const std::string& elements, const std::string& moved,
                                     const std::string& why);

/// That the FLOPs are left out (`left_out`), or at which rate they count.
OpNotes vector_notes(const VectorOps& ops, std::string_view left_out);

/// What is read and what is written, in one format.
Operands vector_operands(Dtype dtype);

}  // namespace roofline
