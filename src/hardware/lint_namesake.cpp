// A spec that names a built-in chip is held against it: what is twice its figure has sparsity or counts both ways, what
// is a fraction of it is of one of its devices.

#include <cctype>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/json.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

/// "-nvidia-h100-sxm5-": words between dashes, so that a name is found whole.
std::string dashed(std::string_view text) {
  std::string words = "-";
  for (const char c : lower(text)) words += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return words + "-";
}

/// The built-in chip whose name stands in the spec's id, name or aliases: the longest name, of three letters or more.
const EmbeddedChip* namesake(const Chip& chip) {
  std::string within = dashed(chip.id) + dashed(chip.name);
  for (const std::string& alias : chip.aliases) within += dashed(alias);
  const EmbeddedChip* found = nullptr;
  std::size_t longest = 2;
  const auto try_name = [&](const EmbeddedChip& candidate, std::string_view name) {
    if (name.size() <= longest || within.find(dashed(name)) == std::string::npos) return;
    found = &candidate;
    longest = name.size();
  };
  for (const EmbeddedChip& candidate : embedded_chips()) {
    try_name(candidate, candidate.id);
    for (const std::string_view alias : candidate.aliases) try_name(candidate, alias);
  }
  return found;
}

struct Compared {
  std::string path;
  double value;
  Dim dim;
  std::string_view what = "";  ///< after the value
};

/// The figures in which people slip: peaks, main memory, all links of a set of wires.
std::vector<Compared> compared(const Chip& chip) {
  std::vector<Compared> all;
  const std::string main = formatted("memory.{}.", chip.main().name.view());
  for (const Figure& f : figures(chip)) {
    const bool of_main = f.path == main + "bandwidth" || f.path == main + "capacity";
    if (f.value && (of_main || f.path.starts_with("peak."))) all.push_back({f.path, *f.value, f.dim});
  }
  for (const Tier& t : chip.interconnect) {
    if (!t.link_bandwidth || t.topology == Topology::host) continue;
    const double total = static_cast<double>(t.links) * t.link_bandwidth->si();
    all.push_back(
        {formatted("interconnect.{}.link_bandwidth", t.name.view()), total, BytesPerSecond::dim, " over all links"});
  }
  return all;
}

std::string shown(const Compared& c) {
  return (c.dim == Bytes::dim ? show_binary_given(c.value) : show_given(c.value, c.dim)) + std::string(c.what);
}

/// No other edition of a chip is so much faster or slower.
constexpr double kFarAbove = 5, kFarBelow = 0.1;

void compare_with(const Compared& own, const Chip& like, Findings& findings) {
  for (const Compared& theirs : compared(like)) {
    if (theirs.path != own.path || findings.have(own.path)) continue;
    const auto devices = static_cast<double>(like.devices_per_chip);
    const double ratio = own.value / theirs.value;
    if (ratio >= kFarAbove || ratio <= kFarBelow) {
      findings.add(own.path, shown(own), shown(theirs),
                   formatted("that is what the built-in {} has: a wrong prefix?", like.id));
    } else if (own.dim != Bytes::dim && is_near(ratio, 2)) {
      const bool peak = own.dim == FlopsPerSecond::dim;
      findings.add(
          own.path, shown(own), shown(theirs),
          formatted("the built-in {} has half: {}", like.id, peak ? "with sparsity?" : "both ways, or of two?"));
    } else if (devices > 1 && is_near(ratio, 1 / devices)) {
      findings.add(own.path, shown(own), shown(theirs),
                   formatted("the built-in {} has {} times that: of one of its devices?", like.id, devices));
    }
  }
}

}  // namespace

void check_namesake(const Spec& spec, Findings& findings) {
  const EmbeddedChip* like = namesake(spec.chip);
  if (like == nullptr) return;
  const Chip built_in = read_chip(parse_json(std::string(like->json), like->file));
  for (const Compared& own : compared(spec.chip)) compare_with(own, built_in, findings);
}

}  // namespace roofline
