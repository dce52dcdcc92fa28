// Collectives and sharded matmuls of "How to Scale Your Model", chapters 2, 3, 7, 9 and 12, through the command line.
// Each row is called as the case it holds; its tolerance is the rounding of the book, and 1e-7 where the figure is
// recomputed. Where the book gives no coefficient of its own, V is chosen so that t is the coefficient of V / W.
//
// Not expressed:
//   ch03-q10-ratios, uni-directional rings: every link here carries both ways (the ratio of both-way rings is a row);
//   ch09-q1-model-parallel-shapes, ch09-local-to-global-shapes: shapes without a time or a size;
//   ch12-superpod-counts, ch12-quiz3-q2-larger-pods, and of ch12-quiz2-q1 and ch12-quiz3-q1 the bandwidths of leaves
//   and spines: counts of switches, which no chip file has;
//   ch12-popquiz3 for Y = 256: no axis is left to gather over; ch12-alltoall-node-vs-tpu's 2: (n-1)/n left out.

#include <string>
#include <vector>

#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/mesh.hpp"
#include "roofline/ops/einsum.hpp"
#include "support/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

struct Row {
  std::string id, question, key;
  double book, tolerance;
};

const std::string kV4 = " --mesh X=4,Y=4,Z=4 --chip v4";
const std::string kTwoChips =
    "einsum 'bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]' --B 1024 --F 8192 --mesh X=2 --chip v5e";
const std::string kQ4 = "einsum 'bf16[B, D] * bf16[D_X, F] -> bf16[B, F]' --mesh X=4 --chip v5p ";
const std::string kQ6 =
    "einsum 'bf16[I_X, J_Y] * bf16[J_Y, K] -> bf16[I_X, K]' --I 4096 --K 4096 --mesh X=4,Y=4 --chip v5e";

std::string collective(const std::string& rest) {
  return "collective " + rest;
}

const std::vector<Row> kRows{
    // chapter 1
    {"ch01-two-chip-sharded-D, ratio", kTwoChips + " --D 8192 --explain --format json", "ridge_X", 4377.7778, 1e-7},
    {"ch01-two-chip-sharded-D", kTwoChips + " --solve D", "critical", 8755.5556, 1e-7},
    // chapter 2
    {"ch02-q6-pcie-load",
     "op --flops 0 --bytes 1GB --over pcie --chip v5e --set interconnect.pcie.link_bandwidth=16GB/s", "t_pcie", 0.063,
     0.01},
    {"ch02-q6-ici-gather", collective("all-gather --size 16GB --mesh X=4,Y=4 --chip v5e"), "t_bandwidth", 0.167,
     0.0025},
    {"ch02-q6-ici-gather, recomputed", collective("all-gather --size 16GB --mesh X=4,Y=4 --chip v5e"), "t_bandwidth",
     0.16666667, 1e-7},
    {"ch02-q6-hbm-load", "op --flops 0 --bytes 16GB --chip v5e", "t_hbm", 0.02, 0.025},
    {"ch02-q6-hbm-load, recomputed", "op --flops 0 --bytes 16GB --chip v5e", "t_hbm", 0.019512195, 1e-7},
    // chapter 3: latency
    {"ch03-latency-threshold-v5e, two shards", collective("all-gather --size 1MB --mesh 2 --chip v5e"),
     "latency_binds_below", 2 * 45000, 1e-7},
    {"ch03-quiz2-allgather-v5e-small", collective("all-gather --size 131072B --mesh 4 --chip v5e"), "t_lower", 3e-6,
     1e-7},
    {"ch03-q3-latency-bound-v4p, hops", collective("all-gather --size 256B --axis X" + kV4), "steps", 2, 1e-7},
    {"ch03-q3-latency-bound-v4p", collective("all-gather --size 256B --axis X" + kV4), "t_lower", 2e-6, 1e-7},
    // chapter 3: collectives
    {"ch03-quiz2-allgather-v5e-ring-assumption",
     collective("all-gather --size 34MB --mesh X=8,Y=4 --axis Y --wrap Y=ring --chip v5e"), "t_bandwidth", 377e-6,
     0.003},
    {"the same, recomputed for 2^25 bytes",
     collective("all-gather --size 33554432B --mesh X=8,Y=4 --axis Y --wrap Y=ring --chip v5e"), "t_bandwidth",
     0.00037282702, 1e-7},
    {"ch03-quiz2-allgather-v5e-no-wrap", collective("all-gather --size 33554432B --mesh X=8,Y=4 --axis Y --chip v5e"),
     "t_bandwidth", 0.00056, 0.002},
    {"the same, from its shards", collective("all-gather --size-per-chip 8388608B --mesh X=8,Y=4 --axis Y --chip v5e"),
     "t_bandwidth", 0.00055924053, 1e-7},
    {"ch03-alltoall-nd-4x4x4", collective("all-to-all --size 180GB --mesh X=4,Y=4,Z=4 --chip v5p"), "t_bandwidth",
     0.015625, 1e-7},
    {"ch03-alltoall-nd-8x16", collective("all-to-all --size 90GB --mesh X=8,Y=16 --wrap X=ring --chip v5e"),
     "t_bandwidth", 0.03125, 1e-7},
    {"the same, 8 a line", collective("all-to-all --size 90GB --mesh X=8,Y=16 --chip v5e"), "t_bandwidth", 0.03125,
     1e-7},
    {"ch03-alltoall-nd-16x20x28", collective("all-to-all --size 180GB --mesh X=16,Y=20,Z=28 --chip v5p"), "t_bandwidth",
     0.00078125, 1e-7},
    {"ch03-q2-1-allgather-x-v4p", collective("all-gather --size 2097152B --axis X" + kV4), "t_bandwidth", 2.3e-5,
     0.015},
    {"the same, recomputed", collective("all-gather --size 2097152B --axis X" + kV4), "t_bandwidth", 2.3301689e-5,
     1e-7},
    {"ch03-q2-2-allgather-xy-v4p", collective("all-gather --size 8388608B --axis X+Y" + kV4), "t_bandwidth", 4.6e-5,
     0.014},
    {"the same, recomputed", collective("all-gather --size 8388608B --axis X+Y" + kV4), "t_bandwidth", 4.6603378e-5,
     1e-7},
    {"the same, latency", collective("all-gather --size 8388608B --axis X+Y" + kV4), "t_latency", 4e-6, 1e-7},
    // Erratum of February 2025: 190 us, which forgot the sharding over X and Y.
    {"ch03-q2-3-allreduce-z-v4p", collective("all-reduce --size 524288B --axis Z" + kV4), "t_bandwidth", 1.16e-5,
     0.005},
    {"the same, recomputed", collective("all-reduce --size 524288B --axis Z" + kV4), "t_bandwidth", 1.1650844e-5, 1e-7},
    {"ch03-q2-fun-fact-xz", collective("all-gather --size 2097152B --axis X+Z" + kV4), "t_bandwidth", 1.15e-5, 0.014},
    {"ch03-q2-fun-fact-xz, all axes", collective("all-gather --size 8388608B" + kV4), "t_bandwidth", 3.1e-5, 0.003},
    {"ch03-q10-ratios, all-to-all of a ring", collective("all-to-all --size 90GB --mesh 16 --chip v5e"), "t_bandwidth",
     0.25, 1e-7},
    {"ch03-q10-ratios, all-gather of a ring", collective("all-gather --size 90GB --mesh 16 --chip v5e"), "t_bandwidth",
     1, 1e-7},
    // chapter 3: sharded matmuls
    {"ch03-q4-strategies-B512-D8192-F32768-X4, 1", kQ4 + "--B 512 --D 8192 --F 32768 --strategy gather-first",
     "t_lower", 0.0029826162, 1e-7},
    {"ch03-q4-strategies-B512-D8192-F32768-X4, 2, the better", kQ4 + "--B 512 --D 8192 --F 32768", "t_lower",
     0.00037282702, 1e-7},
    {"ch03-q4-strategies-B4096-D8192-F32768-X4, 1", kQ4 + "--B 4096 --D 8192 --F 32768 --strategy gather-first",
     "t_lower", 0.0047909003, 1e-7},
    {"ch03-q4-strategies-B4096-D8192-F32768-X4, 2, the better", kQ4 + "--B 4096 --D 8192 --F 32768", "t_lower",
     0.0029826162, 1e-7},
    {"ch03-q4-strategies-B512-D512-F8192-X4, 1, the better", kQ4 + "--B 512 --D 512 --F 8192", "t_lower", 4.6603378e-5,
     1e-7},
    {"ch03-q4-strategies-B512-D512-F8192-X4, 2", kQ4 + "--B 512 --D 512 --F 8192 --strategy reduce-after", "t_lower",
     9.3206756e-5, 1e-7},
    {"ch03-q6-v5e-4x4-AIxJy-BJyK, t_comms / IK", kQ6 + " --J 8192", "t_Y", 1.6666667e-11 * 4096 * 4096, 1e-7},
    {"ch03-q6-v5e-4x4-AIxJy-BJyK, t_math / IJK", kQ6 + " --J 8192", "t_comp", 6.3451777e-16 * 4096 * 4096 * 8192, 1e-7},
    {"ch03-q6-v5e-4x4-AIxJy-BJyK", kQ6 + " --solve J", "critical", 26266.667, 1e-7},
    {"ch03-q7-tp-times, one of two matmuls", "matmul --B 128 --D 8192 --F 32768 --shard F=4 --chip v5e", "t_comp",
     0.00017441492 / 2, 1e-7},
    {"ch03-q7-tp-times, all-gather", collective("all-gather --size 2097152B --mesh X=2,Y=2 --chip v5e"), "t_bandwidth",
     1.7476267e-5, 1e-7},
    {"ch03-q7-tp-times, reduce-scatter", collective("reduce-scatter --size 2097152B --mesh X=2,Y=2 --chip v5e"),
     "t_bandwidth", 3.4952533e-5 / 2, 1e-7},
    {"ch03-q7-tp-times, weights", "op --flops 0 --bytes 268435456B --chip v5e", "t_hbm", 0.00032736031, 1e-7},
    {"ch03-quiz-shard-1mib, its MiB", "op --flops 0 --bytes 1MiB --chip h100 --set memory.hbm.bandwidth=3.4TB/s",
     "t_hbm", 3.0840471e-7, 1e-7},
    // chapters 7 and 9
    {"ch07-appC-latency-bound-buffer", collective("all-gather --size 131072B --mesh 8 --chip v5e"),
     "latency_binds_below", 360000, 1e-7},
    {"ch09-reduce-scatter-tpu-v2", collective("reduce-scatter --size 134217728B --mesh 2 --chip v2"), "t_bandwidth",
     0.0011, 0.02},
    {"the same, recomputed", collective("reduce-scatter --size 134217728B --mesh 2 --chip v2"), "t_bandwidth",
     0.0011184811, 1e-7},
    // chapter 12
    {"ch12-quiz2-q3-allgather-node", collective("all-gather --size 536870912B --mesh 8 --chip h100"), "t_bandwidth",
     0.00104, 0.004},
    {"the same, recomputed", collective("all-gather --size 536870912B --mesh 8 --chip h100"), "t_bandwidth",
     0.0010439157, 1e-7},
    {"ch12-popquiz1-allgather", collective("all-gather --size 33554432B --mesh 8 --chip h100"), "t_bandwidth", 6.5e-5,
     0.004},
    {"ch12-alltoall-node-vs-tpu, exact", collective("all-to-all --size 450GB --mesh 8 --chip h100"), "t_bandwidth",
     0.25 / 2.2857143, 1e-7},
    // With V / W, the most that a switch can save; the chip file has V (n+1) / n.
    {"ch12-sharp-allreduce, predicted gain", collective("all-reduce --size 1GB --mesh 8 --chip h100"),
     "t_bandwidth/t_floor", 1.75, 1e-7},
    // Erratum: (M-1)/M^2 for two nodes is 1/4, not 1/2, so 2.57 and not 4.5.
    {"ch12-alltoall-crossnode-degradation, within", collective("all-to-all --size 1TB --mesh 8 --chip h100"),
     "t_bandwidth", 2.4305556e-13 * 1e12, 1e-7},
    {"ch12-alltoall-crossnode-degradation, beyond", collective("all-to-all --size 1TB --mesh X=8,Y=2 --chip h100"),
     "t_bandwidth", 6.25e-13 * 1e12, 1e-7},
    {"ch12-popquiz3-sharded-allgather, Y = 8",
     collective("all-gather --size 67108864B --mesh Y=8,X=32 --axis X --chip h100"), "t_bandwidth", 0.0013002342, 1e-7},
    {"the same, the book without 31/32", collective("all-gather --size 67108864B --mesh Y=8,X=32 --axis X --chip h100"),
     "t_bandwidth", 0.00134, 0.032},
    {"ch12-popquiz3-sharded-allgather, Y = 16, without 15/16",
     collective("all-gather --size 33554432B --mesh Y=16,X=16 --axis X --chip h100"), "t_bandwidth", 0.00067, 0.064},
    {"ch12-quiz4-q5-two-node-allgather", collective("all-gather --size 1GB --mesh 16 --chip h100"), "algbw", 514e9,
     0.001},
    // recomputed, not in the book
    {"derived-collectives-tpu-v5p-16-ring", collective("all-gather --size 100MB --mesh 16 --chip v5p"), "t_bandwidth",
     0.00055555556, 1e-7},
    {"the same, reduce-scatter", collective("reduce-scatter --size 100MB --mesh 16 --chip v5p"), "t_bandwidth",
     0.00055555556, 1e-7},
    {"the same, all-reduce", collective("all-reduce --size 100MB --mesh 16 --chip v5p"), "t_bandwidth", 0.0011111111,
     1e-7},
    {"the same, all-to-all", collective("all-to-all --size 100MB --mesh 16 --chip v5p"), "t_bandwidth", 0.00013888889,
     1e-7},
    {"the same, latency", collective("all-gather --size 100MB --mesh 16 --chip v5p"), "t_latency", 8e-6, 1e-7},
    {"the same, crossover", collective("all-gather --size 100MB --mesh 16 --chip v5p"), "latency_binds_below", 1440000,
     1e-7},
    {"derived-collectives-tpu-v5p-16x16-ring", collective("all-gather --size 100MB --mesh X=16,Y=16 --chip v5p"),
     "t_bandwidth", 0.00027777778, 1e-7},
    {"the same, all-reduce", collective("all-reduce --size 100MB --mesh X=16,Y=16 --chip v5p"), "t_bandwidth",
     0.00055555556, 1e-7},
    {"the same, all-to-all", collective("all-to-all --size 100MB --mesh X=16,Y=16 --chip v5p"), "t_bandwidth",
     8.6805556e-6, 1e-7},
    {"the same, latency", collective("all-gather --size 100MB --mesh X=16,Y=16 --chip v5p"), "t_latency", 1.6e-5, 1e-7},
    {"the same, crossover", collective("all-gather --size 100MB --mesh X=16,Y=16 --chip v5p"), "latency_binds_below",
     5760000, 1e-7},
    {"derived-collectives-tpu-v5e-16x16-ring", collective("all-gather --size 100MB --mesh X=16,Y=16 --chip v5e"),
     "t_bandwidth", 0.00055555556, 1e-7},
    {"the same, all-reduce", collective("all-reduce --size 100MB --mesh X=16,Y=16 --chip v5e"), "t_bandwidth",
     0.0011111111, 1e-7},
    {"the same, all-to-all", collective("all-to-all --size 100MB --mesh X=16,Y=16 --chip v5e"), "t_bandwidth",
     1.7361111e-5, 1e-7},
    {"the same, crossover", collective("all-gather --size 100MB --mesh X=16,Y=16 --chip v5e"), "latency_binds_below",
     2880000, 1e-7},
    {"derived-collectives-tpu-v5e-4-line", collective("all-gather --size 100MB --mesh 4 --chip v5e"), "t_bandwidth",
     0.0016666667, 1e-7},
    {"the same, all-reduce", collective("all-reduce --size 100MB --mesh 4 --chip v5e"), "t_bandwidth", 0.0033333333,
     1e-7},
    {"the same, all-to-all", collective("all-to-all --size 100MB --mesh 4 --chip v5e"), "t_bandwidth", 0.00055555556,
     1e-7},
    {"the same, crossover", collective("all-gather --size 100MB --mesh 4 --chip v5e"), "latency_binds_below", 180000,
     1e-7},
    {"derived-collectives-tpu-v5e-8-line", collective("all-gather --size 100MB --mesh 8 --chip v5e"), "t_bandwidth",
     0.0019444444, 1e-7},
    {"the same, all-to-all", collective("all-to-all --size 100MB --mesh 8 --chip v5e"), "t_bandwidth", 0.00055555556,
     1e-7},
    {"the same, latency", collective("all-gather --size 100MB --mesh 8 --chip v5e"), "t_latency", 7e-6, 1e-7},
    {"the same, crossover", collective("all-gather --size 100MB --mesh 8 --chip v5e"), "latency_binds_below", 360000,
     1e-7},
    {"derived-gpu-collectives-1GB-h100, ag_node", collective("all-gather --size 1GB --mesh 8 --chip h100"),
     "t_bandwidth", 0.0019444444, 1e-7},
    {"ar_node", collective("all-reduce --size 1GB --mesh 8 --chip h100"), "t_bandwidth", 0.0038888889, 1e-7},
    {"ar_node_sharp, V / W", collective("all-reduce --size 1GB --mesh 8 --in-switch --chip h100"), "t_floor",
     0.0022222222, 1e-7},
    {"ag_superpod: the leaf of 32 nodes binds", collective("all-gather --size 1GB --mesh X=8,Y=32 --chip h100"),
     "t_bandwidth", 0.002421875, 1e-7},
    {"ar_superpod", collective("all-reduce --size 1GB --mesh X=8,Y=32 --chip h100"), "t_bandwidth", 0.00484375, 1e-7},
    {"a2a_node", collective("all-to-all --size 1GB --mesh 8 --chip h100"), "t_bandwidth", 0.00024305556, 1e-7},
    {"a2a_2nodes", collective("all-to-all --size 1GB --mesh X=8,Y=2 --chip h100"), "t_bandwidth", 0.000625, 1e-7},
    {"a2a_8nodes", collective("all-to-all --size 1GB --mesh X=8,Y=8 --chip h100"), "t_bandwidth", 0.0002734375, 1e-7},
    {"ag_2nodes_limit_is_node_level", collective("all-gather --size 1GB --mesh X=8,Y=2 --chip h100"), "t_bandwidth",
     0.0019444444, 1e-7},
};

/// The value of a key; "a/b" is a ratio of two. With --explain it is the result of the step of that name.
double value_of(const Row& row) {
  if (row.question.find("--explain") != std::string::npos) {
    const std::string out = support::run(row.question).out;
    const std::size_t step = out.find("\"" + row.key + " = ");
    REQUIRE(step != std::string::npos);
    const std::string line = out.substr(step, out.find('"', step + 1) - step);
    const std::size_t last = line.rfind(" = ") + 3;
    return support::evaluate(line.substr(last, line.find(' ', last) - last));
  }
  std::string keys = row.key;
  for (char& c : keys) c = c == '/' ? ',' : c;
  std::string out = support::run(row.question + " --get " + keys).out;
  for (char& c : out) c = c == '\t' ? '/' : c;
  REQUIRE(!out.empty());
  return support::evaluate(out.substr(0, out.find('\n')));
}

}  // namespace

TEST_CASE("chapters 2, 3, 7, 9 and 12: collectives and sharded matmuls") {
  for (const Row& row : kRows) {
    CAPTURE(row.id, row.question, row.key);
    CHECK_THAT(value_of(row), WithinRel(row.book, row.tolerance));
  }
}

TEST_CASE("the strategies of chapter 3, exercise 4, as the book ranks them") {
  CHECK(support::run(kQ4 + "--B 512 --D 8192 --F 32768 --get strategy").out == "reduce-after\n");
  CHECK(support::run(kQ4 + "--B 4096 --D 8192 --F 32768 --get strategy").out == "reduce-after\n");
  CHECK(support::run(kQ4 + "--B 512 --D 512 --F 8192 --get strategy").out == "gather-first\n");
}

TEST_CASE("measured times of the book are no faster than the floor") {
  const auto floor = [](const std::string& question) {
    return std::stod(support::run("collective " + question + " --get t_floor").out);
  };
  CHECK(floor("all-gather --size 33554432B --mesh X=8,Y=4 --axis Y --chip v5e") <= 680e-6);
  CHECK(floor("all-gather --size 131072B --mesh 4 --chip v5e") <= 8e-6);
  CHECK(floor("reduce-scatter --size 134217728B --mesh 2 --chip v2") <= 1.13e-3);
  CHECK(floor("all-gather --size 536870912B --mesh 8 --chip h100") <= 1.5e-3);
}

TEST_CASE("what each chip holds of a sharded array") {
  using namespace roofline;
  const std::vector<std::string> axes{"X", "Y"};
  // ch03-quiz-shard-1mib: fp32[1024, 4096] over 16 chips is 1 MiB; beside it a vector of 4096 and 64 sums.
  const Einsum mib = parse_einsum("fp32[I_XY, J] * fp32[J] -> fp32[I_XY]", axes);
  CHECK(work(mib.contraction, mib.formats, {{1024, 4096}, {8, 2}}, 0).resident->si() == 1048576 + 4 * (4096 + 64));
  // ch03-example-local-shapes: A is [2, 1024] on each chip of 4 x 2, B [2048, 4096].
  const Einsum a = parse_einsum("bf16[I_X, J_Y] * bf16[J_Y] -> bf16[I_X]{U_Y}", axes);
  CHECK(work(a.contraction, a.formats, {{8, 2048}, {4, 2}}, 0).resident->si() == 2 * (2 * 1024 + 1024 + 2));
  const Einsum b = parse_einsum("bf16[J] * bf16[J, K_Y] -> bf16[K_Y]", axes);
  CHECK(work(b.contraction, b.formats, {{2048, 8192}, {4, 2}}, 0).resident->si() == 2 * (2048 + 2048 * 4096 + 4096));
}

TEST_CASE("network figures of chapter 12") {
  using namespace roofline;
  const auto wires = [](const char* chip, std::int64_t chips) {
    MeshWish wish;
    AxisWish axis;
    axis.name = Word("X");
    axis.size = chips;
    wish.axes.push_back(axis);
    return lay_mesh(Catalog().find(chip), wish).wires;
  };
  // ch12-nvlink-egress
  CHECK(wires("a100-80gb-sxm", 8)[0].egress.si() == 300e9);
  CHECK(wires("h100-sxm", 8)[0].egress.si() == 450e9);
  CHECK(wires("b200-sxm", 8)[0].egress.si() == 900e9);
  // ch12-quiz2-q1-node-bandwidth, ch12-quiz2-q2-bisection: eight GPUs at once, out of the node and across its middle
  CHECK(8 * wires("h100-sxm", 8)[0].egress.si() == 3.6e12);
  // ch12-quiz3-q1-fat-tree: the NICs of a node; ch12-gb200-node-egress: of 72 GPUs, 9 times as much
  const auto node = [&](const char* chip, std::int64_t chips) {
    const auto all = wires(chip, 2 * chips);
    return all[1].domain * all[1].egress.si();
  };
  CHECK(node("h100-sxm", 8) == 400e9);
  CHECK(node("gb200", 72) == 3.6e12);
  CHECK(node("gb200", 72) / node("h100-sxm", 8) == 9);
}
