#include "roofline/base/spread.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.hpp"

using roofline::Spread;

namespace {

Spread of(const std::vector<double>& values) {
  Spread spread;
  for (const double v : values) spread.add(v);
  return spread;
}

}  // namespace

TEST_CASE("least, middle and greatest") {
  CHECK(std::isnan(of({}).median()));
  CHECK(of({0.7}).median() == 0.7);
  CHECK(of({3, 1, 2}).median() == 2);
  CHECK(of({4, 1, 3, 2}).median() == 2.5);
  CHECK(of({3, 1, 2}).least() == 1);
  CHECK(of({3, 1, 2}).greatest() == 3);
  CHECK(of({5, 5, 5, 1}).median() == 5);
}

TEST_CASE("the middle lies between the least and the greatest, however many") {
  Spread spread;
  for (int i = 0; i < 70'000; ++i) spread.add(0.50006);
  CHECK(spread.median() == 0.50006);
}

TEST_CASE("a million values come to their middle within 0.01%") {
  Spread spread;
  std::vector<double> all;
  double value = 0.5;
  for (int i = 0; i < 1'000'000; ++i) {
    value = std::fmod(value * 997 + 0.123456789, 1);
    all.push_back(value + 0.01);
    spread.add(value + 0.01);
  }
  std::sort(all.begin(), all.end());
  CHECK_THAT(spread.median(), WithinRel((all[499'999] + all[500'000]) / 2, 1e-4));
  CHECK(spread.count() == 1'000'000);
  CHECK(spread.least() == all.front());
  CHECK(spread.greatest() == all.back());
}
