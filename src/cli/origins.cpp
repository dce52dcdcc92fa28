// Where the hardware figures of an estimate come from: file, line, sources, other published values.

#include <algorithm>

#include "base/format.hpp"
#include "cli/origins.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

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

std::string peak_path(const Work::Compute& compute) {
  return formatted("{}.{}", compute.engine == Engine::matrix ? "peak" : "vector", info(info(compute.dtype).peak).name);
}

std::vector<std::string> rate_paths(const Chip& chip, const Bound& bound) {
  const auto name = bound.resource.view();
  const Tier* tier = chip.find_tier(bound.resource);
  if (tier == nullptr && chip.find_memory(bound.resource) == nullptr) return {"nic.bandwidth"};
  if (tier == nullptr) return {formatted("memory.{}.bandwidth", name)};
  const std::string link = formatted("interconnect.{}.link_bandwidth", name);
  if (*tier->link_bandwidth == bound.rate) return {link};
  return {formatted("interconnect.{}.links", name), link};
}

std::vector<std::string> figures_read(const Chip& chip, const Work& work, const Estimate& e) {
  std::vector<std::string> paths;
  const auto add = [&](std::string path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
  };
  for (const Work::Compute& c : work.compute) {
    if (rate_of(chip, c)) add(peak_path(c));
  }
  for (const Bound& b : e.bounds) {
    for (std::string& path : rate_paths(chip, b)) add(std::move(path));
    const Tier* tier = b.by == Bound::By::transfers ? chip.find_tier(b.resource) : nullptr;
    if (tier != nullptr && e.alone) add(formatted("interconnect.{}.links", tier->name.view()));
    if (tier != nullptr && tier->latency) add(formatted("interconnect.{}.latency", tier->name.view()));
  }
  if (e.memory && e.capacity) {
    const Memory* level = e.bounds.empty() ? nullptr : chip.find_memory(e.primary().resource);
    const auto name = level != nullptr ? level->name.view() : chip.main().name.view();
    add(formatted("memory.{}.{}", name, e.capacity_kind == Estimate::CapacityKind::usable ? "usable" : "capacity"));
  }
  return paths;
}

std::string origin_line(const Machine& machine, const std::string& path) {
  std::vector<std::size_t> cited;
  const int line = line_of(machine.chip, path);
  const std::string place = line > 0 ? formatted(" line {}", line) : "";
  return formatted("{}: {}, {}{}, {}", path, show_figure(figure(machine.chip, path)), machine.chip.origin, place,
                   provenance(machine, path, cited));
}

std::vector<std::string> origin_lines(const Point& point) {
  std::vector<std::string> lines;
  for (const std::string& path : figures_read(point.machine.chip, point.work, point.estimate))
    lines.push_back(origin_line(point.machine, path));
  return lines;
}

void print_origins(Output& out, const Point& point) {
  const Machine& machine = point.machine;
  std::vector<std::size_t> cited;
  out.append(formatted("\nfrom {}\n", machine.chip.origin));
  const auto paths = figures_read(machine.chip, point.work, point.estimate);
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
