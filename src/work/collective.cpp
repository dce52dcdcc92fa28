#include "roofline/work/collective.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

enum class Wiring { none, torus, switched, full_mesh };

Wiring wiring_of(const Legs& legs) {
  Wiring wiring = Wiring::none;
  for (const Leg& leg : legs) {
    if (leg.size == 1) continue;
    const Wiring own = leg.shape == Shape::switched    ? Wiring::switched
                       : leg.shape == Shape::full_mesh ? Wiring::full_mesh
                                                       : Wiring::torus;
    if (wiring != Wiring::none && wiring != own) throw std::logic_error("Legs: torus, switch and mesh mixed");
    wiring = own;
  }
  return wiring;
}

/// A number as a formula has it: 4, 0.75.
std::string text_of(double value) {
  return formatted("{:.15g}", value);
}

/// A part of V, as a number and as text that gives it.
struct Part {
  double value = 0;
  std::string text = "0 * V";
};

/// The axes of a torus that have more than one chip, and what they share.
struct Torus {
  explicit Torus(const Legs& all) {
    for (const Leg& leg : all) {
      if (leg.size > 1) legs.push_back(leg);
    }
    for (const Leg& leg : legs) {
      const bool ring = leg.shape == Shape::ring;
      links += ring ? 2 : 1;
      all_rings = all_rings && ring;
      hops += static_cast<double>(ring ? leg.size / 2 : leg.size - 1);
    }
  }
  bool is_one() const { return legs.size() == 1; }

  Legs legs;
  double links = 0;  ///< of a chip, over all axes: two on a ring, one on a line
  bool all_rings = true;
  double hops = 0;  ///< to the farthest chip
};

/// One ring hands every piece half way round each way, one line to both ends; several axes share the pieces.
Part torus_gather(const Legs& legs, double n) {
  const Torus torus(legs);
  if (torus.is_one() && torus.all_rings) return {std::floor(n / 2) / n, "V * floor(n / 2) / n"};
  if (torus.is_one()) return {(n - 1) / n, "V * (n - 1) / n"};
  if (torus.all_rings) return {1 / torus.links, "V / " + text_of(torus.links)};
  return {(n - 1) / n / torus.links, "V * (n - 1) / n / " + text_of(torus.links)};
}

Part gather(const Group& group) {
  const double n = chips_of(group.legs);
  switch (wiring_of(group.legs)) {
    case Wiring::none: return {};
    case Wiring::torus: return torus_gather(group.legs, n);
    case Wiring::switched: return {(n - 1) / n, "V * (n - 1) / n"};
    case Wiring::full_mesh: return {1 / n, "V / n"};
  }
  return {};
}

Part all_reduce(const Group& group) {
  const double n = chips_of(group.legs);
  const bool adds = group.reduction != Reduction::by_chips && wiring_of(group.legs) == Wiring::switched;
  if (adds && group.reduction == Reduction::sent_once) return {1, "V"};
  if (adds) return {(n + 1) / n, "V * (n + 1) / n"};
  const Part half = gather(group);
  return {2 * half.value, "2 * " + half.text};
}

/// Half of all pieces cross the middle of the longest axis, each way; an odd ring has none opposite.
Part torus_exchange(const Legs& legs, double n) {
  const Torus torus(legs);
  double longest = 0;
  for (const Leg& leg : torus.legs)
    longest = std::max(longest, static_cast<double>(leg.size) * (leg.shape == Shape::ring ? 1 : 2));
  const Part even{longest / (8 * n), formatted("V * {} / (8 * n)", text_of(longest))};
  const bool odd = torus.is_one() && torus.all_rings && torus.legs[0].size % 2 == 1;
  return odd ? Part{even.value * (1 - 1 / (n * n)), even.text + " * (1 - 1 / (n * n))"} : even;
}

Part exchange(const Group& group) {
  const double n = chips_of(group.legs);
  switch (wiring_of(group.legs)) {
    case Wiring::none: return {};
    case Wiring::torus: return torus_exchange(group.legs, n);
    case Wiring::switched: return {(n - 1) / (n * n), "V * (n - 1) / (n * n)"};
    case Wiring::full_mesh: return {1 / (n * n), "V / (n * n)"};
  }
  return {};
}

/// Each copy of a token travels alone, as in an all-to-all, or all of them together, as in an all-gather.
Part ragged(const Group& group) {
  const double copies = distinct_chips(chips_of(group.legs), group.copies);
  const Part alone = exchange(group), together = gather(group);
  if (together.value < copies * alone.value) return together;
  return {copies * alone.value, text_of(copies) + " * " + alone.text};
}

/// Piped along: every link of a chip brings a part of the message.
Part broadcast(const Group& group) {
  const double n = chips_of(group.legs);
  switch (wiring_of(group.legs)) {
    case Wiring::none: return {};
    case Wiring::torus: {
      const double links = Torus(group.legs).links;
      return {1 / links, "V / " + text_of(links)};
    }
    case Wiring::switched: return {1, "V"};
    case Wiring::full_mesh: return {2 / n, "2 * V / n"};
  }
  return {};
}

Part permute(const Group& group) {
  return wiring_of(group.legs) == Wiring::none ? Part{} : Part{1, "V"};
}

double once(const Group& group) {
  const Wiring wiring = wiring_of(group.legs);
  if (wiring == Wiring::none) return 0;
  return wiring == Wiring::torus ? Torus(group.legs).hops : 1;
}

double twice(const Group& group) {
  const bool adds = group.reduction != Reduction::by_chips && wiring_of(group.legs) == Wiring::switched;
  return adds ? 1 : 2 * once(group);
}

double one_step(const Group& group) {
  return wiring_of(group.legs) == Wiring::none ? 0 : 1;
}

/// What a chip lacks of V, and is sent.
double gathered(double n, double) {
  return (n - 1) / n;
}
double reduced(double n, double) {
  return 2 * (n - 1) / n;
}
double exchanged(double n, double) {
  return (n - 1) / (n * n);
}
double chosen(double n, double copies) {
  return distinct_chips(n, copies) * (n - 1) / (n * n);
}
double all(double n, double) {
  return n > 1 ? 1 : 0;
}

template <Part (*part)(const Group&)>
double share(const Group& group) {
  return part(group).value;
}
template <Part (*part)(const Group&)>
std::string formula(const Group& group) {
  return part(group).text;
}

double bus_gathered(double n) {
  return (n - 1) / n;
}
double bus_reduced(double n) {
  return 2 * (n - 1) / n;
}
double bus_sent(double) {
  return 1;
}

constexpr std::array kCollectives{
    CollectiveRow{Collective::all_gather, "all-gather", Measure::whole, share<gather>, once, gathered, gathered,
                  formula<gather>, "V * (n - 1) / n", "V * (n - 1) / n", bus_gathered, "(n - 1) / n",
                  "every chip holds one piece and ends with the whole array", "[a]|[b]|[c]|[d]",
                  "[abcd]|[abcd]|[abcd]|[abcd]",
                  "needed when a sharded input must be whole; all-reduce is a reduce-scatter, then an all-gather"},
    CollectiveRow{Collective::reduce_scatter, "reduce-scatter", Measure::whole, share<gather>, once, gathered, gathered,
                  formula<gather>, "V * (n - 1) / n", "V * (n - 1) / n", bus_gathered, "(n - 1) / n",
                  "every chip holds a whole array and ends with one piece of their sum",
                  "[a1..d1]|[a2..d2]|[a3..d3]|[a4..d4]", "[A]|[B]|[C]|[D]",
                  "A = a1 + a2 + a3 + a4; needed when partial sums may stay sharded; an all-gather backwards"},
    CollectiveRow{Collective::all_reduce, "all-reduce", Measure::whole, share<all_reduce>, twice, all, reduced,
                  formula<all_reduce>, "V", "2 * V * (n - 1) / n", bus_reduced, "2 * (n - 1) / n",
                  "every chip holds a whole array and ends with their sum", "[a1..d1]|[a2..d2]|[a3..d3]|[a4..d4]",
                  "[ABCD]|[ABCD]|[ABCD]|[ABCD]",
                  "needed when every chip wants the sum of partial sums; a reduce-scatter, then an all-gather"},
    CollectiveRow{Collective::all_to_all, "all-to-all", Measure::all_chips, share<exchange>, once, exchanged, exchanged,
                  formula<exchange>, "V * (n - 1) / (n * n)", "V * (n - 1) / (n * n)", bus_gathered, "(n - 1) / n",
                  "every chip sends a different piece to every other", "[abcd]|[efgh]|[ijkl]|[mnop]",
                  "[aeim]|[bfjn]|[cgko]|[dhlp]",
                  "needed when an array changes the dim that it is sharded over, and to send tokens to experts"},
    CollectiveRow{Collective::ragged_all_to_all, "ragged-all-to-all", Measure::all_chips, share<ragged>, once, chosen,
                  chosen, formula<ragged>, "d * V * (n - 1) / (n * n)", "d * V * (n - 1) / (n * n)", bus_sent, "1",
                  "every chip sends each of its tokens to the chips of k experts, none twice", "[ab]|[cd]|[ef]|[gh]",
                  "[acf]|[abdh]|[eg]|[bceh]",
                  "needed for mixtures of experts; balanced: every expert is chosen as often as any other"},
    CollectiveRow{Collective::broadcast, "broadcast", Measure::whole, share<broadcast>, once, all, all,
                  formula<broadcast>, "V", "V", bus_sent, "1", "one chip holds an array and every chip ends with it",
                  "[abcd]|[ ]|[ ]|[ ]", "[abcd]|[abcd]|[abcd]|[abcd]",
                  "needed to hand out weights; piped, link after link"},
    CollectiveRow{Collective::permute, "permute", Measure::per_message, share<permute>, one_step, all, all,
                  formula<permute>, "V", "V", bus_sent, "1", "every chip sends its array on to the next",
                  "[a]|[b]|[c]|[d]", "[d]|[a]|[b]|[c]",
                  "needed for pipelines and for rings that are walked step by step"},
};

/// "AllGather", "allgather", "all_gather" and "all-gather" are one.
std::string letters_of(std::string_view name) {
  std::string letters = lower(name);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return letters;
}

}  // namespace

double chips_of(const Legs& legs) {
  double n = 1;
  for (const Leg& leg : legs) n *= static_cast<double>(leg.size);
  return n;
}

double distinct_chips(double n, double k) {
  return n * (1 - std::pow(1 - 1 / n, k));
}

std::span<const CollectiveRow> collectives() {
  return kCollectives;
}

const CollectiveRow& info(Collective collective) {
  return kCollectives[static_cast<std::size_t>(collective)];
}

const CollectiveRow& find_collective(std::string_view name) {
  std::vector<std::string> known;
  for (const CollectiveRow& row : kCollectives) {
    if (letters_of(row.name) == letters_of(name)) return row;
    known.emplace_back(row.name);
  }
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = "one of " + listing(known, "or");
  throw Error(formatted("unknown collective {}", quote(name)), hint);
}

}  // namespace roofline
