// Rules about peaks: they fit each other, the clock, and the chip as a whole.

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
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

std::string peak_path(const DtypeInfo& dtype) {
  return formatted("peak.{}", dtype.name);
}

/// A ratio that the file states holds, whatever is usual.
void check_stated(const DtypeInfo& dtype, double times, const DtypeInfo& base, const Spec& spec, Findings& findings) {
  const auto& peak = spec.chip.matrix[at_dtype(dtype.dtype)];
  if (!peak || dtype.dtype == base.dtype) {
    findings.add(formatted("peak_ratio.{}", dtype.name), formatted("{:.4g}", times),
                 peak ? "another format's" : "the peak too",
                 formatted("it compares a peak with that of {}", base.name));
    return;
  }
  const FlopsPerSecond rate = times * *spec.chip.matrix[at_dtype(base.dtype)];
  findings.compare(peak_path(dtype), *peak, rate, formatted("peak_ratio states {:.4g} x {}", times, base.name));
}

void check_rung(const Rung& rung, const DtypeInfo& base, const Chip& chip, Findings& findings) {
  const DtypeInfo& dtype = info(rung.dtype);
  const auto& peak = chip.matrix[at_dtype(rung.dtype)];
  if (!peak || dtype.dtype == base.dtype || chip.peak_ratio[at_dtype(rung.dtype)]) return;
  const FlopsPerSecond rate = *chip.matrix[at_dtype(base.dtype)], usual = rung.times * rate;
  if (!Findings::differ(*peak / (rung.or_times * rate))) return;
  findings.compare(peak_path(dtype), *peak, usual,
                   formatted("{} runs at {:.4g} x {} unless peak_ratio states another{}", dtype.name, rung.times,
                             base.name, slip(*peak / usual)));
}

/// fp64 and fp32 have no rung, but bf16 is never slower; and matrix units are no slower than the vector units.
void check_limits(const DtypeInfo& base, const Chip& chip, Findings& findings) {
  const FlopsPerSecond rate = *chip.matrix[at_dtype(base.dtype)];
  for (const Dtype wide : {Dtype::fp64, Dtype::fp32}) {
    const auto& peak = chip.matrix[at_dtype(wide)];
    if (peak && *peak > rate && !chip.peak_ratio[at_dtype(wide)])
      findings.add(peak_path(info(wide)), show_given(*peak), formatted("at most {}", show_given(rate)),
                   formatted("{} is rarely slower; where it is, peak_ratio says so", base.name));
  }
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& peak = chip.matrix[at_dtype(dtype.dtype)];
    const auto& vector = chip.vector[at_dtype(dtype.dtype)];
    if (peak && vector && *vector > (1 + kTolerance) * *peak)
      findings.add(formatted("vector.{}", dtype.name), show_given(*vector), formatted("at most {}", show_given(*peak)),
                   "a peak is the best rate that the chip has for the format");
  }
}

}  // namespace

bool is_near(double value, double wanted) {
  static constexpr double kNear = 0.05;
  return value > wanted * (1 - kNear) && value < wanted * (1 + kNear);
}

std::string slip(double ratio) {
  if (is_near(ratio, 2)) return "; it is twice that: with sparsity, or of two chips?";
  if (is_near(ratio, 4)) return "; it is four times that: with sparsity?";
  if (is_near(ratio, 0.5)) return "; it is half of that: of one of two devices, or is the other with sparsity?";
  return "";
}

void check_ladder(const Spec& spec, Findings& findings) {
  const DtypeInfo* base = base_of(spec.chip);
  if (base == nullptr) return;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& stated = spec.chip.peak_ratio[at_dtype(dtype.dtype)];
    if (stated) check_stated(dtype, *stated, *base, spec, findings);
  }
  for (const Rung& rung : kLadder) check_rung(rung, *base, spec.chip, findings);
  check_limits(*base, spec.chip, findings);
}

void check_clock(const Spec& spec, Findings& findings) {
  const Units& units = spec.chip.units;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& per_clock = units.flops_per_clock[at_dtype(dtype.dtype)];
    const auto& peak = spec.chip.matrix[at_dtype(dtype.dtype)];
    if (per_clock && !peak)
      findings.add(formatted("units.flops_per_clock.{}", dtype.name), formatted("{}", *per_clock), "the peak too",
                   "units are what a peak is made of");
    if (!per_clock || !peak || !units.count || !units.clock) continue;
    const auto flops = static_cast<double>(*per_clock) * unit::FLOP;
    const FlopsPerSecond product = static_cast<double>(*units.count) * flops * *units.clock;
    findings.compare(peak_path(dtype), *peak, product,
                     formatted("{} units x {} x {} FLOP a clock", *units.count, show_given(*units.clock), *per_clock) +
                         slip(*peak / product));
  }
}

void check_per_chip(const Spec& spec, Findings& findings) {
  static constexpr std::array<std::string_view, 8> kParts{"per core",   "per tensorcore", "per gcd",  "per die",
                                                          "per device", "per stack",      "per tile", "per neuroncore"};
  const std::string basis = lower(spec.chip.peak_basis);
  for (const std::string_view part : kParts) {
    const std::size_t at = basis.find(part);
    if (at != std::string::npos && !std::string_view(basis).substr(0, at).ends_with("not "))
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

}  // namespace roofline
