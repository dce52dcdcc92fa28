#include <algorithm>
#include <set>
#include <string>

#include "roofline/base/error.hpp"
#include "roofline/ops/dot.hpp"
#include "roofline/ops/matmul.hpp"
#include "roofline/ops/own_figures.hpp"
#include "support/arithmetic.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

double flops(const Work& w) {
  return w.compute[0].flops.si();
}
double bytes(const Work& w) {
  return w.traffic[0].bytes.si();
}

/// Counts a matmul by doing it: a multiply-add is 2 FLOPs, each element that is read or written is its size.
struct Count {
  double flops = 0, bytes = 0, partial = 0;
};
Count by_loops(const Matmul& op) {
  Count count;
  const auto b = op.b / op.shard_b, d = op.d / op.shard_d, f = op.f / op.shard_f;
  for (std::int64_t i = 0; i < b; ++i) {
    for (std::int64_t j = 0; j < f; ++j) {
      for (std::int64_t k = 0; k < d; ++k) count.flops += 2;
      count.bytes += info(op.z()).bits / 8;
      count.partial += info(op.z()).bits / 8;
    }
  }
  for (std::int64_t i = 0; i < b * d; ++i) count.bytes += info(op.x()).bits / 8;
  for (std::int64_t i = 0; i < d * f; ++i) count.bytes += info(op.y()).bits / 8;
  return count;
}

}  // namespace

TEST_CASE("matmul by hand") {
  const Work w = work(Matmul{.b = 256, .d = 8192, .f = 8192});
  CHECK(flops(w) == 34359738368.0);  // 2 * 2^8 * 2^13 * 2^13 = 2^35
  CHECK(bytes(w) == 142606336.0);    // 2 * (2^21 + 2^26 + 2^21)
  CHECK(w.resident->si() == 142606336.0);
  CHECK(w.compute[0].dtype == Dtype::bf16);
  CHECK(w.transfers.empty());
}

TEST_CASE("matmul equals a count by loops") {
  for (const std::int64_t b : {1, 2, 6}) {
    for (const std::int64_t d : {1, 4, 10}) {
      for (const std::int64_t f : {1, 3, 8}) {
        for (const auto y : {Dtype::bf16, Dtype::int8, Dtype::int4, Dtype::mxfp4}) {
          Matmul op{.b = b, .d = d, .f = f};
          op.y_dtype = y;
          if (b % 2 == 0) op.shard_b = 2;
          if (d % 2 == 0) op.shard_d = 2;
          if (f % 2 == 0) op.shard_f = 4;
          CAPTURE(b, d, f, info(y).name);
          const Work w = work(op);
          const Count count = by_loops(op);
          CHECK(flops(w) == count.flops);
          CHECK(bytes(w) == count.bytes);
          REQUIRE(w.transfers.size() == (op.shard_d > 1 ? 1 : 0));
          if (op.shard_d > 1) CHECK(w.transfers[0].array.si() == count.partial);
        }
      }
    }
  }
}

TEST_CASE("operand formats stand apart from the compute format") {
  Matmul op{.b = 2, .d = 3, .f = 5};
  op.y_dtype = Dtype::int8;
  CHECK(op.computed_in() == Dtype::bf16);
  CHECK(bytes(work(op)) == 2 * 6 + 15 + 2 * 10);
  op.z_dtype = Dtype::fp32;
  CHECK(bytes(work(op)) == 2 * 6 + 15 + 4 * 10);
  op.x_dtype = Dtype::int8;
  CHECK(op.computed_in() == Dtype::int8);
  op.compute_dtype = Dtype::bf16;
  CHECK(op.computed_in() == Dtype::bf16);
  op = {.b = 2, .d = 3, .f = 5};
  op.x_dtype = Dtype::fp8;
  op.y_dtype = Dtype::int4;
  CHECK(op.computed_in() == Dtype::fp8);
  CHECK(op.z() == Dtype::fp8);
  CHECK(bytes(work(op)) == 6 + 7.5 + 10);
  op.y_dtype = Dtype::int8;
  CHECK_THROWS_AS(work(op), Error);
}

TEST_CASE("a split contraction leaves partial sums of Z on every chip") {
  const Work w = work(Matmul{.b = 1024, .d = 8192, .f = 8192, .shard_d = 2});
  CHECK(flops(w) == 68719476736.0);  // 2 * 1024 * 4096 * 8192
  CHECK(bytes(w) == 92274688.0);     // 2 * (1024 * 4096 + 4096 * 8192 + 1024 * 8192)
  REQUIRE(w.transfers.size() == 1);
  CHECK(w.transfers[0].array.si() == 16777216.0);  // 2 * 1024 * 8192
  CHECK(w.axes[1].size == 2);
  CHECK(w.transfers[0].axes == AxisSet::of(1));
}

TEST_CASE("a dim that does not divide names its neighbours") {
  try {
    work(Matmul{.b = 8, .d = 8191, .f = 8, .shard_d = 2});
    FAIL("no error");
  } catch (const Error& e) {
    CHECK(e.message == "D=8191 does not divide over 2 chips");
    CHECK(e.hint == "8190 and 8192 do");
  }
  CHECK_THROWS_AS(work(Matmul{.b = 0, .d = 1, .f = 1}), Error);
  CHECK_THROWS_AS(work(Matmul{.b = 1, .d = 1, .f = 1, .shard_f = 0}), Error);
}

TEST_CASE("huge dims stay finite") {
  CHECK_THAT(flops(work(Matmul{.b = std::int64_t{1} << 40, .d = std::int64_t{1} << 40, .f = std::int64_t{1} << 40})),
             WithinRel(2.6584559915698317e36, 1e-15));  // 2^121
  CHECK_THAT(flops(work(Matmul{.b = 1 << 20, .d = 1 << 24, .f = 1 << 24})), WithinRel(5.9029581035870565e20, 1e-15));
  CHECK(std::isfinite(flops(work(Matmul{.b = kMaxCount, .d = kMaxCount, .f = kMaxCount}))));
}

TEST_CASE("dot by hand") {
  CHECK(flops(work(Dot{.n = 1})) == 1);
  CHECK(bytes(work(Dot{.n = 1})) == 6);
  CHECK(flops(work(Dot{.n = 1'000'000'000})) == 1999999999.0);
  CHECK(bytes(work(Dot{.n = 1'000'000'000})) == 4000000002.0);
  CHECK(bytes(work(Dot{.n = 10, .dtype = Dtype::int8})) == 21);
  for (std::int64_t n = 1; n < 20; ++n) {
    double count = 0;
    for (std::int64_t i = 0; i < n; ++i) count += i == 0 ? 1 : 2;  // the first product needs no addition
    CHECK(flops(work(Dot{.n = n})) == count);
  }
}

TEST_CASE("own figures pass through, and claim no room") {
  using namespace roofline::unit;
  const Work w = work(OwnFigures{.flops = 1 * TFLOP, .bytes = 16 * GB, .dtype = Dtype::int8});
  CHECK(flops(w) == 1e12);
  CHECK(bytes(w) == 16e9);
  CHECK(w.compute[0].dtype == Dtype::int8);
  CHECK_FALSE(w.resident.has_value());
}

namespace {

/// A value for each input that is a number, as formulas and work() must agree on: what divides another input is 2.
Values some_values(const Op& op) {
  Values values;
  values.fill(kNotGiven);
  double next = 24;
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const auto divided = [&](const FieldInfo& field) { return field.divisors == op.fields[i].name; };
    const bool divides = std::any_of(op.fields.begin(), op.fields.end(), divided);
    if (is_quantity(op.fields[i].kind)) values[i] = divides ? 2 : (next *= 2);
  }
  return values;
}

}  // namespace

TEST_CASE("every op computes from its own field names, and its formulas say the same") {
  for (const Op& op : ops()) {
    CAPTURE(op.name);
    CHECK(find_op(op.name) == &op);
    CHECK_FALSE(op.summary.empty());
    REQUIRE_FALSE(op.examples.empty());
    std::set<std::string_view> names;
    const Values values = some_values(op);
    support::Names known;
    for (std::size_t i = 0; i < op.fields.size(); ++i) {
      const FieldInfo& field = op.fields[i];
      CHECK(names.insert(field.name).second);
      CHECK(op.index_of(field.name) == i);
      CHECK((field.name != "V" && field.name != "n"));  // words of collectives in --explain
      if (!field.divisors.empty()) CHECK(op.index_of(field.divisors) < op.fields.size());
      if (!field.least.empty()) CHECK(op.index_of(field.least) < op.fields.size());
      CHECK((field.kind == FieldKind::word) == !field.words.empty());
      if (is_quantity(field.kind)) known[std::string(field.name)] = values[i];
    }
    for (std::size_t way = 0; way < op.way_count(values); ++way) {
      const Work w = op.work(values, way);
      std::size_t transfer = 0;
      for (const Formula& f : op.formulas(values, way)) {
        CAPTURE(f.key, f.text);
        const double shown = support::evaluate(f.text, known);
        if (f.key == "flops") CHECK(shown == flops(w));
        if (f.key == "bytes") CHECK(shown == bytes(w));
        if (f.key == "memory_bytes") CHECK(shown == w.resident->si());
        if (f.key == "V") CHECK(shown == w.transfers[transfer++].array.si());
      }
      CHECK(transfer == w.transfers.size());
    }
  }
  CHECK(find_op("matmull") == nullptr);
}

TEST_CASE("the textbook rule is the ridge times half the bytes of the other operand") {
  const Matmul bf16{.b = 1, .d = 8192, .f = 8192};
  const Ridges memory{240, 0, 0};
  CHECK(rule(bf16, "B", memory)->value == 240);
  Matmul int8 = bf16;
  int8.y_dtype = Dtype::int8;
  CHECK(rule(int8, "B", memory)->value == 120);
  CHECK(rule(int8, "F", memory)->value == 240);
  CHECK_FALSE(rule(int8, "shard_D", memory).has_value());
}

TEST_CASE("over two chips the rule is twice the ridge of the link, where that is the higher") {
  // Per chip B D F FLOPs against 2 B F bytes over the link: D > 2 C / W.
  const Matmul split{.b = 1024, .d = 8192, .f = 8192, .shard_d = 2};
  CHECK(rule(split, "D", {240, 4000, 1})->value == 8000);
  CHECK(rule(split, "D", {240, 4000, 1})->against == Rule::Against::wires);
  CHECK(rule(split, "D", {5000, 4000, 1})->value == 10000);
  CHECK(rule(split, "B", {240, 4000, 1})->value == 240);
}
