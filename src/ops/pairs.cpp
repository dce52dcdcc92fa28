#include "roofline/ops/pairs.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/ops/op.hpp"

namespace roofline {
namespace {

void check(std::int64_t tokens, Span span) {
  if (tokens < 0 || tokens > kMaxCount) throw Error(formatted("a sequence holds 0 to 2^53 tokens, got {}", tokens));
  if (span.kind != Span::Kind::full) require_count(span.tokens, "tokens of a window or chunk");
}

/// 1 + 2 + ... + n.
double up_to(std::int64_t n) {
  return static_cast<double>(n) * (static_cast<double>(n) + 1) / 2;
}

double full_pairs(std::int64_t cached, std::int64_t added) {
  return static_cast<double>(cached) * static_cast<double>(added) + up_to(added);
}

/// The first new tokens may see less than the window: w - c - 1 less, then one more each.
double sliding_pairs(std::int64_t cached, std::int64_t added, std::int64_t window) {
  const std::int64_t filling = std::clamp<std::int64_t>(window - cached, 0, added);
  return full_pairs(cached, filling) + static_cast<double>(added - filling) * static_cast<double>(window);
}

/// The rest of the chunk begun, whole chunks, and the start of one more.
double chunked_pairs(std::int64_t cached, std::int64_t added, std::int64_t chunk) {
  const std::int64_t begun = cached % chunk, rest = std::min(added, chunk - begun);
  const std::int64_t whole = (added - rest) / chunk, last = (added - rest) % chunk;
  return full_pairs(begun, rest) + static_cast<double>(whole) * up_to(chunk) + up_to(last);
}

}  // namespace

double causal_pairs(std::int64_t cached, std::int64_t added, Span span) {
  check(cached, span);
  check(added, span);
  switch (span.kind) {
    case Span::Kind::full: return full_pairs(cached, added);
    case Span::Kind::sliding: return sliding_pairs(cached, added, span.tokens);
    case Span::Kind::chunked: return chunked_pairs(cached, added, span.tokens);
  }
  return 0;
}

double dense_pairs(std::int64_t cached, std::int64_t added) {
  check(cached, {});
  check(added, {});
  return static_cast<double>(added) * (static_cast<double>(cached) + static_cast<double>(added));
}

std::int64_t cached_read(std::int64_t cached, Span span) {
  check(cached, span);
  switch (span.kind) {
    case Span::Kind::full: return cached;
    case Span::Kind::sliding: return std::min(cached, span.tokens - 1);
    case Span::Kind::chunked: return cached % span.tokens;
  }
  return cached;
}

}  // namespace roofline
