// The attention core of a layer: every query against the keys it attends, over cached and new tokens.

#include <algorithm>

#include "model/layer_steps.hpp"
#include "model/shares.hpp"
#include "roofline/ops/pairs.hpp"

namespace roofline {
namespace {

/// What a core asks for each pair of tokens and each token of the cache, on one chip.
struct Core {
  double per_pair = 0;           ///< FLOPs
  double cached = 0;             ///< elements of one token in the cache, as far as this layer writes them
  double read = 0;               ///< elements of one cached token that are read
  double query = 0, result = 0;  ///< elements of one new token
  Span span{};
};

/// Sparse attention reads as many tokens as its indexer picks: as a window of that size would.
Span seen_span(const Span& span, const std::optional<Indexer>& indexer) {
  return indexer ? Span{Span::Kind::sliding, indexer->top_k} : span;
}

double pairs_of(const ModelSteps& steps, const Request& r, const Span& span) {
  const bool dense = steps.plan().pairs == Plan::Pairs::dense;
  return static_cast<double>(r.count) *
         (dense ? dense_pairs(r.cached, r.fresh) : causal_pairs(r.cached, r.fresh, span));
}

/// One step for all requests that run through this core.
template <class Wanted>
Step core_step(const ModelSteps& steps, std::string_view name, std::size_t kind, double count, const Core& core,
               Wanted wanted) {
  Step step{name, Step::Kind::attention, kind, count, {}, {}};
  const double element = bytes_per_element(steps.stored().kv);
  double queries = 0;
  for (const Request& r : steps.plan().requests) {
    if (!wanted(r)) continue;
    const double sequences = static_cast<double>(r.count), fresh = static_cast<double>(r.fresh);
    step.from.pairs += pairs_of(steps, r, core.span);
    step.from.cache +=
        element * sequences * (core.read * (static_cast<double>(cached_read(r.cached, core.span)) + fresh));
    queries += sequences * fresh;
  }
  step.from.per_pair = core.per_pair;
  step.from.operands = steps.unfused(queries * (core.query + core.result));
  return step;
}

/// The indexer's own heads look at every token and read a key of each, on every chip; a layer that takes the choice of
/// an earlier one has no scores of its own.
void add_indexer(ModelSteps& steps, const Indexer& indexer, std::size_t kind, double count) {
  if (indexer.keys != Indexer::Keys::own) return;
  Core core;
  core.per_pair = 2 * static_cast<double>(indexer.heads) * static_cast<double>(indexer.head_dim);
  core.read = static_cast<double>(indexer.head_dim);
  core.query = static_cast<double>(indexer.heads) * static_cast<double>(indexer.head_dim);
  steps.add(core_step(steps, "indexer scores", kind, count, core, [](const Request&) { return true; }));
}

/// Latents are multiplied as they are: the queries and the sums of values are as wide as they.
Core absorbed_core(const Latent& m, double heads) {
  Core core;
  const double rank = static_cast<double>(m.kv_rank), rope = static_cast<double>(m.rope_dim);
  core.per_pair = 2 * heads * (rank + rope + rank);
  core.query = heads * (rank + rope);
  core.result = heads * rank;
  return core;
}

Core expanded_core(const Latent& m, double heads) {
  Core core;
  const double qk = static_cast<double>(m.qk_dim()), value = static_cast<double>(m.value_dim);
  core.per_pair = 2 * heads * (qk + value);
  core.query = heads * qk;
  core.result = heads * value;
  return core;
}

}  // namespace

bool is_absorbed(const Plan& plan, const Request& request) {
  if (plan.mla != Plan::Mla::automatic) return plan.mla == Plan::Mla::absorbed;
  return plan.phase == Plan::Phase::decode || (plan.phase == Plan::Phase::mixed && request.fresh == 1);
}

void add_attention_core(ModelSteps& steps, std::size_t kind, double count) {
  const Attention& a = *steps.model().kinds[kind].attention;
  if (a.indexer) add_indexer(steps, *a.indexer, kind, count);
  const double heads = static_cast<double>(a.heads) / static_cast<double>(steps.plan().tp);
  const double kv_heads = kv_heads_of_chip(static_cast<double>(a.kv_heads), steps.plan());
  const double width = static_cast<double>(a.head_dim + a.value_dim);
  Core core;
  core.per_pair = 2 * heads * width;
  core.read = kv_heads * width;
  core.query = heads * static_cast<double>(a.head_dim);
  core.result = heads * static_cast<double>(a.value_dim);
  core.span = seen_span(a.span, a.indexer);
  steps.add(core_step(steps, "attention", kind, count, core, [](const Request&) { return true; }));
}

void add_latent_core(ModelSteps& steps, std::size_t kind, double count) {
  const Latent& m = *steps.model().kinds[kind].latent;
  if (m.indexer) add_indexer(steps, *m.indexer, kind, count);
  const double heads = static_cast<double>(m.heads) / static_cast<double>(steps.plan().tp);
  const auto add = [&](std::string_view name, Core core, bool (*wanted)(const Plan&, const Request&)) {
    core.read = static_cast<double>(m.cached());
    core.span = seen_span({}, m.indexer);
    const auto takes = [&](const Request& r) { return wanted(steps.plan(), r); };
    const Step step = core_step(steps, name, kind, count, core, takes);
    if (step.from.pairs > 0) steps.add(step);
  };
  add("attention", absorbed_core(m, heads), is_absorbed);
  add("attention expanded", expanded_core(m, heads),
      [](const Plan& p, const Request& r) { return !is_absorbed(p, r); });
}

}  // namespace roofline
