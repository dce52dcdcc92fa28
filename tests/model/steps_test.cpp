// The steps of a model against a count of every product and every byte, token by token.

#include "roofline/model/steps.hpp"

#include <cmath>
#include <filesystem>
#include <set>
#include <tuple>
#include "support/catch.hpp"
#include "support/cli.hpp"

#include "roofline/model/footprint.hpp"
#include "support/errors.hpp"

using namespace roofline;

namespace {

constexpr std::int64_t kHidden = 4, kHeads = 4, kKvHeads = 2, kDim = 3, kWidth = 6, kVocab = 8, kWindow = 2;

Layer layer_with(Span span) {
  Layer layer;
  layer.attention = Attention{.heads = kHeads, .kv_heads = kKvHeads, .head_dim = kDim, .value_dim = kDim, .span = span};
  layer.dense = FeedForward{.width = kWidth};
  layer.norms = 2 * kHidden;
  layer.norm_count = 2;
  return layer;
}

/// Two layers that see all, one that sees two tokens.
Architecture tiny() {
  Architecture model;
  model.family = "tiny";
  model.hidden = kHidden;
  model.vocab = kVocab;
  model.embedding = kHidden * kVocab;
  model.embedding_row = kHidden;
  model.head_elements = kHidden * kVocab;
  model.final_norm = kHidden;
  model.kinds = {layer_with({}), layer_with({Span::Kind::sliding, kWindow})};
  model.layers = {0, 1, 0};
  return model;
}

struct Totals {
  double flops = 0, bytes = 0;
};

Totals totals_of(const std::vector<Step>& steps) {
  Totals t;
  for (const Step& step : steps) {
    for (const auto& c : step.work.compute) t.flops += step.count * c.flops.si();
    for (const auto& m : step.work.traffic) t.bytes += step.count * m.bytes.si();
  }
  return t;
}

/// What one multiply-add after the other comes to, and what is touched in memory: elements of 2 B.
class Count {
 public:
  explicit Count(const std::vector<Request>& requests) {
    int sequence = 0;
    for (const Request& r : requests) {
      for (std::int64_t i = 0; i < r.count; ++i) run_sequence(sequence++, r);
    }
    touch_weights();
  }
  double flops() const { return 2 * products_; }
  double bytes() const { return 2 * (static_cast<double>(cache_.size()) + rows_ + weights_); }

 private:
  void run_sequence(int sequence, const Request& r) {
    for (std::int64_t p = r.cached; p < r.held(); ++p) {
      rows_ += kHidden;  // of the token table
      for (int layer = 0; layer < 3; ++layer) run_token(sequence, layer, p);
    }
    products_ += kHidden * kVocab;  // the head, of the last token
  }

  void run_token(int sequence, int layer, std::int64_t p) {
    products_ += kHidden * (kHeads + 2 * kKvHeads) * kDim;
    const std::int64_t first = layer == 1 ? std::max<std::int64_t>(0, p + 1 - kWindow) : 0;
    for (std::int64_t key = first; key <= p; ++key) {
      for (int head = 0; head < kHeads; ++head) products_ += 2 * kDim;  // a score, then a value
      touch_cache(sequence, layer, key);
    }
    products_ += kHeads * kDim * kHidden + 3 * kHidden * kWidth;
  }

  /// Read, or written where it is new: once either way.
  void touch_cache(int sequence, int layer, std::int64_t position) {
    for (int element = 0; element < 2 * kKvHeads * kDim; ++element)
      cache_.insert({sequence, layer, static_cast<int>(position), element});
  }

  void touch_weights() {
    weights_ = kHidden * kVocab + kHidden;
    for (int layer = 0; layer < 3; ++layer) {
      weights_ += kHidden * (kHeads + 2 * kKvHeads) * kDim + kHeads * kDim * kHidden + 3 * kHidden * kWidth;
      weights_ += 2 * kHidden;
    }
  }

  double products_ = 0, rows_ = 0, weights_ = 0;
  std::set<std::tuple<int, int, int, int>> cache_;
};

Plan plan_of(std::vector<Request> requests) {
  Plan plan;
  plan.phase = Plan::Phase::mixed;
  plan.requests = std::move(requests);
  return plan;
}

/// What a step reads of tables, less what lies in memory of them and is not read: rows for tokens, and a tied head.
double bytes_of_tables(const Architecture& model, const StoredModel& stored, const Plan& plan) {
  double sum = 0;
  const auto see = [&](const Stored& s, double layers) {
    const double share = s.weight.split == Split::vocab
                             ? std::ceil(static_cast<double>(s.weight.out) / static_cast<double>(plan.tp)) /
                                   static_cast<double>(s.weight.out)
                             : 1;
    if (s.weight.kind == Class::unread) sum -= layers * s.bytes.si();
    if (s.weight.kind != Class::table) return;
    const double rows = plan.tokens() * static_cast<double>(s.weight.row) / s.weight.elements();
    const bool is_head = model.head == Architecture::Head::tied && s.weight.in > 0;
    sum += layers * share * s.bytes.si() * (rows - (is_head ? 0 : 1));
  };
  for (const Stored& s : stored.around) see(s, 1);
  for (const std::size_t kind : model.layers) {
    for (const Stored& s : stored.kinds[kind]) see(s, 1);
  }
  return sum;
}

}  // namespace

TEST_CASE("a step computes and moves what a count of every product and byte says") {
  const Architecture model = tiny();
  const StoredModel stored = store(model, {}, {});
  for (const auto& requests : {std::vector<Request>{{1, 0, 1}},
                               {{1, 0, 5}},
                               {{3, 7, 1}},
                               {{2, 3, 2}, {1, 0, 4}},
                               {{1, 1, 3}, {2, 0, 1}, {1, 6, 2}}}) {
    const Totals t = totals_of(steps_of(model, stored, plan_of(requests)));
    const Count count(requests);
    CHECK(t.flops == count.flops());
    CHECK(t.bytes == count.bytes());
  }
}

TEST_CASE("over tp chips FLOPs are shared, caches as far as there are heads") {
  const Architecture model = tiny();
  const StoredModel stored = store(model, {}, {});
  Plan plan = plan_of({{2, 3, 2}});
  const Totals one = totals_of(steps_of(model, stored, plan));
  plan.tp = 2;
  CHECK(totals_of(steps_of(model, stored, plan)).flops == one.flops / 2);
  const Bytes half = Sizes(model, stored, plan).kv_per_token();
  CHECK(half == Bytes::from_si(2 * 2 * 2.0 * kDim / 2 * kKvHeads));  // 2 layers, K and V, 2 B, 1 head of 3
  plan.tp = 4;  // 2 key-value heads: each on two chips, keys and values made on both
  CHECK(Sizes(model, stored, plan).kv_per_token() == half);
  plan.tp = 3;
  const Error error = support::error_of([&] { steps_of(model, stored, plan); });
  CHECK(support::has(error.message, "--tp 3: 4 query heads do not divide"));
}

TEST_CASE("expected experts lie between k and all, and are right for small cases") {
  CHECK(distinct_experts(8, 2, 3) == 4.625);
  CHECK(distinct_experts(8, 2, 1) == 2);
  CHECK(distinct_experts(8, 8, 5) == 8);
  CHECK(std::fabs(distinct_experts(256, 8, 8) - 57.4) < 0.05);
  CHECK(std::fabs(distinct_experts(256, 8, 64) - 222.4) < 0.05);
  for (const double tokens : {1., 2., 7., 100., 1e6}) {
    CHECK(distinct_experts(384, 8, tokens) >= 8);
    CHECK(distinct_experts(384, 8, tokens) <= std::min(384.0, 8 * tokens));
  }
  // Every way that two tokens can pick 2 of 4 experts: 36 pairs of picks.
  double distinct = 0;
  for (int a = 0; a < 16; ++a) {
    for (int b = 0; b < 16; ++b) {
      if (__builtin_popcount(static_cast<unsigned>(a)) != 2 || __builtin_popcount(static_cast<unsigned>(b)) != 2)
        continue;
      distinct += __builtin_popcount(static_cast<unsigned>(a | b)) / 36.0;
    }
  }
  CHECK(std::fabs(distinct_experts(4, 2, 2) - distinct) < 1e-12);
}

TEST_CASE("memory holds the weights, every sequence's cache and the widest operation") {
  const Architecture model = tiny();
  const StoredModel stored = store(model, {}, {});
  const Plan plan = plan_of({{2, 3, 2}, {1, 0, 4}});
  const Footprint f = Sizes(model, stored, plan).of(plan);
  const double layer =
      kHidden * (kHeads + 2 * kKvHeads) * kDim + kHeads * kDim * kHidden + 3 * kHidden * kWidth + 2 * kHidden;
  CHECK(f.weights.si() == 2 * (3 * layer + 2 * kHidden * kVocab + kHidden));
  const double token = 2.0 * 2 * kKvHeads * kDim;  // bytes in one layer
  CHECK(f.kv.si() == token * (2 * (2 * 5 + 2) + (2 * 4 + 2)));
  // qkv: 4 in, 24 out; the residual stream; logits of 3 tokens.
  CHECK(f.activations.si() == 2 * (8 * (4 + 24 + 4) + 3 * kVocab));
}

TEST_CASE("a step reads every weight that lies in memory, for every family") {
  int priced = 0;
  for (const auto& entry : std::filesystem::directory_iterator(support::source_path("tests/fixtures/models"))) {
    const std::string path = entry.path().string();
    const Model model = read_model(parse_config(support::read(path), path), nullptr, path, "");
    if (!model.architecture.counts_only.empty()) continue;
    const StoredModel stored = store(model.architecture, model.formats, {});
    for (const std::int64_t tp : {1, 2}) {
      CAPTURE(path, tp);
      Plan plan = plan_of({{1, 0, 4096}});  // enough tokens that every expert is chosen
      plan.tp = tp;
      if (support::error_of([&] { check_plan(model.architecture, plan); }).message != "(no error)") continue;
      double read = 0;
      for (const Step& step : steps_of(model.architecture, stored, plan)) read += step.count * step.from.weights;
      const double tables = bytes_of_tables(model.architecture, stored, plan);
      const double held = Sizes(model.architecture, stored, plan).weights().si();
      CHECK(std::fabs(read - tables - held) <= 1e-9 * held);
      ++priced;
    }
  }
  CHECK(priced >= 90);
}
