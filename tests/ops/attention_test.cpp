// The attention core by hand, against a count by loops of tiny shapes, and what users found wrong in other tools.

#include "roofline/ops/attention.hpp"

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "roofline/base/error.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/catalog.hpp"
#include "support/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;

namespace {

using Mask = AttentionCore::Mask;
using ValuesAre = AttentionCore::ValuesAre;

double flops(const AttentionCore& op) {
  return work(op).compute[0].flops.si();
}
double bytes(const AttentionCore& op) {
  return work(op).traffic[0].bytes.si();
}

bool attends(const AttentionCore& op, std::int64_t query, std::int64_t key) {
  if (op.mask == Mask::full) return true;
  if (key > query) return false;
  if (op.mask == Mask::chunked) return query / *op.window == key / *op.window;
  return !op.window || query - key < *op.window;
}

/// Does it, element by element: a multiply-add is 2 FLOPs; an element that several heads or queries touch is read once.
class Count {
 public:
  explicit Count(const AttentionCore& op) : op_(op) {
    for (std::int64_t b = 0; b < op.b; ++b) {
      for (std::int64_t head = 0; head < op.n; ++head) {
        for (std::int64_t query = op.cached(); query < op.held(); ++query) visit(b, head, query);
      }
    }
  }

  double flops() const { return flops_; }
  double bytes() const {
    const auto new_ones = static_cast<double>(q_.size() + o_.size()), cached = static_cast<double>(kv_.size());
    return new_ones * bytes_per_element(op_.dtype) + cached * bytes_per_element(op_.kv());
  }

 private:
  void visit(std::int64_t b, std::int64_t head, std::int64_t query) {
    for (std::int64_t i = 0; i < op_.h; ++i) q_.insert({b, head, query, i});
    for (std::int64_t i = 0; i < op_.value_dim(); ++i) o_.insert({b, head, query, i});
    for (std::int64_t key = 0; key < op_.held(); ++key) {
      if (attends(op_, query, key)) attend(b, head / (op_.n / op_.kv_heads()), key);
    }
  }
  void attend(std::int64_t b, std::int64_t kv_head, std::int64_t key) {
    const std::int64_t values_from = op_.values == ValuesAre::keys ? 0 : op_.h;
    for (std::int64_t i = 0; i < op_.h; ++i) kv_.insert({b, kv_head, key, i});
    for (std::int64_t i = 0; i < op_.value_dim(); ++i) kv_.insert({b, kv_head, key, values_from + i});
    flops_ += 2 * static_cast<double>(op_.h + op_.value_dim());
  }

  const AttentionCore& op_;
  double flops_ = 0;
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>> q_, o_, kv_;
};

support::Names names_of(const AttentionCore& op) {
  const auto real = [](std::int64_t count) { return static_cast<double>(count); };
  support::Names names{{"B", real(op.b)}, {"T", real(op.t)}, {"N", real(op.n)}, {"H", real(op.h)}};
  if (op.s) names["S"] = real(*op.s);
  if (op.k) names["K"] = real(*op.k);
  if (op.hv) names["Hv"] = real(*op.hv);
  if (op.window) names["window"] = real(*op.window);
  return names;
}

/// Tiny shapes with every mask, window, grouping of heads, and kind of values.
std::vector<AttentionCore> tiny() {
  std::vector<AttentionCore> all;
  for (const auto& [t, s] : {std::pair{1, 1}, {1, 6}, {3, 3}, {3, 7}, {5, 6}}) {
    for (const auto& [n, k] : {std::pair{2, 2}, {4, 2}, {3, 1}}) {
      for (const int window : {0, 1, 2, 3, 4, 6, 9}) {
        AttentionCore op{.b = 2, .t = t, .s = s, .n = n, .k = k, .h = 3, .hv = 2};
        if (window > 0) op.window = window;
        all.push_back(op);
        op.values = ValuesAre::keys;
        op.kv_dtype = Dtype::fp8;
        all.push_back(op);
        op.mask = window > 0 ? Mask::chunked : Mask::full;
        all.push_back(op);
      }
    }
  }
  all.push_back({.b = 1, .t = 5, .n = 2, .h = 4});
  all.push_back({.b = 1, .t = 5, .n = 2, .h = 4, .window = 3});
  all.push_back({.b = 1, .t = 5, .n = 2, .h = 4, .window = 3, .mask = Mask::chunked});
  all.push_back({.b = 1, .t = 5, .n = 2, .h = 4, .mask = Mask::full});
  return all;
}

}  // namespace

TEST_CASE("attention by hand") {
  // Prefill of 4 tokens: 10 pairs, 2 heads, 2 * (8 + 8) FLOPs a pair; 4 tensors of 4 * 2 * 8 elements of 2 bytes.
  const AttentionCore prefill{.b = 1, .t = 4, .n = 2, .h = 8};
  CHECK(flops(prefill) == 640);
  CHECK(bytes(prefill) == 512);
  CHECK(work(prefill).resident->si() == 512);
  CHECK(work(prefill).compute[0].engine == Engine::matrix);
  AttentionCore square = prefill;
  square.mask = Mask::full;
  CHECK(flops(square) == 1024);
  CHECK(bytes(square) == 512);
  // Decode of 1 token against 100: Q and O 2 * 2 * 8 elements; K and V 2 * 100 * 1 * 8.
  const AttentionCore decode{.b = 3, .t = 1, .s = 100, .n = 2, .k = 1, .h = 8};
  CHECK(flops(decode) == 3 * 2 * 2 * 16 * 100);
  CHECK(bytes(decode) == 3 * 2 * (32 + 1600));
  // A window of 10 reads 9 cached tokens and the new one, and all 100 are held.
  AttentionCore sliding = decode;
  sliding.window = 10;
  CHECK(flops(sliding) == 3 * 2 * 2 * 16 * 10);
  CHECK(bytes(sliding) == 3 * 2 * (32 + 160));
  CHECK(work(sliding).resident->si() == 3 * 2 * (32 + 1600));
  // fp8 K and V halve their bytes; what computes is the wider.
  AttentionCore fp8 = decode;
  fp8.kv_dtype = Dtype::fp8;
  CHECK(bytes(fp8) == 3 * (64 + 1600));
  CHECK(work(fp8).compute[0].dtype == Dtype::bf16);
}

TEST_CASE("attention equals a count by loops, and its formulas say the same") {
  for (const AttentionCore& op : tiny()) {
    const auto told = [](const std::optional<std::int64_t>& x) { return x ? *x : -1; };
    CAPTURE(op.t, told(op.s), op.n, told(op.k), told(op.window), static_cast<int>(op.mask),
            static_cast<int>(op.values));
    const Count count(op);
    CHECK(flops(op) == count.flops());
    CHECK(bytes(op) == count.bytes());
    const support::Names names = names_of(op);
    for (const Formula& f : formulas(op)) {
      CAPTURE(f.key, f.text);
      const double shown = support::evaluate(f.text, names);
      if (f.key == "flops") CHECK(shown == flops(op));
      if (f.key == "bytes") CHECK(shown == bytes(op));
      if (f.key == "memory_bytes") CHECK(shown == work(op).resident->si());
    }
  }
}

TEST_CASE("one query of Llama-70B computes 4 N H FLOPs a context token, however few heads K and V have") {
  const AttentionCore few{.b = 1, .t = 1, .s = 1000, .n = 64, .k = 8, .h = 128};
  CHECK(flops(few) / 1000 == 32768);
  AttentionCore many = few;
  many.k = 64;
  CHECK(flops(many) == flops(few));
  CHECK(bytes(many) > 7 * bytes(few));
}

TEST_CASE("decode computes 4 B S N H: query heads, not those of K and V") {
  const AttentionCore op{.b = 16, .t = 1, .s = 4096, .n = 32, .k = 4, .h = 128};
  CHECK(flops(op) == 4.0 * 16 * 4096 * 32 * 128);
}

TEST_CASE("a causal prefill of Llama-2-7B: 211.1 TFLOP forward and backward, not 422.2") {
  AttentionCore op{.b = 4, .t = 8192, .n = 32, .h = 128};
  static constexpr double kLayers = 32, kForwardAndBackward = 3;
  CHECK_THAT(kLayers * kForwardAndBackward * flops(op), WithinRel(211.1e12, 5e-4));
  op.mask = Mask::full;
  CHECK_THAT(kLayers * kForwardAndBackward * flops(op), WithinRel(422.2e12, 5e-4));
}

TEST_CASE("latent attention that is not absorbed has values narrower than its keys: 640 FLOPs a pair and head") {
  const AttentionCore op{.b = 1, .t = 1, .s = 1, .n = 1, .h = 192, .hv = 128};
  CHECK(flops(op) == 640);
}

TEST_CASE("absorbed, its decode is communication-bound on H100 and compute-bound on H200") {
  const AttentionCore op{.b = 8, .t = 1, .s = 32768, .n = 128, .k = 1, .h = 576, .hv = 512, .values = ValuesAre::keys};
  // Against K and V alone 2 * 128 * (576 + 512) FLOPs over the 1152 bytes of a token; Q and O take 0.7% more bytes.
  CHECK_THAT(flops(op) / (8.0 * 32768 * 1152), WithinRel(241.8, 2e-4));
  CHECK_THAT(flops(op) / bytes(op), WithinRel(240.0, 2e-4));
  const Catalog catalog;
  CHECK(estimate(work(op), catalog.find("h100")).regime == Regime::communication_bound);
  CHECK(estimate(work(op), catalog.find("h200")).regime == Regime::compute_bound);
}

TEST_CASE("attention in pieces is attention at once: FLOPs add up") {
  const AttentionCore whole{.b = 1, .t = 1000, .n = 2, .h = 16};
  for (const std::int64_t first : {1, 10, 500, 999}) {
    const AttentionCore a{.b = 1, .t = first, .n = 2, .h = 16};
    const AttentionCore b{.b = 1, .t = 1000 - first, .s = 1000, .n = 2, .h = 16};
    CHECK(flops(a) + flops(b) == flops(whole));
  }
}

TEST_CASE("the parts of attention that a model counts apart") {
  AttentionCore op{.b = 2, .t = 3, .s = 10, .n = 4, .k = 2, .h = 8, .hv = 4, .window = 5};
  CHECK(pairs(op) == 15);
  CHECK(tokens_read(op) == 4 + 3);
  CHECK(kv_elements(op) == 2 * 12);
  op.values = ValuesAre::keys;
  CHECK(kv_elements(op) == 2 * 8);
}

TEST_CASE("the textbook rule of attention") {
  // K and V of a token take 2 * 2 K H bytes against 4 N H FLOPs a new token: T > ridge K / N.
  AttentionCore decode{.b = 1, .s = 8192, .n = 32, .k = 8, .h = 128};
  CHECK(rule(decode, "T", {240, 0, 0})->value == 60);
  decode.kv_dtype = Dtype::int8;
  CHECK(rule(decode, "T", {240, 0, 0})->value == 30);
  // Without a cache Q and O count too: T > ridge (1 + K / N), and twice that where the mask halves the FLOPs.
  AttentionCore prefill{.b = 1, .n = 32, .k = 32, .h = 128, .mask = Mask::full};
  CHECK(rule(prefill, "T", {240, 0, 0})->value == 480);
  prefill.mask = Mask::causal;
  CHECK(rule(prefill, "T", {240, 0, 0})->value == 960);
  CHECK_FALSE(rule(prefill, "N", {240, 0, 0}).has_value());
}

TEST_CASE("attention that cannot be says what is wrong") {
  const AttentionCore good{.b = 1, .t = 4, .n = 8, .h = 16};
  const auto error_of = [&](auto change) {
    AttentionCore op = good;
    change(op);
    return support::error_of([&] { work(op); }).message;
  };
  CHECK(error_of([](AttentionCore& op) { op.s = 3; }) == "S=3 tokens held at the end are fewer than the T=4 new ones");
  CHECK(error_of([](AttentionCore& op) { op.k = 3; }) == "N=8 query heads do not share K=3 heads of keys and values");
  CHECK(error_of([](AttentionCore& op) {
          op.hv = 17;
          op.values = ValuesAre::keys;
        }) == "values that are keys have at most H=16 elements, got Hv=17");
  CHECK(error_of([](AttentionCore& op) {
          op.window = 4;
          op.mask = Mask::full;
        }) == "a window goes with the causal or chunked mask, not with full");
  CHECK(error_of([](AttentionCore& op) { op.mask = Mask::chunked; }) == "the chunked mask needs the tokens of a chunk");
  CHECK(error_of([](AttentionCore& op) { op.s = 0; }).find("S must be a whole number from 1") == 0);
  CHECK(error_of([](AttentionCore& op) { op.window = 0; }).find("window must be a whole number from 1") == 0);
  CHECK(error_of([](AttentionCore& op) { op.kv_dtype = Dtype::fp16; }).find("bf16") != std::string::npos);
}
