#include "base/format.hpp"
#include "cli/chip_text.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

struct Resource {
  Word name;
  BytesPerSecond bandwidth;
};

/// Memory levels, tiers and NIC with a known bandwidth.
std::vector<Resource> resources(const Chip& chip) {
  std::vector<Resource> all;
  for (const Memory& m : chip.memory) {
    if (m.bandwidth) all.push_back({m.name, *m.bandwidth});
  }
  for (const Tier& t : chip.interconnect) {
    if (const auto bandwidth = t.path_bandwidth()) all.push_back({t.name, *bandwidth});
  }
  if (chip.nic) all.push_back({Word("nic"), *chip.nic});
  return all;
}

std::string dash_or(const std::optional<std::string>& text) {
  return text.value_or("-");
}

std::string wrap_text(const Tier& t) {
  switch (t.wrap.when) {
    case WrapRule::When::never: return "no wrap-around";
    case WrapRule::When::always: return "wraps always";
    case WrapRule::When::at: return formatted("wraps on a full axis of {}", t.wrap.length);
    case WrapRule::When::multiple_of: return formatted("wraps on axes that are multiples of {}", t.wrap.length);
  }
  return "";
}

std::string topology_text(const Tier& t) {
  if (t.topology == Topology::host) return "to the host";
  if (t.dims.empty()) return formatted("{} of {}", topology_name(t.topology), t.domain_size);
  std::string dims;
  for (const std::int64_t d : t.dims) dims += formatted("{}{}", dims.empty() ? "" : "x", d);
  return formatted("{} {}, {}", topology_name(t.topology), dims, wrap_text(t));
}

/// A line whose right part wraps under itself.
std::string line_of_text(const std::string& front, const std::string& rest) {
  std::string line = front + wrap(rest, kTextWidth, front.size());
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// Room for the longest dtype that the chip has, and a blank.
std::size_t name_width(const Chip& chip) {
  std::size_t width = 6;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto i = static_cast<std::size_t>(dtype.dtype);
    if (chip.matrix[i] || chip.vector[i]) width = std::max(width, dtype.name.size());
  }
  return width + 1;
}

std::size_t column_width(const Resource& resource) {
  return std::max<std::size_t>(8, resource.name.view().size() + 1);
}

/// The first of them that fit beside `used` columns of text; one at least.
std::size_t fitting(std::span<const Resource> resources, std::size_t used) {
  std::size_t n = 0;
  for (; n < resources.size(); ++n) {
    used += column_width(resources[n]);
    if (n > 0 && used > kTextWidth) break;
  }
  return n;
}

std::string peak_block(const Chip& chip, std::span<const Resource> columns, std::size_t names, std::size_t peaks) {
  std::string text =
      formatted("\n  {:<{}}ridge, FLOP/B, against\n{:{}}", "peak, dense", names + peaks, "", names + peaks + 2);
  for (const Resource& r : columns) text += formatted("{:>{}}", r.name.view(), column_width(r));
  text += "\n";
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& peak = chip.matrix[static_cast<std::size_t>(dtype.dtype)];
    if (!peak) continue;
    text += formatted("  {:<{}}{:<{}}", dtype.name, names, show_given(*peak), peaks);
    for (const Resource& r : columns)
      text += formatted("{:>{}}", show_number((*peak / r.bandwidth).si()), column_width(r));
    text += "\n";
  }
  return text;
}

/// As many blocks as it takes within the width of text.
std::string peak_rows(const Chip& chip) {
  static constexpr std::size_t kPeakWidth = 15;
  const auto all = resources(chip);
  const std::size_t names = name_width(chip);
  std::string text;
  for (std::span<const Resource> left = all; !left.empty();) {
    const std::size_t n = fitting(left, 2 + names + kPeakWidth);
    text += peak_block(chip, left.first(n), names, kPeakWidth);
    left = left.subspan(n);
  }
  return text;
}

std::string vector_rows(const Chip& chip) {
  std::string text;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& peak = chip.vector[static_cast<std::size_t>(dtype.dtype)];
    if (peak)
      text += line_of_text(formatted("  {:<{}}{:<15}    ", dtype.name, name_width(chip), show_given(*peak)),
                           provenance_text(chip, formatted("vector.{}", dtype.name)));
  }
  return text.empty() ? "" : "\n  vector units\n" + text;
}

std::string peak_sources(const Chip& chip) {
  std::string text;
  for (const DtypeInfo& dtype : kDtypes) {
    if (!chip.matrix[static_cast<std::size_t>(dtype.dtype)]) continue;
    text += line_of_text(formatted("  {:<{}}", dtype.name, name_width(chip)),
                         provenance_text(chip, formatted("peak.{}", dtype.name)));
  }
  return "\n  peaks from\n" + text;
}

std::string memory_rows(const Chip& chip) {
  std::size_t names = 8;
  for (const Memory& m : chip.memory) names = std::max(names, m.name.view().size() + 1);
  std::string text = formatted("\n  {:<{}}  capacity      bandwidth\n", "memory", names);
  for (const Memory& m : chip.memory) {
    const std::string path = formatted("memory.{}", m.name.view());
    const auto capacity = m.capacity ? std::optional(show_binary_given(m.capacity->si())) : std::nullopt;
    const auto bandwidth = m.bandwidth ? std::optional(show_given(*m.bandwidth)) : std::nullopt;
    std::vector<std::string> parts;
    if (!m.kind.empty()) parts.push_back(m.kind);
    if (m.capacity) parts.push_back(formatted("capacity {}", provenance_text(chip, path + ".capacity")));
    if (m.usable) {
      parts.push_back(
          formatted("{} usable {}", show_binary_given(m.usable->si()), provenance_text(chip, path + ".usable")));
    }
    if (m.bandwidth) parts.push_back(formatted("bandwidth {}", provenance_text(chip, path + ".bandwidth")));
    if (m.bus_width && m.pin_rate) {
      parts.push_back(formatted("{} bits x {:.7g} Gb/s a pin {}", *m.bus_width, m.pin_rate->si() * 8 / 1e9,
                                provenance_text(chip, path + ".pin_rate")));
    }
    std::string rest;
    for (const std::string& part : parts) rest += (rest.empty() ? "" : "; ") + part;
    if (!m.basis.empty()) rest += formatted(" ({})", m.basis);
    text += line_of_text(
        formatted("  {:<{}}{:>10}{:>15}   ", m.name.view(), names, dash_or(capacity), dash_or(bandwidth)), rest);
  }
  return text;
}

/// "4 x 45 GB/s", "15 GB/s", "-".
std::string links_text(const Tier& t) {
  if (!t.link_bandwidth) return "-";
  return t.links == 1 ? show_given(*t.link_bandwidth) : formatted("{} x {}", t.links, show_given(*t.link_bandwidth));
}

/// "NVLink 4, switch of 8; rate [1] [3]; 900 GB/s both ways [1]; latency 10 us [3]; 7 links [6] also published".
std::string link_text(const Chip& chip, const Tier& t) {
  const std::string path = formatted("interconnect.{}.", t.name.view());
  std::string text = t.kind.empty() ? topology_text(t) : formatted("{}, {}", t.kind, topology_text(t));
  if (t.link_bandwidth) text += formatted("; rate {}", provenance_text(chip, path + "link_bandwidth"));
  if (t.both_ways)
    text += formatted("; {} both ways {}", show_given(*t.both_ways), provenance_text(chip, path + "both_ways"));
  if (t.latency) text += formatted("; latency {} {}", show_given(*t.latency), provenance_text(chip, path + "latency"));
  if (const std::string links = also_published(chip, path + "links"); !links.empty()) text += "; links: " + links;
  return t.basis.empty() ? text : formatted("{} ({})", text, t.basis);
}

std::string link_rows(const Chip& chip) {
  if (chip.interconnect.empty() && !chip.nic) return "";
  std::size_t names = 10;
  for (const Tier& t : chip.interconnect) names = std::max(names, t.name.view().size() + 2);
  std::string text = formatted("\n  {:<{}}{:<20}topology\n", "link", names, "one way");
  for (const Tier& t : chip.interconnect)
    text += line_of_text(formatted("  {:<{}}{:<20}", t.name.view(), names, links_text(t)), link_text(chip, t));
  if (chip.nic) {
    const std::string basis = chip.nic_basis.empty() ? "" : formatted(" ({})", chip.nic_basis);
    text += line_of_text(formatted("  {:<{}}{:<20}", "nic", names, show_given(*chip.nic)),
                         formatted("rate {}{}", provenance_text(chip, "nic.bandwidth"), basis));
  }
  return text;
}

std::string price_terms(const Price& p) {
  const std::string note = p.note.empty() ? "" : formatted(" ({})", p.note);
  return formatted("{}, {}, {} [{}]{}", p.provider, p.kind, p.date, p.source, note);
}

std::string other_rows(const Chip& chip) {
  std::string text;
  for (const Price& p : chip.prices)
    text += line_of_text(formatted("  {:<10}{:<20}", "price", show_given(p.per_chip)), price_terms(p));
  if (chip.power) {
    const std::string basis = chip.power_basis.empty() ? "" : formatted(" ({})", chip.power_basis);
    text += line_of_text(formatted("  {:<10}{:<20}", "power", show_given(*chip.power)),
                         provenance_text(chip, "power.tdp") + basis);
  }
  return text.empty() ? "" : "\n" + text;
}

/// "132 x 1.83 GHz x 4096 FLOP a clock in bf16 (count [10], clock no source, rate [10])", of bf16 where that is known;
/// empty where a part is not known.
std::string product_text(const Chip& chip) {
  const Units& units = chip.units;
  const auto flops_of = [&](Dtype dtype) { return units.flops_per_clock[static_cast<std::size_t>(dtype)]; };
  Dtype dtype = Dtype::bf16;
  for (const DtypeInfo& row : kDtypes) {
    if (!flops_of(dtype)) dtype = row.dtype;
  }
  if (!units.count || !units.clock || !flops_of(dtype)) return "";
  return formatted("{} x {} x {} FLOP a clock in {} (count {}, clock {}, rate {})", *units.count,
                   show_given(*units.clock), *flops_of(dtype), info(dtype).name, provenance_text(chip, "units.count"),
                   provenance_text(chip, "units.clock"),
                   provenance_text(chip, formatted("units.flops_per_clock.{}", info(dtype).name)));
}

/// "1 TensorCore, 4 MXU 128x128; 4 x 1.5 GHz x 32768 FLOP a clock in bf16 [6]; peaks: vendor, dense".
std::string unit_text(const Chip& chip) {
  std::vector<std::string> parts;
  if (!chip.compute_units.empty()) parts.push_back(chip.compute_units);
  if (chip.devices_per_chip > 1) parts.push_back(formatted("{} devices a chip", chip.devices_per_chip));
  if (const std::string product = product_text(chip); !product.empty()) parts.push_back(product);
  if (!chip.peak_basis.empty()) parts.push_back("peaks: " + chip.peak_basis);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

}  // namespace

std::vector<Ridge> ridges(const Chip& chip) {
  std::vector<Ridge> all;
  for (const DtypeInfo& dtype : kDtypes) {
    const auto& peak = chip.matrix[static_cast<std::size_t>(dtype.dtype)];
    if (!peak) continue;
    for (const Resource& r : resources(chip)) all.push_back({dtype.dtype, r.name, *peak / r.bandwidth});
  }
  return all;
}

std::vector<std::string> wire_lines(const Chip& chip) {
  std::vector<std::string> lines;
  for (const Tier& t : chip.interconnect) {
    lines.push_back(formatted("{}: {} one way, {}", t.name.view(), links_text(t), topology_text(t)));
  }
  return lines;
}

std::vector<std::string> price_lines(const Chip& chip) {
  std::vector<std::string> lines;
  for (const Price& p : chip.prices) lines.push_back(formatted("{}, {}", show_given(p.per_chip), price_terms(p)));
  return lines;
}

std::string chip_page(const Chip& chip) {
  std::string head = formatted("{}: {}", chip.id, chip.name);
  if (chip.year > 0) head += formatted(", {}", chip.year);
  if (!chip.kind.empty()) head += ", " + chip.kind;
  if (!chip.confidence.empty()) head += ", confidence " + chip.confidence;
  if (!chip.date.empty()) head += ", figures of " + chip.date;
  std::string text = wrap(formatted("{}; from {}", head, chip.origin), kTextWidth, 0) + "\n";
  if (!chip.aliases.empty()) text += line_of_text("aliases: ", listing(chip.aliases, "and"));
  if (const std::string units = unit_text(chip); !units.empty()) text += line_of_text("units: ", units);
  text +=
      peak_rows(chip) + peak_sources(chip) + vector_rows(chip) + memory_rows(chip) + link_rows(chip) + other_rows(chip);
  if (!chip.sources.empty()) text += "\n";
  for (const std::string& line : source_lines(chip)) text += "  " + wrap(line, kTextWidth, 6) + "\n";
  std::vector<std::string> notes = chip.notes;
  if (!chip.unsourced.empty()) notes.push_back("no source states " + listing(chip.unsourced));
  if (!notes.empty()) text += "\n";
  for (const std::string& note : notes) text += line_of_text("note: ", note);
  return text;
}

}  // namespace roofline::cli
