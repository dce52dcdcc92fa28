// The collective table against a count of what crosses each link, hop by hop.

#include "roofline/work/collective.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "roofline/base/error.hpp"
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

/// An all-to-all over a torus, dimension by dimension: one unit from every chip to every other, half of it each way
/// where both ways are equally long. Returns the units over the busiest one-way link.
class Exchange {
 public:
  explicit Exchange(std::vector<Leg> legs) : legs_(std::move(legs)) {
    for (const Leg& leg : legs_) chips_ *= static_cast<std::size_t>(leg.size);
    loads_.assign(chips_ * legs_.size() * 2, 0);
  }

  double busiest() {
    for (std::size_t from = 0; from < chips_; ++from) {
      for (std::size_t to = 0; to < chips_; ++to) send(place(from), place(to), 0, 1);
    }
    return *std::max_element(loads_.begin(), loads_.end());
  }

 private:
  using Place = std::vector<std::int64_t>;

  Place place(std::size_t chip) const {
    Place at;
    for (const Leg& leg : legs_) {
      at.push_back(static_cast<std::int64_t>(chip) % leg.size);
      chip /= static_cast<std::size_t>(leg.size);
    }
    return at;
  }

  std::size_t link(const Place& at, std::size_t axis, bool up) const {
    std::size_t chip = 0;
    for (std::size_t i = legs_.size(); i-- > 0;)
      chip = chip * static_cast<std::size_t>(legs_[i].size) + static_cast<std::size_t>(at[i]);
    return (chip * legs_.size() + axis) * 2 + (up ? 1 : 0);
  }

  void walk(Place at, const Place& to, std::size_t axis, double units, bool up) {
    const std::int64_t size = legs_[axis].size;
    while (at[axis] != to[axis]) {
      loads_[link(at, axis, up)] += units;
      at[axis] = (at[axis] + (up ? 1 : size - 1)) % size;
    }
    send(at, to, axis + 1, units);
  }

  void send(const Place& at, const Place& to, std::size_t axis, double units) {
    if (axis == legs_.size()) return;
    if (at[axis] == to[axis]) return send(at, to, axis + 1, units);
    const std::int64_t size = legs_[axis].size, up = (to[axis] - at[axis] + size) % size;
    if (legs_[axis].shape == Shape::line) return walk(at, to, axis, units, to[axis] > at[axis]);
    if (2 * up == size) {
      walk(at, to, axis, units / 2, true);
      walk(at, to, axis, units / 2, false);
    } else {
      walk(at, to, axis, units, 2 * up < size);
    }
  }

  std::vector<Leg> legs_;
  std::size_t chips_ = 1;
  std::vector<double> loads_;
};

Group over(const std::vector<Leg>& legs) {
  Group group;
  for (const Leg& leg : legs) group.legs.push_back(leg);
  return group;
}

double share(Collective collective, const std::vector<Leg>& legs) {
  return info(collective).share(over(legs));
}

constexpr Leg ring(std::int64_t size) {
  return {size, Shape::ring};
}
constexpr Leg line(std::int64_t size) {
  return {size, Shape::line};
}

}  // namespace

TEST_CASE("a gather over one axis puts on the busiest link what a count of hops does") {
  for (const std::int64_t n : {2, 3, 4, 7, 8, 15, 16}) {
    CAPTURE(n);
    const double pieces = static_cast<double>(n);
    for (const Collective collective : {Collective::all_gather, Collective::reduce_scatter}) {
      CHECK_THAT(share(collective, {ring(n)}) * pieces, WithinRel(busiest_link(n, true), 1e-14));
      CHECK_THAT(share(collective, {line(n)}) * pieces, WithinRel(busiest_link(n, false), 1e-14));
      CHECK_THAT(share(collective, {{n, Shape::switched}}) * pieces, WithinRel(pieces - 1, 1e-14));
      CHECK_THAT(share(collective, {{n, Shape::full_mesh}}) * pieces, WithinRel(1, 1e-14));
    }
  }
}

TEST_CASE("an all-to-all puts on the busiest link what a count of hops does") {
  const std::vector<std::vector<Leg>> tori{
      {ring(2)},           {ring(4)},          {ring(16)},          {ring(3)},
      {ring(5)},           {ring(15)},         {line(2)},           {line(4)},
      {line(8)},           {line(3)},          {line(7)},           {ring(5), ring(4)},
      {ring(3), line(5)},  {ring(4), ring(4)}, {ring(4), ring(8)},  {ring(4), ring(4), ring(4)},
      {ring(8), ring(16)}, {line(4), line(4)}, {line(8), ring(16)}, {line(2), ring(4), line(4)},
  };
  for (const auto& legs : tori) {
    const double n = chips_of(over(legs).legs);
    CAPTURE(legs.size(), n);
    CHECK_THAT(share(Collective::all_to_all, legs) * n * n, WithinRel(Exchange(legs).busiest(), 1e-12));
  }
}

TEST_CASE("a gather over several axes lies between what each chip must receive and one axis after the other") {
  for (const std::vector<Leg>& legs : std::vector<std::vector<Leg>>{{ring(4), ring(4)},
                                                                    {ring(16), ring(16)},
                                                                    {ring(4), line(4)},
                                                                    {line(4), line(8)},
                                                                    {ring(4), ring(4), ring(4)}}) {
    const double n = chips_of(over(legs).legs);
    double links = 0, in_turn = 0, gathered = 1;
    for (const Leg& leg : legs) {
      links += leg.shape == Shape::ring ? 2 : 1;
      gathered *= static_cast<double>(leg.size);
      in_turn += share(Collective::all_gather, {leg}) * gathered / n;
    }
    const double value = share(Collective::all_gather, legs);
    CHECK(value >= (n - 1) / n / links * (1 - 1e-14));
    CHECK(value <= in_turn * (1 + 1e-14));
  }
}

TEST_CASE("what always holds: nothing moves between one chip, an all-reduce is both halves, floors are floors") {
  const std::vector<std::vector<Leg>> wirings{{ring(16)},
                                              {ring(7)},
                                              {line(4)},
                                              {ring(4), ring(8)},
                                              {line(3), ring(4)},
                                              {{8, Shape::switched}},
                                              {{8, Shape::full_mesh}}};
  for (const CollectiveRow& row : collectives()) {
    CAPTURE(row.name);
    CHECK(&info(row.collective) == &row);
    CHECK(row.share(over({ring(1)})) == 0);
    CHECK(row.steps(over({ring(1), line(1)})) == 0);
    CHECK(row.floor.of(1, 1) == 0);
    for (const auto& legs : wirings) {
      const Group group = over(legs);
      std::vector<Leg> more = legs;
      more.insert(more.begin(), line(1));  // an axis of one chip changes nothing
      CHECK(row.share(over(more)) == row.share(group));
      CHECK(row.share(group) > 0);
      CHECK(row.steps(group) >= 1);
    }
  }
  for (const auto& legs : wirings) {
    CHECK_THAT(share(Collective::all_reduce, legs), WithinRel(2 * share(Collective::all_gather, legs), 1e-14));
    CHECK(info(Collective::all_reduce).steps(over(legs)) == 2 * info(Collective::all_gather).steps(over(legs)));
  }
}

TEST_CASE("a switch that adds") {
  Group group = over({{8, Shape::switched}});
  const CollectiveRow& row = info(Collective::all_reduce);
  CHECK(row.share(group) == 1.75);
  group.reduction = Reduction::shards_gathered;
  CHECK(row.share(group) == 1.125);
  CHECK(row.steps(group) == 1);
  group.reduction = Reduction::sent_once;
  CHECK(row.share(group) == 1);
}

TEST_CASE("a ragged all-to-all sends each token to the chips it needs, none twice") {
  Group group = over({{8, Shape::switched}});
  const CollectiveRow& row = info(Collective::ragged_all_to_all);
  CHECK_THAT(distinct_chips(8, 1), WithinRel(1, 1e-14));
  CHECK_THAT(distinct_chips(1099511627776.0, 1), WithinRel(1, 1e-14));
  CHECK(distinct_chips(1, 5) == 1);
  CHECK_THAT(distinct_chips(8, 2), WithinRel(1.875, 1e-14));  // the second of two falls on the first once in 8
  CHECK_THAT(row.share(group), WithinRel(share(Collective::all_to_all, {{8, Shape::switched}}), 1e-14));
  group.copies = 2;
  CHECK_THAT(row.share(group), WithinRel(1.875 * 7 / 64, 1e-14));
  Group ring16 = over({ring(16)});
  CHECK_THAT(row.share(ring16), WithinRel(share(Collective::all_to_all, {ring(16)}), 1e-14));
  ring16.copies = 1e6;
  CHECK_THAT(row.share(ring16), WithinRel(share(Collective::all_gather, {ring(16)}), 1e-14));
  group.copies = 1e6;  // to all: an all-gather
  CHECK_THAT(row.share(group), WithinRel(share(Collective::all_gather, {{8, Shape::switched}}), 1e-14));
}

TEST_CASE("hops: half way round a ring, from end to end of a line, and back for an all-reduce") {
  const auto steps = [](Collective collective, const std::vector<Leg>& legs) {
    return info(collective).steps(over(legs));
  };
  CHECK(steps(Collective::all_gather, {ring(4)}) == 2);
  CHECK(steps(Collective::all_gather, {ring(7)}) == 3);
  CHECK(steps(Collective::all_gather, {line(4)}) == 3);
  CHECK(steps(Collective::all_gather, {ring(16), line(4)}) == 11);
  CHECK(steps(Collective::all_reduce, {line(4)}) == 6);
  CHECK(steps(Collective::all_reduce, {{8, Shape::switched}}) == 2);
  CHECK(steps(Collective::permute, {ring(16)}) == 1);
  CHECK(steps(Collective::permute, {line(8)}) == 7);  // the last chip's message goes back to the first
}

TEST_CASE("a collective's displayed formula gives its bytes") {
  for (const CollectiveRow& row : collectives()) {
    for (const auto& legs : std::vector<std::vector<Leg>>{{ring(8)},
                                                          {ring(7)},
                                                          {line(4)},
                                                          {ring(4), ring(4)},
                                                          {line(4), ring(8)},
                                                          {{8, Shape::switched}},
                                                          {{8, Shape::full_mesh}}}) {
      const Group group = over(legs);
      CAPTURE(row.name, row.formula(group));
      const double shown = support::evaluate(row.formula(group), {{"V", 1e6}, {"n", chips_of(group.legs)}});
      CHECK_THAT(row.share(group) * 1e6, WithinRel(shown, 1e-13));
    }
  }
}

TEST_CASE("collectives are known by any spelling") {
  for (const char* name : {"all-gather", "allgather", "AllGather", "ALL_GATHER"})
    CHECK(find_collective(name).collective == Collective::all_gather);
  CHECK(find_collective("alltoall").collective == Collective::all_to_all);
  try {
    find_collective("all-gathr");
    FAIL("found");
  } catch (const Error& e) {
    CHECK(e.hint == "did you mean all-gather?");
  }
}
