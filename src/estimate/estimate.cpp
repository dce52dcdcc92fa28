#include "roofline/estimate/estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
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

/// What crosses the same wires adds up.
void add_bound(Estimate& e, Word resource, Bytes bytes, BytesPerSecond rate) {
  for (Bound& b : e.bounds) {
    if (b.resource != resource) continue;
    b.bytes += bytes;
    b.time += bytes / rate;
    return;
  }
  e.bounds.push_back({resource, bytes, rate, bytes / rate});
}

void add_transfers(Estimate& e, const Work& work, const Mesh& mesh) {
  for (const Work::Transfer& t : work.transfers) {
    const MeshAxis& axis = mesh[t.axis];
    if (axis.size == 1) continue;
    const Bytes bytes = info(t.collective).bytes_per_link(t.array, axis.size, axis.shape);
    add_bound(e, axis.wires, bytes, axis.bandwidth);
  }
}

Mesh mesh_of(const Work& work, const Chip& chip) {
  std::array<std::int64_t, 4> sizes{};
  for (std::size_t i = 0; i < work.axes.size(); ++i) sizes[i] = work.axes[i].size;
  return lay_axes(chip, std::span(sizes).first(work.axes.size()));
}

/// Operands live in the memory they cross, or in main memory when they cross a link.
void add_memory(Estimate& e, const Work& work, const Chip& chip) {
  e.memory = work.resident;
  const Memory* level = chip.find_memory(e.primary().resource);
  const Memory& home = level != nullptr ? *level : chip.main();
  e.capacity = home.usable ? home.usable : home.capacity;
  e.capacity_kind = home.usable ? Estimate::CapacityKind::usable : Estimate::CapacityKind::whole;
}

void conclude(Estimate& e) {
  e.upper = e.comp;
  for (std::size_t i = 0; i < e.bounds.size(); ++i) {
    e.upper += e.bounds[i].time;
    if (e.bounds[i].time > e.bounds[e.slowest].time) e.slowest = i;
  }
  e.comm = e.bounds[e.slowest].time;
  e.lower = std::max(e.comp, e.comm);
  // A figure so extreme that a time is no number has no answer.
  if (!std::isfinite(e.upper.si())) throw Error("a time is too large for a double: a rate is too small");
  e.regime = e.comp >= e.comm ? Regime::compute_bound : Regime::communication_bound;
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
  return estimate(work, chip, work.axes.empty() ? Mesh{} : mesh_of(work, chip));
}

Estimate estimate(const Work& work, const Chip& chip, const Mesh& mesh) {
  Estimate e;
  add_compute(e, work, chip);
  for (const Work::Traffic& t : work.traffic) {
    const BytesPerSecond rate = bandwidth_of(chip, t.resource);
    add_bound(e, name_of_resource(chip, t.resource), t.bytes, rate);
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
  for (const Bound& bound : a.bounds) add_bound(e, bound.resource, weight_a * bound.bytes, bound.rate);
  for (const Bound& bound : b.bounds) add_bound(e, bound.resource, weight_b * bound.bytes, bound.rate);
  if (a.memory && b.memory) e.memory = weight_a * *a.memory + weight_b * *b.memory;
  e.slowest = 0;
  conclude(e);
  return e;
}

std::string_view Estimate::bottleneck() const {
  return regime == Regime::compute_bound ? "compute" : bounds[slowest].resource.view();
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
