#include "cli/explain.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "cli/explain_transfers.hpp"
#include "cli/origins.hpp"

namespace roofline::cli {
namespace {

class Explainer {
 public:
  explicit Explainer(const Point& point)
      : point_(point),
        query_(point.query),
        e_(point.estimate),
        formulas_(point.query.op.formulas(point.values, point.found.way)) {
    for (std::size_t i = 0; i < query_.op.fields.size(); ++i) {
      if (!std::isnan(point.values[i])) steps_.name(std::string(query_.op.fields[i].name), point.values[i]);
    }
    for (const Work::Transfer& t : point.work.transfers) transfers_.push_back({t, price(t, point.found.mesh), {}});
    name_transfers();
  }

  std::vector<ExplainedStep> steps() {
    add_formula("flops", e_.flops.si(), Flops::dim);
    add_formula("bytes", point_.work.traffic[0].bytes.si(), Bytes::dim, is_shared() ? "operands" : "");
    add_compute_time();
    if (!is_shared()) add_operand_time("bytes");
    add_transfers();
    if (is_shared()) add_shared();
    for (const Bound& b : e_.bounds) {
      if (b.by == Bound::By::transfers) add_wires(b);
    }
    for (std::size_t i = 0; i < query_.mesh.axes.size(); ++i) add_axis(i);
    add_bounds();
    add_verdict();
    if (e_.memory) add_formula("memory_bytes", e_.memory->si(), Bytes::dim);
    return steps_.take();
  }

 private:
  struct Transfer {
    const Work::Transfer& asked;
    TransferTime time;
    TransferNames names;
  };

  std::string rate_name() const { return peak_path(point_.work.compute[0]); }
  std::string rate_of(const Bound& b) { return cli::rate_name(steps_, point_.machine.chip, b.resource, b.rate); }

  std::string name_of(const Bound& b) const { return std::string(point_.name_of(b)); }
  std::string link_of(const Bound& b) const { return (point_.has_mesh() ? "link_" : "bytes_") + name_of(b); }

  /// The level of a transfer that lies on the wires of a bound; null where none does.
  const LevelTime* level_on(const Transfer& t, const Bound& b) const {
    const Mesh& mesh = point_.found.mesh;
    for (const LevelTime& level : t.time.levels) {
      if (mesh.wires[level.wires].name != b.resource) continue;
      if (b.axis.empty()) return &level;
      for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
        if (t.asked.axes.has(i) && mesh.axes[i].name == b.axis) return &level;
      }
    }
    return nullptr;
  }

  /// Operands and transfers go over the same wires.
  bool is_shared() const {
    return std::any_of(transfers_.begin(), transfers_.end(),
                       [&](const Transfer& t) { return level_on(t, e_.primary()) != nullptr; });
  }

  /// One collective alone on one set of wires goes by their name; several by their operand.
  void name_transfers() {
    const bool sole = transfers_.size() == 1 && e_.bounds.size() == 2;
    std::array<int, 4> seen{};
    for (Transfer& t : transfers_) {
      const auto operand = query_.op.operands(point_.values)[t.asked.operand].name;
      const int count = ++seen[t.asked.operand];
      const std::string tag = count == 1 ? std::string(operand) : formatted("{}{}", operand, count);
      t.names = sole ? TransferNames{link_of(e_.bounds[1]), "t_" + name_of(e_.bounds[1])}
                     : TransferNames{"link_" + tag, "t_" + tag};
    }
  }

  /// The op's formula for a key, under another name where one is given.
  void add_formula(std::string_view key, double result, Dim dim, std::string_view name = "") {
    for (const Formula& f : formulas_) {
      if (f.key != key) continue;
      steps_.forget(f.key);
      steps_.add(name.empty() ? f.key : std::string(name), f.text == f.key ? digits_of(result) : f.text, f.why, result,
                 dim);
    }
  }

  void add_compute_time() {
    const bool at_a_rate = e_.rate > FlopsPerSecond{};
    if (at_a_rate) steps_.name(rate_name(), e_.rate.si());
    steps_.add("t_comp", at_a_rate ? "flops / " + rate_name() : "0", at_a_rate ? "" : "no FLOPs", e_.comp.si(),
               Seconds::dim);
  }

  void add_operand_time(const std::string& bytes) {
    const Bound& b = e_.primary();
    steps_.add(formatted("t_{}", b.resource.view()), formatted("{} / {}", bytes, rate_of(b)), "", b.time.si(),
               Seconds::dim);
  }

  void add_transfers() {
    std::vector<Formula> arrays;
    for (const Formula& f : formulas_) {
      if (f.key == "V") arrays.push_back(f);
    }
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      const Transfer& t = transfers_[i];
      explain_transfer(steps_, point_, t.asked, arrays[i], t.names);
      if (!point_.has_mesh()) continue;
      steps_.name("n", t.time.chips);
      const bool in_switch = t.time.reduction != Reduction::by_chips;
      steps_.add(lacking_of(t), in_switch ? t.names.link : times("V", info(t.asked.collective).lacking),
                 in_switch ? "the switch adds" : "what each chip lacks", t.time.lacking.si(), Bytes::dim);
      if (in_switch) steps_.drop_numbers();
    }
  }

  static std::string lacking_of(const Transfer& t) { return "lacking_" + t.names.time.substr(2); }

  static std::string sum_of(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " + ") + part;
    return text;
  }

  std::vector<std::string> links_on(const Bound& b) const {
    std::vector<std::string> keys;
    for (const Transfer& t : transfers_) {
      if (const LevelTime* level = level_on(t, b)) keys.push_back(link_key(t.names, point_.found.mesh, t.time, *level));
    }
    return keys;
  }

  /// A transfer takes its own time on its slowest level, and that of the bytes alone on the others.
  std::vector<std::string> times_on(const Bound& b) {
    std::vector<std::string> times;
    for (const Transfer& t : transfers_) {
      const LevelTime* level = level_on(t, b);
      if (level == nullptr) continue;
      const bool slowest = level == &t.time.levels[t.time.slowest];
      times.push_back(slowest ? t.names.time
                              : formatted("{} / {}", link_key(t.names, point_.found.mesh, t.time, *level), rate_of(b)));
    }
    return times;
  }

  void add_sum(const std::string& key, const std::vector<std::string>& parts, std::string_view why, double result,
               Dim dim) {
    if (parts.size() == 1 && parts[0] == key) return;
    steps_.add(key, sum_of(parts), std::string(why), result, dim);
    if (parts.size() == 1) steps_.drop_numbers();
  }

  /// Operands, then transfers, over the same wires.
  void add_shared() {
    const Bound& b = e_.primary();
    std::vector<std::string> bytes = links_on(b), times = times_on(b);
    bytes.insert(bytes.begin(), "operands");
    times.insert(times.begin(), "t_operands");
    steps_.add("t_operands", formatted("operands / {}", rate_of(b)), "", (point_.work.traffic[0].bytes / b.rate).si(),
               Seconds::dim);
    add_sum("bytes", bytes, "all cross the same wires", b.bytes.si(), Bytes::dim);
    add_sum(formatted("t_{}", b.resource.view()), times, "", b.time.si(), Seconds::dim);
  }

  void add_wires(const Bound& b) {
    add_sum(link_of(b), links_on(b), "over these wires", b.bytes.si(), Bytes::dim);
    add_sum("t_" + name_of(b), times_on(b), "one after the other", b.time.si(), Seconds::dim);
  }

  /// What one axis has to do. On a torus its wires have said how long.
  void add_axis(std::size_t axis) {
    std::vector<std::string> bytes, times;
    for (const Transfer& t : transfers_) {
      if (!t.asked.axes.has(axis)) continue;
      bytes.push_back(lacking_of(t));
      times.push_back(t.names.time);
    }
    if (bytes.empty()) return;
    const auto name = e_.axes[axis].name.view();
    const auto& legs = point_.found.mesh.axes[axis].legs;
    const bool ring =
        std::any_of(legs.begin(), legs.end(), [](const MeshLeg& leg) { return leg.shape == Shape::ring; });
    add_sum(formatted("bytes_{}", name), bytes, ring ? "a ring's links pass on others' too: t is not bytes / W" : "",
            e_.axes[axis].lacking.si(), Bytes::dim);
    const std::string key = formatted("t_{}", name);
    if (!steps_.knows(key)) add_sum(key, times, "", e_.axes[axis].time.si(), Seconds::dim);
  }

  std::string joined_times(std::string_view separator) const {
    std::string text;
    for (const Bound& b : e_.bounds) text += formatted("{}t_{}", text.empty() ? "" : separator, name_of(b));
    return text;
  }

  /// Operands' times and those of the collectives, each once.
  std::string all_in_turn() const {
    std::string text = is_shared() ? "t_operands" : "t_" + name_of(e_.primary());
    for (const Transfer& t : transfers_) text += " + " + t.names.time;
    return text;
  }

  void add_bounds() {
    const bool single = e_.bounds.size() == 1;
    const std::string comm = single ? joined_times("") : formatted("max({})", joined_times(", "));
    steps_.add("t_comm", comm, single ? "nothing else moves bytes" : "the slowest", e_.comm.si(), Seconds::dim);
    if (single) steps_.drop_numbers();
    steps_.add("t_lower", "max(t_comp, t_comm)", "all of it overlaps", e_.lower.si(), Seconds::dim);
    steps_.add("t_upper", "t_comp + " + all_in_turn(), "none of it overlaps", e_.upper.si(), Seconds::dim);
  }

  void add_intensity(const Bound& b) {
    const bool first = &b == &e_.primary();
    const std::string suffix = first ? "" : "_" + name_of(b);
    if (const auto intensity = e_.intensity(b)) {
      steps_.add("intensity" + suffix, "flops / " + (first ? "bytes" : link_of(b)), "", intensity->si(),
                 Intensity::dim);
    }
    if (const auto ridge = e_.ridge(b)) {
      steps_.add("ridge" + suffix, formatted("{} / {}", rate_name(), rate_of(b)), "", ridge->si(), Intensity::dim);
    }
  }

  void add_verdict() {
    for (const Bound& b : e_.bounds) add_intensity(b);
    if (e_.comm > Seconds{}) {
      const bool compute = e_.regime == Regime::compute_bound;
      steps_.add("margin", "t_comp / t_comm", formatted("{}, so {}", compute ? ">= 1" : "< 1", name_of_regime()),
                 *e_.margin(), Dim{});
    }
    if (e_.lower == Seconds{}) return;
    steps_.add("attainable", "flops / t_lower", "", e_.attainable()->si(), FlopsPerSecond::dim);
    steps_.add("mfu_max", "t_comp / t_lower", "", *e_.mfu_max(), Dim{});
  }

  std::string_view name_of_regime() const { return roofline::name_of(e_.regime); }

  const Point& point_;
  const Query& query_;
  const Estimate& e_;
  std::vector<Formula> formulas_;
  std::vector<Transfer> transfers_;
  StepList steps_;
};

}  // namespace

std::vector<ExplainedStep> explain(const Point& point) {
  if (point.query.op.is_model()) return explain_model(point);
  return point.estimate.alone ? explain_collective(point) : Explainer(point).steps();
}

}  // namespace roofline::cli
