// `roofline chips` as a list, and several chips side by side.

#include <algorithm>
#include <optional>
#include <span>

#include "base/format.hpp"
#include "cli/chip_text.hpp"
#include "roofline/base/show.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// A figure in a fixed unit: as given where that is short, "989.4", "21000000", else rounded, "0.2142"; "-" when it is
/// not known.
std::string in_unit(std::optional<double> si, double unit) {
  static constexpr std::size_t kShort = 8;
  if (!si) return "-";
  const std::string given = formatted("{:.8g}", *si / unit);
  return given.size() <= kShort ? given : show_number(*si / unit);
}

/// Three digits, and always short: "1.32x", "0.0800x", "65625x", "2e-05x".
std::string ratio_text(double ratio) {
  if (ratio >= 99.95 && ratio < 1e6) return formatted("{:.0f}x", ratio);
  const bool readable = ratio >= 0.001 && ratio < 99.95;
  return readable ? formatted("{:#.3g}x", ratio) : formatted("{:.0e}x", ratio);
}

std::string link_text(const Tier* tier) {
  if (tier == nullptr || !tier->link_bandwidth) return "-";
  return formatted("{} {} x {}", tier->name.view(), tier->links, in_unit(tier->link_bandwidth->si(), 1e9));
}

/// One line of a comparison: a path, its unit, and its value on a chip.
struct Compared {
  std::string path, unit;
  double scale;
  std::optional<double> (*value)(const Chip&, std::size_t dtype);
  std::size_t dtype = 0;
};

template <class Q>
std::optional<double> si(const std::optional<Q>& q) {
  return q ? std::optional(q->si()) : std::nullopt;
}

std::optional<double> links_one_way(const Chip& chip) {
  const Tier* t = chip.link_tier();
  if (t == nullptr || !t->link_bandwidth) return std::nullopt;
  return static_cast<double>(t->links) * t->link_bandwidth->si();
}

std::vector<Compared> compared_lines(const std::vector<Chip>& chips) {
  std::vector<Compared> lines;
  for (std::size_t d = 0; d < kDtypeCount; ++d) {
    if (std::none_of(chips.begin(), chips.end(), [&](const Chip& c) { return c.matrix[d].has_value(); })) continue;
    lines.push_back({formatted("peak.{}", kDtypes[d].name), "TFLOP/s", 1e12,
                     [](const Chip& c, std::size_t i) { return si(c.matrix[i]); }, d});
  }
  lines.push_back(
      {"memory.main.capacity", "GiB", 1073741824, [](const Chip& c, std::size_t) { return si(c.main().capacity); }});
  lines.push_back(
      {"memory.main.bandwidth", "GB/s", 1e9, [](const Chip& c, std::size_t) { return si(c.main().bandwidth); }});
  constexpr auto ridge = [](const Chip& c, std::size_t i) -> std::optional<double> {
    if (!c.matrix[i]) return std::nullopt;
    return (*c.matrix[i] / *c.main().bandwidth).si();
  };
  lines.push_back({"ridge bf16", "FLOP/B", 1, ridge, static_cast<std::size_t>(Dtype::bf16)});
  lines.push_back({"links, one way", "GB/s", 1e9, [](const Chip& c, std::size_t) { return links_one_way(c); }});
  lines.push_back({"power.tdp", "W", 1, [](const Chip& c, std::size_t) { return si(c.power); }});
  return lines;
}

constexpr std::size_t kLabelWidth = 32, kRatioWidth = 8;

/// Room for the first chip's figures, and for those of another with their ratio: as wide as their ids.
std::size_t first_width(const Chip& chip) {
  return std::max<std::size_t>(12, chip.id.size() + kTextGap);
}
std::size_t other_width(const Chip& chip) {
  return std::max<std::size_t>(18, chip.id.size() + kTextGap);
}

/// How many of the others fit beside the first, at least one.
std::size_t fitting(const Chip& first, std::span<const Chip> others) {
  std::size_t width = kLabelWidth + first_width(first), n = 0;
  while (n < others.size() && (n == 0 || width + other_width(others[n]) <= kTextWidth))
    width += other_width(others[n++]);
  return n;
}

/// The first chip and others, with their ratio to it.
std::string compare_block(const Chip& first, std::span<const Chip> others, const std::vector<Compared>& lines) {
  std::string text = formatted("{:{}}{:>{}}", "", kLabelWidth, first.id, first_width(first));
  for (const Chip& c : others) text += formatted("{:>{}}", c.id, other_width(c));
  text += "\n";
  for (const Compared& line : lines) {
    const auto number = [&](std::optional<double> v) {
      const bool computed = line.path.starts_with("ridge");
      return v && computed ? show_number(*v) : in_unit(v, line.scale);
    };
    const auto base = line.value(first, line.dtype);
    text += formatted("{:<22}  {:<8}{:>{}}", line.path, line.unit, number(base), first_width(first));
    for (const Chip& c : others) {
      const auto value = line.value(c, line.dtype);
      const std::string ratio = value && base ? ratio_text(*value / *base) : "";
      text += formatted("{:>{}}{:>{}}", number(value), other_width(c) - kRatioWidth, ratio, kRatioWidth);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

}  // namespace

std::string chip_list(const std::vector<Chip>& chips, Dtype dtype) {
  std::size_t width = 4;
  for (const Chip& c : chips) width = std::max(width, c.id.size());
  std::string text = formatted("{:<{}}  {:>7}  {:>8}  {:>9}  {:>6}  link, one way\n", "chip", width, "peak", "capacity",
                               "bandwidth", "ridge");
  text += formatted("{:<{}}  {:>7}  {:>8}  {:>9}  {:>6}  GB/s\n", "", width, "TFLOP/s", "GiB", "GB/s", "FLOP/B");
  for (const Chip& c : chips) {
    const auto& peak = c.matrix[static_cast<std::size_t>(info(dtype).peak)];
    const std::string ridge = peak ? show_number((*peak / *c.main().bandwidth).si()) : "-";
    text += formatted("{:<{}}  {:>7}  {:>8}  {:>9}  {:>6}  {}\n", c.id, width, in_unit(si(peak), 1e12),
                      in_unit(si(c.main().capacity), 1073741824), in_unit(si(c.main().bandwidth), 1e9), ridge,
                      link_text(c.link_tier()));
  }
  return text;
}

std::string chip_comparison(const std::vector<Chip>& chips) {
  const auto lines = compared_lines(chips);
  std::string text;
  std::span<const Chip> others = std::span(chips).subspan(1);
  while (!others.empty()) {
    if (!text.empty()) text += "\n";
    const std::size_t n = fitting(chips[0], others);
    text += compare_block(chips[0], others.first(n), lines);
    others = others.subspan(n);
  }
  return text;
}

}  // namespace roofline::cli
