// --explain of a model: each operation as FLOPs, bytes and time, then their sums.

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/format.hpp"
#include "cli/explain.hpp"
#include "cli/explain_transfers.hpp"
#include "cli/model_run.hpp"
#include "cli/origins.hpp"

namespace roofline::cli {
namespace {

/// "mlp gate, up" as formulas name it: mlp_gate_up.
std::string slug(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain) text += c;
    if (!plain && !text.empty() && text.back() != '_') text += '_';
  }
  return text;
}

class ModelExplainer {
 public:
  explicit ModelExplainer(const Point& point) : point_(point), run_(*point.found.run), e_(point.estimate) {}

  std::vector<ExplainedStep> steps() {
    add_memory();
    if (!e_.served->step) return steps_.take();
    for (std::size_t i = 0; i < run_.steps.size(); ++i) add_operation(i);
    add_sums();
    return steps_.take();
  }

 private:
  /// Operations of layers that differ have one name: they are numbered.
  std::string name_of(std::size_t step) const {
    std::string name = slug(run_.steps[step].name);
    int before = 0;
    for (std::size_t i = 0; i < step; ++i) before += run_.steps[i].name == run_.steps[step].name ? 1 : 0;
    return before == 0 ? name : formatted("{}_{}", name, before + 1);
  }

  void add_memory() {
    const Served& s = *e_.served;
    std::string text;
    for (const PartCount& part : run_.question->counts.parts) {
      steps_.name(std::string(part.part), part.elements);
      text += formatted("{}{}", text.empty() ? "" : " + ", part.part);
    }
    steps_.add("params", text, "parameters by part", s.params, Dim{});
    add_parts(s);
    text.clear();
    for (const auto& [name, bytes] : {std::pair{"weights", s.weights},
                                      {"kv", s.kv},
                                      {"state", s.state},
                                      {"activations", s.activations},
                                      {"reserve", s.reserve}}) {
      if (bytes == Bytes{}) continue;
      steps_.name(name, bytes.si());
      text += formatted("{}{}", text.empty() ? "" : " + ", name);
    }
    steps_.add("memory_bytes", text, "of one chip", s.memory().si(), Bytes::dim);
  }

  /// Weights of one size each, and a cache without windows, come from a product; the others from sums over matrices and
  /// layers.
  void add_parts(const Served& s) {
    const double each = s.weights.si() / s.params;
    if (each == std::floor(each) && s.chips == 1)
      steps_.add("weights", "params * " + digits_of(each), "B each", s.weights.si(), Bytes::dim);
    double tokens = 0;
    for (const Request& r : run_.plan.requests) tokens += static_cast<double>(r.count) * static_cast<double>(r.held());
    if (s.kv == Bytes{} || s.kv != tokens * s.kv_per_token) return;
    steps_.name("kv_bytes_per_token", s.kv_per_token.si());
    steps_.add("kv", "kv_bytes_per_token * " + digits_of(tokens), "tokens held", s.kv.si(), Bytes::dim);
  }

  void add_flops(const Step& step, const std::string& name) {
    const auto& from = step.from;
    const double flops = step.work.compute.empty() ? 0 : step.work.compute[0].flops.si();
    if (flops == 0) return;
    const bool matmul = step.kind == Step::Kind::matmul;
    const std::string text =
        matmul ? formatted("2 * {} * {} * {}", digits_of(from.rows), digits_of(from.in), digits_of(from.out))
               : formatted("{} * {}", digits_of(from.pairs), digits_of(from.per_pair));
    steps_.add("flops_" + name, text, matmul ? "rows, in, out" : "pairs, FLOPs of each", flops, Flops::dim);
    steps_.drop_numbers();
  }

  void add_bytes(const Step& step, const std::string& name) {
    if (step.work.traffic.empty()) return;
    std::string text, why;
    for (const auto& [what, bytes] :
         {std::pair{"weights", step.from.weights}, {"cache", step.from.cache}, {"operands", step.from.operands}}) {
      if (bytes == 0) continue;
      text += formatted("{}{}", text.empty() ? "" : " + ", digits_of(bytes));
      why += formatted("{}{}", why.empty() ? "" : ", ", what);
    }
    if (text.empty()) return;
    steps_.add("bytes_" + name, text, why, step.work.traffic[0].bytes.si(), Bytes::dim);
    steps_.drop_numbers();
  }

  void add_operation(std::size_t i) {
    const Step& step = run_.steps[i];
    const Estimate& one = run_.times.each[i];
    const std::string name = name_of(i);
    add_flops(step, name);
    add_bytes(step, name);
    std::vector<std::string> times;
    if (steps_.knows("flops_" + name)) {
      const std::string rate = peak_path(step.work.compute[0]);
      steps_.name(rate, one.rate.si());
      times.push_back(formatted("flops_{} / {}", name, rate));
    }
    if (steps_.knows("bytes_" + name))
      times.push_back(formatted("bytes_{} / {}", name,
                                rate_name(steps_, point_.machine.chip, one.primary().resource, one.primary().rate)));
    if (one.alone) {
      times.push_back(digits_of(one.alone->bandwidth.si()));
      times.push_back(digits_of(one.alone->known_latency.si()));
    }
    if (times.empty()) times.push_back("0");
    const std::string text = times.size() == 1 ? times[0] : formatted("max({}, {})", times[0], times[1]);
    const bool collective = step.kind == Step::Kind::collective;
    steps_.add("t_" + name, text, collective ? "bandwidth, latency: as `roofline collective` has them" : "",
               one.lower.si(), Seconds::dim);
    sum_ += formatted("{}{} * t_{}", sum_.empty() ? "" : " + ", digits_of(step.count), name);
  }

  /// The FLOPs or bytes of all operations.
  std::string total_of(const std::string& front) const {
    std::string text;
    for (std::size_t i = 0; i < run_.steps.size(); ++i) {
      const std::string key = front + name_of(i);
      if (steps_.knows(key))
        text += formatted("{}{} * {}", text.empty() ? "" : " + ", digits_of(run_.steps[i].count), key);
    }
    return text;
  }

  void add_compute() {
    steps_.add("flops", total_of("flops_"), "of all of them", e_.flops.si(), Flops::dim);
    const auto& parts = point_.work.compute;
    if (parts.size() == 1) {
      steps_.add("t_comp", formatted("flops / {}", peak_path(parts[0])), "", e_.comp.si(), Seconds::dim);
    } else {
      add_total("t_comp", e_.comp.si(), "flops, each part at the peak of its format");
    }
  }

  /// Of wires that every collective takes as its only ones, or its slowest, the sum of their times.
  void add_wires(const std::string& key, const Bound& wires) {
    std::string text;
    Seconds sum;
    for (std::size_t i = 0; i < run_.steps.size(); ++i) {
      if (run_.steps[i].kind != Step::Kind::collective) continue;
      text += formatted("{}{} * t_{}", text.empty() ? "" : " + ", digits_of(run_.steps[i].count), name_of(i));
      sum += run_.steps[i].count * run_.times.each[i].lower;
    }
    const bool all = std::fabs(sum / wires.time - 1) < 1e-9;
    if (!all) return add_total(key, wires.time.si(), "of all collectives on these wires");
    steps_.add(key, text, "of all collectives", wires.time.si(), Seconds::dim);
  }

  /// Main memory's bytes, then what wires take: a collective over several levels keeps each of them busy.
  std::string add_resources() {
    Seconds collectives;
    std::string memory;
    for (const Bound& b : e_.bounds) {
      const std::string key = formatted("t_{}", b.resource.view());
      if (b.by == Bound::By::transfers) {
        add_wires(key, b);
        collectives += b.in_turn;
        continue;
      }
      memory = key;
      steps_.add("bytes", total_of("bytes_"), "of all of them", b.bytes.si(), Bytes::dim);
      steps_.add(key, formatted("bytes / {}", rate_name(steps_, point_.machine.chip, b.resource, b.rate)), "",
                 b.time.si(), Seconds::dim);
    }
    if (collectives == Seconds{}) return formatted("t_comp + {}", memory);
    add_total("t_collectives", collectives.si(), "each once");
    return formatted("t_comp + {} + t_collectives", memory);
  }

  void add_sums() {
    steps_.add("t_step", sum_, "one after the other", e_.served->step->si(), Seconds::dim);
    add_compute();
    const std::string upper = add_resources();
    std::string comm;
    for (const Bound& b : e_.bounds) comm += formatted("{}t_{}", comm.empty() ? "" : ", ", b.resource.view());
    const bool single = e_.bounds.size() == 1;
    steps_.add("t_comm", single ? comm : formatted("max({})", comm), "", e_.comm.si(), Seconds::dim);
    if (single) steps_.drop_numbers();
    steps_.add("t_lower", "max(t_comp, t_comm)", "all of it overlaps", e_.lower.si(), Seconds::dim);
    steps_.add("t_upper", upper, "none of it overlaps", e_.upper.si(), Seconds::dim);
    steps_.name("tokens", e_.served->tokens);
    steps_.add("tokens_per_s", "tokens / t_step", "", *e_.served->tokens_per_second(), Dim{});
    steps_.add("mfu_max", "t_comp / t_step", "", e_.comp / *e_.served->step, Dim{});
  }

  void add_total(const std::string& key, double seconds, std::string_view why) {
    steps_.add(key, digits_of(seconds), std::string(why), seconds, Seconds::dim);
    steps_.drop_numbers();
  }

  const Point& point_;
  const ModelRun& run_;
  const Estimate& e_;
  StepList steps_;
  std::string sum_;
};

}  // namespace

std::vector<ExplainedStep> explain_model(const Point& point) {
  return ModelExplainer(point).steps();
}

}  // namespace roofline::cli
