#include "roofline/work/work.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "support/arithmetic.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

/// An all-gather, hop by hop: every chip starts with its own piece and hands on what its neighbour lacks, both ways,
/// until all have all. Returns the pieces over the busiest one-way link. A reduce-scatter is the same backwards.
double busiest_link(std::int64_t n, bool ring) {
  const auto chips = static_cast<std::size_t>(n);
  std::vector<std::vector<bool>> has(chips, std::vector<bool>(chips, false));
  std::vector<double> right(chips, 0), left(chips, 0);  // over the link from chip i to i+1, and to i-1
  for (std::size_t i = 0; i < chips; ++i) has[i][i] = true;
  // Each piece travels at most half way round in each direction; on a line to both ends.
  for (std::size_t piece = 0; piece < chips; ++piece) {
    const std::size_t forward = ring ? chips / 2 : chips - 1 - piece;
    for (std::size_t hop = 0; hop < forward; ++hop) {
      right[(piece + hop) % chips] += 1;
      has[(piece + hop + 1) % chips][piece] = true;
    }
    for (std::size_t hop = 0; hop < (ring ? (chips - 1) / 2 : piece); ++hop) {
      const std::size_t from = (piece + chips - hop) % chips;
      left[from] += 1;
      has[(from + chips - 1) % chips][piece] = true;
    }
  }
  for (const auto& row : has) REQUIRE(std::find(row.begin(), row.end(), false) == row.end());
  return std::max(*std::max_element(right.begin(), right.end()), *std::max_element(left.begin(), left.end()));
}

}  // namespace

TEST_CASE("an all-reduce moves every piece past the busiest link twice") {
  const CollectiveRow& row = info(Collective::all_reduce);
  for (const std::int64_t n : {2, 3, 4, 7, 8, 16}) {
    CAPTURE(n);
    const double pieces = static_cast<double>(n);
    const Bytes v = Bytes::from_si(840 * pieces);  // 840 bytes a piece
    CHECK(row.bytes_per_link(v, n, Shape::ring).si() == 2 * 840 * busiest_link(n, true));
    CHECK(row.bytes_per_link(v, n, Shape::line).si() == 2 * 840 * busiest_link(n, false));
    CHECK(row.bytes_per_link(v, n, Shape::switched).si() == 2 * 840 * (pieces - 1));
    CHECK(row.bytes_per_link(v, n, Shape::full_mesh).si() == 2 * 840);
  }
}

TEST_CASE("a collective's displayed formula gives its bytes") {
  for (const CollectiveRow& row : collectives()) {
    CHECK(&info(row.collective) == &row);
    for (const Shape shape : {Shape::ring, Shape::line, Shape::switched, Shape::full_mesh}) {
      for (const std::int64_t n : {2, 3, 8, 16}) {
        CAPTURE(row.name, n, row.formula(shape));
        const double shown = support::evaluate(row.formula(shape), {{"V", 1e6}, {"n", static_cast<double>(n)}});
        CHECK_THAT(row.bytes_per_link(Bytes::from_si(1e6), n, shape).si(), WithinRel(shown, 1e-14));
      }
    }
  }
}

TEST_CASE("over moves main-memory bytes and nothing else") {
  Work w;
  w.traffic.push_back({kMainMemory, Bytes::from_si(5)});
  w.traffic.push_back({Word("l2"), Bytes::from_si(7)});
  const Work moved = w.over(Word("pcie"));
  CHECK(moved.traffic[0].resource == Word("pcie"));
  CHECK(moved.traffic[0].bytes.si() == 5);
  CHECK(moved.traffic[1].resource == Word("l2"));
}

TEST_CASE("work adds up and scales") {
  Work a;
  a.compute.push_back({Engine::matrix, Dtype::bf16, Flops::from_si(10)});
  a.traffic.push_back({kMainMemory, Bytes::from_si(3)});
  a.resident = Bytes::from_si(3);
  Work b = a;
  b.compute.push_back({Engine::vector, Dtype::fp32, Flops::from_si(1)});
  b.traffic.push_back({Word("l2"), Bytes::from_si(5)});
  const Work sum = a + 3 * b;
  REQUIRE(sum.compute.size() == 2);
  CHECK(sum.compute[0].flops.si() == 40);
  CHECK(sum.compute[1].flops.si() == 3);
  REQUIRE(sum.traffic.size() == 2);
  CHECK(sum.traffic[0].bytes.si() == 12);
  CHECK(sum.traffic[1].bytes.si() == 15);
  CHECK(sum.resident->si() == 6);
  b.resident.reset();
  CHECK_FALSE((a + b).resident.has_value());
  b.axes.push_back({Word("X"), 2});
  CHECK_THROWS_AS(a + b, std::logic_error);
}
