#include "roofline/estimate/sensitivity.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace roofline;

namespace {

Estimate of(double comp, double hbm, double ici) {
  Estimate e;
  e.comp = Seconds::from_si(comp);
  for (const auto& [name, time] : {std::pair{"hbm", hbm}, std::pair{"ici", ici}}) {
    Bound bound;
    bound.resource = Word(name);
    bound.time = bound.in_turn = Seconds::from_si(time);
    e.bounds.push_back(bound);
  }
  e.lower = Seconds::from_si(std::max({comp, hbm, ici}));
  e.upper = Seconds::from_si(comp + hbm + ici);
  return e;
}

}  // namespace

TEST_CASE("more bandwidth does not shorten the latency of messages") {
  Estimate e = of(1, 1, 2);
  e.bounds[1].latency = Seconds::from_si(2);
  const auto all = sensitivities(e);
  CHECK(all[2].lower == 0);
  CHECK(all[2].upper == 0);
}

TEST_CASE("1% more divides a time by 1.01") {
  const auto all = sensitivities(of(2, 1, 1));
  CHECK_THAT(all[0].lower, WithinRel(1 / 1.01 - 1, 1e-12));
  CHECK_THAT(all[0].upper, WithinRel((2 / 1.01 + 2) / 4 - 1, 1e-12));
  CHECK(all[1].lower == 0);
  CHECK_THAT(all[1].upper, WithinRel((1 / 1.01 + 3) / 4 - 1, 1e-12));
  CHECK(all[2].resource == Word("ici"));
  CHECK(raise_first(all) == "compute");
}

TEST_CASE("near the ridge the next resource takes over") {
  const auto all = sensitivities(of(1, 1.005, 0.5));
  CHECK_THAT(all[1].lower, WithinRel(1 / 1.005 - 1, 1e-12));
  CHECK(raise_first(all) == "hbm");
}

TEST_CASE("on the ridge none lowers t_lower alone, and t_upper decides") {
  const auto all = sensitivities(of(1, 1, 0.5));
  CHECK(all[0].lower == 0);
  CHECK(all[1].lower == 0);
  CHECK(raise_first(all) == "compute");
  CHECK(raise_first(sensitivities(of(0, 0, 0))).empty());
}
