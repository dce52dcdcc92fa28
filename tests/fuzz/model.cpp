// The reader of config.json: an error says what is wrong; a model that reads has counts and formats that are numbers,
// and a step whose times lie in order.

#include <cmath>

#include "fuzz.hpp"
#include "roofline/estimate/steps.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/model/config.hpp"
#include "roofline/model/counts.hpp"
#include "roofline/model/footprint.hpp"
#include "roofline/model/steps.hpp"

using namespace roofline;

namespace {

const Chip& chip() {
  static const Chip kChip = Catalog().find("h100-sxm");
  return kChip;
}

void check_counts(const Model& model) {
  const Counts counts = count_parameters(model.architecture);
  PROPERTY(std::isfinite(counts.total) && counts.total >= counts.active && counts.active > 0);
  double sum = 0;
  for (const PartCount& part : counts.parts) sum += part.elements;
  PROPERTY(std::fabs(sum - counts.total) <= 1e-9 * counts.total);
  PROPERTY(cache_of_sequence(model.architecture, 10) >= cache_of_sequence(model.architecture, 9));
}

void check_step(const Model& model, Plan::Phase phase) {
  const auto stored = fuzz::unless_error([&] { return store(model.architecture, model.formats, {}); });
  if (!stored) return;
  Plan plan;
  plan.phase = phase;
  plan.requests = {{2, phase == Plan::Phase::prefill ? 0 : 99, phase == Plan::Phase::prefill ? 100 : 1}};
  PROPERTY(Sizes(model.architecture, *stored, plan).of(plan).total() > Bytes{});
  const auto times =
      fuzz::unless_error([&] { return estimate_steps(steps_of(model.architecture, *stored, plan), chip(), Mesh{}); });
  if (!times) return;
  PROPERTY(std::isfinite(times->sum.upper.si()));
  PROPERTY(times->sum.lower <= (1 + 1e-9) * times->in_turn && times->in_turn <= (1 + 1e-9) * times->sum.upper);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Model model = read_model(parse_config(fuzz::text_of(data, size), "x.json"), nullptr, "x", "");
    check_counts(model);
    check_step(model, Plan::Phase::prefill);
    check_step(model, Plan::Phase::decode);
  } catch (const Error& e) {
    PROPERTY(!e.message.empty());
  }
  return 0;
}
