#include "roofline/estimate/sensitivity.hpp"

#include <algorithm>

namespace roofline {
namespace {

constexpr double kMore = 1.01;

double change(double before, double after) {
  return before > 0 ? after / before - 1 : 0;
}

}  // namespace

Sensitivities sensitivities(const Estimate& e) {
  Few<double, 7> times;
  times.push_back(e.comp.si());
  for (const Bound& b : e.bounds) times.push_back(b.time.si());
  Sensitivities all;
  for (std::size_t i = 0; i < times.size(); ++i) {
    double lower = 0, upper = 0;
    for (std::size_t j = 0; j < times.size(); ++j) {
      const double time = j == i ? times[j] / kMore : times[j];
      lower = std::max(lower, time);
      upper += time;
    }
    const Word name = i == 0 ? Word("compute") : e.bounds[i - 1].resource;
    all.push_back({name, change(e.lower.si(), lower), change(e.upper.si(), upper)});
  }
  return all;
}

std::string_view raise_first(const Sensitivities& all) {
  const auto less = [](const Sensitivity& a, const Sensitivity& b) {
    return a.lower != b.lower ? a.lower < b.lower : a.upper < b.upper;
  };
  const Sensitivity& best = *std::min_element(all.begin(), all.end(), less);
  return best.upper < 0 ? best.resource.view() : std::string_view();
}

}  // namespace roofline
