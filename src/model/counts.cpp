#include "roofline/model/counts.hpp"

#include <algorithm>

#include "model/shares.hpp"
#include "roofline/model/weights.hpp"

namespace roofline {
namespace {

void add(Counts& counts, const Weight& weight, double times, double active) {
  const double elements = times * weight.elements();
  counts.total += elements;
  counts.active += elements * active;
  const auto same = [&](const PartCount& part) { return part.part == weight.part; };
  const auto found = std::find_if(counts.parts.begin(), counts.parts.end(), same);
  if (found == counts.parts.end()) {
    counts.parts.push_back({weight.part, elements});
  } else {
    found->elements += elements;
  }
}

/// Of the experts a token uses the top few.
double active_share(const Weight& weight, const Layer& layer) {
  if (weight.kind != Class::expert || !layer.experts) return 1;
  return static_cast<double>(layer.experts->top_k) / static_cast<double>(layer.experts->count);
}

/// The sum over the layers of what `of` says of a kind.
template <class F>
double over_layers(const Architecture& model, F of) {
  double sum = 0;
  for (const std::size_t kind : model.layers) sum += of(model.kinds[kind]);
  return sum;
}

}  // namespace

Counts count_parameters(const Architecture& model) {
  Counts counts;
  const auto around = weights_around(model);
  for (const Weight& weight : around) {
    if (weight.kind == Class::table) add(counts, weight, 1, 1);
  }
  for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) {
    const Layer& layer = model.kinds[kind];
    const auto times = static_cast<double>(std::count(model.layers.begin(), model.layers.end(), kind));
    for (const Weight& weight : weights_of(layer, model.hidden)) {
      add(counts, weight, times, active_share(weight, layer));
    }
  }
  for (const Weight& weight : around) {
    if (weight.kind != Class::table) add(counts, weight, 1, 1);
  }
  return counts;
}

double cache_per_token(const Architecture& model) {
  return over_layers(model, [](const Layer& layer) { return cache_growth_on_chip(layer, {}); });
}

double cache_of_sequence(const Architecture& model, std::int64_t tokens) {
  return over_layers(model, [&](const Layer& layer) { return cache_on_chip(layer, tokens, {}); });
}

double state_of_sequence(const Architecture& model) {
  return over_layers(
      model, [](const Layer& layer) { return layer.recurrent ? static_cast<double>(layer.recurrent->state) : 0.0; });
}

}  // namespace roofline
