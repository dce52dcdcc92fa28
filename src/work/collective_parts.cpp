#include "work/collective_parts.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/format.hpp"

namespace roofline::collective_parts {
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
  if (torus.all_rings) return {1 / torus.links, "V / #", torus.links};
  return {(n - 1) / n / torus.links, "V * (n - 1) / n / #", torus.links};
}

/// What crosses the middle of an axis, in pieces of a ring of that many chips: an odd one has none opposite, and a line
/// carries twice as much.
double crossing(const Leg& leg) {
  const auto n = static_cast<double>(leg.size);
  return (leg.size % 2 == 0 ? n : n - 1 / n) * (leg.shape == Shape::ring ? 1 : 2);
}

std::string_view crossing_form(const Leg& leg) {
  const bool even = leg.size % 2 == 0;
  if (leg.shape == Shape::ring) return even ? "V * # / (8 * n)" : "V * (# - 1 / #) / (8 * n)";
  return even ? "V * 2 * # / (8 * n)" : "V * 2 * (# - 1 / #) / (8 * n)";
}

/// Half of all pieces cross the middle of the longest axis, each way.
Part torus_exchange(const Legs& legs, double n) {
  const Torus torus(legs);
  const Leg* longest = torus.legs.begin();
  for (const Leg& leg : torus.legs) longest = crossing(leg) > crossing(*longest) ? &leg : longest;
  return {crossing(*longest) / (8 * n), crossing_form(*longest), static_cast<double>(longest->size)};
}

}  // namespace

std::string text_of(const Part& part) {
  std::string text = part.times == 1 ? "" : formatted("{:.15g} * ", part.times);
  for (const char c : part.form) text += c == '#' ? formatted("{:.15g}", part.number) : std::string(1, c);
  return text;
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
  Part twice = gather(group);
  twice.value = 2 * twice.value;
  twice.times = 2;
  return twice;
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

/// Each copy of a token travels alone, as in an all-to-all, or all of them together, as in an all-gather. What outer
/// levels bring in is handed on too.
Part ragged(const Group& group) {
  const double copies = distinct_chips(chips_of(group.legs) * group.outside, group.copies);
  Part alone = exchange(group), together = gather(group);
  alone.value *= alone.times = copies;
  together.value *= together.times = group.outside;
  return together.value < alone.value ? together : alone;
}

/// Piped along: every link of a chip brings a part of the message.
Part broadcast(const Group& group) {
  const double n = chips_of(group.legs);
  switch (wiring_of(group.legs)) {
    case Wiring::none: return {};
    case Wiring::torus: {
      const double links = Torus(group.legs).links;
      return {1 / links, "V / #", links};
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

/// To the next: one hop round a ring; on a line the last chip's message goes all the way back.
double to_the_next(const Group& group) {
  const Wiring wiring = wiring_of(group.legs);
  if (wiring != Wiring::torus) return wiring == Wiring::none ? 0 : 1;
  double hops = 0;
  for (const Leg& leg : Torus(group.legs).legs)
    hops += leg.shape == Shape::ring ? 1 : static_cast<double>(leg.size - 1);
  return hops;
}

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

}  // namespace roofline::collective_parts
