// From which batch on is X[B,D] . Y[D,F] compute-bound? A few batches on two chips, then the exact answer.

#include <cstdint>
#include <iostream>

#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/estimate/solve.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/ops/matmul.hpp"

using namespace roofline;

Estimate ask(std::int64_t batch, const Chip& chip) {
  return estimate(work(Matmul{.b = batch, .d = 8192, .f = 8192}), chip);
}

void answer(const Chip& chip) {
  for (const std::int64_t batch : {128, 256, 512}) {
    const Estimate e = ask(batch, chip);
    std::cout << chip.id << " B=" << batch << ": " << show(e.lower) << ", " << name_of(e.regime) << '\n';
  }
  const auto lead_of_compute = [&](double batch) {
    const Estimate e = ask(static_cast<std::int64_t>(batch), chip);
    return (e.comp - e.comm) / unit::us;
  };
  if (const auto crossing = first_crossing_of_multiples(lead_of_compute, 1))
    std::cout << chip.id << " is compute-bound from B=" << crossing->after << " on\n";
}

int main() {
  try {
    const Catalog catalog;
    for (const char* name : {"h100", "tpu-v5e"}) answer(catalog.find(name));
  } catch (const Error& e) {
    std::cerr << e.message << '\n' << e.hint << '\n';
    return 1;
  }
}
