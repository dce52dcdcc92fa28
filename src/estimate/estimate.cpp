#include "roofline/estimate/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "estimate/assemble.hpp"
#include "roofline/base/error.hpp"

namespace roofline {
namespace {

void add_compute(Estimate& e, const Work& work, const Chip& chip) {
  std::array<Seconds, 2> engines{};
  for (const Work::Compute& c : work.compute) {
    const auto rate = rate_of(chip, c);
    e.flops += c.flops;
    e.dtype = c.dtype;
    if (!rate) continue;
    engines[static_cast<std::size_t>(c.engine)] += c.flops / *rate;
    e.rate = *rate;
  }
  e.comp = std::max(engines[0], engines[1]);
  const bool mixed = work.compute.size() > 1;
  if (mixed && e.comp > Seconds{}) e.rate = e.flops / e.comp;
}

Word name_of_resource(const Chip& chip, Word resource) {
  return resource == kMainMemory ? chip.main().name : resource;
}

void add_traffic(Estimate& e, Word resource, Bytes bytes, BytesPerSecond rate) {
  const Seconds time = bytes / rate;
  add_bound(e, {resource, Bound::By::operands, {}, {}, bytes, rate, time, time, {}});
}

/// The axes of a transfer that lie on a level's wires.
AxisSet axes_on(const Work::Transfer& transfer, const Mesh& mesh, std::size_t wires) {
  AxisSet axes;
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    const auto& legs = mesh.axes[i].legs;
    const auto lies_here = [&](const MeshLeg& leg) { return leg.wires == wires; };
    if (transfer.axes.has(i) && std::any_of(legs.begin(), legs.end(), lies_here)) axes |= AxisSet::of(i);
  }
  return axes;
}

/// Operands cross the same wires, and so share them with all axes.
bool carries_operands(const Estimate& e, Word wires) {
  const auto same = [&](const Bound& b) { return b.by == Bound::By::operands && b.resource == wires; };
  return std::any_of(e.bounds.begin(), e.bounds.end(), same);
}

/// One level of a transfer, on the wires of each axis that it spans or on those that all share.
void add_level(Estimate& e, const Work::Transfer& transfer, const Mesh& mesh, const TransferTime& t,
               const LevelTime& level) {
  const Wires& wires = mesh.wires[level.wires];
  const bool slowest = &level == &t.levels[t.slowest];
  const Seconds time = slowest ? t.lower : level.time;
  const Seconds latency = slowest && t.is_latency_bound() ? time : Seconds{};
  const AxisSet axes = axes_on(transfer, mesh, level.wires);
  Bound bound{wires.name, Bound::By::transfers,       {},     axes, level.bytes, wires.path,
              time,       slowest ? time : Seconds{}, latency};
  if (wires.sharing == Wires::Sharing::shared || carries_operands(e, wires.name)) return add_bound(e, bound);
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    if (!axes.has(i)) continue;
    bound.axis = mesh.axes[i].name;
    bound.axes = AxisSet::of(i);
    add_bound(e, bound);
    bound.in_turn = Seconds{};
  }
}

void add_transfers(Estimate& e, const Work& work, const Mesh& mesh) {
  for (const MeshAxis& axis : mesh.axes) e.axes.push_back({axis.name, axis.size, {}, {}});
  const bool alone = work.compute.empty() && work.traffic.empty() && work.transfers.size() == 1;
  for (const Work::Transfer& transfer : work.transfers) {
    const TransferTime t = price(transfer, mesh);
    for (const LevelTime& level : t.levels) add_level(e, transfer, mesh, t, level);
    for (std::size_t i = 0; i < e.axes.size(); ++i) {
      if (!transfer.axes.has(i) || mesh.axes[i].size == 1) continue;
      e.axes[i].lacking += t.lacking;
      e.axes[i].time += t.lower;
    }
    if (alone) e.alone = t;
  }
}

/// Operands live in the memory they cross, or in main memory when they cross a link.
void add_memory(Estimate& e, const Work& work, const Chip& chip) {
  if (work.traffic.empty()) return;
  e.memory = work.resident;
  const Memory* level = chip.find_memory(e.primary().resource);
  const Memory& home = level != nullptr ? *level : chip.main();
  e.capacity = home.usable ? home.usable : home.capacity;
  e.capacity_kind = home.usable ? Estimate::CapacityKind::usable : Estimate::CapacityKind::whole;
}

}  // namespace

Estimate estimate(const Work& work, const Chip& chip) {
  return estimate(work, chip, work.axes.empty() ? Mesh{} : lay_mesh(chip, wish_of(work.axes)));
}

MeshWish wish_of(const Axes& axes) {
  MeshWish wish;
  for (const Axis& axis : axes) {
    AxisWish one;
    one.name = axis.name;
    one.size = axis.size;
    wish.axes.push_back(one);
  }
  return wish;
}

Estimate estimate(const Work& work, const Chip& chip, const Mesh& mesh) {
  Estimate e;
  add_compute(e, work, chip);
  for (const Work::Traffic& t : work.traffic) {
    const BytesPerSecond rate = bandwidth_of(chip, t.resource);
    add_traffic(e, name_of_resource(chip, t.resource), t.bytes, rate);
  }
  add_transfers(e, work, mesh);
  add_memory(e, work, chip);
  conclude(e);
  return e;
}

std::string_view Estimate::bottleneck() const {
  if (regime == Regime::compute_bound) return alone ? "" : "compute";
  return bounds[slowest].resource.view();
}

std::string_view Estimate::bottleneck_axis() const {
  if (regime == Regime::compute_bound || bounds.empty()) return "";
  const AxisTraffic* longest = nullptr;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!bounds[slowest].axes.has(i)) continue;
    if (longest == nullptr || axes[i].time > longest->time) longest = &axes[i];
  }
  return longest == nullptr ? "" : longest->name.view();
}

std::optional<double> Estimate::margin() const {
  if (comm > Seconds{}) return comp / comm;
  if (comp > Seconds{}) return std::numeric_limits<double>::infinity();
  return std::nullopt;
}

std::optional<Intensity> Estimate::intensity(const Bound& bound) const {
  if (bound.bytes == Bytes{}) return std::nullopt;
  return flops / bound.bytes;
}

std::optional<Intensity> Estimate::ridge(const Bound& bound) const {
  if (rate == FlopsPerSecond{}) return std::nullopt;
  return rate / bound.rate;
}

std::optional<double> Estimate::mfu_max() const {
  if (lower == Seconds{}) return std::nullopt;
  return comp / lower;
}

std::optional<FlopsPerSecond> Estimate::attainable() const {
  const auto share = mfu_max();
  return share ? std::optional(rate * *share) : std::nullopt;
}

std::optional<bool> Estimate::fits() const {
  if (!memory || !capacity) return std::nullopt;
  return *memory <= *capacity;
}

}  // namespace roofline
