#include "roofline/hardware/mesh.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "base/format.hpp"
#include "hardware/rings.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

/// Wires with room for axes: a physical axis each on a torus, or chips of one domain.
struct Place {
  const Tier* tier = nullptr;             ///< null: the NIC
  Few<std::int64_t, kMaxMeshAxes> dims;   ///< physical axes of a torus that are free; 0: taken
  std::int64_t free = 0;                  ///< chips of a domain that axes may still multiply to
  std::span<const std::int64_t> slice;    ///< the lengths of all its axes, where they were stated
  std::optional<std::size_t> wires = {};  ///< its number in the mesh, once used

  bool is_torus() const { return tier != nullptr && !tier->dims.empty(); }
  bool is_full() const {
    if (!is_torus()) return free <= 1;
    return std::all_of(dims.begin(), dims.end(), [](std::int64_t d) { return d == 0; });
  }
};

class Layer {
 public:
  Layer(const Chip& chip, const MeshWish& wish) : chip_(chip), wish_(wish) {
    double inner = 1;
    for (const Tier& tier : chip.interconnect) {
      if (tier.topology == Topology::host) continue;
      Place place{&tier, {}, {}, stated_slice(tier)};
      for (const std::int64_t d : place.slice.empty() ? std::span(tier.dims) : place.slice) place.dims.push_back(d);
      const auto whole = static_cast<double>(tier.domain_size);
      place.free = tier.domain_size;
      // A switch's domain counts all chips that reach each other through it, those of inner tiers too.
      if (!place.is_torus() && whole > inner) place.free = static_cast<std::int64_t>(whole / inner);
      places_.push_back(place);
      domains_.push_back(inner);
      inner *= place.is_torus() ? product(place.dims) : static_cast<double>(place.free);
    }
    if (chip.nic) {
      places_.push_back({nullptr, {}, std::int64_t{1} << 62, {}});
      domains_.push_back(inner);
    }
  }

  Mesh lay() {
    for (const AxisWish& axis : wish_.axes) {
      MeshAxis laid{axis.name, axis.size, {}};
      if (axis.physical > 0) {
        take_whole(axis, laid);
      } else if (axis.size > 1) {
        take(axis, laid);
      }
      mesh_.axes.push_back(laid);
    }
    check_total();
    for (const Place& p : places_) {
      if (p.wires && p.is_torus()) close_rings(mesh_, *p.wires, *p.tier, wish_, p.slice);
    }
    return mesh_;
  }

 private:
  /// A slice is one of the first tier.
  std::span<const std::int64_t> stated_slice(const Tier& tier) const {
    if (wish_.slice.empty() || &tier != chip_.link_tier()) return {};
    check_slice(tier);
    return {wish_.slice.begin(), wish_.slice.end()};
  }

  void check_slice(const Tier& tier) const {
    const std::string_view name = tier.name.view();
    if (tier.dims.empty())
      throw Lack("torus", Error(formatted("{} of {} is no torus, and has no slices", name, chip_.id)));
    Few<std::int64_t, kMaxMeshAxes> pod, slice = wish_.slice;
    for (const std::int64_t d : tier.dims) pod.push_back(d);
    std::sort(pod.begin(), pod.end(), std::greater());
    std::sort(slice.begin(), slice.end(), std::greater());
    bool fits = slice.size() <= pod.size();
    for (std::size_t i = 0; i < slice.size() && fits; ++i) fits = slice[i] <= pod[i];
    if (fits) return;
    throw Lack("slice of that size",
               Error(formatted("a pod's {} of {} is {}: a slice of {} is no part of it", name, chip_.id,
                               shown(tier.dims), shown({wish_.slice.begin(), wish_.slice.end()}))));
  }

  static std::string shown(std::span<const std::int64_t> dims) {
    std::string text;
    for (const std::int64_t d : dims) text += formatted("{}{}", text.empty() ? "" : "x", d);
    return text;
  }

  static double product(const Few<std::int64_t, kMaxMeshAxes>& dims) {
    double n = 1;
    for (const std::int64_t d : dims) n *= static_cast<double>(d);
    return n;
  }

  Place& place() {
    while (at_ < places_.size() && places_[at_].is_full()) ++at_;
    if (at_ == places_.size()) throw_no_room();
    return places_[at_];
  }

  std::size_t wires_of(Place& place) {
    if (!place.wires) {
      place.wires = mesh_.wires.size();
      mesh_.wires.push_back(make_wires(place));
    }
    return *place.wires;
  }

  Wires make_wires(const Place& place) const {
    const double domain = domains_[static_cast<std::size_t>(&place - places_.begin())];
    if (place.tier == nullptr) {
      return {Word("nic"), Wires::Sharing::shared, *chip_.nic, *chip_.nic, {}, InNetworkReduction::none, domain};
    }
    const Tier& tier = *place.tier;
    const auto path = tier.path_bandwidth();
    if (!path) {
      throw Lack(formatted("bandwidth for {}", tier.name.view()),
                 Error(formatted("{} gives no bandwidth for {}", chip_.id, tier.name.view())));
    }
    const auto sharing = place.is_torus() ? Wires::Sharing::own_per_axis : Wires::Sharing::shared;
    const bool adds = wish_.adding == MeshWish::Adding::in_switch;
    return {tier.name,    sharing,
            *path,        static_cast<double>(tier.links) * *tier.link_bandwidth,
            tier.latency, adds ? tier.in_network_reduction : InNetworkReduction::none,
            domain};
  }

  void take(const AxisWish& axis, MeshAxis& laid) {
    std::int64_t left = axis.size;
    while (left > 1) {
      Place& here = place();
      MeshLeg leg{wires_of(here), left, shape_of(here)};
      if (here.is_torus()) {
        leg.length = take_physical(here, left);
      } else {
        leg.size = take_chips(here, axis, left);
      }
      laid.legs.push_back(leg);
      left /= leg.size;
    }
  }

  /// The shortest free axis of the torus that is long enough; returns its length.
  std::int64_t take_physical(Place& torus, std::int64_t size) const {
    std::int64_t* best = nullptr;
    std::int64_t longest = 0;
    for (std::int64_t& d : torus.dims) {
      longest = std::max(longest, d);
      if (d >= size && (best == nullptr || d < *best)) best = &d;
    }
    if (best == nullptr) throw_too_long(*torus.tier, longest, size);
    return std::exchange(*best, 0);
  }

  [[noreturn]] void throw_too_long(const Tier& tier, std::int64_t longest, std::int64_t size) const {
    const bool stated = !wish_.slice.empty() && &tier == chip_.link_tier();
    const auto dims = stated ? std::span(wish_.slice.begin(), wish_.slice.end()) : std::span(tier.dims);
    const std::string free = stated ? " of this slice" : "";
    throw Lack("axis of that many chips",
               Error(formatted("an axis of {} on {}{} is {} chips long, {} are asked for", tier.name.view(), chip_.id,
                               free, longest, size),
                     dims.size() > 1 ? formatted("einsum and collective have --mesh X={}:2, two whole axes: {} chips",
                                                 tier.name.view(), dims[0] * dims[1])
                                     : ""));
  }

  /// As much of the axis as the domain still has room for.
  std::int64_t take_chips(Place& domain, const AxisWish& axis, std::int64_t size) {
    if (size <= domain.free) {
      domain.free /= size;
      return size;
    }
    const std::int64_t part = domain.free;
    if (at_ + 1 == places_.size()) throw_no_room();
    if (size % part != 0) {
      throw Lack("domain that such an axis fills evenly",
                 Error(formatted("{}={} does not fill {} of {} evenly, which has room for {}", axis.name.view(),
                                 axis.size, domain.tier->name.view(), chip_.id, part),
                       formatted("{} and {} do", size / part * part, (size / part + 1) * part)));
    }
    domain.free = 1;
    return part;
  }

  void take_whole(const AxisWish& axis, MeshAxis& laid) {
    Place& torus = place();
    const auto is_free = [](std::int64_t d) { return d > 0; };
    const auto free = static_cast<std::size_t>(std::count_if(torus.dims.begin(), torus.dims.end(), is_free));
    const bool named = torus.tier != nullptr && torus.tier->name == axis.wires;
    if (!named) {
      throw Lack("wires of that name", Error(formatted("{}: the next wires of {} are not {}", axis.name.view(),
                                                       chip_.id, quote(axis.wires.view()))));
    }
    if (!torus.is_torus() || free < axis.physical) {
      throw Lack("axes for that", Error(formatted("{}: {} has {} axes left for it, {} are asked for", axis.name.view(),
                                                  chip_.id, torus.is_torus() ? free : 0, axis.physical)));
    }
    laid.size = 1;
    std::size_t taken = 0;
    for (std::int64_t& d : torus.dims) {
      if (d == 0 || taken == axis.physical) continue;
      if (d > 1) laid.legs.push_back({wires_of(torus), d, Shape::line, d});
      laid.size *= d;
      d = 0;
      ++taken;
    }
  }

  static Shape shape_of(const Place& place) {
    if (place.tier == nullptr || place.tier->topology == Topology::switched) return Shape::switched;
    return place.tier->topology == Topology::full_mesh ? Shape::full_mesh : Shape::line;
  }

  [[noreturn]] void throw_no_room() const {
    const Tier& tier = own_tier(chip_);
    double chips = 1;
    for (const AxisWish& axis : wish_.axes) chips *= static_cast<double>(axis.size);
    if (!tier.dims.empty() && chips <= static_cast<double>(tier.domain_size)) {
      throw Lack("axis for every split",
                 Error(formatted("{} of {} has only {} axes", tier.name.view(), chip_.id, tier.dims.size()),
                       tier.dims.size() > 1
                           ? formatted("einsum and collective have --mesh X={}:2, over two of them", tier.name.view())
                           : ""));
    }
    throw_too_many(tier, chips);
  }

  [[noreturn]] void throw_too_many(const Tier& tier, double chips) const {
    throw Lack("link to that many chips", Error(formatted("{} of {} joins {} chips, {} are asked for", tier.name.view(),
                                                          chip_.id, tier.domain_size, chips)));
  }

  /// A pod may have fewer chips than its axes multiply to.
  void check_total() const {
    for (const Place& p : places_) {
      if (!p.is_torus() || !p.wires) continue;
      double chips = 1;
      for (const MeshAxis& axis : mesh_.axes) {
        for (const MeshLeg& leg : axis.legs) chips *= leg.wires == *p.wires ? static_cast<double>(leg.size) : 1;
      }
      if (chips > static_cast<double>(p.tier->domain_size)) throw_too_many(*p.tier, chips);
    }
  }

  const Chip& chip_;
  const MeshWish& wish_;
  Few<Place, kMaxWires> places_;
  Few<double, kMaxWires> domains_;  ///< chips that the tiers before each place join
  std::size_t at_ = 0;
  Mesh mesh_;
};

}  // namespace

Mesh lay_mesh(const Chip& chip, const MeshWish& wish) {
  return Layer(chip, wish).lay();
}

}  // namespace roofline
