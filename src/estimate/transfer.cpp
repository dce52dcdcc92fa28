#include "roofline/estimate/transfer.hpp"

#include <algorithm>

namespace roofline {
namespace {

Reduction reduction_of(InNetworkReduction reduction) {
  switch (reduction) {
    case InNetworkReduction::none: return Reduction::by_chips;
    case InNetworkReduction::all_sent_once: return Reduction::sent_once;
    case InNetworkReduction::shards_gathered: return Reduction::shards_gathered;
  }
  return Reduction::by_chips;
}

/// Chips on each set of wires, inner ones first.
using Counts = Few<double, kMaxWires>;

double product(const Counts& counts, std::size_t from, std::size_t to) {
  double n = 1;
  for (std::size_t i = from; i < to; ++i) n *= counts[i];
  return n;
}

/// How much of V a level carries that has `inside` chips of the group to a domain, and `outside` domains beyond it.
Bytes carried(Measure measure, Bytes array, double inside, double outside) {
  switch (measure) {
    case Measure::whole: return array;
    case Measure::all_chips: return array / outside;
    case Measure::per_message: return array * inside;
  }
  return array;
}

/// The number of the last set of wires that joins chips.
std::size_t outermost(const Counts& counts) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) last = counts[i] > 1 ? i : last;
  return last;
}

/// No algorithm is faster: a chip takes in what it lacks over all its links, a domain what it lacks over all of its.
Seconds floor_of(const Work::Transfer& transfer, const Mesh& mesh, const Counts& counts) {
  const CollectiveRow& row = info(transfer.collective);
  const BytesPerSecond links = egress_of(mesh, outermost(counts));
  const double chips = product(counts, 0, counts.size());
  Seconds floor = row.floor.of(chips, transfer.copies) * transfer.array / links;
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i] == 1) continue;
    const Bytes array = carried(row.measure, transfer.array, 1, product(counts, i + 1, counts.size()));
    const BytesPerSecond egress = mesh.wires[i].domain * mesh.wires[i].egress;
    floor = std::max(floor, row.floor.of(counts[i], transfer.copies) * array / egress);
  }
  return floor;
}

void add_level(TransferTime& t, const Wires& wires, const LevelTime& level, double steps) {
  t.levels.push_back(level);
  if (level.time > t.levels[t.slowest].time) t.slowest = t.levels.size() - 1;
  t.steps += steps;
  if (wires.latency) t.known_latency += steps * *wires.latency;
  t.latency = t.latency && wires.latency ? std::optional(t.known_latency) : std::nullopt;
}

}  // namespace

BytesPerSecond egress_of(const Mesh& mesh, std::size_t outermost) {
  BytesPerSecond links;
  for (std::size_t i = 0; i <= outermost; ++i) links = links + mesh.wires[i].egress;
  return links;
}

Group group_on(const Work::Transfer& transfer, const Mesh& mesh, std::size_t wires) {
  Group group;
  group.copies = transfer.copies;
  group.reduction = reduction_of(mesh.wires[wires].reduction);
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    if (!transfer.axes.has(i)) continue;
    for (const MeshLeg& leg : mesh.axes[i].legs) {
      if (leg.wires == wires) group.legs.push_back({leg.size, leg.shape});
      if (leg.wires > wires) group.outside *= static_cast<double>(leg.size);
    }
  }
  return group;
}

std::optional<BytesPerSecond> algbw(const TransferTime& t) {
  if (t.lower == Seconds{}) return std::nullopt;
  const bool shared_out = info(t.collective).measure == Measure::all_chips;
  return (shared_out ? t.array / t.chips : t.array) / t.lower;
}

std::optional<BytesPerSecond> busbw(const TransferTime& t) {
  const auto rate = algbw(t);
  return rate ? std::optional(info(t.collective).bus.of(t.chips, 1) * *rate) : std::nullopt;
}

std::optional<Bytes> latency_binds_below(const TransferTime& t) {
  if (!t.latency || t.bandwidth == Seconds{}) return std::nullopt;
  return (*t.latency / t.bandwidth) * t.array;
}

TransferTime price(const Work::Transfer& transfer, const Mesh& mesh) {
  const CollectiveRow& row = info(transfer.collective);
  Few<Group, kMaxWires> groups;
  Counts counts;
  for (std::size_t i = 0; i < mesh.wires.size(); ++i) {
    groups.push_back(group_on(transfer, mesh, i));
    counts.push_back(chips_of(groups[i].legs));
  }
  TransferTime t;
  t.collective = transfer.collective;
  t.array = transfer.array;
  t.chips = product(counts, 0, counts.size());
  t.latency = t.upper = Seconds{};
  if (t.chips == 1) return t;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 1) continue;
    const double inside = product(counts, 0, i), outside = product(counts, i + 1, counts.size());
    const Bytes bytes = row.share(groups[i]) * carried(row.measure, transfer.array, inside, outside) / inside;
    add_level(t, mesh.wires[i], {i, bytes, bytes / mesh.wires[i].path}, row.steps(groups[i]));
  }
  t.bandwidth = t.levels[t.slowest].time;
  t.lower = std::max(t.bandwidth, t.known_latency);
  t.upper = t.latency ? std::optional(t.bandwidth + *t.latency) : std::nullopt;
  t.floor = floor_of(transfer, mesh, counts);
  if (transfer.collective == Collective::all_reduce && t.levels.size() == 1)
    t.reduction = groups[t.levels[0].wires].reduction;
  const bool by_chips = t.reduction == Reduction::by_chips;
  t.lacking = by_chips ? row.lacking.of(t.chips, transfer.copies) * transfer.array : t.bytes_per_link();
  return t;
}

}  // namespace roofline
