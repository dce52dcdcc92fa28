#pragma once
// Past which batch, width or number of chips does communication bind? The rules of thumb of training and serving, each
// a formula over a chip's figures. Compute and communication overlap, collectives take no latency, and elements have
// one size wherever they go.
//
// C is the dense peak in FLOP/s, W the bandwidth of the wires in question in B/s, alpha = C / W the FLOPs that each
// byte on them must feed, where elements have 2 bytes; b / 2 times that where they have b.
//
// A pipeline stage is as long as its layers of 4BDF FLOPs take to what handing on 2BD bytes does; its bubbles, mostly
// the larger cost, are not counted.
//
// Source: How to Scale Your Model, ch. 5 (tori), ch. 7 (decode), ch. 12 (switches); ep on a torus follows from its
// all-to-all, V / (4W) (ch. 3).

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/fields.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline {

/// What is known of the model and how it is split. A count of 0 was not given.
struct LimitInputs {
  std::int64_t f = 0, b = 0, n = 0, e = 0, k = 0, x = 0, y = 0, z = 0;
  Dtype dtype = Dtype::bf16;

  static constexpr auto fields() {
    return std::array{
        Field<LimitInputs>{{"F", "hidden width of the layer, of one expert in a MoE: gives the tp rules"},
                           &LimitInputs::f},
        Field<LimitInputs>{{"B",
                            "tokens of the whole batch: with --F --N the best X on a torus; where few enough that "
                            "weights bind, the decode rule"},
                           &LimitInputs::b},
        Field<LimitInputs>{{"N", "chips of fsdp and tp together"}, &LimitInputs::n},
        Field<LimitInputs>{{"E", "experts that are stored; with --k"}, &LimitInputs::e},
        Field<LimitInputs>{{"k", "experts that are active for a token"}, &LimitInputs::k},
        Field<LimitInputs>{{"X", "nodes of data parallelism (switched chips)"}, &LimitInputs::x},
        Field<LimitInputs>{{"Y", "chips of model parallelism: tp, on switched chips times pp"}, &LimitInputs::y},
        Field<LimitInputs>{{"Z", "chips of expert parallelism (switched chips)"}, &LimitInputs::z},
        Field<LimitInputs>{{"dtype", "of weights, activations and gradients (default bf16)"}, &LimitInputs::dtype},
    };
  }
};

struct Limit {
  std::string rule;  ///< "fsdp + tp, overlapped"
  enum class Relation { at_least, at_most, best } relation;
  double value;
  std::string_view unit;   ///< "tokens a chip"
  std::string formula;     ///< arithmetic over symbols: "alpha^2 / (2 * F)"
  std::string_view names;  ///< the symbol that it defines, mostly none
};
constexpr std::string_view name_of(Limit::Relation relation) {
  constexpr std::array<std::string_view, 3> kNames{">=", "<=", "="};
  return kNames[static_cast<std::size_t>(relation)];
}

/// What a name in a formula stands for.
struct LimitSymbol {
  std::string name;
  double value;                    ///< base units
  Dim dim;                         ///< none of a count
  std::string says;                ///< in words; nothing where the name says it
  std::vector<std::string> paths;  ///< the figures of the chip that it is made of
};

struct Limits {
  std::vector<Limit> rules;
  std::vector<LimitSymbol> symbols;
  std::vector<std::string> notes;  ///< what is left out, and why
};

/// Throws Error for inputs that contradict each other, Lack for what the chip does not have.
Limits limits(const Chip& chip, const LimitInputs& inputs);

/// The wires that the rules are about. Throws Lack where the chip has none, or such as no rule is known for.
const Tier& limit_tier(const Chip& chip);

}  // namespace roofline
