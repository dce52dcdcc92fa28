#include "roofline/work/work.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "support/arithmetic.hpp"
#include "support/catch.hpp"

using namespace roofline;

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
