#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/ops/attention.hpp"
#include "roofline/ops/copy.hpp"
#include "roofline/ops/dot.hpp"
#include "roofline/ops/elementwise.hpp"
#include "roofline/ops/matmul.hpp"
#include "roofline/ops/norm.hpp"
#include "roofline/ops/own_figures.hpp"
#include "roofline/ops/softmax.hpp"

namespace roofline {
namespace {

/// The op table.
const std::array<Op, 8>& table() {
  static const std::array kOps{
      row<Matmul>(), row<Dot>(),     row<AttentionCore>(), row<Elementwise>(),
      row<Copy>(),   row<Softmax>(), row<Norm>(),          row<OwnFigures>(),
  };
  return kOps;
}

}  // namespace

std::span<const Op> ops() {
  return table();
}

const Op* find_op(std::string_view name) {
  for (const Op& op : table()) {
    if (op.name == name) return &op;
  }
  return nullptr;
}

std::size_t Op::index_of(std::string_view field) const {
  std::size_t i = 0;
  while (i < fields.size() && fields[i].name != field) ++i;
  return i;
}

void require_count(std::int64_t count, std::string_view name) {
  if (count >= 1 && count <= kMaxCount) return;
  throw Error(formatted("{} must be a whole number from 1 to 2^53, got {}", name, count));
}

std::int64_t part_of(std::int64_t dim, std::int64_t chips, std::string_view name) {
  require_count(dim, name);
  if (chips == 1) return dim;
  require_count(chips, name);
  if (dim % chips == 0) return dim / chips;
  const std::int64_t below = dim / chips * chips;
  const std::string near = below == 0 ? formatted("{} does", chips) : formatted("{} and {} do", below, below + chips);
  throw Error(formatted("{}={} does not divide over {} chips", name, dim, chips), near);
}

std::string element_text(Dtype dtype) {
  std::string text;
  append_number(text, bytes_per_element(dtype));
  return text;
}

}  // namespace roofline
