#include "roofline/work/work.hpp"

#include <vector>

#include "support/arithmetic.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

/// Passes pieces round a ring of n chips both ways, and counts what the busiest one-way link carries, in pieces.
double ring_pieces(std::int64_t n) {
  double right = 0;
  for (std::int64_t distance = 1; distance <= n / 2; ++distance)
    right += 1;  // each step, a link to the right carries one
  return right;
}

/// On a line the end link carries every other chip's piece.
double line_pieces(std::int64_t n) {
  double most = 0;
  for (std::int64_t link = 0; link + 1 < n; ++link) {
    double carried = 0;
    for (std::int64_t source = 0; source <= link; ++source) carried += 1;
    most = std::max(most, carried);
  }
  return most;
}

}  // namespace

TEST_CASE("an all-reduce moves every piece past the busiest link twice") {
  const CollectiveRow& row = info(Collective::all_reduce);
  for (const std::int64_t n : {2, 3, 4, 7, 8, 16}) {
    CAPTURE(n);
    const double pieces = static_cast<double>(n);
    const Bytes v = Bytes::from_si(840 * pieces);  // 840 bytes a piece
    CHECK(row.bytes_per_link(v, n, Shape::ring).si() == 2 * 840 * ring_pieces(n));
    CHECK(row.bytes_per_link(v, n, Shape::line).si() == 2 * 840 * line_pieces(n));
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

TEST_CASE("axes multiply") {
  Axes axes;
  CHECK(chip_count(axes) == 1);
  axes.push_back({Word("X"), 4});
  axes.push_back({Word("Y"), 8});
  CHECK(chip_count(axes) == 32);
}
