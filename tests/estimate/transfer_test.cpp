// What a collective takes over wires: hand-worked times, floors, and what always holds.

#include "roofline/estimate/transfer.hpp"

#include <random>
#include <string>

#include "roofline/base/error.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"
#include "support/catch.hpp"

using namespace roofline;
using namespace roofline::unit;

namespace {

struct Question {
  std::string chip = "h100-sxm";
  Collective collective = Collective::all_gather;
  double size = 0;
  std::vector<std::int64_t> mesh{};
  std::vector<std::size_t> over{};  ///< none: all axes
  AxisWish::Wrap wrap = AxisWish::Wrap::by_rule;
  MeshWish::Adding adding = MeshWish::Adding::chips;
  double copies = 1;
};

TransferTime time_of(const Question& q, const Chip& chip) {
  static constexpr std::array kNames{"X", "Y", "Z", "W"};
  MeshWish wish;
  wish.adding = q.adding;
  for (const std::int64_t size : q.mesh) {
    AxisWish axis;
    axis.name = Word(kNames[wish.axes.size()]);
    axis.size = size;
    axis.wrap = q.wrap;
    wish.axes.push_back(axis);
  }
  Work::Transfer transfer{q.collective, Bytes::from_si(q.size), {}, 0, q.copies};
  for (std::size_t i = 0; i < q.mesh.size(); ++i) {
    if (q.over.empty()) transfer.axes |= AxisSet::of(i);
  }
  for (const std::size_t i : q.over) transfer.axes |= AxisSet::of(i);
  return price(transfer, lay_mesh(chip, wish));
}
TransferTime time_of(const Question& q) {
  return time_of(q, Catalog().find(q.chip));
}

using enum Collective;
constexpr double kGiven = 1e-12;

}  // namespace

TEST_CASE("64 MiB over eight H100") {
  Question q{.collective = all_reduce, .size = 67108864, .mesh = {8}};
  CHECK_THAT(time_of(q).bandwidth / us, WithinRel(2 * 67.108864 * 7 / 8 / 0.45, kGiven));  // 261.0
  CHECK_THAT(time_of(q).floor / us, WithinRel(67.108864 / 0.45, kGiven));                  // 149.1
  CHECK(time_of(q).steps == 2);
  CHECK_THAT(*time_of(q).latency / us, WithinRel(20.0, kGiven));
  CHECK_THAT(*busbw(time_of(q)) / (GB / s), WithinRel(450.0, kGiven));
  CHECK_THAT(*algbw(time_of(q)) / (GB / s), WithinRel(450.0 * 8 / 14, kGiven));
  q.adding = MeshWish::Adding::in_switch;
  CHECK_THAT(time_of(q).bandwidth / us, WithinRel(67.108864 * 9 / 8 / 0.45, kGiven));
  CHECK(time_of(q).steps == 1);
  q.collective = all_gather;
  CHECK_THAT(time_of(q).bandwidth / us, WithinRel(67.108864 * 7 / 8 / 0.45, kGiven));  // 130.5
}

TEST_CASE("a v5e axis of 4 is a line, and closed it is a ring") {
  Question q{.chip = "tpu-v5e", .size = 33554432, .mesh = {8, 4}, .over = {1}};
  CHECK_THAT(time_of(q).bandwidth / us, WithinRel(3 * 8388608 / 45e9 * 1e6, kGiven));  // 559.2
  CHECK(time_of(q).steps == 3);
  q.wrap = AxisWish::Wrap::ring;
  CHECK_THAT(time_of(q).bandwidth / us, WithinRel(2 * 8388608 / 45e9 * 1e6, kGiven));  // 372.8
  CHECK(time_of(q).steps == 2);
  CHECK_THAT(time_of({.chip = "tpu-v5e", .collective = all_to_all, .size = 1e9, .mesh = {16}}).bandwidth / ms,
             WithinRel(1e9 / (4 * 90e9) * 1e3, kGiven));  // 2.778
}

TEST_CASE("levels: the slowest, a domain's chips leave it together") {
  // 32 H100: within a node V 7/8 / 450 GB/s, between four V 3/4 / 400 GB/s.
  const Question q{.size = 1e9, .mesh = {32}};
  const TransferTime t = time_of(q);
  REQUIRE(t.levels.size() == 2);
  CHECK_THAT(t.levels[0].time / ms, WithinRel(1e9 * 7 / 8 / 450e9 * 1e3, kGiven));
  CHECK_THAT(t.levels[1].time / ms, WithinRel(1e9 * 3 / 4 / 400e9 * 1e3, kGiven));
  CHECK(t.slowest == 0);  // 1.944 against 1.875 ms
  CHECK_FALSE(t.latency.has_value());
  CHECK_FALSE(t.upper.has_value());
  CHECK(t.lower == t.bandwidth);
  CHECK(t.floor <= t.lower);
  // Over the nodes alone each chip has its own NIC: its shard of V goes at 50 GB/s.
  const TransferTime outer = time_of({.size = 1e9, .mesh = {8, 4}, .over = {1}});
  CHECK_THAT(outer.bandwidth / ms, WithinRel(1e9 * 3 / 4 / 50e9 * 1e3, kGiven));
  // No algorithm is faster than the node's eight NICs, were the others idle.
  CHECK_THAT(outer.floor / ms, WithinRel(1e9 * 3 / 4 / 400e9 * 1e3, kGiven));
  // An all-to-all: a node's share of V is V / M; of it (M-1)/M leaves.
  const TransferTime exchange = time_of({.collective = all_to_all, .size = 1e9, .mesh = {8, 4}});
  CHECK_THAT(exchange.levels[1].time / ms, WithinRel(1e9 * 3 / 16 / 400e9 * 1e3, kGiven));
  CHECK_THAT(exchange.levels[0].time / ms, WithinRel(1e9 / 4 * 7 / 64 / 450e9 * 1e3, kGiven));
  // A permute: each chip's message over its own NIC.
  CHECK_THAT(time_of({.collective = permute, .size = 1e9, .mesh = {8, 4}}).bandwidth / ms, WithinRel(20.0, kGiven));
}

TEST_CASE("tokens that choose chips of many nodes are handed on within each") {
  // 16 H100, each of V's tokens to all: a node takes in V/2 over its NICs, and hands all of V on to its chips.
  const TransferTime t = time_of({.collective = ragged_all_to_all, .size = 1e9, .mesh = {16}, .copies = 1e6});
  CHECK_THAT(t.levels[0].time / ms, WithinRel(1e9 * 7 / 8 / 450e9 * 1e3, 1e-9));
  CHECK_THAT(t.levels[1].time / ms, WithinRel(1e9 / 2 / 400e9 * 1e3, 1e-9));
  CHECK(t.floor <= t.lower);
}

TEST_CASE("below this size latency binds") {
  const TransferTime t = time_of({.chip = "tpu-v5e", .size = 1e3, .mesh = {4}});
  CHECK(t.is_latency_bound());
  CHECK_THAT(t.lower / us, WithinRel(3.0, kGiven));
  CHECK_THAT(latency_binds_below(t)->si(), WithinRel(3e-6 * 45e9 * 4 / 3, kGiven));  // 180 kB
}

TEST_CASE("what always holds, for every collective, mesh and chip") {
  struct Wiring {
    const char* chip;
    std::vector<std::int64_t> mesh;
  };
  const std::vector<Wiring> wirings{{"tpu-v5e", {16}},        {"tpu-v5e", {7}},      {"tpu-v5e", {16, 4}},
                                    {"tpu-v5p", {4, 4, 4}},   {"tpu-v5p", {2, 8}},   {"tpu-v6e", {3, 5}},
                                    {"h100-sxm", {8}},        {"h100-sxm", {2, 4}},  {"h100-sxm", {64}},
                                    {"mi300x", {8}},          {"mi300x", {4, 2, 8}}, {"tpu-v5e", {16, 16, 4}},
                                    {"trainium2", {4, 4, 4}}, {"gb200", {72, 4}}};
  for (const Wiring& w : wirings) {
    const Chip chip = Catalog().find(w.chip);
    for (const CollectiveRow& row : collectives()) {
      for (const auto wrap : {AxisWish::Wrap::by_rule, AxisWish::Wrap::line, AxisWish::Wrap::ring}) {
        for (const double copies : {1.0, 2.0, 8.0, 64.0, 1e3}) {
          CAPTURE(w.chip, w.mesh, row.name, copies);
          const Question q{w.chip, row.collective, 1e8, w.mesh, {}, wrap, MeshWish::Adding::chips, copies};
          const TransferTime t = time_of(q, chip);
          CHECK(t.floor <= t.lower * (1 + 1e-12));
          CHECK(t.lower >= t.bandwidth);
          CHECK(t.floor > Seconds{});
          Question line = q;
          line.wrap = AxisWish::Wrap::line;
          CHECK(t.lower <= time_of(line, chip).lower * (1 + 1e-12));
          Question more = q;
          more.mesh.push_back(1);  // an axis of one chip changes nothing
          if (more.mesh.size() <= 4) CHECK(time_of(more, chip).lower == t.lower);
        }
      }
    }
    const Question gather{.chip = w.chip, .size = 1e8, .mesh = w.mesh};
    Question scatter = gather, reduce = gather;
    scatter.collective = reduce_scatter;
    reduce.collective = all_reduce;
    CHECK_THAT((time_of(gather).bandwidth + time_of(scatter).bandwidth).si(),
               WithinRel(time_of(reduce).bandwidth.si(), kGiven));
  }
  for (const CollectiveRow& row : collectives()) {
    const TransferTime one = time_of({.collective = row.collective, .size = 1e8, .mesh = {1}});
    CHECK(one.lower == Seconds{});
    CHECK(one.floor == Seconds{});
    CHECK(*one.upper == Seconds{});
    CHECK_FALSE(algbw(one).has_value());
  }
}

TEST_CASE("more bandwidth is never slower") {
  for (const CollectiveRow& row : collectives()) {
    for (const auto& [name, path] :
         {std::pair{"tpu-v5e", "interconnect.ici.link_bandwidth"},
          std::pair{"h100-sxm", "interconnect.nvlink.link_bandwidth"}, std::pair{"h100-sxm", "nic.bandwidth"}}) {
      const Chip chip = Catalog().find(name);
      const Question q{.chip = name, .collective = row.collective, .size = 1e8, .mesh = {16}};
      const Chip faster = with_figure(chip, path, 1.5 * *figure(chip, path).value);
      CAPTURE(row.name, path);
      CHECK(time_of(q, faster).lower <= time_of(q, chip).lower);
      CHECK(time_of(q, faster).floor <= time_of(q, chip).floor);
    }
  }
}

TEST_CASE("axes on one switch add up, axes of a torus do not") {
  const auto lower = [](const char* chip, std::initializer_list<std::size_t> axes) {
    Work w;
    w.compute.push_back({Engine::matrix, Dtype::bf16, 1 * FLOP});
    w.traffic.push_back({kMainMemory, 1 * B});
    w.axes.push_back({Word("X"), 2});
    w.axes.push_back({Word("Y"), 4});
    for (const std::size_t axis : axes)
      w.transfers.push_back({all_gather, Bytes::from_si(1e8), AxisSet::of(axis), 0, 1});
    return estimate(w, Catalog().find(chip)).lower;
  };
  CHECK_THAT(lower("h100-sxm", {0, 1}).si(), WithinRel((lower("h100-sxm", {0}) + lower("h100-sxm", {1})).si(), kGiven));
  CHECK(lower("tpu-v5e", {0, 1}) == std::max(lower("tpu-v5e", {0}), lower("tpu-v5e", {1})));
}

TEST_CASE("a collective over two axes keeps both busy and counts once in turn") {
  Work w;
  w.compute.push_back({Engine::matrix, Dtype::bf16, 1 * FLOP});
  w.traffic.push_back({kMainMemory, 1 * B});
  w.axes.push_back({Word("X"), 4});
  w.axes.push_back({Word("Y"), 4});
  AxisSet both = AxisSet::of(0);
  both |= AxisSet::of(1);
  w.transfers.push_back({all_gather, Bytes::from_si(1.8e8), both, 0, 1});
  const Estimate e = estimate(w, Catalog().find("v5p"));
  REQUIRE(e.bounds.size() == 3);
  CHECK_THAT(e.bounds[1].time / us, WithinRel(500.0, kGiven));  // V / (2 W)
  CHECK(e.bounds[1].time == e.bounds[2].time);
  CHECK(e.axes[0].time == e.axes[1].time);
  CHECK_THAT(e.upper.si(), WithinRel((e.comp + e.bounds[0].time + e.bounds[1].time).si(), kGiven));
  CHECK(e.bottleneck_axis() == "X");
}
