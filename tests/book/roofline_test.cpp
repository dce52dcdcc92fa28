// Worked figures of "How to Scale Your Model", chapter 1, through the command line. Each row cites where it stands;
// its tolerance is the rounding of the book. Two rows of the chapter cannot be expressed: the vector-unit footnote (its
// figure mixes one core's FLOPs with a chip's bandwidth) and tokens per GPU (512 * 4096 / 2048, no roofline).

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

const std::vector<Row> kRows{
    {"opening example: 1e12 FLOPs", "op --flops 1e12 --bytes 0 --chip h100", "t_comp", 1.01e-3, 0.005},
    {"opening example: 1e12 FLOPs on v6e, at 9.1e14", "op --flops 1e12 --bytes 0 --chip v6e", "t_comp", 1.1e-3, 0.005},
    {"the same, recomputed", "op --flops 1e12 --bytes 0 --chip v6e", "t_comp", 0.0010989011, 1e-8},
    {"dot product: tends to 1/2", "dot --N 1e9 --chip v5e", "intensity", 0.5, 1e-8},
    {"ridge of v5e", "op --flops 1e12 --bytes 0 --chip v5e", "ridge", 240, 0.0015},
    {"matmul: B > 240 in bf16", "matmul --D 8192 --F 8192 --chip v5e --solve B", "rule", 240, 0.0015},
    {"the same, exact at D = F = 8192", "matmul --D 8192 --F 8192 --chip v5e --solve B", "critical", 255.21299, 1e-7},
    {"the same, exact at D = F = 4096", "matmul --D 4096 --F 4096 --chip v5e --solve B", "critical", 272.1714, 1e-6},
    {"the same, exact at D = 8192, F = 32768", "matmul --D 8192 --F 32768 --chip v5e --solve B", "critical", 249.38597,
     1e-7},
    {"network: D > 8755 over two chips", "matmul --B 1024 --F 8192 --shard D=2 --chip v5e --solve D", "critical",
     8755.5556, 1e-8},
    {"the same: ratio of the two rates", "matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e", "ridge_ici",
     4377.7778, 1e-8},
    {"Q1: int8 throughout, ridge", "matmul --B 1 --D 8192 --F 8192 --dtype int8 --chip v5e", "ridge", 480.4878, 1e-7},
    {"Q1: B > 240", "matmul --D 8192 --F 8192 --dtype int8 --chip v5e --solve B", "rule", 240.2439, 1e-7},
    {"Q2: int8 weights, bf16 FLOPs, B > 120", "matmul --D 8192 --F 8192 --y-dtype int8 --chip v5e --solve B", "rule",
     120.12195, 1e-7},
    {"Q2, exact", "matmul --D 8192 --F 8192 --y-dtype int8 --chip v5e --solve B", "critical", 127.6, 0.0005},
    {"Q3: read off the plot at D = F = 4096", "matmul --D 4096 --F 4096 --y-dtype int8 --chip v5e --solve B",
     "critical", 136, 0.008},
    {"Q3, recomputed", "matmul --D 4096 --F 4096 --y-dtype int8 --chip v5e --solve B", "critical", 136.0857, 1e-6},
    {"Q3: achieved at B = 100", "matmul --B 100 --D 4096 --F 4096 --y-dtype int8 --chip v5e", "attainable",
     149409250000000.0, 1e-7},
    {"Q3: achieved at B = 64", "matmul --B 64 --D 4096 --F 4096 --y-dtype int8 --chip v5e", "attainable",
     98785882000000.0, 1e-7},
    {"Q4: weights of each example apart, int8: tends to 2",
     "op --flops 2e12 --bytes 1.0000001TB --dtype int8 --chip v5e", "intensity", 2, 1e-6},
    {"Q5: B > 295 on H100", "matmul --D 8192 --F 8192 --chip h100 --solve B", "rule", 295.22388, 1e-7},
    {"Q5, edition of February 2025: peak 1e15",
     "matmul --D 8192 --F 8192 --chip h100 --set peak.bf16=1e15FLOP/s --solve B", "rule", 298.5, 0.0005},
    {"Q1, edition of February 2025: 8.1e11 B/s",
     "matmul --D 8192 --F 8192 --dtype int8 --chip v5e --set memory.hbm.bandwidth=810GB/s --solve B", "rule", 243,
     0.002},
    {"256 x 8192 x 8192 at 8.2e11 B/s: t_comp", "matmul --B 256 --D 8192 --F 8192 --chip v5e", "t_comp", 0.00017441492,
     1e-7},
    {"the same: t_comm", "matmul --B 256 --D 8192 --F 8192 --chip v5e", "t_comm", 0.00017391017, 1e-7},
    {"the same: upper", "matmul --B 256 --D 8192 --F 8192 --chip v5e", "t_upper", 0.00034832508, 1e-7},
    {"the same: intensity", "matmul --B 256 --D 8192 --F 8192 --chip v5e", "intensity", 240.94118, 1e-7},
    {"at 8.1e11 B/s: t_comm", "matmul --B 256 --D 8192 --F 8192 --chip v5e --set memory.hbm.bandwidth=810GB/s",
     "t_comm", 0.0001760572, 1e-7},
    {"at 8.1e11 B/s: upper", "matmul --B 256 --D 8192 --F 8192 --chip v5e --set memory.hbm.bandwidth=810GB/s",
     "t_upper", 0.00035047212, 1e-7},
    {"at 8.1e11 B/s: exact B", "matmul --D 8192 --F 8192 --chip v5e --set memory.hbm.bandwidth=810GB/s --solve B",
     "critical", 258.56266, 1e-7},
};

}  // namespace

TEST_CASE("chapter 1") {
  for (const Row& row : kRows) {
    CAPTURE(row.where, row.question, row.key);
    const support::Outcome outcome = support::run(row.question + " --get " + row.key);
    REQUIRE(outcome.err.empty());
    CHECK_THAT(support::evaluate(outcome.out.substr(0, outcome.out.find('\n'))), WithinRel(row.book, row.tolerance));
  }
}

TEST_CASE("the regime of the first example hangs on the bandwidth figure") {
  const std::string question = "matmul --B 256 --D 8192 --F 8192 --chip v5e --get regime";
  CHECK(support::run(question).out == "compute-bound\n");
  CHECK(support::run(question + " --set memory.hbm.bandwidth=810GB/s").out == "communication-bound\n");
  CHECK(support::run(question + " --set memory.hbm.bandwidth=819GB/s").out == "compute-bound\n");
}
