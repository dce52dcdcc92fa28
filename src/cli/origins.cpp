// Where the hardware figures of an estimate come from: file, line, sources, other published values.

#include <algorithm>

#include "base/format.hpp"
#include "cli/explain.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// The spec paths that an estimate rests on.
std::vector<std::string> paths_of(const Machine& machine, const Work& work, const Estimate& e) {
  std::vector<std::string> paths;
  for (const auto& c : work.compute) paths.push_back(formatted("peak.{}", info(info(c.dtype).peak).name));
  for (const Bound& b : e.bounds) {
    const Tier* tier = machine.chip.find_tier(b.resource);
    if (tier != nullptr && *tier->link_bandwidth != b.rate)
      paths.push_back(formatted("interconnect.{}.links", tier->name.view()));
    if (tier != nullptr) {
      paths.push_back(formatted("interconnect.{}.link_bandwidth", tier->name.view()));
    } else if (machine.chip.find_memory(b.resource) != nullptr) {
      paths.push_back(formatted("memory.{}.bandwidth", b.resource.view()));
    } else {
      paths.emplace_back("nic.bandwidth");
    }
  }
  return paths;
}

bool is_overlaid(const Chip& chip, const std::string& path) {
  return std::any_of(chip.overlays.begin(), chip.overlays.end(), [&](const std::string& o) {
    const std::string set = o.substr(0, o.find('='));
    return figure(chip, set).path == path;
  });
}

/// "[1] [2]; 810 GB/s [3]": the sources of a figure, then its other published values.
std::string provenance(const Machine& machine, const std::string& path, std::vector<std::size_t>& cited) {
  if (is_overlaid(machine.chip, path)) return "from --set";
  std::string text;
  for (const std::size_t source : sources_of(machine.chip, path)) {
    text += formatted("{}[{}]", text.empty() ? "" : " ", source);
    cited.push_back(source);
  }
  if (text.empty()) text = "no source";
  for (const Variant& v : machine.variants()) {
    if (v.path != path) continue;
    for (const Alternative& a : machine.chip.alternatives) {
      if (a.path != path || a.value != *v.figure.value) continue;
      text += formatted("; {} [{}]", show_figure(v.figure), a.source);
      cited.push_back(a.source);
    }
  }
  return text;
}

}  // namespace

void print_origins(Output& out, const Machine& machine, const Work& work, const Estimate& e) {
  std::vector<std::size_t> cited;
  out.append(formatted("\nfrom {}\n", escape(machine.chip.origin)));
  const auto paths = paths_of(machine, work, e);
  std::size_t width = 0;
  for (const std::string& path : paths) width = std::max(width, path.size());
  for (const std::string& path : paths) {
    const int line = line_of(machine.chip, path);
    const std::string place = line > 0 ? formatted("line {}", line) : "";
    const std::string front =
        formatted("  {:<{}}  {:<12}  {:<8}  ", path, width, show_figure(figure(machine.chip, path)), place);
    out.append(front + wrap(provenance(machine, path, cited), kTextWidth, front.size()) + "\n");
  }
  std::sort(cited.begin(), cited.end());
  cited.erase(std::unique(cited.begin(), cited.end()), cited.end());
  for (const std::size_t number : cited) {
    const Source& source = machine.chip.sources[number - 1];
    out.append(formatted("  [{}] {}\n", number, wrap(escape(source.title), kTextWidth, 6)));
  }
}

}  // namespace roofline::cli
