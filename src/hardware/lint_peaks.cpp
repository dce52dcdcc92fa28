// Rules about peaks: they fit each other, the clock, and the chip as a whole.

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

std::size_t at_dtype(Dtype dtype) {
  return static_cast<std::size_t>(dtype);
}

/// How many times the rate of bf16 a format usually runs at; fp6 goes with fp8 on some chips, with fp4 on others.
struct Rung {
  Dtype dtype;
  double times, or_times;
};

constexpr std::array kLadder{
    Rung{Dtype::tf32, 0.5, 0.5}, Rung{Dtype::fp16, 1, 1},       Rung{Dtype::fp8, 2, 2},
    Rung{Dtype::int8, 2, 2},     Rung{Dtype::fp6, 2, 4},        Rung{Dtype::fp4, 4, 4},
    Rung{Dtype::int4, 4, 4},     Rung{Dtype::fp16_acc16, 2, 2}, Rung{Dtype::fp8_acc16, 4, 4},
};

/// bf16, or fp16 on a chip without it.
const DtypeInfo* base_of(const Chip& chip) {
  for (const Dtype dtype : {Dtype::bf16, Dtype::fp16}) {
    if (chip.matrix[at_dtype(dtype)]) return &info(dtype);
  }
  return nullptr;
}

void check_rung(const Rung& rung, const DtypeInfo& base, const Chip& chip, Findings& findings) {
  const DtypeInfo& dtype = info(rung.dtype);
  const auto& peak = chip.matrix[at_dtype(rung.dtype)];
  const auto& stated = chip.peak_ratio[at_dtype(rung.dtype)];
  if (!peak || dtype.dtype == base.dtype) return;
  const FlopsPerSecond rate = *chip.matrix[at_dtype(base.dtype)];
  const double times = stated.value_or(rung.times);
  if (!stated && !Findings::differ(*peak / (rung.or_times * rate))) return;
  const std::string what =
      stated ? formatted("peak_ratio states {:.4g} x {}", times, base.name)
             : formatted("{} runs at {:.4g} x {} unless peak_ratio states another", dtype.name, times, base.name);
  findings.compare(formatted("peak.{}", dtype.name), *peak, times * rate, what + slip(*peak / (times * rate)));
}

/// Of the spec's own names, those of a built-in chip: the longest, as a whole part of them ("my-h100").
const EmbeddedChip* namesake(const Chip& chip) {
  const std::string within = formatted("-{}-", lower(chip.id));
  const EmbeddedChip* found = nullptr;
  std::size_t longest = 0;
  const auto try_name = [&](const EmbeddedChip& candidate, std::string_view name) {
    if (name.size() <= longest || within.find(formatted("-{}-", lower(name))) == std::string::npos) return;
    found = &candidate;
    longest = name.size();
  };
  for (const EmbeddedChip& candidate : embedded_chips()) {
    try_name(candidate, candidate.id);
    for (const std::string_view alias : candidate.aliases) try_name(candidate, alias);
  }
  return found;
}

/// The figures in which people slip by two: peaks, main memory's bandwidth, all links of a set of wires.
struct Rate {
  std::string path;
  double value;
  Dim dim;
};

std::vector<Rate> rates(const Chip& chip) {
  std::vector<Rate> all;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& peak = chip.matrix[at_dtype(dtype.dtype)];
    if (peak) all.push_back({formatted("peak.{}", dtype.name), peak->si(), FlopsPerSecond::dim});
  }
  all.push_back(
      {formatted("memory.{}.bandwidth", chip.main().name.view()), chip.main().bandwidth->si(), BytesPerSecond::dim});
  for (const Tier& t : chip.interconnect) {
    if (!t.link_bandwidth || t.topology == Topology::host) continue;
    const double total = static_cast<double>(t.links) * t.link_bandwidth->si();
    all.push_back({formatted("interconnect.{}.link_bandwidth", t.name.view()), total, BytesPerSecond::dim});
  }
  return all;
}

bool is_near(double value, double wanted) {
  static constexpr double kNear = 0.05;
  return value > wanted * (1 - kNear) && value < wanted * (1 + kNear);
}

void compare_rate(const Rate& own, const Chip& chip, const Chip& like, Findings& findings) {
  for (const Rate& theirs : rates(like)) {
    if (theirs.path != own.path || findings.have(own.path)) continue;
    const double ratio = own.value / theirs.value;
    const auto devices = static_cast<double>(like.devices_per_chip);
    const std::string shown = show_given(theirs.value, theirs.dim);
    const std::string all_links = own.path.starts_with("interconnect.") ? " over all links" : "";
    if (is_near(ratio, 2)) {
      findings.add(own.path, show_given(own.value, own.dim) + all_links, shown + all_links,
                   formatted("the built-in {} has half: with sparsity, or both ways?", like.id));
    } else if (devices > 1 && is_near(ratio, 1 / devices) && chip.devices_per_chip == like.devices_per_chip) {
      findings.add(own.path, show_given(own.value, own.dim) + all_links, shown + all_links,
                   formatted("the built-in {} has {} times that: of one of its devices?", like.id, devices));
    }
  }
}

}  // namespace

std::string slip(double ratio) {
  if (is_near(ratio, 2)) return "; it is twice that: with sparsity, or of two chips?";
  if (is_near(ratio, 4)) return "; it is four times that: with sparsity?";
  if (is_near(ratio, 0.5)) return "; it is half of that: of one of two devices, or is the other with sparsity?";
  return "";
}

void check_ladder(const Spec& spec, Findings& findings) {
  const Chip& chip = spec.chip;
  for (const DtypeInfo& dtype : kDtypes) {
    const bool stated = chip.peak_ratio[at_dtype(dtype.dtype)].has_value();
    if (stated && !chip.matrix[at_dtype(dtype.dtype)])
      findings.add(formatted("peak_ratio.{}", dtype.name), "a ratio", "the peak too", "it says how peaks compare");
  }
  const DtypeInfo* base = base_of(chip);
  if (base == nullptr) return;
  for (const Rung& rung : kLadder) check_rung(rung, *base, chip, findings);
  const FlopsPerSecond rate = *chip.matrix[at_dtype(base->dtype)];
  for (const Dtype wide : {Dtype::fp64, Dtype::fp32}) {
    const auto& peak = chip.matrix[at_dtype(wide)];
    if (peak && *peak > rate)
      findings.add(formatted("peak.{}", info(wide).name), show_given(*peak), formatted("at most {}", show_given(rate)),
                   formatted("no chip is faster in it than in {}", base->name));
  }
}

void check_clock(const Spec& spec, Findings& findings) {
  const Units& units = spec.chip.units;
  if (!units.count || !units.clock) return;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& per_clock = units.flops_per_clock[at_dtype(dtype.dtype)];
    const auto& peak = spec.chip.matrix[at_dtype(dtype.dtype)];
    if (!per_clock || !peak) continue;
    const auto flops = static_cast<double>(*per_clock) * unit::FLOP;
    const FlopsPerSecond product = static_cast<double>(*units.count) * flops * *units.clock;
    findings.compare(formatted("peak.{}", dtype.name), *peak, product,
                     formatted("{} units x {} x {} FLOP a clock", *units.count, show_given(*units.clock), *per_clock) +
                         slip(*peak / product));
  }
}

void check_per_chip(const Spec& spec, Findings& findings) {
  static constexpr std::array<std::string_view, 8> kParts{"per core",   "per tensorcore", "per gcd",  "per die",
                                                          "per device", "per stack",      "per tile", "per neuroncore"};
  const std::string basis = lower(spec.chip.peak_basis);
  for (const std::string_view part : kParts) {
    if (basis.find(part) != std::string::npos)
      findings.add("peak_basis", quote(part), "per chip", "all figures are those of the chip or package");
  }
  const auto devices = static_cast<double>(spec.chip.devices_per_chip);
  if (devices == 1) return;
  for (const Alternative& other : spec.chip.alternatives) {
    if (!is_near(other.ratio, devices) || !other.path.starts_with("peak.") || findings.have(other.path)) continue;
    const Figure own = figure(spec.chip, other.path);
    findings.add(other.path, show_figure(own), show_given(other.value, own.dim),
                 formatted("source [{}] has {} times that: of one of its devices?", other.source, devices));
  }
}

void check_namesake(const Spec& spec, Findings& findings) {
  const EmbeddedChip* like = namesake(spec.chip);
  if (like == nullptr) return;
  const Chip built_in = read_chip(parse_json(std::string(like->json), like->file));
  for (const Rate& own : rates(spec.chip)) compare_rate(own, spec.chip, built_in, findings);
}

}  // namespace roofline
