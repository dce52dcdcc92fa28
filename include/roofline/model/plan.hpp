#pragma once
// What is a model asked to do, and over how many chips? Sequences with cached and new tokens, tensor, expert and data
// parallel.

#include <cstdint>
#include <string_view>
#include <vector>

namespace roofline {

/// So many sequences that hold `cached` tokens and bring `fresh` ones.
struct Request {
  std::int64_t count = 1, cached = 0, fresh = 1;

  std::int64_t held() const { return cached + fresh; }
};

struct Plan {
  std::vector<Request> requests;  ///< of one replica
  enum class Phase { none, prefill, decode, mixed } phase = Phase::none;
  std::int64_t tp = 1;  ///< chips that share one replica
  std::int64_t ep = 1;  ///< chips that share out whole experts: 1, tp or tp * dp
  std::int64_t dp = 1;  ///< replicas
  enum class Pairs { causal, dense } pairs = Pairs::causal;
  enum class Logits { sampled, all } logits = Logits::sampled;  ///< of which tokens
  enum class Mla { automatic, absorbed, expanded } mla = Mla::automatic;
  enum class Activations { fused, unfused } activations = Activations::fused;

  double tokens() const;     ///< new ones of one replica
  double sequences() const;  ///< of one replica
  double sampled() const;    ///< tokens that the head is asked for
  std::int64_t chips() const { return tp * dp; }
};

/// "4x0+2048,32x8191+1": count x cached + new, several with commas. Throws Error.
std::vector<Request> parse_requests(std::string_view text);

}  // namespace roofline
