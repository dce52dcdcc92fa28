#include "model/layer_steps.hpp"

#include <algorithm>

#include "model/shares.hpp"

namespace roofline {
namespace {

/// The weights of one matmul, one after the other in the list.
using Group = std::span<const Stored>;

/// Divides its input over tp, and so leaves partial sums.
bool splits_input(std::string_view op) {
  return op.ends_with(" out") || op.ends_with(" down");
}

bool is_expert(const Weight& w) {
  return w.kind == Class::expert;
}

/// Rows that a matmul of a layer has: every new token; of experts on one chip those that chose them.
double rows_of(const ModelSteps& steps, const Layer& layer, const Weight& first) {
  const Plan& plan = steps.plan();
  if (!is_expert(first)) return plan.tokens();
  const double chosen = plan.tokens() * static_cast<double>(layer.experts->top_k);
  return plan.ep == 1 ? chosen : chosen / static_cast<double>(plan.tp);
}

/// The part of all experts' weights that a step reads: those expected to be chosen.
double read_of_experts(const ModelSteps& steps, const Layer& layer) {
  const Plan& plan = steps.plan();
  const double n = static_cast<double>(layer.experts->count), k = static_cast<double>(layer.experts->top_k);
  const double groups = plan.ep == plan.chips() ? static_cast<double>(plan.dp) : 1;
  return distinct_experts(n, k, groups * plan.tokens()) / n;
}

/// Rows of the matrix that makes keys and values of latents: where cached ones are made anew, theirs too.
double latent_rows(const Plan& plan) {
  double rows = 0;
  for (const Request& r : plan.requests) {
    const std::int64_t made = is_absorbed(plan, r) ? r.fresh : r.held();
    rows += static_cast<double>(r.count) * static_cast<double>(made);
  }
  return rows;
}

void add_group(ModelSteps& steps, std::size_t kind, double count, Group group) {
  const Layer& layer = steps.model().kinds[kind];
  const Weight& first = group[0].weight;
  MatmulOf m{first.op, rows_of(steps, layer, first), static_cast<double>(first.in)};
  m.compute = group[0].compute;
  const bool whole_experts = is_expert(first) && steps.plan().ep > 1;
  for (const Stored& s : group) {
    const double share = share_of(s.weight.split, layer, steps.plan());
    const double width = whole_experts ? 1 : share;
    m.out += static_cast<double>(s.weight.out) * (splits_input(first.op) ? 1 : width);
    m.weights += share * s.bytes;
    if (splits_input(first.op)) m.in = static_cast<double>(first.in) * width;
  }
  if (is_expert(first)) m.weights = read_of_experts(steps, layer) * m.weights;
  if (first.name == "kv_b_proj") m.rows = latent_rows(steps.plan());
  steps.add_matmul(m, kind, count);
}

/// Matrices of one input that are multiplied at once.
bool are_one(const Weight& a, const Weight& b) {
  return a.op == b.op && a.in == b.in;
}

/// The matmuls of a layer that `wanted` takes, each a step.
template <class Wanted>
void add_matmuls(ModelSteps& steps, std::size_t kind, double count, Wanted wanted) {
  const std::vector<Stored>& all = steps.stored().kinds[kind];
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i + 1;
    while (end < all.size() && are_one(all[i].weight, all[end].weight)) ++end;
    const Weight& first = all[i].weight;
    if (!first.op.empty() && wanted(first)) add_group(steps, kind, count, Group(all).subspan(i, end - i));
    i = end;
  }
}

bool is_of_ffn(const Weight& w) {
  return w.part == "mlp" || w.part == "router" || w.part == "experts" || w.part == "shared" || w.part == "latent_proj";
}

void add_recurrence(ModelSteps& steps, std::size_t kind, double count) {
  const Recurrent& r = *steps.model().kinds[kind].recurrent;
  const double tp = static_cast<double>(steps.plan().tp);
  Step step{"recurrence", Step::Kind::recurrence, kind, count, {}, {}};
  step.from.pairs = steps.plan().tokens();
  step.from.per_pair = r.flops_per_token / tp;
  step.from.cache =
      2 * steps.plan().sequences() * static_cast<double>(r.state) * bytes_per_element(steps.stored().state) / tp;
  steps.add(step);
}

/// Norms, and weights that no matmul has.
void add_others(ModelSteps& steps, std::size_t kind, double count) {
  const Layer& layer = steps.model().kinds[kind];
  const double element = bytes_per_element(steps.stored().activations);
  const double norms = static_cast<double>(layer.norm_count);
  if (norms > 0) {
    steps.add_norm("norm", kind, count * norms, element * static_cast<double>(layer.norms) / norms,
                   steps.plan().tokens());
  }
  for (const Extra& extra : layer.extras) steps.add_extra(extra, kind, count, element);
}

void add_mixer(ModelSteps& steps, std::size_t kind, double count) {
  const Layer& layer = steps.model().kinds[kind];
  const auto before = [](const Weight& w) { return !is_of_ffn(w) && !splits_input(w.op); };
  const auto after = [](const Weight& w) { return !is_of_ffn(w) && splits_input(w.op); };
  if (!layer.attention && !layer.latent && !layer.recurrent) return;
  add_matmuls(steps, kind, count, before);
  if (layer.attention) add_attention_core(steps, kind, count);
  if (layer.latent) add_latent_core(steps, kind, count);
  if (layer.recurrent) add_recurrence(steps, kind, count);
  add_matmuls(steps, kind, count, after);
  steps.add_all_reduce("attention all-reduce", kind, count, static_cast<double>(steps.model().hidden));
}

void add_ffn(ModelSteps& steps, std::size_t kind, double count) {
  const Layer& layer = steps.model().kinds[kind];
  if (!layer.dense && !layer.experts) return;
  const bool exchanges = layer.experts && steps.plan().ep > steps.plan().tp;
  const double top_k = layer.experts ? static_cast<double>(layer.experts->top_k) : 0;
  const auto routes = [](const Weight& w) { return w.part == "router"; };
  add_matmuls(steps, kind, count, routes);
  if (exchanges) steps.add_exchange("expert dispatch", kind, count, top_k);
  add_matmuls(steps, kind, count, [&](const Weight& w) { return is_of_ffn(w) && !routes(w); });
  if (exchanges) steps.add_exchange("expert combine", kind, count, top_k);
  steps.add_all_reduce("mlp all-reduce", kind, count, static_cast<double>(steps.model().hidden));
}

}  // namespace

void add_layer(ModelSteps& steps, std::size_t kind, double count) {
  add_mixer(steps, kind, count);
  add_ffn(steps, kind, count);
  add_others(steps, kind, count);
}

}  // namespace roofline
