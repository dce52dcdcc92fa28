#include "model/shares.hpp"

#include <algorithm>

#include "roofline/base/few.hpp"

namespace roofline {
namespace {

/// Elements that one token takes in a cache of a layer, and how many tokens it holds; 0: all.
struct Cached {
  double elements = 0;
  std::int64_t window = 0;
};
using Caches = Few<Cached, 4>;

void add_indexer(Caches& to, const std::optional<Indexer>& indexer) {
  const bool own = indexer && indexer->keys == Indexer::Keys::own;
  if (own) to.push_back({static_cast<double>(indexer->head_dim), 0});
}

Caches caches_of(const Layer& layer, const Plan& plan) {
  Caches all;
  if (const auto& a = layer.attention) {
    const double heads = kv_heads_of_chip(static_cast<double>(a->kv_heads), plan);
    const double elements = heads * static_cast<double>(a->head_dim + a->value_dim);
    if (a->cache == Attention::Cache::own) all.push_back({elements, a->span.tokens});
    add_indexer(all, a->indexer);
  }
  if (layer.latent) {
    all.push_back({static_cast<double>(layer.latent->cached()), 0});
    add_indexer(all, layer.latent->indexer);
  }
  if (const auto& other = layer.other_cache) {
    all.push_back({static_cast<double>(other->in_window), other->window});
    all.push_back({static_cast<double>(other->per_token), 0});
  }
  return all;
}

}  // namespace

double share_of(const Weight& weight, const Layer& layer, const Plan& plan) {
  const double tp = static_cast<double>(plan.tp);
  switch (weight.split) {
    case Split::none: return 1;
    case Split::heads:
    case Split::width: return 1 / tp;
    case Split::experts: return 1 / static_cast<double>(std::max(plan.tp, plan.ep));
    case Split::vocab:
      return static_cast<double>((weight.out + plan.tp - 1) / plan.tp) / static_cast<double>(weight.out);
    case Split::kv_heads: break;
  }
  const double kv_heads = static_cast<double>(layer.attention->kv_heads);
  return kv_heads_of_chip(kv_heads, plan) / kv_heads;
}

namespace {

void add(ChipMatmul& to, const Stored& s, const Layer& layer, const Plan& plan) {
  const Weight& w = s.weight;
  const double share = share_of(w, layer, plan);
  const bool whole = w.kind == Class::expert && plan.ep > 1;
  const double part = whole ? 1 : share;
  to.bytes += share * s.bytes;
  to.out += static_cast<double>(w.out) * (w.side == Side::output ? part : 1);
  if (w.side == Side::input) to.in = static_cast<double>(w.in) * part;
}

ChipMatmul begin(const Stored& s, const Layer& layer, const Plan& plan) {
  ChipMatmul m{s.weight, s.compute, static_cast<double>(s.weight.in), 0, {}};
  if (s.weight.kind != Class::expert) return m;
  m.choices = static_cast<double>(layer.experts->top_k);
  if (plan.ep > 1) m.choices /= static_cast<double>(plan.tp);
  return m;
}

}  // namespace

std::vector<ChipMatmul> matmuls_of(std::span<const Stored> weights, const Layer& layer, const Plan& plan) {
  std::vector<ChipMatmul> all;
  for (const Stored& s : weights) {
    if (s.weight.op.empty()) continue;
    const bool same = !all.empty() && all.back().first.op == s.weight.op && all.back().first.in == s.weight.in;
    if (!same) all.push_back(begin(s, layer, plan));
    add(all.back(), s, layer, plan);
  }
  return all;
}

std::vector<double> layer_counts(const Architecture& model) {
  std::vector<double> counts(model.kinds.size());
  for (const std::size_t kind : model.layers) ++counts[kind];
  return counts;
}

double cache_on_chip(const Layer& layer, std::int64_t tokens, const Plan& plan) {
  double sum = 0;
  for (const Cached& cached : caches_of(layer, plan))
    sum += cached.elements * static_cast<double>(cached.window == 0 ? tokens : std::min(tokens, cached.window));
  return sum;
}

double cache_growth_on_chip(const Layer& layer, const Plan& plan) {
  double sum = 0;
  for (const Cached& cached : caches_of(layer, plan)) sum += cached.window == 0 ? cached.elements : 0;
  return sum;
}

}  // namespace roofline
