#pragma once
// What does a collective put on the busiest link, and in how many steps? One row each, over one axis of chips or
// several, as they are wired.
//
// V is the array: of an all-gather the gathered result on one chip, of a reduce-scatter or all-reduce one chip's input,
// of a broadcast or permute the message, of an all-to-all the whole array over all chips, of a ragged all-to-all all
// chips' tokens once. Links are counted one way: on a ring or line one link to each neighbour, in a switch all of a
// chip's links into it, in a full mesh one link to each other chip.
//
// Source: How to Scale Your Model, ch. 3 "Sharded matmuls" (torus) and ch. 12 "GPUs" (switch).

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"
#include "roofline/base/units.hpp"

namespace roofline {

enum class Collective { all_gather, reduce_scatter, all_reduce, all_to_all, ragged_all_to_all, broadcast, permute };

/// One axis that a collective spans: how many chips, joined how.
struct Leg {
  std::int64_t size = 1;
  Shape shape = Shape::line;
};

/// The axes that a collective spans at once: all of one torus, or all in one switch or full mesh (std::logic_error
/// where they mix). Axes of one chip are none.
using Legs = Few<Leg, 4>;

/// Chips of all of them.
double chips_of(const Legs& legs);

/// Whether the wires add on the way, and what then leaves each of n chips for an all-reduce of V: V, or V (n+1)/n.
enum class Reduction { by_chips, sent_once, shards_gathered };

struct Group {
  Legs legs;
  Reduction reduction = Reduction::by_chips;
  double copies = 1;   ///< of a ragged all-to-all: choices of each token, k of all chips
  double outside = 1;  ///< such groups that outer levels join
};

/// What V is the size of, for chips that are joined in levels: how much of it one level carries.
enum class Measure {
  whole,       ///< one array: every level carries all of it
  all_chips,   ///< the parts of all chips: a domain of one level holds its own share
  per_message  ///< of each chip: the messages of a domain leave it together
};

/// A factor of V or of a rate, in n chips and the k that a token chooses: as a function, and as text in n and d, the
/// different chips that a token goes to. Empty text is 1.
struct ChipFactor {
  double (*of)(double n, double k) = nullptr;
  std::string_view text{};
};
/// "V * (n - 1) / n".
std::string times(std::string_view front, const ChipFactor& factor);

struct CollectiveRow {
  Collective collective;
  std::string_view name;
  Measure measure;
  /// The part of V that crosses the busiest link, one way.
  double (*share)(const Group& group);
  /// Messages that follow one another: hops of a torus.
  double (*steps)(const Group& group);
  /// share as text in V, n and the sizes, to be evaluated: "V * (n - 1) / n".
  std::string (*formula)(const Group& group);
  ChipFactor floor;    ///< of V: what every algorithm must bring into or out of a chip, over all its links
  ChipFactor lacking;  ///< of V: what a chip lacks and is sent; of an all-reduce partial sums, then sums
  ChipFactor bus;      ///< busbw over algbw, of nccl-tests
  /// What one chip holds before: a piece of V, or as much as V; and whether tokens choose k chips.
  enum class Holds { piece, all } holds;
  enum class Chooses { no, k } chooses;
  std::string_view size_help;  ///< what V is: "the gathered result on one chip"
  /// "every chip holds one piece and ends with the whole array", what that looks like for four chips, and what it is
  /// needed for.
  std::string_view summary, before, after, needed;
};

/// The collective table.
std::span<const CollectiveRow> collectives();
const CollectiveRow& info(Collective collective);
/// By name, any of "all-gather", "allgather", "AllGather"; an Error with the list or a suggestion.
const CollectiveRow& find_collective(std::string_view name);

/// Different chips that a token goes to, where each of its k choices is any of n alike: n (1 - (1 - 1/n)^k).
double distinct_chips(double n, double k);

}  // namespace roofline
