#include "roofline/estimate/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

[[noreturn]] void throw_no_peak(const Chip& chip, const Peaks& peaks, Engine engine, Dtype dtype) {
  std::vector<std::string> known;
  for (const DtypeInfo& row : kDtypes) {
    if (peaks[static_cast<std::size_t>(row.dtype)]) known.emplace_back(row.name);
  }
  const auto unit = engine == Engine::matrix ? "rate" : "vector rate";
  throw Lack(formatted("{} {}", info(dtype).name, engine == Engine::matrix ? "peak" : "vector peak"),
             Error(formatted("{} has no {} {}; it has {}", chip.id, info(dtype).name, unit, listing(known))));
}

[[noreturn]] void throw_no_resource(const Chip& chip, std::string_view resource) {
  std::vector<std::string> known;
  for (const Memory& m : chip.memory) known.emplace_back(m.name.view());
  for (const Tier& t : chip.interconnect) known.emplace_back(t.name.view());
  if (chip.nic) known.emplace_back("nic");
  throw Lack(formatted("memory or link {}", quote(resource)),
             Error(formatted("{} has no memory or link {}; it has {}", chip.id, quote(resource), listing(known)),
                   did_you_mean(resource, known)));
}

void add_compute(Estimate& e, const Work& work, const Chip& chip) {
  std::array<Seconds, 2> engines{};
  for (const Work::Compute& c : work.compute) {
    const FlopsPerSecond peak = peak_of(chip, c.engine, c.dtype);
    engines[static_cast<std::size_t>(c.engine)] += c.flops / peak;
    e.flops += c.flops;
    e.dtype = c.dtype;
    e.rate = peak;
  }
  e.comp = std::max(engines[0], engines[1]);
  const bool mixed = work.compute.size() > 1;
  if (mixed && e.comp > Seconds{}) e.rate = e.flops / e.comp;
}

Word name_of_resource(const Chip& chip, Word resource) {
  return resource == kMainMemory ? chip.main().name : resource;
}

/// What crosses the same wires adds up; operands that cross the wires of a mesh share them with its axes.
void add_bound(Estimate& e, const Bound& more) {
  for (Bound& b : e.bounds) {
    if (b.resource != more.resource || (b.axis != more.axis && !b.axis.empty())) continue;
    b.bytes += more.bytes;
    b.time += more.time;
    b.in_turn += more.in_turn;
    b.latency += more.latency;
    b.axes |= more.axes;
    return;
  }
  e.bounds.push_back(more);
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

void conclude(Estimate& e) {
  e.upper = e.comp;
  for (std::size_t i = 0; i < e.bounds.size(); ++i) {
    e.upper += e.bounds[i].in_turn;
    if (e.bounds[i].time > e.bounds[e.slowest].time) e.slowest = i;
  }
  e.comm = e.bounds.empty() ? Seconds{} : e.bounds[e.slowest].time;
  e.lower = std::max(e.comp, e.comm);
  // A figure so extreme that a time is no number has no answer.
  if (!std::isfinite(e.upper.si())) throw Error("a time is too large for a double: a rate is too small");
  e.regime = e.comp >= e.comm ? Regime::compute_bound : Regime::communication_bound;
}

void add_weighted(Estimate& e, const Estimate& part, double weight) {
  for (const Bound& b : part.bounds) {
    Bound share = b;
    share.bytes = weight * b.bytes;
    share.time = weight * b.time;
    share.in_turn = weight * b.in_turn;
    share.latency = weight * b.latency;
    add_bound(e, share);
  }
  for (std::size_t i = 0; i < part.axes.size(); ++i) {
    e.axes[i].lacking += weight * part.axes[i].lacking;
    e.axes[i].time += weight * part.axes[i].time;
  }
}

TransferTime mixed(const TransferTime& a, double weight_a, const TransferTime& b, double weight_b) {
  TransferTime t = b;
  t.bandwidth = weight_a * a.bandwidth + weight_b * b.bandwidth;
  t.known_latency = weight_a * a.known_latency + weight_b * b.known_latency;
  if (a.latency && b.latency) t.latency = weight_a * *a.latency + weight_b * *b.latency;
  t.lower = weight_a * a.lower + weight_b * b.lower;
  if (a.upper && b.upper) t.upper = weight_a * *a.upper + weight_b * *b.upper;
  t.floor = weight_a * a.floor + weight_b * b.floor;
  t.lacking = weight_a * a.lacking + weight_b * b.lacking;
  return t;
}

}  // namespace

FlopsPerSecond peak_of(const Chip& chip, Engine engine, Dtype dtype) {
  const Peaks& peaks = engine == Engine::matrix ? chip.matrix : chip.vector;
  const auto& peak = peaks[static_cast<std::size_t>(info(dtype).peak)];
  if (!peak) throw_no_peak(chip, peaks, engine, dtype);
  return *peak;
}

Word find_resource(const Chip& chip, std::string_view name) {
  if (name.size() > Word::kMaxLength) throw_no_resource(chip, name);
  const Word word(name);
  const bool known = word == kMainMemory || chip.find_memory(word) != nullptr || chip.find_tier(word) != nullptr ||
                     (word == Word("nic") && chip.nic);
  if (!known) throw_no_resource(chip, name);
  return word;
}

BytesPerSecond bandwidth_of(const Chip& chip, Word resource) {
  std::optional<BytesPerSecond> bandwidth;
  if (const Memory* m = chip.find_memory(resource)) {
    bandwidth = m->bandwidth;
  } else if (const Tier* t = chip.find_tier(resource)) {
    bandwidth = t->path_bandwidth();
  } else if (resource == Word("nic") && chip.nic) {
    bandwidth = chip.nic;
  } else {
    throw_no_resource(chip, resource.view());
  }
  if (!bandwidth) {
    throw Lack(formatted("bandwidth for {}", resource.view()),
               Error(formatted("{} gives no bandwidth for {}", chip.id, resource.view())));
  }
  return *bandwidth;
}

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

Estimate mix(const Estimate& a, double weight_a, const Estimate& b, double weight_b) {
  Estimate e = b;
  e.flops = weight_a * a.flops + weight_b * b.flops;
  e.comp = weight_a * a.comp + weight_b * b.comp;
  if (a.rate != b.rate && e.comp > Seconds{}) e.rate = e.flops / e.comp;
  e.bounds = {};
  for (AxisTraffic& axis : e.axes) axis = {axis.name, axis.size, {}, {}};
  add_weighted(e, a, weight_a);
  add_weighted(e, b, weight_b);
  if (a.memory && b.memory) e.memory = weight_a * *a.memory + weight_b * *b.memory;
  if (a.alone && b.alone) e.alone = mixed(*a.alone, weight_a, *b.alone, weight_b);
  e.slowest = 0;
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
