#pragma once
// How many pairs of a query and a key attend, and how many cached tokens are read for it? Whatever counts attention
// counts it here.
//
// A sequence holds `cached` tokens and `added` new ones behind them, at the positions p from `cached` on. Causal, a new
// token attends those up to itself: p + 1 of them, with a window of w the last min(p + 1, w), in chunks of k the
// p mod k + 1 of its own chunk. Of all tokens that is c n + n (n + 1) / 2. Dense, it attends all: n (c + n), which is
// what a kernel without a mask computes.

#include <cstdint>

namespace roofline {

/// What attention of a layer can see.
struct Span {
  enum class Kind { full, sliding, chunked } kind = Kind::full;
  std::int64_t tokens = 0;  ///< of a window or chunk

  friend bool operator==(const Span&, const Span&) = default;
};

/// Of one sequence and one head. Throws Error: fewer than 0 tokens, a window or chunk of fewer than 1.
double causal_pairs(std::int64_t cached, std::int64_t added, Span span = {});
double dense_pairs(std::int64_t cached, std::int64_t added);

/// The cached tokens that any new one attends: all of them, the w - 1 of a window, those of the chunk begun. Where no
/// token is new they are those that the next one would.
std::int64_t cached_read(std::int64_t cached, Span span = {});

}  // namespace roofline
