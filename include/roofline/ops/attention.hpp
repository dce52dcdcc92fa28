#pragma once
// softmax(Q K^T) V of one layer, projections apart: 2 N (H + Hv) FLOPs for each pair of tokens that attend, Q, K and V
// read and O written once. Source: How to Scale Your Model, ch. 4, and FlashAttention (Dao et al., 2022): the T x S
// scores stay on the chip.
//
// B sequences hold S tokens, of which the last T are new: T = S is prefill, T = 1 decode. Queries have N heads and the
// cache has K, so a smaller K shrinks bytes, never FLOPs. Which tokens attend: pairs.hpp.

#include "roofline/ops/op.hpp"
#include "roofline/ops/pairs.hpp"

namespace roofline {

struct AttentionCore {
  std::int64_t b = 0, t = 0;             ///< sequences, new tokens of each
  std::optional<std::int64_t> s{};       ///< tokens that each holds at the end, the new ones too (default t)
  std::int64_t n = 0;                    ///< query heads
  std::optional<std::int64_t> k{};       ///< heads of keys and values (default n)
  std::int64_t h = 0;                    ///< elements of a head of queries and keys
  std::optional<std::int64_t> hv{};      ///< of values (default h)
  std::optional<std::int64_t> window{};  ///< tokens of a sliding window, or of a chunk
  enum class Mask { causal, full, chunked } mask = Mask::causal;
  /// keys: the first hv elements of a key are its value, as in absorbed latent attention; read once for both.
  enum class ValuesAre { own, keys } values = ValuesAre::own;
  Dtype dtype = Dtype::bf16;             ///< of Q and O, and of K and V unless given apart
  std::optional<Dtype> kv_dtype{};       ///< of K and V
  std::optional<Dtype> compute_dtype{};  ///< default: the input with the wider elements

  static constexpr std::string_view kName = "attention";
  static constexpr std::string_view kSummary = "attention core softmax(Q K^T) V of one layer";
  static constexpr std::array<std::string_view, 5> kExamples{
      "roofline attention --B 4 --T 8192 --N 32 --H 128 --chip h100",
      "roofline attention --B 64 --T 1 --S 8192 --N 64 --K 8 --H 128 --chip tpu-v5e",
      "roofline attention --B 1 --T 1 --S 1Ki:128Ki:x2 --N 32 --K 8 --H 128 --kv-dtype fp8 --chip h100",
      "roofline attention --B 8 --T 1 --S 32768 --N 128 --K 1 --H 576 --Hv 512 --values keys --chip h100,h200",
      "roofline attention --B 1 --N 32 --K 8 --H 128 --chip v5e --solve T",
  };
  static constexpr std::array<std::string_view, 3> kMasks{"causal", "full", "chunked"};
  static constexpr std::array<std::string_view, 2> kValues{"own", "keys"};

  static constexpr auto fields() {
    using F = Field<AttentionCore>;
    return std::array{
        F{{"B", "sequences", {}, Given::always}, &AttentionCore::b},
        F{{"T", "new tokens of each sequence", {}, Given::always}, &AttentionCore::t},
        F{{.name = "S", .help = "tokens each holds at the end, cached and new (default T)", .least = "T"},
          &AttentionCore::s},
        F{{"N", "query heads", {}, Given::always, {}, "K"}, &AttentionCore::n},
        F{{"K", "heads of keys and values (default N)"}, &AttentionCore::k},
        F{{"H", "elements of a head", {}, Given::always}, &AttentionCore::h},
        F{{"Hv", "elements of a head of values (default H)"}, &AttentionCore::hv},
        F{{"window", "tokens of a sliding window, or of a chunk"}, &AttentionCore::window},
        F::choice<&AttentionCore::mask>(
            {"mask", "causal (default), full: the dense square, or chunked: causal in chunks of --window"}, kMasks),
        F::choice<&AttentionCore::values>(
            {"values", "own (default), or keys: the first Hv elements of K, read once for both"}, kValues),
        F{{"dtype", "of Q, K, V and O, and computed in (default bf16)"}, &AttentionCore::dtype},
        F{{"kv_dtype", "of K and V alone"}, &AttentionCore::kv_dtype},
        F{{"compute_dtype", "whose peak counts (default: the wider input's)"}, &AttentionCore::compute_dtype},
    };
  }

  std::int64_t held() const { return s.value_or(t); }
  std::int64_t cached() const { return held() - t; }
  std::int64_t kv_heads() const { return k.value_or(n); }
  std::int64_t value_dim() const { return hv.value_or(h); }
  Dtype kv() const { return kv_dtype.value_or(dtype); }
  Dtype computed_in() const { return compute_dtype ? *compute_dtype : wider_dtype(dtype, kv()); }
};

/// Pairs of one sequence and head: those that attend, or with a full mask the square.
double pairs(const AttentionCore& op);
/// Tokens of one sequence whose keys and values are read: the cached ones that a new one attends, and the new ones.
std::int64_t tokens_read(const AttentionCore& op);
/// Elements of K and V of one token: K (H + Hv), or K H where values are keys.
double kv_elements(const AttentionCore& op);

/// Throws Error: a dim below 1 or above 2^53, S < T, N that K does not divide, a window with a full mask, chunks
/// without a window, no clear compute dtype.
Work work(const AttentionCore& op);
std::vector<Formula> formulas(const AttentionCore& op);
OpNotes notes(const AttentionCore& op);
/// T where it reaches the ridge: against a long cache 2 T N (H + Hv) FLOPs a byte of K and V, without one (causal) half
/// of that against a token of all four.
std::optional<Rule> rule(const AttentionCore& op, std::string_view field, const Ridges& ridges);
Operands operands(const AttentionCore& op);

}  // namespace roofline
