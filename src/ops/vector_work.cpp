#include "roofline/ops/vector_work.hpp"

#include "base/format.hpp"
#include "roofline/base/error.hpp"

namespace roofline {

Work vector_work(const VectorOps& ops, double elements, double moved) {
  if (ops.per_element) require_count(*ops.per_element, "ops_per_element");
  if (ops.compute_dtype && !ops.per_element) {
    throw Error("nothing is computed in it: the FLOPs are left out", "--ops-per-element counts them");
  }
  const Dtype computed_in = ops.per_element ? ops.compute_dtype.value_or(Dtype::fp32) : ops.dtype;
  Work w;
  w.compute.push_back(
      {Engine::vector, computed_in, Flops::from_si(static_cast<double>(ops.per_element.value_or(0)) * elements)});
  w.traffic.push_back({kMainMemory, size_of(ops.dtype, moved)});
  w.resident = size_of(ops.dtype, moved);
  return w;
}

std::vector<Formula> vector_formulas(const VectorOps& ops, const std::string& elements, const std::string& moved,
                                     const std::string& why) {
  const std::string bytes = formatted("{} * {}", element_text(ops.dtype), moved);
  const Formula flops =
      ops.per_element ? Formula{"flops", "ops_per_element * " + elements, ""} : Formula{"flops", "0", "left out"};
  return {flops, {"bytes", bytes, why}, {"memory_bytes", bytes, "all at once"}};
}

OpNotes vector_notes(const VectorOps& ops, std::string_view left_out) {
  OpNotes all;
  all.push_back(ops.per_element ? "priced at the vector units' peak, which counts a multiply-add as 2: an exp or a "
                                  "division takes longer"
                                : left_out);
  return all;
}

Operands vector_operands(Dtype dtype) {
  Operands all;
  all.push_back({"x", dtype, "what is read"});
  all.push_back({"z", dtype, "what is written"});
  return all;
}

}  // namespace roofline
