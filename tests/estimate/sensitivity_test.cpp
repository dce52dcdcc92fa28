#include "roofline/estimate/sensitivity.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace roofline;

namespace {

Estimate of(double comp, double hbm, double ici) {
  Estimate e;
  e.comp = Seconds::from_si(comp);
  e.bounds.push_back({Word("hbm"), {}, {}, Seconds::from_si(hbm)});
  e.bounds.push_back({Word("ici"), {}, {}, Seconds::from_si(ici)});
  e.lower = Seconds::from_si(std::max({comp, hbm, ici}));
  e.upper = Seconds::from_si(comp + hbm + ici);
  return e;
}

}  // namespace

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
