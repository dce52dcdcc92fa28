#include "roofline/ops/einsum.hpp"

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/error.hpp"

namespace roofline {
namespace {

using Split = Contraction::Split;
using Tensor = Contraction::Tensor;
constexpr std::size_t kResult = 2;

bool has(const Tensor& tensor, std::int8_t dim) {
  return dim >= 0 && tensor.has[static_cast<std::size_t>(dim)];
}

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

// ------------------------------------------------------------------------------------------------------- the ways

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
    const bool of_one_chip = collective == Collective::all_reduce || collective == Collective::reduce_scatter;
    for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
      if (!axes.has(axis)) continue;
      if (!of_one_chip) array[axis] = Contraction::kWhole;
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

/// "gather-first"; "split-D" where both inputs and the result move; empty where nothing does.
std::string name_of(const Contraction& c, const Contraction::Way& way, std::size_t axis) {
  const auto brings = [&](const Contraction::Move& move) { return move.tensor != kResult && move.axes.has(axis); };
  const bool first = std::any_of(way.moves.begin(), way.moves.end(), brings);
  const std::string_view after = name_of(after_of(c, way, axis));
  if (first && !after.empty()) return formatted("split-{}", c.dims[static_cast<std::size_t>(way.along[axis])].view());
  return first ? "gather-first" : std::string(after);
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
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) {
    const int inputs = c.tensors[0].has[dim] + c.tensors[1].has[dim];
    if (inputs == 2 || (inputs == 1 && c.tensors[kResult].has[dim])) continue;
    throw Error(inputs == 0 ? formatted("{} is a dim of the result alone", c.dims[dim].view())
                            : formatted("{} is a dim of one input alone: sum over it before", c.dims[dim].view()));
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

// ------------------------------------------------------------------------------------------------------- the work

namespace {

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

Work work(const Contraction& c, const Formats& formats, const Lengths& lengths, std::size_t way) {
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

std::vector<Formula> formulas(const Contraction& c, const Formats& formats, const Lengths& lengths, std::size_t way) {
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
