#pragma once
// What the rules of tori and of switches share: the chip and inputs they are about, and where they are put.

#include <string>
#include <string_view>
#include <utility>

#include "base/format.hpp"
#include "roofline/estimate/limits.hpp"

namespace roofline {

using Relation = Limit::Relation;

inline constexpr std::string_view kTokens = "tokens a chip", kChips = "chips", kLayers = "layers";

/// What multiplies a limit; 1 and no text where nothing does.
struct Factor {
  double value = 1;
  std::string text{};
};

/// One chip's rules, as they are found.
struct Search {
  const Chip& chip;
  const Tier& tier;
  const LimitInputs& in;
  FlopsPerSecond peak;
  double element;  ///< bytes
  Factor experts;  ///< on what data parallelism needs: gradients of all E, FLOPs of k
  Limits found{};

  double f() const { return static_cast<double>(in.f); }

  void add(std::string rule, Relation relation, double value, std::string_view unit, std::string formula) {
    found.rules.push_back({std::move(rule), relation, value, unit, std::move(formula), ""});
  }
  /// FLOPs that a byte over these wires must feed.
  double ratio(BytesPerSecond wires) const { return element / 2 * (peak / wires).si(); }
  std::string ratio_text(std::string_view wires) const {
    return formatted("{}C / {}", element == 2 ? "" : "b / 2 * ", wires);
  }
};

inline double as_double(std::int64_t count) {
  return static_cast<double>(count);
}

inline std::string path_of(const Tier& tier, std::string_view figure) {
  return formatted("interconnect.{}.{}", tier.name.view(), figure);
}

/// Bandwidth of wires, and the FLOPs per byte that they ask for.
void add_wires(Search& s, LimitSymbol wires, std::string_view ratio);
/// While the weights' way from memory binds, T = 2DF / (Y W_hbm) against 2BD / W.
void add_decode(Search& s, BytesPerSecond wires, std::string_view wires_name);

void find_on_torus(Search& s);
void find_on_switch(Search& s);

}  // namespace roofline
