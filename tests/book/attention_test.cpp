// Worked figures of "How to Scale Your Model" on attention (chapters 4 and 7) and on vector units (chapter 12), through
// the command line. Each row cites where it stands; its tolerance is the rounding of the book.

#include <string>
#include <vector>

#include "support/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

struct Row {
  std::string where, question, key;
  double book, tolerance;
};

/// A vector addition in fp32.
const std::string kAdd = "elementwise --dtype fp32 --ops-per-element 1 --chip h100 --N ";
/// Prefill that counts the dense square, as the book does.
const std::string kDense = "attention --B 1 --H 128 --mask full --chip v5e --solve T ";

const std::vector<Row> kRows{
    {"ch. 4 Q4: compute-bound where T > 240, which holds only as N / K grows", kDense + "--N 2^30 --K 1", "rule", 240,
     0.0015},
    {"the same, recomputed", kDense + "--N 2^30 --K 1", "rule", 240.2439, 1e-6},
    {"the same of 8 queries a key: 270", kDense + "--N 64 --K 8", "rule", 270.27439, 1e-7},
    {"ch. 7: T > 480 in multi-head attention", kDense + "--N 32", "rule", 480, 0.0015},
    {"the same, recomputed", kDense + "--N 32", "rule", 480.4878, 1e-7},
    {"the same, between whole T", kDense + "--N 32", "critical", 480.4878, 2e-6},
    {"ch. 12 Q7: intensity of a vector addition", kAdd + "65536", "intensity", 0.083333333, 1e-8},
    {"the same: vector units that only add have half the peak of a multiply-add",
     kAdd + "65536 --set vector.fp32=33.5TFLOP/s", "ridge", 10, 1e-12},
    {"the same: elements a second, one FLOP each", kAdd + "65536", "attainable", 2.8e11, 0.004},
    {"the same, recomputed", kAdd + "65536", "attainable", 279166670000.0, 1e-7},
    {"the same: 65,536 elements, where the question has 1024", kAdd + "65536", "t_lower", 2.3e-7, 0.025},
    {"the same, recomputed", kAdd + "65536", "t_lower", 2.3475582e-07, 1e-7},
    {"the same: 1024 elements", kAdd + "1024", "t_lower", 3.6680597e-09, 1e-7},
    {"the same: 2^30 elements", kAdd + "2^30", "t_lower", 0.00384, 0.002},
    {"the same, recomputed", kAdd + "2^30", "t_lower", 0.0038462394, 1e-7},
};

double answer(const std::string& question) {
  const support::Outcome outcome = support::run(question);
  CAPTURE(question, outcome.err);
  REQUIRE(outcome.err.empty());
  return support::evaluate(outcome.out.substr(0, outcome.out.find('\n')));
}

}  // namespace

TEST_CASE("chapters 4, 7 and 12") {
  for (const Row& row : kRows) {
    CAPTURE(row.where, row.question, row.key);
    CHECK_THAT(answer(row.question + " --get " + row.key), WithinRel(row.book, row.tolerance));
  }
}

TEST_CASE("ch. 4: attention has as many FLOPs as the matmuls of its layer at T = 8 D, not before") {
  // D = 8192 = N H, F = 4 D: three matmuls of the gated MLP and four of the projections.
  const auto share = [](const std::string& tokens, const std::string& mask) {
    const std::string tail = " --chip v5e --get flops";
    const double attention = answer("attention --B 1 --N 64 --H 128 --T " + tokens + " --mask " + mask + tail);
    const double mlp = answer("matmul --D 8192 --F 32768 --B " + tokens + tail);
    return attention / (3 * mlp + 4 * answer("matmul --D 8192 --F 8192 --B " + tokens + tail));
  };
  CHECK(share("65536", "full") == 1);
  CHECK(share("32768", "full") == 0.5);
  CHECK_THAT(share("131071", "causal"), WithinRel(1, 1e-12));  // pairs that attend are (T + 1) / 2 a token
}

TEST_CASE("ch. 12 Q7: the times measured lie above the bound") {
  CHECK_THAT(answer(kAdd + "65536 --measured 1.5us --get efficiency"), WithinRel(0.1565, 1e-3));
  CHECK_THAT(answer(kAdd + "2^30 --measured 4.1ms --get efficiency"), WithinRel(0.938, 1e-3));
}
