#include "roofline/estimate/solve.hpp"

#include <cmath>
#include <vector>

#include "support/catch.hpp"

using namespace roofline;

TEST_CASE("the crossing of two straight lines is exact, between whole neighbours") {
  for (const double at : {1.5, 2.0, 7.25, 240.25, 255.0625, 1e6 + 0.5, 4503599627370495.5}) {
    CAPTURE(at);
    const auto c = first_crossing_of_multiples([&](double v) { return 3 * (v - at); }, 1);
    REQUIRE(c.has_value());
    CHECK_THAT(c->critical, WithinRel(at, 1e-15));
    CHECK(c->after == std::ceil(at));
    CHECK(c->before == std::ceil(at) - 1);
  }
}

TEST_CASE("a tie belongs to the true side") {
  const auto c = first_crossing_of_multiples([](double v) { return v - 100; }, 1);
  CHECK(c->before == 99);
  CHECK(c->after == 100);
  CHECK(c->critical == 100);
}

TEST_CASE("only multiples of the step are valid") {
  const auto c = first_crossing_of_multiples(
      [](double v) {
        REQUIRE(std::fmod(v, 6) == 0);
        return v - 100.5;
      },
      6);
  CHECK(c->before == 96);
  CHECK(c->after == 102);
  CHECK_THAT(c->critical, WithinRel(100.5, 1e-14));
}

TEST_CASE("falling differences, none at all, the lowest of several") {
  CHECK(first_crossing_of_multiples([](double v) { return 50.5 - v; }, 1)->after == 51);
  CHECK_FALSE(first_crossing_of_multiples([](double) { return 1.0; }, 1).has_value());
  CHECK_FALSE(first_crossing_of_multiples([](double) { return -1.0; }, 1).has_value());
  CHECK_FALSE(first_crossing_of_multiples([](double) { return 0.0; }, 1).has_value());
  const auto c = first_crossing_of_multiples([](double v) { return (v - 10.5) * (v - 100.5) * (v - 1000.5); }, 1);
  CHECK(c->after == 11);
}

TEST_CASE("among given values, and over the reals") {
  const std::vector<double> divisors{1, 2, 4, 8, 16};
  const auto c = first_crossing_of_values([](double v) { return 5 - v; }, divisors);
  CHECK(c->before == 4);
  CHECK(c->after == 8);
  CHECK(c->critical == 5);
  CHECK_FALSE(first_crossing_of_values([](double v) { return 50 - v; }, divisors).has_value());
  CHECK_THAT(first_crossing_of_reals([](double v) { return v / 1.97e14 - 1e9 / 8.2e11; })->critical,
             WithinRel(1.97e14 * 1e9 / 8.2e11, 1e-14));
  CHECK_THAT(first_crossing_of_reals([](double v) { return 2 - v * v; })->critical, WithinRel(std::sqrt(2.0), 1e-14));
}
