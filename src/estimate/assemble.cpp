#include "estimate/assemble.hpp"

#include <algorithm>
#include <cmath>

#include "roofline/base/error.hpp"

namespace roofline {
namespace {

TransferTime mixed(const TransferTime& a, double weight_a, const TransferTime& b, double weight_b) {
  TransferTime t = b;
  t.bandwidth = weight_a * a.bandwidth + weight_b * b.bandwidth;
  t.known_latency = weight_a * a.known_latency + weight_b * b.known_latency;
  if (a.latency && b.latency) t.latency = weight_a * *a.latency + weight_b * *b.latency;
  t.lower = weight_a * a.lower + weight_b * b.lower;
  if (a.upper && b.upper) t.upper = weight_a * *a.upper + weight_b * *b.upper;
  t.floor = weight_a * a.floor + weight_b * b.floor;
  t.lacking = weight_a * a.lacking + weight_b * b.lacking;
  return t;
}

Served mixed(const Served& a, double weight_a, const Served& b, double weight_b) {
  Served s = b;
  for (auto part : {&Served::weights, &Served::kv_per_token, &Served::kv, &Served::state, &Served::activations})
    s.*part = weight_a * a.*part + weight_b * b.*part;
  for (auto part : {&Served::tokens, &Served::sequences}) s.*part = weight_a * a.*part + weight_b * b.*part;
  if (a.step && b.step) s.step = weight_a * *a.step + weight_b * *b.step;
  return s;
}

}  // namespace

void add_bound(Estimate& e, const Bound& more) {
  for (Bound& b : e.bounds) {
    if (b.resource != more.resource || (b.axis != more.axis && !b.axis.empty())) continue;
    b.bytes += more.bytes;
    b.time += more.time;
    b.in_turn += more.in_turn;
    b.latency += more.latency;
    b.axes |= more.axes;
    return;
  }
  e.bounds.push_back(more);
}

void conclude(Estimate& e) {
  e.upper = e.comp;
  for (std::size_t i = 0; i < e.bounds.size(); ++i) {
    e.upper += e.bounds[i].in_turn;
    if (e.bounds[i].time > e.bounds[e.slowest].time) e.slowest = i;
  }
  e.comm = e.bounds.empty() ? Seconds{} : e.bounds[e.slowest].time;
  e.lower = std::max(e.comp, e.comm);
  // A figure so extreme that a time is no number has no answer.
  if (!std::isfinite(e.upper.si())) throw Error("a time is too large for a double: a rate is too small");
  e.regime = e.comp >= e.comm ? Regime::compute_bound : Regime::communication_bound;
}

void add_weighted(Estimate& e, const Estimate& part, double weight) {
  for (const Bound& b : part.bounds) {
    Bound share = b;
    share.bytes = weight * b.bytes;
    share.time = weight * b.time;
    share.in_turn = weight * b.in_turn;
    share.latency = weight * b.latency;
    add_bound(e, share);
  }
  for (std::size_t i = 0; i < part.axes.size(); ++i) {
    e.axes[i].lacking += weight * part.axes[i].lacking;
    e.axes[i].time += weight * part.axes[i].time;
  }
}

Estimate mix(const Estimate& a, double weight_a, const Estimate& b, double weight_b) {
  Estimate e = b;
  e.flops = weight_a * a.flops + weight_b * b.flops;
  e.comp = weight_a * a.comp + weight_b * b.comp;
  if (a.rate != b.rate && e.comp > Seconds{}) e.rate = e.flops / e.comp;
  e.bounds = {};
  for (AxisTraffic& axis : e.axes) axis = {axis.name, axis.size, {}, {}};
  add_weighted(e, a, weight_a);
  add_weighted(e, b, weight_b);
  if (a.memory && b.memory) e.memory = weight_a * *a.memory + weight_b * *b.memory;
  if (a.served && b.served) e.served = mixed(*a.served, weight_a, *b.served, weight_b);
  if (a.alone && b.alone) e.alone = mixed(*a.alone, weight_a, *b.alone, weight_b);
  e.slowest = 0;
  conclude(e);
  return e;
}

}  // namespace roofline
