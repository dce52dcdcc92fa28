#include "hardware/rings.hpp"

#include <algorithm>

namespace roofline {
namespace {

using When = WrapRule::When;
using Why = MeshLeg::Why;

/// What the rule needs to know beside the length of an axis.
struct Torus {
  const Tier& tier;
  std::span<const std::int64_t> slice;
  bool all_are_multiples = true;  ///< no axis of the slice breaks the rule

  /// A whole axis of the slice, or of the pod where no slice is known and the rule does not take it as one.
  bool is_whole(const MeshLeg& leg) const {
    const bool taken_as_one = slice.empty() && tier.wrap.when == When::multiple_of;
    return taken_as_one || leg.size == leg.length;
  }
};

template <class F>
void for_each_leg(Mesh& mesh, std::size_t wires, F f) {
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    for (MeshLeg& leg : mesh.axes[i].legs) {
      if (leg.wires == wires) f(i, leg);
    }
  }
}

void close_by_rule(const Torus& torus, MeshLeg& leg) {
  const WrapRule& rule = torus.tier.wrap;
  const bool whole = torus.is_whole(leg);
  leg.why = whole ? Why::by_rule : Why::part_of_axis;
  switch (rule.when) {
    case When::never: leg.why = Why::no_choice; return;
    case When::always: break;
    case When::at:
      leg.why = Why::by_rule;
      if (leg.size != rule.length) return;
      break;
    case When::multiple_of:
      if (whole && !torus.all_are_multiples) leg.why = leg.size % rule.length == 0 ? Why::other_axis : Why::by_rule;
      if (!torus.all_are_multiples) return;
      if (torus.slice.empty()) leg.why = Why::whole_slice_assumed;
  }
  if (whole) leg.shape = Shape::ring;
}

}  // namespace

void close_rings(Mesh& mesh, std::size_t wires, const Tier& tier, const MeshWish& wish,
                 std::span<const std::int64_t> slice) {
  Torus torus{tier, slice};
  const auto breaks_rule = [&](std::int64_t size) { return size % tier.wrap.length != 0; };
  if (tier.wrap.when == When::multiple_of) {
    torus.all_are_multiples = std::none_of(slice.begin(), slice.end(), breaks_rule);
    for_each_leg(mesh, wires, [&](std::size_t, const MeshLeg& leg) {
      if (slice.empty() && breaks_rule(leg.size)) torus.all_are_multiples = false;
    });
  }
  for_each_leg(mesh, wires, [&](std::size_t axis, MeshLeg& leg) {
    const AxisWish::Wrap wrap = wish.axes[axis].wrap;
    if (wrap == AxisWish::Wrap::by_rule) return close_by_rule(torus, leg);
    leg.shape = wrap == AxisWish::Wrap::ring ? Shape::ring : Shape::line;
    leg.why = Why::stated;
  });
}

}  // namespace roofline
