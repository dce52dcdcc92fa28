// Which rates does a chip give, and what is said of those it lacks?

#include <string>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline {
namespace {

[[noreturn]] void throw_no_peak(const Chip& chip, const Peaks& peaks, Engine engine, Dtype dtype) {
  std::vector<std::string> known;
  for (const DtypeInfo& row : kDtypes) {
    if (peaks[static_cast<std::size_t>(row.dtype)]) known.emplace_back(row.name);
  }
  const bool vector = engine == Engine::vector;
  const std::string rate = formatted("{} {}", info(dtype).name, vector ? "vector rate" : "rate");
  const std::string peak = formatted("{} {}", info(dtype).name, vector ? "vector peak" : "peak");
  if (!known.empty()) throw Lack(peak, Error(formatted("{} has no {}; it has {}", chip.id, rate, listing(known))));
  throw Lack(peak,
             Error(formatted("{} has no {}, nor any other", chip.id, rate),
                   vector ? formatted("--set vector.{}=10TFLOP/s gives it one", info(info(dtype).peak).name) : ""));
}

[[noreturn]] void throw_no_resource(const Chip& chip, std::string_view resource) {
  std::vector<std::string> known;
  for (const Memory& m : chip.memory) known.emplace_back(m.name.view());
  for (const Tier& t : chip.interconnect) known.emplace_back(t.name.view());
  if (chip.nic) known.emplace_back("nic");
  throw Lack(formatted("memory or link {}", quote(resource)),
             Error(formatted("{} has no memory or link {}; it has {}", chip.id, quote(resource), listing(known)),
                   did_you_mean(resource, known)));
}

}  // namespace

FlopsPerSecond peak_of(const Chip& chip, Engine engine, Dtype dtype) {
  const Peaks& peaks = engine == Engine::matrix ? chip.matrix : chip.vector;
  const auto& peak = peaks[static_cast<std::size_t>(info(dtype).peak)];
  if (!peak) throw_no_peak(chip, peaks, engine, dtype);
  return *peak;
}

std::optional<FlopsPerSecond> rate_of(const Chip& chip, const Work::Compute& part) {
  if (part.engine == Engine::vector && part.flops == Flops{}) return std::nullopt;
  return peak_of(chip, part.engine, part.dtype);
}

Word find_resource(const Chip& chip, std::string_view name) {
  if (name.size() > Word::kMaxLength) throw_no_resource(chip, name);
  const Word word(name);
  const bool known = word == kMainMemory || chip.find_memory(word) != nullptr || chip.find_tier(word) != nullptr ||
                     (word == Word("nic") && chip.nic);
  if (!known) throw_no_resource(chip, name);
  return word;
}

BytesPerSecond bandwidth_of(const Chip& chip, Word resource) {
  std::optional<BytesPerSecond> bandwidth;
  if (const Memory* m = chip.find_memory(resource)) {
    bandwidth = m->bandwidth;
  } else if (const Tier* t = chip.find_tier(resource)) {
    bandwidth = t->path_bandwidth();
  } else if (resource == Word("nic") && chip.nic) {
    bandwidth = chip.nic;
  } else {
    throw_no_resource(chip, resource.view());
  }
  if (!bandwidth) {
    throw Lack(formatted("bandwidth for {}", resource.view()),
               Error(formatted("{} gives no bandwidth for {}", chip.id, resource.view())));
  }
  return *bandwidth;
}

}  // namespace roofline
