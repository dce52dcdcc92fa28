// Rules about memory: its bus makes its bandwidth, its unit is right, and what is nearer is faster.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

bool is_of(const Memory& memory, std::span<const std::string_view> kinds) {
  const std::string kind = lower(memory.kind);
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](std::string_view k) { return memory.name.view().starts_with(k) || kind.starts_with(k); });
}

bool is_dram(const Memory& memory) {
  static constexpr std::array<std::string_view, 4> kKinds{"hbm", "gddr", "lpddr", "ddr"};
  return is_of(memory, kKinds);
}

/// Fast enough that no links are faster.
bool is_graphics_dram(const Memory& memory) {
  static constexpr std::array<std::string_view, 2> kKinds{"hbm", "gddr"};
  return is_of(memory, kKinds);
}

bool is_sram(const Memory& memory) {
  static constexpr std::array<std::string_view, 1> kKinds{"sram"};
  return is_of(memory, kKinds);
}

std::string path_of(const Memory& memory, std::string_view key) {
  return formatted("memory.{}.{}", memory.name.view(), key);
}

/// "80 GB" as it would be written in powers of two: the same number, or where that is no whole one the same bytes.
std::string binary_of(const std::string& written, double bytes) {
  const std::size_t unit = written.find_first_not_of("0123456789_");
  const bool whole = unit != std::string::npos && written[unit] != '.' && written.size() >= 2;
  if (!whole) return show_binary(bytes);
  std::string binary = written;
  return binary.insert(binary.size() - 1, "i");
}

/// DRAM and caches are made in powers of two; SRAM that is main memory may be sold by the decimal byte.
void check_decimal(const Memory& memory, std::string_view key, double bytes, const Spec& spec, Findings& findings) {
  const Json* value = spec.written(path_of(memory, key));
  if (value == nullptr || is_sram(memory)) return;
  const std::string& text = value->text;
  const bool decimal = text.ends_with("GB") || text.ends_with("MB") || text.ends_with("TB") || text.ends_with("kB");
  if (!decimal) return;
  findings.add(path_of(memory, key), escape(text), escape(binary_of(text, bytes)),
               "memory is made in powers of two: what a label calls 80 GB is 80 GiB");
}

void check_size(const Memory& memory, Findings& findings) {
  static constexpr double kGibi = 1 << 30, kMost = 8192;
  const double bytes = memory.capacity->si();
  if (!is_dram(memory) || findings.have(path_of(memory, "capacity"))) return;
  if (bytes < kGibi || bytes > kMost * kGibi)
    findings.add(path_of(memory, "capacity"), show_binary_given(bytes), formatted("1 GiB to {:.0f} GiB", kMost),
                 "no chip has so much or so little");
}

}  // namespace

void check_bus(const Spec& spec, Findings& findings) {
  for (const Memory& m : spec.chip.memory) {
    if (!m.bus_width || !m.pin_rate || !m.bandwidth) continue;
    const BytesPerSecond product = static_cast<double>(*m.bus_width) * *m.pin_rate;
    findings.compare(path_of(m, "bandwidth"), *m.bandwidth, product,
                     formatted("{} bits x {:.7g} Gb/s a pin", *m.bus_width, m.pin_rate->si() * 8 / 1e9));
  }
}

void check_order(const Spec& spec, Findings& findings) {
  static constexpr double kFastestNic = 200e9;
  const Chip& chip = spec.chip;
  const Memory& main = chip.main();
  if (chip.nic && chip.nic->si() > kFastestNic)
    findings.add("nic.bandwidth", show_given(*chip.nic), "a rate in bits: 400 Gb/s is 50 GB/s", "no NIC is so fast");
  for (std::size_t i = 1; i < chip.memory.size(); ++i) {
    const Memory& m = chip.memory[i];
    if (is_dram(m) && !is_dram(main) && !is_sram(main))
      findings.add(path_of(m, "name"), quote(m.name.view()), "the first of memory", "main memory comes first");
    if (m.capacity && main.capacity && !is_dram(m) && is_dram(main) && *m.capacity > *main.capacity)
      findings.add(path_of(m, "capacity"), show_binary_given(m.capacity->si()),
                   formatted("less than {}", show_binary_given(main.capacity->si())), "what is nearer is smaller");
    if (m.bandwidth && !is_dram(m) && *m.bandwidth < *main.bandwidth)
      findings.add(path_of(m, "bandwidth"), show_given(*m.bandwidth),
                   formatted("more than {}", show_given(*main.bandwidth)),
                   "main memory comes first; what is nearer is faster");
  }
  for (const Tier& t : chip.interconnect) {
    if (!t.link_bandwidth || !is_graphics_dram(main) || findings.have(path_of(main, "bandwidth"))) continue;
    const BytesPerSecond links = static_cast<double>(t.links) * *t.link_bandwidth;
    if (links > *main.bandwidth)
      findings.add(path_of(main, "bandwidth"), show_given(*main.bandwidth),
                   formatted("more than {}", show_given(links)), formatted("{} would be faster", t.name.view()));
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
  for (const Memory& m : spec.chip.memory) {
    if (m.usable) check_decimal(m, "usable", m.usable->si(), spec, findings);
    if (!m.capacity) continue;
    check_decimal(m, "capacity", m.capacity->si(), spec, findings);
    check_size(m, findings);
  }
}

}  // namespace roofline
