#include "roofline/base/units.hpp"

#include <type_traits>

#include "support/catch.hpp"

using namespace roofline;
using namespace roofline::unit;

namespace {

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Subtractable = requires(A a, B b) {
  a - b;
};
template <class A, class B>
concept AddAssignable = requires(A a, B b) {
  a += b;
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
  a < b;
};
template <class A, class B>
concept EqualityComparable = requires(A a, B b) {
  a == b;
};

static_assert(Addable<Seconds, Seconds> && Subtractable<Bytes, Bytes> && AddAssignable<Flops&, Flops>);
static_assert(Comparable<Seconds, Seconds> && EqualityComparable<BytesPerSecond, BytesPerSecond>);

static_assert(!Addable<Seconds, Bytes> && !Addable<Flops, Bytes> && !Addable<BytesPerSecond, FlopsPerSecond>);
static_assert(!Addable<Seconds, double> && !Addable<double, Bytes> && !Addable<Bytes, int>);
static_assert(!Subtractable<Seconds, Flops> && !Subtractable<Watts, DollarsPerSecond>);
static_assert(!AddAssignable<Seconds&, Bytes> && !AddAssignable<Flops&, double>);
static_assert(!Comparable<Seconds, Bytes> && !Comparable<Intensity, double> && !EqualityComparable<Flops, Bytes>);
static_assert(!std::is_convertible_v<double, Seconds> && !std::is_constructible_v<Seconds, double>);
static_assert(!std::is_convertible_v<Seconds, double> && !std::is_convertible_v<Bytes, Flops>);

static_assert(std::is_same_v<decltype(Bytes{} / BytesPerSecond{}), Seconds>);
static_assert(std::is_same_v<decltype(Flops{} / FlopsPerSecond{}), Seconds>);
static_assert(std::is_same_v<decltype(Flops{} / Bytes{}), Intensity>);
static_assert(std::is_same_v<decltype(FlopsPerSecond{} / BytesPerSecond{}), Intensity>);
static_assert(std::is_same_v<decltype(BytesPerSecond{} * Seconds{}), Bytes>);
static_assert(std::is_same_v<decltype(Intensity{} * BytesPerSecond{}), FlopsPerSecond>);
static_assert(std::is_same_v<decltype(DollarsPerSecond{} * Seconds{}), Dollars>);
static_assert(std::is_same_v<decltype(Seconds{} / Seconds{}), double>);
static_assert(std::is_same_v<decltype(2 * Bytes{}), Bytes> && std::is_same_v<decltype(Bytes{} / 2), Bytes>);
static_assert(sizeof(Seconds) == sizeof(double) && std::is_trivially_copyable_v<Seconds>);

static_assert((3.35 * TB / s).si() == 3.35e12);
static_assert(80 * GB / (2 * TB / s) == 40 * ms);

}  // namespace

TEST_CASE("units enter and leave by name") {
  static constexpr struct {
    const char* name;
    double got, expected;
  } kRows[]{
      {"FLOP", FLOP.si(), 1},
      {"GFLOP", GFLOP.si(), 1e9},
      {"TFLOP", TFLOP.si(), 1e12},
      {"B", B.si(), 1},
      {"kB", kB.si(), 1000},
      {"MB", MB.si(), 1e6},
      {"GB", GB.si(), 1e9},
      {"TB", TB.si(), 1e12},
      {"KiB", KiB.si(), 1024},
      {"MiB", MiB.si(), 1024.0 * 1024},
      {"GiB", GiB.si(), 1024.0 * 1024 * 1024},
      {"TiB", TiB.si(), 1024.0 * 1024 * 1024 * 1024},
      {"s", s.si(), 1},
      {"ms", ms.si(), 1e-3},
      {"us", us.si(), 1e-6},
      {"ns", ns.si(), 1e-9},
      {"h", h.si(), 3600},
      {"USD", USD.si(), 1},
      {"GiB in MiB", GiB / MiB, 1024},
      {"h in s", h / s, 3600},
      {"bytes over bandwidth", (6 * GB / (3 * TB / s)) / ms, 2},
      {"flops over bytes", (6 * TFLOP / (3 * GB)).si(), 2000},
      {"price over a time", (3600 * USD / h * (10 * s)).si(), 10},
      {"sum", (1 * s + 500 * ms).si(), 1.5},
      {"difference", (2 * GB - 500 * MB).si(), 1.5e9},
      {"from the right", (GB * 2).si(), 2e9},
      {"halved", (GB / 2).si(), 5e8},
      {"nothing yet", Seconds{}.si(), 0},
  };
  for (const auto& row : kRows) {
    INFO(row.name);
    CHECK_THAT(row.got, WithinRel(row.expected, 1e-12));
  }
}

TEST_CASE("quantities order and add up") {
  Bytes total;
  total += 2 * GB;
  total += 3 * GB;
  CHECK(total == 5 * GB);
  CHECK(1 * ms < 1 * s);
  CHECK(1 * GiB > 1 * GB);
  CHECK(1 * s >= 1 * s);
  CHECK(1 * s != 2 * s);
}

TEST_CASE("dimensions add in products and cancel in ratios") {
  static constexpr Dim kAll{.flop = 1, .byte = 2, .second = -1, .token = 3, .dollar = -2, .joule = 1};
  static constexpr Dim kTwice{.flop = 2, .byte = 4, .second = -2, .token = 6, .dollar = -4, .joule = 2};
  CHECK(kAll + kAll == kTwice);
  CHECK(kTwice - kAll == kAll);
  CHECK(kAll - kAll == Dim{});
  CHECK(quantity<Dim{}>(2.5) == 2.5);
  CHECK(quantity<Seconds::dim>(2.5) == 2.5 * s);
}
