// In which ways a contraction can be done, and what each moves.

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/ops/einsum.hpp"

namespace roofline {
namespace {

using Split = Contraction::Split;
using Tensor = Contraction::Tensor;
constexpr std::size_t kResult = 2;

bool has(const Tensor& tensor, std::int8_t dim) {
  return dim >= 0 && tensor.has[static_cast<std::size_t>(dim)];
}

/// The dims that an axis may split the computation along.
std::vector<std::int8_t> candidates(const Contraction& c, std::size_t axis) {
  const auto wanted = c.tensors[kResult].split[axis];
  std::vector<std::int8_t> all;
  const auto add = [&](std::int8_t dim) {
    if (std::find(all.begin(), all.end(), dim) == all.end()) all.push_back(dim);
  };
  for (std::size_t input = 0; input < 2; ++input) {
    const std::int8_t dim = c.tensors[input].split[axis];
    const bool keeps_partial_sums = dim >= 0 && c.is_contracted(static_cast<std::size_t>(dim));
    if (dim >= 0 && (wanted != Contraction::kUnreduced || keeps_partial_sums)) add(dim);
  }
  if (wanted != Contraction::kUnreduced) add(wanted);
  if (all.empty()) {
    throw Error(formatted("{{U_{0}}}: {0} splits no contracted dim, so there are no partial sums to keep on it",
                          c.axes[axis].view()));
  }
  return all;
}

/// Collects the moves of one tensor, those of a kind together.
class Mover {
 public:
  Mover(std::uint8_t tensor, const Split& split, Contraction::Way& way) : tensor_(tensor), split_(split), way_(way) {}

  /// `axes` joined into one; what it leaves each of them with is in `after`.
  void move(Collective collective, AxisSet axes, const Split& after) {
    if (axes.empty()) return;
    Split array = split_;
    for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
      if (!axes.has(axis)) continue;
      array[axis] = Contraction::kWhole;  // as one chip holds it, where its sums are partial
      split_[axis] = after[axis];
    }
    way_.moves.push_back({collective, tensor_, axes, array});
  }

 private:
  std::uint8_t tensor_;
  Split split_;
  Contraction::Way& way_;
};

/// What an input needs: to be exchanged to another of its dims, or gathered.
void move_input(const Contraction& c, std::size_t input, Contraction::Way& way) {
  const Tensor& tensor = c.tensors[input];
  Split sliced = tensor.split;
  AxisSet exchanged, gathered;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    const std::int8_t from = tensor.split[axis], to = way.along[axis];
    if (from < 0 && has(tensor, to)) sliced[axis] = to;
    if (from >= 0 && from != to) (has(tensor, to) ? exchanged : gathered) |= AxisSet::of(axis);
  }
  Mover mover(static_cast<std::uint8_t>(input), sliced, way);
  mover.move(Collective::all_to_all, exchanged, way.along);
  mover.move(Collective::all_gather, gathered, {-1, -1, -1, -1});
}

/// How the result of one way gets from where the computation leaves it to where it is wanted, over one axis.
enum class After { nothing, scattered, reduced, exchanged, gathered };

After after_of(const Contraction& c, const Contraction::Way& way, std::size_t axis) {
  const Tensor& result = c.tensors[kResult];
  const std::int8_t from = way.along[axis], to = result.split[axis];
  if (from < 0 || from == to || to == Contraction::kUnreduced) return After::nothing;
  if (has(result, from)) return to >= 0 ? After::exchanged : After::gathered;
  return to >= 0 ? After::scattered : After::reduced;
}

/// What the result needs: to be added up, exchanged, gathered. Where some axes scatter it and others want it whole, all
/// of them scatter it at once, over the wires of all, and the others gather it again.
void move_result(const Contraction& c, Contraction::Way& way) {
  const Split wanted = c.tensors[kResult].split;
  Split computed{-1, -1, -1, -1};
  std::array<AxisSet, 5> axes;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    if (has(c.tensors[kResult], way.along[axis])) computed[axis] = way.along[axis];
    axes[static_cast<std::size_t>(after_of(c, way, axis))] |= AxisSet::of(axis);
  }
  auto& [nothing, scattered, reduced, exchanged, gathered] = axes;
  Mover mover(kResult, computed, way);
  AxisSet regathered;
  if (!scattered.empty() && !reduced.empty()) {
    regathered = std::exchange(reduced, AxisSet());
    scattered |= regathered;
  }
  mover.move(Collective::reduce_scatter, scattered, wanted);
  mover.move(Collective::all_reduce, reduced, computed);
  if (exchanged.empty()) gathered |= std::exchange(regathered, AxisSet());
  mover.move(Collective::all_gather, regathered, wanted);
  mover.move(Collective::all_to_all, exchanged, wanted);
  mover.move(Collective::all_gather, gathered, wanted);
}

std::string_view name_of(After after) {
  switch (after) {
    case After::nothing: return "";
    case After::scattered: return "scatter-after";
    case After::reduced: return "reduce-after";
    case After::exchanged: return "exchange-after";
    case After::gathered: return "gather-after";
  }
  return "";
}

/// "gather-first", "exchange-first" where no input is gathered; "split-D" where both inputs and the result move; empty
/// where nothing does.
std::string name_of(const Contraction& c, const Contraction::Way& way, std::size_t axis) {
  std::string_view first;
  for (const Contraction::Move& move : way.moves) {
    if (move.tensor == kResult || !move.axes.has(axis)) continue;
    if (move.collective == Collective::all_gather) first = "gather-first";
    if (first.empty()) first = "exchange-first";
  }
  const std::string_view after = name_of(after_of(c, way, axis));
  if (first.empty() || after.empty()) return std::string(first.empty() ? after : first);
  return formatted("split-{}", c.dims[static_cast<std::size_t>(way.along[axis])].view());
}

/// One word where all axes that move go the same way: "gather-first"; else "X=gather-first,Y=reduce-after".
std::string joined_names(const Contraction& c, const Contraction::Way& way, const std::vector<std::size_t>& axes) {
  std::string joined, first;
  bool alike = true;
  for (const std::size_t axis : axes) {
    std::string name = name_of(c, way, axis);
    if (name.empty()) name = "local";
    if (first.empty()) first = name;
    alike = alike && name == first;
    joined += formatted("{}{}={}", joined.empty() ? "" : ",", c.axes[axis].view(), name);
  }
  return first.empty() ? "local" : alike ? first : joined;
}

void name_ways(Contraction& c) {
  std::vector<std::size_t> moving;
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    const auto moves = [&](const Contraction::Way& way) { return !name_of(c, way, axis).empty(); };
    if (std::any_of(c.ways.begin(), c.ways.end(), moves)) moving.push_back(axis);
  }
  for (Contraction::Way& way : c.ways) way.name = joined_names(c, way, moving);
}

void check_dims(const Contraction& c) {
  const auto inputs = [&](std::size_t dim) { return c.tensors[0].has[dim] + c.tensors[1].has[dim]; };
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) {
    if (inputs(dim) == 0) throw Error(formatted("{} is a dim of the result alone", c.dims[dim].view()));
  }
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) {
    if (inputs(dim) == 1 && !c.tensors[kResult].has[dim])
      throw Error(formatted("{} is a dim of one input alone: sum over it before", c.dims[dim].view()));
  }
}

}  // namespace

void find_ways(Contraction& c) {
  check_dims(c);
  c.ways.assign(1, {});
  for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
    std::vector<Contraction::Way> longer;
    for (const std::int8_t dim : candidates(c, axis)) {
      if (dim >= 0) c.divisors[static_cast<std::size_t>(dim)] |= AxisSet::of(axis);
      for (Contraction::Way way : c.ways) {
        way.along[axis] = dim;
        longer.push_back(way);
      }
    }
    c.ways = std::move(longer);
  }
  for (Contraction::Way& way : c.ways) {
    for (std::size_t input = 0; input < 2; ++input) move_input(c, input, way);
    move_result(c, way);
  }
  name_ways(c);
}

}  // namespace roofline
