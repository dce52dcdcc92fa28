#include "roofline/estimate/sensitivity.hpp"

#include <algorithm>

namespace roofline {
namespace {

constexpr double kMore = 1.01;
constexpr Word kCompute{"compute"};

double change(double before, double after) {
  return before > 0 ? after / before - 1 : 0;
}

/// The parts of t_lower and t_upper of one bound, where a resource has more to give.
struct Part {
  double lower, upper;
};
Part part_of(const Bound& b, std::string_view raised) {
  const double time = b.time.si(), scales = (b.time - b.latency).si();
  const double after = b.resource.view() == raised ? time - scales + scales / kMore : time;
  return {after, time > 0 ? b.in_turn.si() * (after / time) : 0};
}

Sensitivity sensitivity_to(const Estimate& e, Word raised) {
  const double comp = raised == kCompute ? e.comp.si() / kMore : e.comp.si();
  double lower = comp, upper = comp;
  for (const Bound& b : e.bounds) {
    const Part part = part_of(b, raised.view());
    lower = std::max(lower, part.lower);
    upper += part.upper;
  }
  return {raised, change(e.lower.si(), lower), change(e.upper.si(), upper)};
}

}  // namespace

Sensitivities sensitivities(const Estimate& e) {
  Sensitivities all;
  all.push_back(sensitivity_to(e, kCompute));
  for (const Bound& b : e.bounds) {
    const auto same = [&](const Sensitivity& s) { return s.resource == b.resource; };
    if (std::none_of(all.begin(), all.end(), same)) all.push_back(sensitivity_to(e, b.resource));
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
