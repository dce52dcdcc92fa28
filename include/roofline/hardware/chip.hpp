#pragma once
// What does a machine offer? Dense peaks, memory levels, wires: all of one chip, all published figures, each with the
// sources it rests on. Unknown is absent, never zero.
//
// Conventions: one multiply-add is 2 FLOPs; peaks are dense; rates are decimal; a memory bandwidth is reads and writes
// together; a link bandwidth is one way, out of one chip.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "roofline/base/dtype.hpp"
#include "roofline/base/json.hpp"
#include "roofline/base/resource.hpp"
#include "roofline/base/units.hpp"

namespace roofline {

/// Dense FLOP/s of one chip, by the dtype's number; nullopt: not published.
using Peaks = std::array<std::optional<FlopsPerSecond>, kDtypeCount>;

/// What the matrix peaks are made of, where it is known: units x clock x FLOPs per clock. Evidence, never a rate.
struct Units {
  std::optional<std::int64_t> count;                                     ///< of the whole chip: SMs, CUs, cores
  std::optional<Hertz> clock;                                            ///< at which the peaks hold
  std::array<std::optional<std::int64_t>, kDtypeCount> flops_per_clock;  ///< of one unit, by the dtype's number
};

struct Memory {
  Word name;  ///< hbm gddr lpddr ddr vmem l2 smem
  std::string kind, basis;
  std::optional<Bytes> capacity, usable;    ///< usable: what the driver leaves, where known
  std::optional<BytesPerSecond> bandwidth;  ///< reads and writes together
  std::optional<std::int64_t> bus_width;    ///< bits
  std::optional<BytesPerSecond> pin_rate;   ///< of one bit of the bus: bandwidth / bus_width
};

enum class Topology { torus2d, torus3d, mesh2d, ring, switched, full_mesh, host };

/// When an axis of a torus closes into a ring: never, always, at one length, or at multiples of a length.
struct WrapRule {
  enum class When { never, always, at, multiple_of } when = When::never;
  std::int64_t length = 0;
};

/// Whether the wires add while they carry: the bytes that an all-reduce of V bytes over n chips sends out of each.
enum class InNetworkReduction {
  none,
  all_sent_once,    ///< V: the network hands back the sum
  shards_gathered,  ///< V (n+1)/n: it adds up each chip's shard, which the chip then sends to all
};

inline constexpr std::size_t kMaxTiers = 6;  ///< of a chip

/// One set of wires out of a chip.
struct Tier {
  Word name;  ///< ici nvlink xgmi pcie
  std::string kind, basis;
  Topology topology = Topology::host;
  std::vector<std::int64_t> dims;  ///< of a torus: chips along each axis of a whole pod
  WrapRule wrap;
  std::int64_t links = 1;
  std::int64_t domain_size = 1;                  ///< chips that reach each other within this tier
  std::optional<BytesPerSecond> link_bandwidth;  ///< of one of the links, one way
  std::optional<Seconds> latency;                ///< of one message or hop
  InNetworkReduction in_network_reduction = InNetworkReduction::none;
  std::optional<BytesPerSecond> total_bandwidth;  ///< of all links, one way, where a source states it
  std::optional<BytesPerSecond> both_ways;        ///< of all links, both ways: a headline that no formula reads

  /// One way, from a chip to one other chip: every link into a switch or host, one link of a torus or full mesh.
  std::optional<BytesPerSecond> path_bandwidth() const;
};

struct Source {
  std::string title, url, access, date;
  std::vector<std::string> covers;  ///< spec paths, or what begins them ("peak", "memory.hbm")
};

/// Another published value of a figure.
struct Alternative {
  std::string path;
  double value = 0;  ///< base units
  double ratio = 1;  ///< to the chip's own figure
  std::size_t source = 0;
  std::string note;
};

struct Price {
  DollarsPerSecond per_chip;
  std::string provider, kind, date, note;
  std::size_t source = 0;
};

/// A finding of the lint that the file says is right all the same.
struct Accepted {
  std::string rule, key, why;
};

struct Chip {
  std::string id, name, vendor, kind, confidence, date, compute_units, peak_basis, power_basis, nic_basis;
  std::vector<std::string> aliases, notes, unsourced;
  std::int64_t year = 0, devices_per_chip = 1;
  enum class Override { no, yes } overrides = Override::no;  ///< may replace a built-in id

  Peaks matrix, vector;                                       ///< by engine
  std::array<std::optional<double>, kDtypeCount> peak_ratio;  ///< to bf16, where a source states an unusual one
  Units units;
  std::vector<Memory> memory;  ///< main first
  std::vector<Tier> interconnect;
  std::optional<BytesPerSecond> nic;  ///< one way, per chip
  std::optional<Watts> power;         ///< of one chip
  std::vector<Price> prices;
  std::vector<Source> sources;
  std::vector<Alternative> alternatives;
  std::vector<Accepted> accepted;

  std::string origin;  ///< its file, escaped: "hardware/tpu-v5e.json", "./mine.json"
  enum class Standing { built_in, added, replacing } standing = Standing::added;
  std::vector<std::string> overlays;                 ///< what --set changed: "memory.hbm.bandwidth=1.64 TB/s"
  std::vector<std::pair<std::string, int>> lines{};  ///< where each figure, the id and the aliases stand in its file

  const Memory& main() const { return memory.front(); }
  const Memory* find_memory(Word level) const;  ///< null when there is none; "main" is the first
  const Tier* find_tier(Word tier) const;
  /// The tier that joins chips to their like: the first that is not the host link; null when there is none.
  const Tier* link_tier() const;
};

/// Reads a spec. Throws Error that names file, line and key path.
Chip read_chip(const Document& document);

/// "torus2d" and the like, as in the spec.
std::string_view topology_name(Topology topology);

}  // namespace roofline
