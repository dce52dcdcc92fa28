#pragma once
// What does a model add to an estimate? How it lies in memory, and how fast tokens come where one operation follows the
// other.

#include <optional>

#include "roofline/base/units.hpp"

namespace roofline {

/// Plain figures, so that an estimate stays cheap to copy. Bytes are of one chip.
struct Served {
  double params = 0, params_active = 0, params_mtp = 0;
  Bytes weights, kv_per_token, kv, state, activations, reserve;
  std::optional<double> max_batch{};    ///< sequences of a replica at this context
  std::optional<double> max_context{};  ///< tokens of a sequence at this batch; nullopt: no limit, or not asked
  /// nullopt: no time is asked for, or it does not fit.
  std::optional<Seconds> step{};
  double tokens = 0, sequences = 0;  ///< new tokens and sequences of all replicas
  double chips = 1;
  enum class Phase { none, prefill, decode, mixed } phase = Phase::none;
  std::optional<DollarsPerSecond> price{};  ///< of one chip

  Bytes memory() const { return weights + kv + state + activations + reserve; }
  /// Tokens a second; nullopt where there is no time.
  std::optional<double> tokens_per_second() const {
    return step && step->si() > 0 ? std::optional(tokens / step->si()) : std::nullopt;
  }
  std::optional<double> dollars_per_million_tokens() const {
    const auto rate = tokens_per_second();
    return rate && price ? std::optional(1e6 * chips * price->si() / *rate) : std::nullopt;
  }
};

}  // namespace roofline
