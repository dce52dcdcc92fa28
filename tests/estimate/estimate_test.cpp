#include "roofline/estimate/estimate.hpp"

#include <cmath>
#include <random>

#include "roofline/base/error.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"
#include "roofline/ops/matmul.hpp"
#include "roofline/ops/own_figures.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;
using namespace roofline::unit;

namespace {

/// 100 TFLOP/s bf16, 200 int8; hbm 1 TB/s of 16 GiB, vmem 10 TB/s; ici 50 GB/s a link; pcie 20 GB/s; nic 10 GB/s.
Chip toy() {
  return read_chip(parse_json(support::read(support::source_path("tests/fixtures/toy.json")), "toy.json"));
}
/// 400 TFLOP/s; gddr 2 TB/s, 30 GiB usable; switch of 8, 10 links of 20 GB/s.
Chip switched() {
  return read_chip(parse_json(support::read(support::source_path("tests/fixtures/switched.json")), "switched.json"));
}

Work figures_of(double flops, double bytes) {
  return work(OwnFigures{.flops = Flops::from_si(flops), .bytes = Bytes::from_si(bytes)});
}

}  // namespace

TEST_CASE("two bounds that a reader can do in the head") {
  // 1 TFLOP at 100 TFLOP/s is 10 ms; 5 GB at 1 TB/s is 5 ms.
  const Estimate e = estimate(figures_of(1e12, 5e9), toy());
  CHECK(e.comp == 10 * ms);
  CHECK(e.comm == 5 * ms);
  CHECK(e.lower == 10 * ms);
  CHECK(e.upper == 15 * ms);
  CHECK(e.regime == Regime::compute_bound);
  CHECK(e.bottleneck() == "compute");
  CHECK(*e.margin() == 2);
  CHECK(e.intensity(e.primary())->si() == 200);
  CHECK(e.ridge(e.primary())->si() == 100);
  CHECK(e.attainable()->si() == 1e14);
  CHECK(*e.mfu_max() == 1);

  const Estimate slow = estimate(figures_of(1e12, 40e9), toy());
  CHECK(slow.lower == 40 * ms);
  CHECK(slow.regime == Regime::communication_bound);
  CHECK(slow.bottleneck() == "hbm");
  CHECK(*slow.margin() == 0.25);
  CHECK(slow.attainable()->si() == 2.5e13);
  CHECK(*slow.mfu_max() == 0.25);
}

TEST_CASE("a tie is compute-bound") {
  const Estimate e = estimate(figures_of(1e12, 10e9), toy());
  CHECK(e.comp == e.comm);
  CHECK(e.regime == Regime::compute_bound);
  CHECK(*e.margin() == 1);
  CHECK(e.upper.si() == 2 * e.lower.si());
}

TEST_CASE("no bytes, no FLOPs, nothing at all") {
  const Estimate no_bytes = estimate(figures_of(1e12, 0), toy());
  CHECK(no_bytes.regime == Regime::compute_bound);
  CHECK(std::isinf(*no_bytes.margin()));
  CHECK_FALSE(no_bytes.intensity(no_bytes.primary()).has_value());
  CHECK(no_bytes.lower == no_bytes.upper);

  const Estimate no_flops = estimate(figures_of(0, 1e9), toy());
  CHECK(no_flops.regime == Regime::communication_bound);
  CHECK(*no_flops.margin() == 0);
  CHECK(no_flops.ridge(no_flops.primary())->si() == 100);  // the dtype's peak stands in
  CHECK(no_flops.attainable()->si() == 0);

  const Estimate nothing = estimate(figures_of(0, 0), toy());
  CHECK(nothing.regime == Regime::compute_bound);
  CHECK_FALSE(nothing.margin().has_value());
  CHECK_FALSE(nothing.attainable().has_value());
  CHECK_FALSE(nothing.mfu_max().has_value());
}

TEST_CASE("a time past all doubles is an error, not infinity") {
  const Chip slow = with_figure(toy(), "peak.bf16", 1e-100);
  CHECK_THROWS_AS(estimate(figures_of(1e300, 0), slow), Error);
}

TEST_CASE("dtypes on one engine add up, engines overlap") {
  Work w = figures_of(1e12, 5e9);                                            // bf16: 10 ms
  w.compute.push_back({Engine::matrix, Dtype::int8, Flops::from_si(1e12)});  // 5 ms more
  const Estimate e = estimate(w, toy());
  CHECK(e.comp == 15 * ms);
  CHECK_THAT(e.rate.si(), WithinRel(2e12 / 15e-3, 1e-15));

  Work both = figures_of(1e12, 5e9);
  both.compute.push_back({Engine::vector, Dtype::fp32, Flops::from_si(2e11)});  // 20 ms on the vector units
  CHECK(estimate(both, toy()).comp == 20 * ms);
}

TEST_CASE("three resources: the longest, and the sum of all") {
  // Per chip 2*1000*2000*2000 = 8 GFLOP: 80 us; bytes 2*(1000*2000 + 2000*2000 + 1000*2000) = 16 MB: 16 us;
  // Z is 4 MB, on a line of two one link carries 2 * 4 MB * 1/2: 80 us.
  const Estimate e = estimate(work(Matmul{.b = 1000, .d = 4000, .f = 2000, .shard_d = 2}), toy());
  REQUIRE(e.bounds.size() == 2);
  CHECK_THAT(e.comp / us, WithinRel(80.0, 1e-12));
  CHECK_THAT(e.bounds[0].time / us, WithinRel(16.0, 1e-12));
  CHECK_THAT(e.bounds[1].time / us, WithinRel(80.0, 1e-12));
  CHECK(e.bounds[1].resource == Word("ici"));
  CHECK_THAT(e.upper / us, WithinRel(176.0, 1e-12));
  CHECK(e.upper.si() > 2 * e.lower.si());
}

TEST_CASE("wires: a line, a ring on a full axis, a switch") {
  const auto wires = [](const Chip& chip, std::int64_t n) {
    return estimate(work(Matmul{.b = 16, .d = 16, .f = 16, .shard_d = n}), chip).bounds[1];
  };
  CHECK(wires(toy(), 4).bytes.si() == 2 * 512 * 3.0 / 4);
  CHECK(wires(toy(), 16).bytes.si() == 512);  // ring: 2 * V * 8 / 16
  CHECK(wires(toy(), 16).rate == 50 * GB / s);
  CHECK(wires(switched(), 4).bytes.si() == 2 * 512 * 3.0 / 4);
  CHECK(wires(switched(), 4).rate == 200 * GB / s);
  CHECK(wires(switched(), 4).resource == Word("nvlink"));
}

TEST_CASE("axes that no wires can hold") {
  const auto error_of = [](const Matmul& op, const Chip& chip) {
    try {
      estimate(work(op), chip);
    } catch (const Error& e) {
      return e.message;
    }
    return std::string("no error");
  };
  CHECK(error_of({.b = 64, .d = 64, .f = 64, .shard_d = 32}, toy()) ==
        "an axis of ici on toy is 16 chips long, 32 are asked for");
  Chip without_nic = toy();
  without_nic.nic.reset();
  CHECK(error_of({.b = 64, .d = 64, .f = 64, .shard_b = 2, .shard_d = 2, .shard_f = 2}, without_nic) ==
        "ici of toy has only 2 axes");
  CHECK(error_of({.b = 64, .d = 64, .f = 64, .shard_b = 4, .shard_d = 4}, switched()) ==
        "nvlink of switched joins 8 chips, 16 are asked for");
  Chip alone = without_nic;
  alone.interconnect.clear();
  CHECK(error_of({.b = 64, .d = 64, .f = 64, .shard_b = 2}, alone) == "toy has no link to another chip");
}

TEST_CASE("traffic and a transfer on the same wires add up") {
  const Work w = work(Matmul{.b = 16, .d = 16, .f = 16, .shard_d = 2}).over(Word("ici"));
  const Estimate e = estimate(w, toy());
  REQUIRE(e.bounds.size() == 1);
  CHECK(e.bounds[0].bytes.si() == 2 * (16 * 8 + 8 * 16 + 16 * 16) + 512);
}

TEST_CASE("over another level, link or the NIC") {
  const Work w = figures_of(0, 1e9);
  CHECK_THAT(estimate(w.over(Word("vmem")), toy()).comm / us, WithinRel(100.0, 1e-15));
  CHECK(estimate(w.over(Word("pcie")), toy()).comm == 50 * ms);
  CHECK(estimate(w.over(Word("nic")), toy()).comm == 100 * ms);
  CHECK(estimate(w.over(Word("ici")), toy()).comm == 20 * ms);         // one link
  CHECK(estimate(w.over(Word("nvlink")), switched()).comm == 5 * ms);  // all ten links
  CHECK(estimate(w, switched()).primary().resource == Word("gddr"));
  CHECK_THROWS_AS(estimate(w.over(Word("l2")), toy()), Error);
}

TEST_CASE("a rate the chip lacks is an error that names what there is") {
  try {
    estimate(work(Matmul{.b = 1, .d = 1, .f = 1, .dtype = Dtype::fp16}), toy());
    FAIL("no error");
  } catch (const Error& e) {
    CHECK(e.message == "toy has no fp16 rate; it has bf16, fp8, fp4 and int8");
  }
  CHECK(peak_of(toy(), Engine::matrix, Dtype::mxfp4) == 400 * TFLOP / s);
}

TEST_CASE("the third limit: room") {
  const Estimate e = estimate(work(Matmul{.b = 1 << 15, .d = 1 << 15, .f = 1 << 15}), toy());  // 3 * 2 GiB
  CHECK(*e.memory == 6 * GiB);
  CHECK(*e.capacity == 16 * GiB);
  CHECK(*e.fits());
  CHECK(e.capacity_kind == Estimate::CapacityKind::whole);
  const Estimate usable = estimate(figures_of(1, 1), switched());
  CHECK(*usable.capacity == 30 * GiB);
  CHECK(usable.capacity_kind == Estimate::CapacityKind::usable);
  CHECK_FALSE(usable.fits().has_value());
  CHECK_FALSE(*estimate(work(Matmul{.b = 1 << 10, .d = 1 << 10, .f = 1 << 10}).over(Word("vmem")), toy()).fits());
}

TEST_CASE("operands fit up to the last byte of the capacity") {
  Work w = figures_of(1, 1);
  w.resident = 16 * GiB;
  CHECK(*estimate(w, toy()).fits());
  w.resident = 16 * GiB + 1 * B;
  CHECK_FALSE(*estimate(w, toy()).fits());
}

TEST_CASE("properties of any estimate") {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<std::int64_t> dim(1, 1 << 20);
  const Chip chip = toy();
  const Chip faster = with_figure(chip, "memory.hbm.bandwidth", 2e12);
  for (int i = 0; i < 2000; ++i) {
    const Matmul op{.b = dim(random), .d = dim(random), .f = dim(random)};
    const Estimate e = estimate(work(op), chip), f = estimate(work(op), faster);
    CAPTURE(op.b, op.d, op.f);
    CHECK(e.lower >= e.comp);
    CHECK(e.lower >= e.comm);
    CHECK(e.upper.si() <= 2 * e.lower.si());
    CHECK(f.lower <= e.lower);
    CHECK((*e.margin() >= 1) == (e.regime == Regime::compute_bound));
    CHECK((e.intensity(e.primary())->si() >= e.ridge(e.primary())->si() * (1 - 1e-12)) == (*e.margin() >= 1 - 1e-12));
    CHECK_THAT(e.attainable()->si(), WithinRel(std::min(1e14, e.intensity(e.primary())->si() * 1e12), 1e-12));
  }
}
