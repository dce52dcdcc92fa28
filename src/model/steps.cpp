#include "roofline/model/steps.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "model/layer_steps.hpp"
#include "model/shares.hpp"
#include "roofline/base/error.hpp"

namespace roofline {
namespace {

void require_divides(std::int64_t n, std::int64_t tp, std::string_view what) {
  if (n % tp == 0) return;
  throw Error(formatted("--tp {}: {} {} do not divide over it", tp, n, what), formatted("a divisor of {}", n));
}

void check_attention(const Attention& a, std::int64_t tp) {
  require_divides(a.heads, tp, "query heads");
  if (a.kv_heads % tp == 0 || tp % a.kv_heads == 0) return;
  throw Error(formatted("--tp {}: {} key-value heads neither divide over it nor it over them", tp, a.kv_heads));
}

void check_layer(const Layer& layer, const Plan& plan) {
  if (layer.attention) check_attention(*layer.attention, plan.tp);
  if (layer.latent) require_divides(layer.latent->heads, plan.tp, "heads");
  if (layer.recurrent) {
    for (const Projection& p : layer.recurrent->projections)
      require_divides(p.side == Side::input ? p.in : p.out, plan.tp, "columns of a recurrence");
  }
  if (layer.dense) require_divides(layer.dense->width, plan.tp, "columns of a feed-forward part");
  if (!layer.experts) return;
  const Experts& e = *layer.experts;
  if (e.shared) require_divides(e.shared->width, plan.tp, "columns of the shared experts");
  if (plan.ep == 1) return require_divides(e.each.width, plan.tp, "columns of an expert");
  if (e.count % plan.ep != 0) throw Error(formatted("--ep {}: {} experts do not divide over it", plan.ep, e.count));
}

void check_ep(const Plan& plan) {
  static constexpr std::int64_t kMostChips = 1 << 20;
  if (plan.tp > kMostChips || plan.dp > kMostChips) throw Error(formatted("more than {} chips", kMostChips));
  if (plan.ep == 1 || plan.ep == plan.tp || plan.ep == plan.chips()) return;
  throw Error(formatted("--ep {} is none of 1, --tp ({}) and --tp times --dp ({})", plan.ep, plan.tp, plan.chips()),
              "1 splits each expert's width over tp; the others give chips whole experts");
}

/// The token table: a row a new token, of those that this chip has.
void add_embedding(ModelSteps& steps, const Architecture& model, const Stored& table) {
  const double rows = steps.plan().tokens() * share_of(table.weight, {}, steps.plan());
  const double row = table.bytes.si() * static_cast<double>(model.embedding_row) / table.weight.elements();
  Step step{"embedding", Step::Kind::embedding, Step::kAround, 1, {}, {}};
  step.from.rows = rows;
  step.from.weights = rows * row;
  step.from.operands = steps.unfused(steps.plan().tokens() * static_cast<double>(model.hidden));
  steps.add(step);
  steps.add_all_reduce("embedding all-reduce", Step::kAround, 1, static_cast<double>(model.hidden));
}

void add_head(ModelSteps& steps, const Architecture& model, const StoredModel& stored) {
  if (model.head == Architecture::Head::none) return;
  const Class wanted = model.head == Architecture::Head::tied ? Class::table : Class::head;
  const auto head = std::find_if(stored.around.begin(), stored.around.end(),
                                 [&](const Stored& s) { return s.weight.kind == wanted; });
  if (head == stored.around.end()) throw std::logic_error("a model without the weights of its head");
  const double share = share_of(head->weight, {}, steps.plan());
  MatmulOf m{"head", steps.plan().sampled(), static_cast<double>(head->weight.in)};
  m.out = share * static_cast<double>(head->weight.out);
  m.weights = share * head->bytes;
  m.compute = head->compute;
  steps.add_matmul(m, Step::kAround, 1);
  steps.add_logits_gather(static_cast<double>(model.vocab));
}

/// What else stands around the layers.
void add_around(ModelSteps& steps, const StoredModel& stored) {
  for (const Stored& s : stored.around) {
    const bool is_embedding = s.weight.kind == Class::table && s.weight.in > 0;
    if (s.weight.op.empty() && !is_embedding) steps.add_unmultiplied(s, {}, Step::kAround, 1);
  }
}

}  // namespace

double distinct_experts(double n, double k, double tokens) {
  if (tokens < 1) return 0;
  const double expected = n * (1 - std::pow(1 - k / n, tokens));
  return std::clamp(expected, k, std::min(n, k * tokens));  // rounding must not leave the bounds
}

void check_plan(const Architecture& model, const Plan& plan) {
  check_ep(plan);
  const bool has_experts =
      std::any_of(model.kinds.begin(), model.kinds.end(), [](const Layer& l) { return l.experts.has_value(); });
  if (plan.ep > 1 && !has_experts) throw Error(formatted("--ep {}: the model has no experts", plan.ep), "leave it out");
  for (const Layer& layer : model.kinds) check_layer(layer, plan);
}

std::vector<Step> steps_of(const Architecture& model, const StoredModel& stored, const Plan& plan) {
  if (!model.counts_only.empty())
    throw Error(formatted("no times for {}: {}", model.family, model.counts_only), "without --phase it is counted");
  check_plan(model, plan);
  ModelSteps steps(model, stored, plan);
  for (const Stored& s : stored.around) {
    if (s.weight.kind == Class::table && s.weight.in > 0) add_embedding(steps, model, s);
  }
  const std::vector<double> counts = layer_counts(model);
  for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) add_layer(steps, kind, counts[kind]);
  add_around(steps, stored);
  add_head(steps, model, stored);
  return steps.take();
}

}  // namespace roofline
