#pragma once
// A contraction over a mesh, counted element by element: the independent count that einsum is tested against.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "roofline/base/dtype.hpp"
#include "roofline/ops/einsum.hpp"

namespace support {

using roofline::Contraction, roofline::Einsum, roofline::Lengths;

using Index = std::vector<std::int64_t>;

/// Counts a contraction by looking at every element. An index along a dim has a digit for each axis that some way
/// splits the dim along, so that any set of axes splits it evenly, whatever was split before.
class ElementCount {
 public:
  ElementCount(const Einsum& e, const Lengths& lengths, std::size_t way) : e_(e), c_(e.contraction), lengths_(lengths) {
    along_ = c_.ways[way].along;
  }

  double flops() const {
    double n = 0;
    for_each(all_dims(), [&](const Index& index) { n += holds(index, along_) ? 2 : 0; });
    return n;
  }

  double bytes() const {
    double n = 0;
    for (std::size_t t = 0; t < 3; ++t)
      n += size(t) * static_cast<double>(count(t, [&](const Index& i) { return holds(i, restricted(t, along_)); }));
    return n;
  }

  /// Elements of an input that chip 0 needs and does not hold.
  double lacking_of_input(std::size_t t) const {
    const auto& split = c_.tensors[t].split;
    return size(t) * static_cast<double>(
                         count(t, [&](const Index& i) { return holds(i, restricted(t, along_)) && !holds(i, split); }));
  }

  /// Partial sums that chip 0 is sent, then sums that it lacks.
  double lacking_of_result() const {
    const auto& wanted = c_.tensors[2].split;
    double scattered = 1, reduced = 1;
    Contraction::Split summed = restricted(2, along_), final_split = wanted;
    for (std::size_t axis = 0; axis < c_.axes.size(); ++axis) {
      const bool contracted = along_[axis] >= 0 && !c_.tensors[2].has[static_cast<std::size_t>(along_[axis])];
      const auto chips = static_cast<double>(lengths_.axes[axis]);
      if (wanted[axis] == Contraction::kUnreduced) final_split[axis] = Contraction::kWhole;
      if (!contracted || wanted[axis] == Contraction::kUnreduced) continue;
      (wanted[axis] >= 0 ? scattered : reduced) *= chips;
      if (wanted[axis] >= 0) summed[axis] = wanted[axis];
    }
    const auto held = static_cast<double>(count(2, [&](const Index& i) { return holds(i, summed); }));
    const auto lacks = count(2, [&](const Index& i) { return holds(i, final_split) && !holds(i, summed); });
    return size(2) * (held * (scattered - 1) + held * 2 * (reduced - 1) / reduced + static_cast<double>(lacks));
  }

 private:
  double size(std::size_t t) const {
    return roofline::bytes_per_element(t == 0 ? e_.formats.x : t == 1 ? e_.formats.y : e_.formats.z);
  }

  std::vector<std::size_t> all_dims() const {
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < c_.dims.size(); ++d) dims.push_back(d);
    return dims;
  }

  Contraction::Split restricted(std::size_t t, Contraction::Split split) const {
    for (auto& dim : split) {
      if (dim >= 0 && !c_.tensors[t].has[static_cast<std::size_t>(dim)]) dim = Contraction::kWhole;
    }
    return split;
  }

  /// Whether chip 0 of every axis has the element: its digit for each axis that splits a dim is 0.
  bool holds(const Index& index, const Contraction::Split& split) const {
    for (std::size_t axis = 0; axis < c_.axes.size(); ++axis) {
      if (split[axis] >= 0 && digit(index, static_cast<std::size_t>(split[axis]), axis) != 0) return false;
    }
    return true;
  }

  std::int64_t digit(const Index& index, std::size_t dim, std::size_t axis) const {
    std::int64_t rest = index[dim];
    for (std::size_t before = 0; before < axis; ++before) {
      if (c_.divisors[dim].has(before)) rest /= lengths_.axes[before];
    }
    return rest % lengths_.axes[axis];
  }

  template <class F>
  std::int64_t count(std::size_t t, F keeps) const {
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < c_.dims.size(); ++d) {
      if (c_.tensors[t].has[d]) dims.push_back(d);
    }
    std::int64_t n = 0;
    for_each(dims, [&](const Index& index) { n += keeps(index) ? 1 : 0; });
    return n;
  }

  template <class F>
  void for_each(const std::vector<std::size_t>& dims, F f) const {
    Index index(c_.dims.size(), 0);
    while (true) {
      f(index);
      std::size_t at = 0;
      while (at < dims.size() && ++index[dims[at]] == static_cast<std::int64_t>(lengths_.dims[dims[at]]))
        index[dims[at++]] = 0;
      if (at == dims.size()) return;
    }
  }

  const Einsum& e_;
  const Contraction& c_;
  const Lengths& lengths_;
  Contraction::Split along_{};
};

}  // namespace support
