#pragma once
// How long does it take, at least and at most? One division per resource; the slowest is the least time (everything
// overlaps), the sum is the most (nothing does, at perfect rates). Here alone Work meets Chip.
//
// Source: How to Scale Your Model, ch. 1, and the roofline model (Williams, Waterman, Patterson, 2009).

#include <cstdint>
#include <optional>
#include <string_view>

#include "roofline/base/few.hpp"
#include "roofline/base/units.hpp"
#include "roofline/estimate/served.hpp"
#include "roofline/estimate/transfer.hpp"
#include "roofline/hardware/chip.hpp"
#include "roofline/hardware/mesh.hpp"
#include "roofline/work/work.hpp"

namespace roofline {

static_assert(kMaxMeshAxes == kMaxAxes, "a mesh has an axis for each axis of the work");

/// The time one memory level or set of wires needs alone.
struct Bound {
  Word resource;
  enum class By { operands, transfers } by = By::operands;  ///< what crosses it
  Word axis;            ///< of the mesh, where the wires are its own; empty for a memory, a switch, a NIC
  AxisSet axes;         ///< whose transfers cross it
  Bytes bytes;          ///< of one chip
  BytesPerSecond rate;  ///< of a memory reads and writes together, of wires one way
  Seconds time;         ///< bytes / rate; longer where the latency of messages binds
  Seconds in_turn;      ///< its part of t_upper: what keeps several sets of wires busy at once counts once
  Seconds latency;      ///< the part of the time that more bandwidth does not shorten
};

/// What one axis of the mesh has to do. A collective over several axes together is part of each.
struct AxisTraffic {
  Word name;
  std::int64_t size = 1;
  Bytes lacking;  ///< that each chip lacks and is sent
  Seconds time;   ///< t_lower of its collectives, one after the other
};

enum class Regime { compute_bound, communication_bound };
constexpr std::string_view name_of(Regime regime) {
  return regime == Regime::compute_bound ? "compute-bound" : "communication-bound";
}

/// Everything is per chip.
struct Estimate {
  Flops flops;
  Dtype dtype = Dtype::bf16;  ///< computed in
  /// FLOPs / t_comp; the matrix peak where there are no FLOPs; 0 where nothing is computed on the vector units.
  FlopsPerSecond rate;
  Seconds comp;  ///< t_comp: the slowest engine, FLOPs / dense peak
  /// One for each resource that moves bytes; first the one that the operands cross (main memory, or --over's).
  Few<Bound, 14> bounds;
  std::size_t slowest = 0;  ///< of bounds
  Few<AxisTraffic, kMaxAxes> axes;
  std::optional<TransferTime> alone;  ///< of work that is one transfer and nothing else
  std::optional<Served> served{};     ///< of a model
  Seconds comm;                       ///< t_comm: of the slowest bound
  Seconds lower;                      ///< t_lower = max(comp, comm)
  Seconds upper;  ///< t_upper = comp + the times of all memories and collectives, one after the other
  /// compute_bound where comp >= comm.
  Regime regime = Regime::compute_bound;

  std::optional<Bytes> memory;    ///< room the operands take
  std::optional<Bytes> capacity;  ///< of the level they live in: usable where known
  enum class CapacityKind { whole, usable } capacity_kind = CapacityKind::whole;

  const Bound& primary() const { return bounds[0]; }
  /// "compute" or the slowest resource; valid as long as this estimate.
  std::string_view bottleneck() const;
  /// The axis whose collectives take longest on the slowest wires; empty where wires do not bind.
  std::string_view bottleneck_axis() const;
  /// t_comp / t_comm; +infinity when no bytes move, nullopt when neither takes time.
  std::optional<double> margin() const;
  /// FLOPs per byte over a resource; nullopt when no bytes move.
  std::optional<Intensity> intensity(const Bound& bound) const;
  /// Where compute and a resource take equally long; nullopt where nothing is computed at any rate.
  std::optional<Intensity> ridge(const Bound& bound) const;
  /// FLOPs / t_lower; nullopt when nothing takes time.
  std::optional<FlopsPerSecond> attainable() const;
  /// t_comp / t_lower; nullopt when nothing takes time.
  std::optional<double> mfu_max() const;
  /// memory <= capacity; nullopt when either is not known.
  std::optional<bool> fits() const;
};

/// Throws Lack, an Error that names what the chip lacks: a rate for the dtype, a level or link, wires for an axis.
Estimate estimate(const Work& work, const Chip& chip);
/// The same over axes that are already laid onto wires: `mesh` has one for each of work.axes, in their order.
Estimate estimate(const Work& work, const Chip& chip, const Mesh& mesh);

/// The mesh that work asks for when nothing more is known: its axes in order, each on wires as the chip's rules have
/// it.
MeshWish wish_of(const Axes& axes);

/// Of two ways to the same result the one to take: the least t_lower, then the least t_upper.
inline bool is_better(const Estimate& a, const Estimate& b) {
  return a.lower != b.lower ? a.lower < b.lower : a.upper < b.upper;
}

/// weight_a * a + weight_b * b: the estimate of a question between two others, where its FLOPs, bytes and times lie on
/// straight lines. A resource that one of the two does not use takes no time there.
Estimate mix(const Estimate& a, double weight_a, const Estimate& b, double weight_b);

/// The dense peak of a dtype on an engine. Throws Lack with what there is instead.
FlopsPerSecond peak_of(const Chip& chip, Engine engine, Dtype dtype);

/// The rate that a part of the work computes at: nullopt for no FLOPs on the vector units, whose rate few chips give.
/// Throws Lack as peak_of() does.
std::optional<FlopsPerSecond> rate_of(const Chip& chip, const Work::Compute& part);

/// The memory level, link or NIC of this name. Throws Lack with what there is instead.
Word find_resource(const Chip& chip, std::string_view name);

/// One-way bandwidth of a memory level, link or NIC by name. Throws Lack with what there is instead.
BytesPerSecond bandwidth_of(const Chip& chip, Word resource);

}  // namespace roofline
