// Attended pairs against a count by loops, over every small sequence.

#include "roofline/ops/pairs.hpp"

#include <cmath>
#include <set>

#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

constexpr std::int64_t kMost = 13;

bool attends(std::int64_t query, std::int64_t key, Span span) {
  if (key > query) return false;
  if (span.kind == Span::Kind::sliding) return query - key < span.tokens;
  return span.kind == Span::Kind::full || query / span.tokens == key / span.tokens;
}

struct Count {
  double pairs = 0;
  std::set<std::int64_t> cached;  ///< that any new token attends
};
Count by_loops(std::int64_t cached, std::int64_t added, Span span) {
  Count count;
  for (std::int64_t query = cached; query < cached + added; ++query) {
    for (std::int64_t key = 0; key < cached + added; ++key) {
      if (!attends(query, key, span)) continue;
      ++count.pairs;
      if (key < cached) count.cached.insert(key);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("pairs and cached tokens equal a count by loops, for every small sequence, window and chunk") {
  using enum Span::Kind;
  for (const auto kind : {full, sliding, chunked}) {
    for (std::int64_t tokens = 1; tokens <= (kind == full ? 1 : 2 * kMost); ++tokens) {
      for (std::int64_t cached = 0; cached < kMost; ++cached) {
        for (std::int64_t added = 0; added < kMost; ++added) {
          const Span span{kind, tokens};
          CAPTURE(static_cast<int>(kind), tokens, cached, added);
          const Count count = by_loops(cached, added, span);
          CHECK(causal_pairs(cached, added, span) == count.pairs);
          if (added > 0) CHECK(cached_read(cached, span) == static_cast<std::int64_t>(count.cached.size()));
        }
      }
    }
  }
}

TEST_CASE("pairs by hand") {
  CHECK(causal_pairs(0, 8192) == 33558528);  // 8192 * 8193 / 2
  CHECK(causal_pairs(8191, 1) == 8192);      // one token decoded
  CHECK(causal_pairs(100, 28) == 2800 + 406);
  CHECK(dense_pairs(100, 28) == 28 * 128);
  CHECK(dense_pairs(0, 8192) == 67108864);
  CHECK(causal_pairs(0, 5, {Span::Kind::sliding, 3}) == 1 + 2 + 3 + 3 + 3);
  CHECK(causal_pairs(1, 5, {Span::Kind::chunked, 3}) == 2 + 3 + 1 + 2 + 3);
  CHECK(cached_read(10, {Span::Kind::sliding, 4}) == 3);
  CHECK(cached_read(10, {Span::Kind::chunked, 4}) == 2);
}

TEST_CASE("pairs add up: prefill in pieces is prefill at once") {
  using enum Span::Kind;
  for (const Span span : {Span{}, Span{sliding, 1}, Span{sliding, 1000}, Span{chunked, 777}, Span{chunked, 1 << 20}}) {
    for (const std::int64_t piece : {1, 999, 1000, 1001, 12345}) {
      CAPTURE(static_cast<int>(span.kind), span.tokens, piece);
      CHECK(causal_pairs(0, piece, span) + causal_pairs(piece, 50000, span) == causal_pairs(0, piece + 50000, span));
      CHECK(causal_pairs(piece, 50000, span) <= dense_pairs(piece, 50000));
    }
  }
}

TEST_CASE("pairs of huge sequences stay exact to a double, and of none are none") {
  constexpr double kMostTokens = static_cast<double>(kMaxCount);
  CHECK_THAT(causal_pairs(0, kMaxCount), WithinRel(kMostTokens * kMostTokens / 2, 1e-15));
  CHECK_THAT(causal_pairs(kMaxCount - 1, 1), WithinRel(kMostTokens, 1e-15));
  CHECK_THAT(causal_pairs(kMaxCount / 2, 3, {Span::Kind::chunked, kMaxCount - 1}), WithinRel(1.5 * kMostTokens, 1e-14));
  CHECK_THAT(causal_pairs(kMaxCount - 5, 5, {Span::Kind::sliding, kMaxCount}), WithinRel(5 * kMostTokens, 1e-14));
  CHECK(causal_pairs(7, 0, {Span::Kind::sliding, 3}) == 0);
  CHECK_THROWS_AS(causal_pairs(-1, 1), Error);
  CHECK_THROWS_AS(causal_pairs(1, -1), Error);
  CHECK_THROWS_AS(causal_pairs(1, 1, {Span::Kind::sliding, 0}), Error);
  CHECK_THROWS_AS(cached_read(1, {Span::Kind::chunked, 0}), Error);
}
