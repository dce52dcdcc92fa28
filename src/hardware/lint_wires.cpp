// Rules about bytes: memory and links fit their parts, their generation and each other.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

/// What one link of a kind moves one way, in GB/s: the figure that headlines double and multiply.
struct Generation {
  std::string_view kind;  ///< how "kind" begins
  double gigabytes;       ///< per second; of one lane where the kind goes on with " x16"
};

constexpr std::array kGenerations{
    Generation{"NVLink 2", 25},    Generation{"NVLink 3", 25},    Generation{"NVLink 4", 25},
    Generation{"NVLink 5", 50},    Generation{"PCIe 3.0", 0.985}, Generation{"PCIe 4.0", 1.969},
    Generation{"PCIe 5.0", 3.938}, Generation{"PCIe 6.0", 7.563},
};

/// 16 of "PCIe 5.0 x16", 1 where no lanes are told.
double lanes_of(std::string_view rest) {
  if (!rest.starts_with(" x")) return 1;
  const std::string_view digits = rest.substr(2, rest.find_first_not_of("0123456789", 2) - 2);
  return digits.empty() ? 1 : static_cast<double>(parse_count(digits));
}

std::string path_of(const Tier& tier, std::string_view key) {
  return formatted("interconnect.{}.{}", tier.name.view(), key);
}

BytesPerSecond all_links(const Tier& tier) {
  return static_cast<double>(tier.links) * *tier.link_bandwidth;
}

bool is_dram(const Memory& memory) {
  static constexpr std::array<std::string_view, 4> kKinds{"hbm", "gddr", "lpddr", "ddr"};
  const std::string kind = lower(memory.kind);
  return std::any_of(kKinds.begin(), kKinds.end(),
                     [&](std::string_view k) { return memory.name.view().starts_with(k) || kind.starts_with(k); });
}

bool is_multiple(double value, double unit) {
  return std::fmod(value, unit) == 0;
}

}  // namespace

void check_bus(const Spec& spec, Findings& findings) {
  for (const Memory& m : spec.chip.memory) {
    if (!m.bus_width || !m.pin_rate || !m.bandwidth) continue;
    const BytesPerSecond product = static_cast<double>(*m.bus_width) * *m.pin_rate;
    findings.compare(formatted("memory.{}.bandwidth", m.name.view()), *m.bandwidth, product,
                     formatted("{} bits x {:.7g} Gb/s a pin", *m.bus_width, m.pin_rate->si() * 8 / 1e9));
  }
}

void check_links(const Spec& spec, Findings& findings) {
  for (const Tier& t : spec.chip.interconnect) {
    if (t.topology == Topology::full_mesh && t.domain_size > 1 && t.links % (t.domain_size - 1) != 0)
      findings.add(path_of(t, "links"), formatted("{}", t.links), formatted("a multiple of {}", t.domain_size - 1),
                   "in a full mesh a chip has the same links to each of the others");
    if (!t.link_bandwidth) continue;
    const std::string product =
        formatted("{} link{} x {}", t.links, t.links == 1 ? "" : "s", show_given(*t.link_bandwidth));
    if (t.total_bandwidth)
      findings.compare(path_of(t, "link_bandwidth"), all_links(t), *t.total_bandwidth,
                       product + " is held against total_bandwidth, one way");
    if (t.both_ways && all_links(t) > (1 + kTolerance) * 0.5 * *t.both_ways)
      findings.add(path_of(t, "link_bandwidth"), formatted("{} over all links", show_given(all_links(t))),
                   formatted("at most {}", show_given(0.5 * *t.both_ways)),
                   product + formatted(": one way is half of both_ways, {}, at most", show_given(*t.both_ways)));
  }
}

void check_generation(const Spec& spec, Findings& findings) {
  for (const Tier& t : spec.chip.interconnect) {
    for (const Generation& generation : kGenerations) {
      if (!t.link_bandwidth || !t.kind.starts_with(generation.kind)) continue;
      const double lanes = lanes_of(std::string_view(t.kind).substr(generation.kind.size()));
      const auto most = BytesPerSecond::from_si(generation.gigabytes * 1e9 * lanes);
      const bool told = generation.kind.starts_with("NVLink") || t.kind.find(" x") != std::string::npos;
      if (!told || *t.link_bandwidth <= (1 + kTolerance) * most) continue;
      findings.add(path_of(t, "link_bandwidth"), show_given(*t.link_bandwidth), formatted("at most {}", show(most)),
                   formatted("one link of {} moves no more one way; headlines count both ways and all links", t.kind));
    }
  }
}

void check_order(const Spec& spec, Findings& findings) {
  const Chip& chip = spec.chip;
  const BytesPerSecond main = *chip.main().bandwidth;
  for (std::size_t i = 1; i < chip.memory.size(); ++i) {
    const Memory& m = chip.memory[i];
    if (m.bandwidth && *m.bandwidth < main)
      findings.add(formatted("memory.{}.bandwidth", m.name.view()), show_given(*m.bandwidth),
                   formatted("more than {}", show_given(main)), "main memory comes first; what is nearer is faster");
  }
  for (const Tier& t : chip.interconnect) {
    if (t.link_bandwidth && all_links(t) > main)
      findings.add(path_of(t, "link_bandwidth"), formatted("{} over all links", show_given(all_links(t))),
                   formatted("less than {}", show_given(main)), "no links are faster than main memory");
  }
}

void check_decimal_rates(const Spec& spec, Findings& findings) {
  for (const Figure& f : figures(spec.chip)) {
    const Json* value = f.dim == BytesPerSecond::dim ? spec.written(f.path) : nullptr;
    if (value == nullptr || !value->text.ends_with("iB/s")) continue;
    std::string decimal = value->text;
    decimal.erase(decimal.rfind('i'), 1);
    findings.add(f.path, escape(value->text), escape(decimal),
                 formatted("rates are decimal, and this is {}; who prints iB/s mostly means B/s", show_figure(f)));
  }
}

void check_capacity(const Spec& spec, Findings& findings) {
  static constexpr double kMega = 1e6, kGiga = 1e9, kMebi = 1 << 20, kGibi = 1 << 30, kMost = 8192;
  for (const Memory& m : spec.chip.memory) {
    if (!m.capacity || lower(m.kind).starts_with("sram")) continue;
    const double bytes = m.capacity->si();
    const std::string path = formatted("memory.{}.capacity", m.name.view());
    if (is_multiple(bytes, kMega) && !is_multiple(bytes, kMebi)) {
      const bool giga = is_multiple(bytes, kGiga);
      findings.add(path, show_given(*m.capacity),
                   formatted("{:.0f} {}", bytes / (giga ? kGiga : kMega), giga ? "GiB" : "MiB"),
                   "memory is made in powers of two: what a label calls 80 GB is 80 GiB");
    } else if (is_dram(m) && (bytes < kGibi || bytes > kMost * kGibi)) {
      findings.add(path, show_binary_given(bytes), formatted("1 GiB to {:.0f} GiB", kMost),
                   "no chip has so much or so little");
    }
  }
}

}  // namespace roofline
