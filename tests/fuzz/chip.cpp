// The JSON reader and the chip spec: an error has a place; a chip that reads has figures that can be shown, set and
// estimated on, and can be linted.

#include "roofline/hardware/chip.hpp"

#include <cmath>

#include "fuzz.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/figures.hpp"
#include "roofline/hardware/lint.hpp"
#include "roofline/ops/matmul.hpp"

using namespace roofline;

namespace {

void check_figure(const Chip& chip, const Figure& f) {
  PROPERTY(figure(chip, f.path).value == f.value);
  if (!f.value) return;
  PROPERTY(std::isfinite(*f.value) && *f.value > 0);
  PROPERTY(figure(with_figure(chip, f.path, *f.value), f.path).value == f.value);
  PROPERTY(std::fabs(parse_figure(f, show_figure(f)) - *f.value) <= 1e-3 * *f.value);
}

void check_estimate(const Chip& chip, Dtype dtype) {
  const Work asked = work(Matmul{.b = 3, .d = 64, .f = 5, .dtype = dtype});
  for (const std::string_view name : {"main", "nic", "pcie", "ici"}) {
    const auto e = fuzz::unless_error([&] { return estimate(asked.over(find_resource(chip, name)), chip); });
    if (!e) continue;
    PROPERTY(std::isfinite(e->upper.si()) && e->lower > Seconds{} && e->lower <= e->upper);
    PROPERTY(e->lower == std::max(e->comp, e->comm) && std::isfinite(*e->margin()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Document document = parse_json(fuzz::text_of(data, size), "x.json");
    const Chip chip = read_chip(document);
    for (const Finding& f : lint(document))
      PROPERTY(f.line >= 0 && !f.key.empty() && !f.found.empty() && !f.why.empty());
    for (const Figure& f : figures(chip)) check_figure(chip, f);
    for (const DtypeInfo& d : kDtypes) check_estimate(chip, d.dtype);
  } catch (const Error& e) {
    PROPERTY(e.place.starts_with("x.json:") && !e.message.empty());
  }
  return 0;
}
