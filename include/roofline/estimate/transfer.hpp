#pragma once
// How long does one collective take over the wires of a mesh? Its row gives bytes a link and messages in turn, the mesh
// the rates: the longer of the two is the least time, their sum the most.
//
// Chips that are joined in levels (a switch, then NICs) take as long as the slowest level: a domain's chips leave it
// over all their own links to the next one.
//
// Source: How to Scale Your Model, ch. 3 "Sharded matmuls" (torus) and ch. 12 "GPUs" (switches, levels).

#include <optional>

#include "roofline/base/few.hpp"
#include "roofline/base/units.hpp"
#include "roofline/hardware/mesh.hpp"
#include "roofline/work/work.hpp"

namespace roofline {

/// What one level of wires carries.
struct LevelTime {
  std::size_t wires = 0;  ///< of the mesh
  Bytes bytes;            ///< over the busiest link of a chip, one way
  Seconds time;           ///< bytes / the link's rate
};

struct TransferTime {
  Collective collective{};
  Bytes array;  ///< V
  double chips = 1;
  Few<LevelTime, kMaxWires> levels;
  std::size_t slowest = 0;                    ///< of levels
  double steps = 0;                           ///< messages in turn, over all levels
  Seconds bandwidth;                          ///< t_bandwidth: of the slowest level
  Seconds known_latency;                      ///< steps x latency, over the levels whose latency the chip gives
  std::optional<Seconds> latency;             ///< t_latency: the same over all levels; nullopt where one is not given
  Seconds lower;                              ///< t_lower: the longer of bandwidth and what is known of latency
  std::optional<Seconds> upper;               ///< t_upper: their sum
  Seconds floor;                              ///< t_floor: of any algorithm, since the bytes must cross the wires
  Reduction reduction = Reduction::by_chips;  ///< of an all-reduce: who adds, where one level joins all chips
  Bytes lacking;                              ///< what each chip lacks and is sent

  bool is_latency_bound() const { return known_latency > bandwidth; }
  /// The link of the slowest level.
  Bytes bytes_per_link() const { return levels.empty() ? Bytes{} : levels[slowest].bytes; }
};

/// All links of a chip, one way, over the wires up to these: what it lacks may come by way of others of its domain.
BytesPerSecond egress_of(const Mesh& mesh, std::size_t outermost);

/// The chips of a transfer that one set of wires joins, as the collective's row takes them.
Group group_on(const Work::Transfer& transfer, const Mesh& mesh, std::size_t wires);

TransferTime price(const Work::Transfer& transfer, const Mesh& mesh);

/// S / t_lower and what the wires see of it, as nccl-tests prints them; S is its size: of an all-to-all what one chip
/// holds. nullopt where nothing takes time.
std::optional<BytesPerSecond> algbw(const TransferTime& t);
std::optional<BytesPerSecond> busbw(const TransferTime& t);
/// The array for which the latency of messages takes as long as their bytes; nullopt where it is not known.
std::optional<Bytes> latency_binds_below(const TransferTime& t);

}  // namespace roofline
