// Rules about links: they make their total, one way is half of both, and none is faster than its generation.

#include <array>
#include <charconv>
#include <optional>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

enum class Family { nvlink, pcie };

/// What one link, or lane of PCIe, moves one way: the figure that headlines double and multiply.
struct Generation {
  Family family;
  int number;
  double gigabytes;         ///< per second
  std::int64_t most_links;  ///< of a chip; lanes of a link of PCIe
};

constexpr std::array kGenerations{
    Generation{Family::nvlink, 2, 25, 6},   Generation{Family::nvlink, 3, 25, 12},
    Generation{Family::nvlink, 4, 25, 18},  Generation{Family::nvlink, 5, 50, 18},
    Generation{Family::pcie, 3, 0.985, 16}, Generation{Family::pcie, 4, 1.969, 16},
    Generation{Family::pcie, 5, 3.938, 16}, Generation{Family::pcie, 6, 7.563, 16},
};

constexpr std::string_view kDigits = "0123456789";

/// The number that begins at or after `from`; nullopt where there is none.
std::optional<int> number_after(std::string_view text, std::size_t from) {
  const std::size_t start = text.find_first_of(kDigits, from);
  int number = 0;
  if (start == std::string_view::npos) return std::nullopt;
  const auto end = std::from_chars(text.data() + start, text.data() + text.size(), number);
  return end.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// 16 of "pcie 5.0 x16", also as "x 16"; 16 where nothing is told.
std::int64_t lanes_of(std::string_view kind) {
  for (std::size_t x = kind.find('x'); x != std::string_view::npos; x = kind.find('x', x + 1)) {
    const std::size_t next = kind.find_first_not_of(' ', x + 1);
    const bool told = next != std::string_view::npos && kDigits.find(kind[next]) != std::string_view::npos;
    if (told) return number_after(kind, next).value_or(16);
  }
  return 16;
}

/// The generation that a kind is: "NVLink 4", "4th-generation NVLink", "PCIe Gen5 x16". NVLink without a number is
/// the fastest there is.
std::optional<Generation> generation_of(const Tier& tier) {
  const std::string kind = lower(tier.kind) + " " + std::string(tier.name.view());
  if (kind.find("c2c") != std::string::npos) return std::nullopt;
  const std::size_t nvlink = kind.find("nvlink"), pcie = kind.find("pci");
  const bool is_nvlink = nvlink != std::string::npos;
  if (!is_nvlink && pcie == std::string::npos) return std::nullopt;
  auto number = number_after(kind, is_nvlink ? nvlink : pcie);
  if (is_nvlink && !number) number = number_after(kind, 0).value_or(5);
  for (Generation generation : kGenerations) {
    if (generation.family != (is_nvlink ? Family::nvlink : Family::pcie) || generation.number != number) continue;
    if (!is_nvlink) generation.gigabytes *= static_cast<double>(lanes_of(kind));
    if (!is_nvlink) generation.most_links = 1;
    return generation;
  }
  return std::nullopt;
}

std::string path_of(const Tier& tier, std::string_view key) {
  return formatted("interconnect.{}.{}", tier.name.view(), key);
}

BytesPerSecond all_links(const Tier& tier) {
  return static_cast<double>(tier.links) * *tier.link_bandwidth;
}

void check_shape(const Tier& t, Findings& findings) {
  if (t.topology == Topology::full_mesh && t.links != t.domain_size - 1)
    findings.add(path_of(t, "links"), formatted("{}", t.links), formatted("{}", t.domain_size - 1),
                 "in a full mesh a chip has one link to each of the others; several ports of a pair are one link");
  const auto directions = 2 * static_cast<std::int64_t>(t.dims.size());
  if (!t.dims.empty() && t.links != directions)
    findings.add(path_of(t, "links"), formatted("{}", t.links), formatted("{}", directions),
                 "a chip has a link each way along each of dims");
}

/// Something of all links, one way, against half of the headline.
void check_half(const Tier& t, std::string_view key, BytesPerSecond one_way, Findings& findings) {
  if (!t.both_ways || one_way <= (1 + kTolerance) * 0.5 * *t.both_ways) return;
  findings.add(path_of(t, key), formatted("{} over all links", show_given(one_way)),
               formatted("at most {}", show_given(0.5 * *t.both_ways)),
               formatted("one way is half of both_ways, {}, at most", show_given(*t.both_ways)));
}

}  // namespace

void check_links(const Spec& spec, Findings& findings) {
  for (const Tier& t : spec.chip.interconnect) {
    check_shape(t, findings);
    if (t.total_bandwidth) check_half(t, "total_bandwidth", *t.total_bandwidth, findings);
    if (!t.link_bandwidth) continue;
    if (t.total_bandwidth)
      findings.compare(path_of(t, "link_bandwidth"), all_links(t), *t.total_bandwidth,
                       formatted("{} x {} is not total_bandwidth, all links one way: one of the three is wrong",
                                 t.links, show_given(*t.link_bandwidth)));
    check_half(t, "link_bandwidth", all_links(t), findings);
  }
}

void check_generation(const Spec& spec, Findings& findings) {
  for (const Tier& t : spec.chip.interconnect) {
    const auto generation = generation_of(t);
    if (!generation) continue;
    const auto link = BytesPerSecond::from_si(generation->gigabytes * 1e9);
    const std::string_view why = "no link of its kind moves more one way; headlines count both ways and all links";
    const BytesPerSecond total = static_cast<double>(generation->most_links) * link;
    if (t.link_bandwidth && *t.link_bandwidth > (1 + kTolerance) * link)
      findings.add(path_of(t, "link_bandwidth"), show_given(*t.link_bandwidth), formatted("at most {}", show(link)),
                   std::string(why));
    if (t.links > generation->most_links)
      findings.add(path_of(t, "links"), formatted("{}", t.links), formatted("at most {}", generation->most_links),
                   "no chip has more of its kind");
    if (t.total_bandwidth && *t.total_bandwidth > (1 + kTolerance) * total)
      findings.add(path_of(t, "total_bandwidth"), show_given(*t.total_bandwidth), formatted("at most {}", show(total)),
                   "all links of its kind move no more one way");
  }
}

}  // namespace roofline
