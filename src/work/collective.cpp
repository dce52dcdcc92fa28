#include "roofline/work/collective.hpp"

#include <array>

namespace roofline {
namespace {

/// A reduce-scatter, then an all-gather, each moving every piece past the busiest link once.
Bytes all_reduce_bytes(Bytes array, std::int64_t size, Shape shape) {
  const auto n = static_cast<double>(size);
  switch (shape) {
    case Shape::ring: return 2 * array * static_cast<double>(size / 2) / n;
    case Shape::line:
    case Shape::switched: return 2 * array * (n - 1) / n;
    case Shape::full_mesh: return 2 * array / n;
  }
  return {};
}

std::string_view all_reduce_formula(Shape shape) {
  switch (shape) {
    case Shape::ring: return "2 * V * floor(n / 2) / n";
    case Shape::line:
    case Shape::switched: return "2 * V * (n - 1) / n";
    case Shape::full_mesh: return "2 * V / n";
  }
  return "";
}

constexpr std::array kCollectives{
    CollectiveRow{Collective::all_reduce, "all-reduce", all_reduce_bytes, all_reduce_formula},
};

}  // namespace

std::span<const CollectiveRow> collectives() {
  return kCollectives;
}

const CollectiveRow& info(Collective collective) {
  return kCollectives[static_cast<std::size_t>(collective)];
}

}  // namespace roofline
