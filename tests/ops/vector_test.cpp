// Ops that pass over their elements once: by hand, and against a count by loops.

#include "roofline/base/error.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/ops/copy.hpp"
#include "roofline/ops/elementwise.hpp"
#include "roofline/ops/norm.hpp"
#include "roofline/ops/softmax.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;

namespace {

template <class T>
double flops(const T& op) {
  return work(op).compute[0].flops.si();
}
template <class T>
double bytes(const T& op) {
  return work(op).traffic[0].bytes.si();
}

}  // namespace

TEST_CASE("a copy moves each element twice and computes nothing, in no division by 0") {
  const Work w = work(Copy{.n = 1000, .dtype = Dtype::fp32});
  CHECK(w.traffic[0].bytes.si() == 8000);
  CHECK(w.resident->si() == 8000);
  const Estimate e = estimate(w, Catalog().find("v5e"));
  CHECK(e.flops == Flops{});
  CHECK(e.comp == Seconds{});
  CHECK(e.intensity(e.primary())->si() == 0);
  CHECK_FALSE(e.ridge(e.primary()).has_value());
  CHECK(e.regime == Regime::communication_bound);
  CHECK(*e.margin() == 0);
  CHECK(*e.mfu_max() == 0);
  CHECK(e.attainable()->si() == 0);
  CHECK(e.dtype == Dtype::fp32);
}

TEST_CASE("elementwise by hand") {
  // SwiGLU of F = 28672 a token reads 2 F and writes F elements.
  CHECK(bytes(Elementwise{.n = 28672}) == 3 * 2 * 28672);
  CHECK(bytes(Elementwise{.n = 10, .inputs = 1}) == 2 * 20);
  CHECK(bytes(Elementwise{.n = 10, .inputs = 3, .outputs = 2, .dtype = Dtype::fp32}) == 4 * 50);
  CHECK(work(Elementwise{.n = 10}).resident->si() == 60);
  CHECK(flops(Elementwise{.n = 10}) == 0);
  const Work w = work(Elementwise{.n = 10, .ops_per_element = 7});
  CHECK(w.compute[0].flops.si() == 70);
  CHECK(w.compute[0].engine == Engine::vector);
  CHECK(w.compute[0].dtype == Dtype::fp32);
  CHECK(work(Elementwise{.n = 10, .ops_per_element = 7, .compute_dtype = Dtype::bf16}).compute[0].dtype == Dtype::bf16);
}

TEST_CASE("softmax and norm equal a count by loops") {
  for (const std::int64_t rows : {1, 2, 7}) {
    for (const std::int64_t columns : {1, 3, 8}) {
      double softmax_flops = 0, softmax_moved = 0, norm_flops = 0, norm_moved = 0;
      for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
          softmax_flops += 1 + 1 + 1 + 1 + 1;  // max, subtract, exp, add, divide
          norm_flops += 1 + 1 + 1 + 1;         // square, add, scale, multiply
          softmax_moved += 2;
          norm_moved += row == 0 ? 3 : 2;  // the weights, once
        }
      }
      CHECK(flops(Softmax{.b = rows, .n = columns, .ops_per_element = 5}) == softmax_flops);
      CHECK(bytes(Softmax{.b = rows, .n = columns}) == 2 * softmax_moved);
      CHECK(flops(Norm{.b = rows, .d = columns, .ops_per_element = 4}) == norm_flops);
      CHECK(bytes(Norm{.b = rows, .d = columns, .dtype = Dtype::fp32}) == 4 * norm_moved);
      CHECK(flops(Softmax{.b = rows, .n = columns}) == 0);
      CHECK(flops(Norm{.b = rows, .d = columns}) == 0);
    }
  }
}

TEST_CASE("FLOPs on vector units whose rate is not known are an error that names it; none need no rate") {
  const Chip tpu = Catalog().find("v5e"), gpu = Catalog().find("h100");
  const Softmax counted{.b = 8, .n = 8, .ops_per_element = 5}, left_out{.b = 8, .n = 8};
  CHECK(support::error_of([&] { estimate(work(counted), tpu); }).message ==
        "tpu-v5e has no fp32 vector rate, nor any other");
  CHECK(estimate(work(left_out), tpu).lower.si() == 256 / 820e9);
  const Estimate e = estimate(work(counted), gpu);
  CHECK(e.rate == peak_of(gpu, Engine::vector, Dtype::fp32));
  CHECK(e.comp == work(counted).compute[0].flops / e.rate);
  CHECK(e.ridge(e.primary()).has_value());
}

TEST_CASE("notes say what is left out, and at which rate FLOPs count") {
  const auto note = [](const auto& op) { return std::string(notes(op)[0]); };
  CHECK(support::has(note(Softmax{.b = 1, .n = 1}), "about 5"));
  CHECK(support::has(note(Norm{.b = 1, .d = 1}), "about 4"));
  CHECK(support::has(note(Elementwise{.n = 1}), "left out"));
  CHECK(support::has(note(Elementwise{.n = 1, .ops_per_element = 1}), "vector units' peak"));
}

TEST_CASE("vector ops that cannot be say what is wrong") {
  CHECK_THROWS_AS(work(Copy{.n = 0}), Error);
  CHECK_THROWS_AS(work(Elementwise{.n = 1, .inputs = 0}), Error);
  CHECK_THROWS_AS(work(Elementwise{.n = 1, .ops_per_element = 0}), Error);
  CHECK_THROWS_AS(work(Softmax{.b = 0, .n = 1}), Error);
  CHECK_THROWS_AS(work(Norm{.b = 1, .d = 0}), Error);
  CHECK(support::error_of([] { work(Elementwise{.n = 1, .compute_dtype = Dtype::fp32}); }).message ==
        "nothing is computed in it: the FLOPs are left out");
}
