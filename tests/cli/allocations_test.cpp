// A sweep allocates the same however long it is. A program of its own: it replaces operator new.

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>

#include "cli/run.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

std::atomic<std::size_t> allocations{0};

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace {

std::size_t allocations_of(const std::string& typed, const std::string& in = "") {
  roofline::Output out([](std::string_view) { return 0; }, "nothing"),
      err([](std::string_view) { return 0; }, "nothing");
  const auto args = support::words(typed);
  const roofline::Read read = roofline::read_string(in);
  const std::size_t before = allocations;
  roofline::cli::run(args, read, out, err);
  return allocations - before;
}

}  // namespace

TEST_CASE("a row of a file allocates nothing") {
  const auto rows = [](int n) {
    std::string csv = "layer,B,D,F,measured_us\n";
    for (int b = 1000; b < 1000 + n; ++b) csv += "qkv," + std::to_string(b) + ",8192,8192,10000\n";
    return csv;
  };
  const std::string question = "matmul --from - --chip v5e --format csv --get layer,t_lower,efficiency";
  allocations_of(question, rows(10));
  // The list of efficiencies, from which the median comes, grows by doubling.
  CHECK(allocations_of(question, rows(9000)) - allocations_of(question, rows(1000)) < 20);
}

TEST_CASE("a row allocates nothing") {
  for (const std::string format : {"jsonl", "csv"}) {
    const std::string front = "matmul --B 1000:", back = " --D 8192 --F 8192 --chip v5e --format " + format;
    allocations_of(front + "1100" + back);
    CHECK(allocations_of(front + "1100" + back) == allocations_of(front + "9000" + back));
  }
}

TEST_CASE("a row over a mesh allocates nothing") {
  const std::string einsum = "einsum 'bf16[B, D_X] * bf16[D_X, F_Y] -> bf16[B, F_Y]' --B ";
  for (const std::string rest :
       {" --D 8192 --F 8192 --mesh X=4,Y=2 --chip v5p --format csv --get B,t_lower,bottleneck",
        " --D 8192 --F 8192 --mesh X=8,Y=4 --chip h100 --strategy gather-first --format jsonl --get B,t_lower"}) {
    allocations_of(einsum + "100000:100100" + rest);
    CHECK(allocations_of(einsum + "100000:100100" + rest) == allocations_of(einsum + "100000:108000" + rest));
  }
  const std::string collective =
      "collective all-gather --mesh X=8,Y=4 --chip v5e --format csv --get size,t_lower --size ";
  allocations_of(collective + "1MB:100MB:+1MB");
  CHECK(allocations_of(collective + "1MB:100MB:+1MB") == allocations_of(collective + "1MB:8000MB:+1MB"));
}
