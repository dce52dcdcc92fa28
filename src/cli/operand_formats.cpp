#include "cli/operand_formats.hpp"

namespace roofline::cli {
namespace {

/// Whether what --dtype says is stored is computed in another format: in fp32, by the vector units.
bool computes_in_another(const Query& query, std::size_t dtype) {
  Values values = with_unit_dims(query, Points(query).values());
  const auto follows = [&](Dtype stored) {
    values[dtype] = static_cast<double>(stored);
    const Work work = query.op.work(values, 0);
    return work.compute.empty() || work.compute[0].dtype == stored;
  };
  return !follows(Dtype::bf16) || !follows(Dtype::fp32);
}

}  // namespace

bool operands_stand_apart(const Query& query) {
  const std::size_t dtype = query.op.index_of("dtype");
  if (dtype == query.op.fields.size() || !query.given(dtype)) return false;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (i != dtype && query.op.fields[i].kind == FieldKind::dtype && query.given(i)) return true;
  }
  return computes_in_another(query, dtype);
}

}  // namespace roofline::cli
