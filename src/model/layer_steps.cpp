#include "model/layer_steps.hpp"

#include <algorithm>

#include "model/shares.hpp"

namespace roofline {
namespace {

/// Makes keys and values of latents; absorbed, it meets queries and sums instead, of the new tokens.
constexpr std::string_view kLatentUp = "kv_b";

/// The part of all experts' weights that a step reads: those expected to be chosen.
double read_of_experts(const ModelSteps& steps, const Layer& layer) {
  const Plan& plan = steps.plan();
  const double n = static_cast<double>(layer.experts->count), k = static_cast<double>(layer.experts->top_k);
  const double groups = plan.ep > plan.tp ? static_cast<double>(plan.dp) : 1;
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

/// The matmuls of a layer that `wanted` takes, each a step.
template <class Wanted>
void add_matmuls(ModelSteps& steps, std::size_t kind, double count, Wanted wanted) {
  const Layer& layer = steps.model().kinds[kind];
  for (const ChipMatmul& part : matmuls_of(steps.stored().kinds[kind], layer, steps.plan())) {
    if (!wanted(part.first)) continue;
    MatmulOf m{part.first.op, part.choices * steps.plan().tokens(), part.in, part.out, part.bytes, part.compute};
    if (part.first.kind == Class::expert) m.weights = read_of_experts(steps, layer) * m.weights;
    if (part.first.op == kLatentUp) m.rows = latent_rows(steps.plan());
    steps.add_matmul(m, kind, count);
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

/// Norms, and other weights that are not multiplied.
void add_others(ModelSteps& steps, std::size_t kind, double count) {
  for (const Stored& s : steps.stored().kinds[kind]) {
    if (s.weight.op.empty()) steps.add_unmultiplied(s, steps.model().kinds[kind], kind, count);
  }
}

void add_mixer(ModelSteps& steps, std::size_t kind, double count) {
  const Layer& layer = steps.model().kinds[kind];
  const auto before = [](const Weight& w) { return !is_of_ffn(w) && w.side == Side::output; };
  const auto after = [](const Weight& w) { return !is_of_ffn(w) && w.side == Side::input; };
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
  const auto routes = [](const Weight& w) { return w.part == "router" || w.op == "latent down"; };
  const auto returns = [](const Weight& w) { return w.op == "latent up"; };
  add_matmuls(steps, kind, count, routes);
  if (exchanges) steps.add_exchange("expert dispatch", kind, count, *layer.experts);
  add_matmuls(steps, kind, count, [&](const Weight& w) { return is_of_ffn(w) && !routes(w) && !returns(w); });
  if (exchanges) steps.add_exchange("expert combine", kind, count, *layer.experts);
  add_matmuls(steps, kind, count, returns);
  steps.add_all_reduce("mlp all-reduce", kind, count, static_cast<double>(steps.model().hidden));
}

}  // namespace

void add_layer(ModelSteps& steps, std::size_t kind, double count) {
  add_mixer(steps, kind, count);
  add_ffn(steps, kind, count);
  add_others(steps, kind, count);
}

}  // namespace roofline
