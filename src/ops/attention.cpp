#include "roofline/ops/attention.hpp"

#include "base/format.hpp"
#include "roofline/base/error.hpp"

namespace roofline {
namespace {

using Mask = AttentionCore::Mask;

constexpr std::string_view kCausalNote =
    "counts the pairs that attend, not the dense square (--mask full); the softmax counts 0 FLOPs";
constexpr std::string_view kFullNote = "counts the dense square, masked pairs too; the softmax counts 0 FLOPs";

void check_heads(const AttentionCore& op) {
  require_count(op.n, "N");
  require_count(op.kv_heads(), "K");
  require_count(op.h, "H");
  require_count(op.value_dim(), "Hv");
  if (op.n % op.kv_heads() != 0) {
    throw Error(formatted("N={} query heads do not share K={} heads of keys and values", op.n, op.kv_heads()),
                "K divides N");
  }
  const bool too_wide = op.values == AttentionCore::ValuesAre::keys && op.value_dim() > op.h;
  if (too_wide) throw Error(formatted("values that are keys have at most H={} elements, got Hv={}", op.h, *op.hv));
}

void check(const AttentionCore& op) {
  require_count(op.b, "B");
  require_count(op.t, "T");
  require_count(op.held(), "S");
  if (op.cached() < 0) {
    throw Error(formatted("S={} tokens held at the end are fewer than the T={} new ones", *op.s, op.t),
                "S counts the cached and the new ones");
  }
  check_heads(op);
  if (op.window) require_count(*op.window, "window");
  if (op.window && op.mask == Mask::full) throw Error("a window goes with the causal or chunked mask, not with full");
  if (!op.window && op.mask == Mask::chunked)
    throw Error("the chunked mask needs the tokens of a chunk", "--window gives them");
}

Span span_of(const AttentionCore& op) {
  if (!op.window) return {};
  return {op.mask == Mask::chunked ? Span::Kind::chunked : Span::Kind::sliding, *op.window};
}

double real(std::int64_t count) {
  return static_cast<double>(count);
}

/// Q and O: each new token, once.
Bytes new_bytes(const AttentionCore& op) {
  return size_of(op.dtype, real(op.b) * real(op.t) * real(op.n) * (real(op.h) + real(op.value_dim())));
}
/// K and V of so many tokens of each sequence.
Bytes kv_bytes(const AttentionCore& op, std::int64_t tokens) {
  return size_of(op.kv(), real(op.b) * kv_elements(op) * real(tokens));
}

std::string both_text(const AttentionCore& op) {
  return op.hv ? "(H + Hv)" : "(H + H)";
}
std::string held_text(const AttentionCore& op) {
  return op.s ? "S" : "T";
}

std::string causal_text(const AttentionCore& op) {
  return op.s ? "((S - T) * T + T * (T + 1) / 2)" : "T * (T + 1) / 2";
}

/// A window that some new tokens do not fill.
std::string filling_text(const AttentionCore& op) {
  const std::string lacking = op.s ? "window - S + T" : "window";
  return formatted("(T * window - ({0} - 1) * ({0}) / 2)", lacking);
}

std::string chunked_text(const AttentionCore& op) {
  const std::int64_t from = op.cached() % *op.window, to = op.held() % *op.window;
  const std::int64_t chunks = op.held() / *op.window - op.cached() / *op.window;
  return formatted("({0} * window * (window + 1) / 2 + {1} * ({1} + 1) / 2 - {2} * ({2} + 1) / 2)", chunks, to, from);
}

std::string pairs_text(const AttentionCore& op) {
  if (op.mask == Mask::full) return "T * " + held_text(op);
  if (op.mask == Mask::chunked) return chunked_text(op);
  if (!op.window || *op.window >= op.held()) return causal_text(op);
  return op.cached() + 1 >= *op.window ? "T * window" : filling_text(op);
}

std::string read_text(const AttentionCore& op) {
  if (!op.window) return held_text(op);
  if (op.mask == Mask::chunked) return formatted("({} + T)", op.cached() % *op.window);
  return op.s ? "(min(S - T, window - 1) + T)" : "T";
}

/// Bytes of Q and O, and of K and V of so many tokens.
std::string bytes_text(const AttentionCore& op, const std::string& tokens) {
  const std::string width = op.values == AttentionCore::ValuesAre::keys ? "H" : both_text(op);
  return formatted("{} * B * T * N * {} + {} * B * {} * {} * {}", element_text(op.dtype), both_text(op),
                   element_text(op.kv()), op.k ? "K" : "N", width, tokens);
}

}  // namespace

double pairs(const AttentionCore& op) {
  check(op);
  return op.mask == Mask::full ? dense_pairs(op.cached(), op.t) : causal_pairs(op.cached(), op.t, span_of(op));
}

std::int64_t tokens_read(const AttentionCore& op) {
  check(op);
  return cached_read(op.cached(), span_of(op)) + op.t;
}

double kv_elements(const AttentionCore& op) {
  const bool shared = op.values == AttentionCore::ValuesAre::keys;
  return real(op.kv_heads()) * (real(op.h) + (shared ? 0 : real(op.value_dim())));
}

Work work(const AttentionCore& op) {
  const double flops = 2 * real(op.b) * real(op.n) * (real(op.h) + real(op.value_dim())) * pairs(op);
  Work w;
  w.compute.push_back({Engine::matrix, op.computed_in(), Flops::from_si(flops)});
  w.traffic.push_back({kMainMemory, new_bytes(op) + kv_bytes(op, tokens_read(op))});
  w.resident = new_bytes(op) + kv_bytes(op, op.held());
  return w;
}

std::vector<Formula> formulas(const AttentionCore& op) {
  check(op);
  const std::string why = op.mask == Mask::full ? "every pair of the square" : "the pairs that attend";
  return {{"flops", formatted("2 * B * N * {} * {}", both_text(op), pairs_text(op)), why},
          {"bytes", bytes_text(op, read_text(op)), "Q, O, and what is seen of K and V"},
          {"memory_bytes", bytes_text(op, held_text(op)), "Q, O, and all of K and V"}};
}

OpNotes notes(const AttentionCore& op) {
  OpNotes all;
  all.push_back(op.mask == Mask::full ? kFullNote : kCausalNote);
  return all;
}

std::optional<Rule> rule(const AttentionCore& op, std::string_view field, const Ridges& ridges) {
  if (field != "T" || op.window) return std::nullopt;
  const double flops = 2 * real(op.n) * (real(op.h) + real(op.value_dim()));  // of a pair
  const double kv = size_of(op.kv(), kv_elements(op)).si();                   // bytes of a token
  if (op.s) return Rule{ridges.operands * kv / flops, Rule::Against::operands, "where S is much larger"};
  const double own = bytes_per_element(op.dtype) * flops / 2;
  const double square = ridges.operands * (own + kv) / flops;
  if (op.mask == Mask::full) return Rule{square, Rule::Against::operands, "where S = T"};
  return Rule{2 * square, Rule::Against::operands, "where S = T, much larger than 1"};
}

Operands operands(const AttentionCore& op) {
  Operands all;
  all.push_back({"q", op.dtype, "Q"});
  all.push_back({"kv", op.kv(), "K and V"});
  all.push_back({"o", op.dtype, "O"});
  return all;
}

}  // namespace roofline
