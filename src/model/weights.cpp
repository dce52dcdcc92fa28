#include "roofline/model/weights.hpp"

namespace roofline {
namespace {

using Weights = std::vector<Weight>;

/// What is no matrix, or none that is multiplied.
Weight beside(std::string_view part, std::string_view name, std::int64_t elements) {
  return {.part = part, .name = name, .beside = elements, .kind = Class::other};
}

void add_indexer(Weights& to, const Indexer& indexer, std::int64_t hidden, std::int64_t q_in) {
  if (indexer.keys == Indexer::Keys::of_an_earlier_layer) return;
  const std::int64_t keys = indexer.head_dim;
  to.push_back({.part = "attn", .name = "indexer.wq_b", .op = "indexer", .in = q_in, .out = indexer.heads * keys});
  to.push_back({.part = "attn", .name = "indexer.wk", .op = "indexer", .in = hidden, .out = keys});
  if (indexer.weights == Indexer::Weights::learned)
    to.push_back({.part = "attn", .name = "indexer.weights_proj", .op = "indexer", .in = hidden, .out = indexer.heads});
  to.push_back(beside("attn", "indexer.k_norm", 2 * keys));
}

void add_attention(Weights& to, const Attention& a, std::int64_t hidden) {
  static constexpr std::string_view kPart = "attn", kOp = "qkv";
  const auto projection = [&](std::string_view name, std::int64_t out, std::int64_t others, Split split) {
    to.push_back({.part = kPart, .name = name, .op = kOp, .in = hidden, .out = out, .beside = others, .split = split});
  };
  projection("q_proj", a.heads * a.head_dim + a.gate, a.q_bias + a.q_norm, Split::heads);
  if (a.cache == Attention::Cache::own) {
    projection("k_proj", a.kv_heads * a.head_dim, a.k_bias + a.k_norm, Split::kv_heads);
    if (a.values == Attention::Values::own) projection("v_proj", a.kv_heads * a.value_dim, a.v_bias, Split::kv_heads);
  }
  to.push_back({.part = kPart,
                .name = "o_proj",
                .op = "attention out",
                .in = a.heads * a.value_dim,
                .out = hidden,
                .beside = a.out_bias + a.sinks,
                .split = Split::heads,
                .side = Side::input});
  if (a.indexer) add_indexer(to, *a.indexer, hidden, hidden);
}

void add_latent(Weights& to, const Latent& a, std::int64_t hidden) {
  const auto matrix = [&](std::string_view name, std::string_view op, std::int64_t in, std::int64_t out,
                          std::int64_t others) {
    const bool whole = op == "q_a" || op == "kv_a";
    to.push_back({.part = "attn",
                  .name = name,
                  .op = op,
                  .in = in,
                  .out = out,
                  .beside = others,
                  .split = whole ? Split::none : Split::heads,
                  .side = op == "attention out" ? Side::input : Side::output});
  };
  const std::int64_t queries = a.heads * a.qk_dim();
  if (a.q_rank == 0) {
    matrix("q_proj", "q", hidden, queries, 0);
  } else {
    matrix("q_a_proj", "q_a", hidden, a.q_rank, a.q_rank);  // with its norm, as kv_a with the one of its latent
    matrix("q_b_proj", "q_b", a.q_rank, queries, 0);
  }
  matrix("kv_a_proj_with_mqa", "kv_a", hidden, a.cached(), a.kv_rank);
  matrix("kv_b_proj", "kv_b", a.kv_rank, a.heads * (a.nope_dim + a.value_dim), 0);
  matrix("o_proj", "attention out", a.heads * a.value_dim, hidden, a.biases);
  if (a.indexer) add_indexer(to, *a.indexer, hidden, a.q_rank == 0 ? hidden : a.q_rank);
}

void add_recurrent(Weights& to, const Recurrent& r) {
  for (const Projection& p : r.projections) {
    to.push_back({.part = r.part,
                  .name = p.name,
                  .op = p.op,
                  .in = p.in,
                  .out = p.out,
                  .beside = p.bias,
                  .split = Split::heads,
                  .side = p.side});
  }
  if (r.others > 0) to.push_back(beside(r.part, "conv1d", r.others));
}

/// The names of a feed-forward part's matmuls.
struct Ops {
  std::string_view gated, up, down;
};

/// `like` has the part, copies and split that its matrices share.
void add_feed_forward(Weights& to, Weight like, const FeedForward& f, std::int64_t in, const Ops& ops) {
  like.in = in;
  like.out = f.width;
  like.op = f.gate == FeedForward::Gate::gated ? ops.gated : ops.up;
  if (f.gate == FeedForward::Gate::gated) {
    like.name = "gate_proj";
    to.push_back(like);
  }
  like.name = "up_proj";
  to.push_back(like);
  like.name = "down_proj";
  like.op = ops.down;
  like.side = Side::input;
  like.in = f.width;
  like.out = in;
  like.beside = f.biases;
  to.push_back(like);
}

void add_experts(Weights& to, const Experts& e, std::int64_t hidden) {
  const std::int64_t width = e.latent > 0 ? e.latent : hidden;
  to.push_back({.part = "router",
                .name = "gate",
                .op = "router",
                .in = hidden,
                .out = e.router / hidden,
                .beside = e.router_bias,
                .kind = Class::other});
  if (e.latent > 0) {
    to.push_back({.part = "latent_proj", .name = "fc1_latent_proj", .op = "latent down", .in = hidden, .out = width});
    to.push_back({.part = "latent_proj", .name = "fc2_latent_proj", .op = "latent up", .in = width, .out = hidden});
  }
  add_feed_forward(to, {.part = "experts", .copies = e.count, .split = Split::experts, .kind = Class::expert}, e.each,
                   width, {"experts gate, up", "experts up", "experts down"});
  if (!e.shared) return;
  add_feed_forward(to, {.part = "shared", .split = Split::width}, *e.shared, hidden,
                   {"shared gate, up", "shared up", "shared down"});
  if (e.shared_gate == 0) return;
  to.push_back({.part = "shared",
                .name = "shared_expert_gate",
                .op = "shared gate",
                .in = hidden,
                .out = e.shared_gate / hidden});
}

void add_extras(Weights& to, const std::vector<Extra>& extras) {
  for (const Extra& extra : extras) {
    Weight weight = beside(extra.part, extra.name, extra.elements);
    weight.row = extra.row;
    if (extra.read == Extra::Read::row) weight.kind = Class::table;
    if (extra.read == Extra::Read::never) weight.kind = Class::unread;
    to.push_back(weight);
  }
}

}  // namespace

double Weight::elements() const {
  const double each = static_cast<double>(in) * static_cast<double>(out) + static_cast<double>(beside);
  return static_cast<double>(copies) * each;
}

std::vector<Weight> weights_of(const Layer& layer, std::int64_t hidden) {
  Weights all;
  if (layer.attention) add_attention(all, *layer.attention, hidden);
  if (layer.latent) add_latent(all, *layer.latent, hidden);
  if (layer.recurrent) add_recurrent(all, *layer.recurrent);
  if (layer.dense) {
    add_feed_forward(all, {.part = layer.dense->part, .split = Split::width}, *layer.dense, hidden,
                     {"mlp gate, up", "mlp up", "mlp down"});
  }
  if (layer.experts) add_experts(all, *layer.experts, hidden);
  if (layer.norms > 0) all.push_back(beside("norms", "norm", layer.norms));
  add_extras(all, layer.extras);
  return all;
}

std::vector<Weight> weights_around(const Architecture& model) {
  Weights all;
  const std::int64_t row = model.embedding_row;
  all.push_back({.part = "embed",
                 .name = "embed_tokens",
                 .in = row,
                 .out = row == 0 ? 0 : model.embedding / row,
                 .row = row,
                 .split = Split::vocab,
                 .kind = Class::table});
  add_extras(all, model.extras);
  if (model.final_norm > 0) all.push_back(beside("final_norm", "norm", model.final_norm));
  if (model.head == Architecture::Head::own) {
    all.push_back({.part = "lm_head",
                   .name = "lm_head",
                   .op = "head",
                   .in = model.hidden,
                   .out = model.head_elements / model.hidden,
                   .beside = model.head_bias,
                   .split = Split::vocab,
                   .kind = Class::head});
  }
  return all;
}

}  // namespace roofline
