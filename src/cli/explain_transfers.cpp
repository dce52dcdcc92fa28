#include "cli/explain_transfers.hpp"

#include <cmath>

#include "base/format.hpp"
#include "cli/mesh_text.hpp"
#include "cli/origins.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline::cli {
namespace {

const Wires& wires_of(const Mesh& mesh, const LevelTime& level) {
  return mesh.wires[level.wires];
}

double chips_on(const Work::Transfer& transfer, const Mesh& mesh, std::size_t wires) {
  return chips_of(group_on(transfer, mesh, wires).legs);
}

/// Chips of the group on the wires from `first` to before `last`.
double chips_between(const Work::Transfer& transfer, const Mesh& mesh, std::size_t first, std::size_t last) {
  double n = 1;
  for (std::size_t w = first; w < last; ++w) n *= chips_on(transfer, mesh, w);
  return n;
}

/// "V", or what one level has of it.
std::string carried_text(Measure measure, double inside, double outside) {
  if (measure == Measure::all_chips && outside > 1) return formatted("(V / {})", outside);
  if (measure == Measure::per_message && inside > 1) return formatted("(V * {})", inside);
  return "V";
}

void replace_array(std::string& formula, const std::string& with) {
  if (const std::size_t at = formula.find('V'); at != std::string::npos) formula.replace(at, 1, with);
}

/// Bytes of one level over its busiest link.
void add_link(StepList& steps, const Point& point, const Work::Transfer& transfer, const LevelTime& level,
              const std::string& key) {
  const Mesh& mesh = point.found.mesh;
  const CollectiveRow& row = info(transfer.collective);
  const Group group = group_on(transfer, mesh, level.wires);
  const double inside = chips_between(transfer, mesh, 0, level.wires);
  const double outside = chips_between(transfer, mesh, level.wires + 1, mesh.wires.size());
  std::string formula = row.formula(group);
  replace_array(formula, carried_text(row.measure, inside, outside));
  if (inside > 1) formula += formatted(" / {}", inside);
  const double n = chips_of(group.legs);
  steps.name("n", n);
  steps.add(key, formula, formatted("{} over n = {}: {}", row.name, n, group_text(group)), level.bytes.si(),
            Bytes::dim);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(separator)) + part;
  return text;
}

/// "max(a, b)", or a alone.
std::string longest(const std::vector<std::string>& parts) {
  return parts.size() == 1 ? parts[0] : formatted("max({})", joined(parts, ", "));
}

/// "3 * interconnect.ici.latency", over the levels whose latency is known.
std::string latency_text(StepList& steps, const Point& point, const Work::Transfer& transfer, const TransferTime& t) {
  std::vector<std::string> parts;
  for (const LevelTime& level : t.levels) {
    const Wires& wires = wires_of(point.found.mesh, level);
    if (!wires.latency) continue;
    const std::string path = formatted("interconnect.{}.latency", wires.name.view());
    steps.name(path, wires.latency->si());
    const double messages = info(transfer.collective).steps(group_on(transfer, point.found.mesh, level.wires));
    parts.push_back(formatted("{} * {}", messages, path));
  }
  return joined(parts, " + ");
}

std::vector<std::string> level_times(StepList& steps, const Point& point, const Work::Transfer& transfer,
                                     const TransferTime& t, const TransferNames& names) {
  std::vector<std::string> times;
  for (const LevelTime& level : t.levels) {
    const std::string key = link_key(names, point.found.mesh, t, level);
    add_link(steps, point, transfer, level, key);
    const Wires& wires = wires_of(point.found.mesh, level);
    times.push_back(formatted("{} / {}", key, rate_name(steps, point.machine.chip, wires.name, wires.path)));
  }
  return times;
}

/// Every link of a chip, over all levels: "interconnect.ici.links * interconnect.ici.link_bandwidth".
std::string egress_text(StepList& steps, const Point& point, const Wires& wires) {
  const std::string key = formatted("E_{}", wires.name.view());
  if (steps.knows(key)) return key;
  const std::string front = formatted("interconnect.{}.", wires.name.view());
  const Tier* tier = point.machine.chip.find_tier(wires.name);
  if (tier == nullptr) return rate_name(steps, point.machine.chip, wires.name, wires.egress);
  steps.name(front + "links", static_cast<double>(tier->links));
  steps.name(front + "link_bandwidth", tier->link_bandwidth->si());
  steps.add(key, formatted("{0}links * {0}link_bandwidth", front), "all links of a chip, one way", wires.egress.si(),
            BytesPerSecond::dim);
  return key;
}

/// What every algorithm needs: a chip over all its links, and each domain over all of its.
void add_floor(StepList& steps, const Point& point, const Work::Transfer& transfer, const TransferTime& t) {
  const CollectiveRow& row = info(transfer.collective);
  const Mesh& mesh = point.found.mesh;
  std::vector<std::string> egress, terms;
  const std::size_t outermost = t.levels[t.levels.size() - 1].wires;
  for (std::size_t w = 0; w <= outermost; ++w) egress.push_back(egress_text(steps, point, mesh.wires[w]));
  const auto term = [&](double n, const std::string& array, const std::string& rate) {
    std::string text;
    for (const char c : times(array, row.floor)) {
      text += c == 'n'   ? formatted("{}", n)
              : c == 'd' ? formatted("{:.15g}", distinct_chips(n, transfer.copies))
                         : std::string(1, c);
    }
    terms.push_back(formatted("{} / {}", text, rate));
  };
  term(t.chips, "V", egress.size() == 1 ? egress[0] : formatted("({})", joined(egress, " + ")));
  for (const LevelTime& level : t.levels) {
    const std::size_t w = level.wires;
    if (w == 0) continue;
    const double outside = chips_between(transfer, mesh, w + 1, mesh.wires.size());
    const std::string array = carried_text(row.measure, 1, outside);
    term(chips_on(transfer, mesh, w), array, formatted("({} * {})", mesh.wires[w].domain, egress[w]));
  }
  steps.add("t_floor", longest(terms), "of any algorithm", t.floor.si(), Seconds::dim);
}

void add_rates(StepList& steps, const TransferTime& t) {
  const CollectiveRow& row = info(t.collective);
  if (t.lower == Seconds{}) return;
  steps.name("n", t.chips);
  const std::string size = row.measure == Measure::all_chips ? "V / n" : "V";
  steps.add("algbw", size + " / t_lower", "", algbw(t)->si(), BytesPerSecond::dim);
  const bool same = row.bus.text.empty();
  steps.add("busbw", times("algbw", row.bus), same ? "" : "as nccl-tests prints", busbw(t)->si(), BytesPerSecond::dim);
  if (same) steps.drop_numbers();
}

}  // namespace

std::string rate_name(StepList& steps, const Chip& chip, Word resource, BytesPerSecond rate) {
  Bound bound;
  bound.resource = resource;
  bound.rate = rate;
  const auto paths = rate_paths(chip, bound);
  for (const std::string& path : paths) steps.name(path, *figure(chip, path).value);
  if (paths.size() == 1) return paths[0];
  const std::string all = formatted("E_{}", resource.view());
  if (!steps.knows(all)) {
    steps.add(all, formatted("{} * {}", paths[0], paths[1]), "", rate.si(), BytesPerSecond::dim);
  }
  return all;
}

std::string link_key(const TransferNames& names, const Mesh& mesh, const TransferTime& t, const LevelTime& level) {
  return t.levels.size() == 1 ? names.link : formatted("{}_{}", names.link, wires_of(mesh, level).name.view());
}

void explain_transfer(StepList& steps, const Point& point, const Work::Transfer& transfer, const Formula& array,
                      const TransferNames& names) {
  const TransferTime t = price(transfer, point.found.mesh);
  const auto operand = point.query.op.operands(point.values)[transfer.operand].text;
  steps.forget("V");
  steps.add("V", array.text, array.why.empty() ? formatted("of {}", operand) : array.why, transfer.array.si(),
            Bytes::dim);
  std::vector<std::string> times = level_times(steps, point, transfer, t, names);
  const std::string latency = latency_text(steps, point, transfer, t);
  if (!latency.empty()) times.push_back(latency);
  steps.add(names.time, longest(times), latency.empty() ? "" : "bytes or messages, the longer", t.lower.si(),
            Seconds::dim);
}

std::vector<ExplainedStep> explain_collective(const Point& point) {
  StepList steps;
  const Work::Transfer& transfer = point.work.transfers[0];
  const TransferTime& t = *point.estimate.alone;
  for (std::size_t i = 0; i < point.query.op.fields.size(); ++i)
    steps.name(std::string(point.query.op.fields[i].name), point.values[i]);
  const bool per_chip = std::isnan(point.values[0]);
  const bool pieces = per_chip && transfer.array.si() != point.values[1];
  steps.name("chips", t.chips);
  steps.add("V",
            pieces     ? "chips * size_per_chip"
            : per_chip ? "size_per_chip"
                       : "size",
            "", transfer.array.si(), Bytes::dim);
  if (!pieces) steps.drop_numbers();
  if (t.levels.empty()) return steps.take();
  const TransferNames names{"link", ""};
  steps.add("t_bandwidth", longest(level_times(steps, point, transfer, t, names)), "the busiest link", t.bandwidth.si(),
            Seconds::dim);
  const std::string latency = latency_text(steps, point, transfer, t);
  if (t.latency) steps.add("t_latency", latency, "messages in turn", t.latency->si(), Seconds::dim);
  const std::string known = t.latency ? "t_latency" : latency;
  steps.add("t_lower", known.empty() ? "t_bandwidth" : formatted("max(t_bandwidth, {})", known),
            t.latency ? "the longer" : "the longer of what is known", t.lower.si(), Seconds::dim);
  if (latency.empty()) steps.drop_numbers();
  if (t.upper) steps.add("t_upper", "t_bandwidth + t_latency", "the sum", t.upper->si(), Seconds::dim);
  add_floor(steps, point, transfer, t);
  add_rates(steps, t);
  return steps.take();
}

}  // namespace roofline::cli
