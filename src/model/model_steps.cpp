#include "model/layer_steps.hpp"
#include "model/shares.hpp"

namespace roofline {
namespace {

/// The axes that a plan's chips talk over: replicas only where experts are shared out among them.
Axes axes_of(const Plan& plan) {
  Axes axes;
  const bool across = plan.ep > plan.tp;
  if (plan.tp > 1 || across) axes.push_back({Word("tp"), plan.tp});
  if (across) axes.push_back({Word("dp"), plan.dp});
  return axes;
}

}  // namespace

ModelSteps::ModelSteps(const Architecture& model, const StoredModel& stored, const Plan& plan)
    : model_(model), stored_(stored), plan_(plan), axes_(axes_of(plan)) {}

double ModelSteps::unfused(double elements) const {
  return plan_.activations == Plan::Activations::unfused ? elements * bytes_per_element(stored_.activations) : 0;
}

void ModelSteps::add(Step step) {
  step.work.axes = axes_;
  if (step.kind == Step::Kind::attention || step.kind == Step::Kind::recurrence) {
    const Flops flops = Flops::from_si(step.from.pairs * step.from.per_pair);
    step.work.compute.push_back({Engine::matrix, stored_.compute, flops});
  }
  const double bytes = step.from.weights + step.from.cache + step.from.operands;
  if (step.kind != Step::Kind::collective) step.work.traffic.push_back({kMainMemory, Bytes::from_si(bytes)});
  steps_.push_back(step);
}

void ModelSteps::add_matmul(const MatmulOf& m, std::size_t layer, double count) {
  Step step{m.name, Step::Kind::matmul, layer, count, {}, {}};
  step.from.rows = m.rows;
  step.from.in = m.in;
  step.from.out = m.out;
  step.from.weights = m.weights.si();
  step.from.operands = unfused(m.rows * m.in + m.rows * m.out);
  step.work.compute.push_back({Engine::matrix, m.compute, Flops::from_si(2 * m.rows * m.in * m.out)});
  add(step);
}

void ModelSteps::add_norm(std::string_view name, std::size_t layer, double count, double weights, double rows) {
  Step step{name, Step::Kind::norm, layer, count, {}, {}};
  step.from.weights = weights;
  step.from.operands = unfused(2 * rows * static_cast<double>(model_.hidden));
  add(step);
}

void ModelSteps::add_unmultiplied(const Stored& stored, const Layer& layer, std::size_t kind, double count) {
  const Weight& w = stored.weight;
  if (w.kind == Class::unread) return;
  if (w.part == "norms" || w.part == "final_norm") {
    const double norms = w.part == "norms" ? static_cast<double>(layer.norm_count) : 1;
    return add_norm("norm", kind, count * norms, stored.bytes.si() / norms, plan_.tokens());
  }
  Step step{w.name, Step::Kind::extra, kind, count, {}, {}};
  step.from.weights = stored.bytes.si();
  if (w.kind == Class::table) step.from.weights *= plan_.tokens() * static_cast<double>(w.row) / w.elements();
  add(step);
}

void ModelSteps::add_transfer(std::string_view name, std::size_t layer, double count, const Work::Transfer& transfer) {
  Step step{name, Step::Kind::collective, layer, count, {}, {}};
  step.work.transfers.push_back(transfer);
  add(step);
}

void ModelSteps::add_all_reduce(std::string_view name, std::size_t layer, double count, double width) {
  if (plan_.tp == 1) return;
  const Bytes array = size_of(stored_.activations, plan_.tokens() * width);
  add_transfer(name, layer, count, {Collective::all_reduce, array, AxisSet::of(kTpAxis)});
}

void ModelSteps::add_logits_gather(double vocab) {
  if (plan_.tp == 1) return;
  const Bytes array = size_of(stored_.activations, plan_.sampled() * vocab);
  add_transfer("logits all-gather", Step::kAround, 1, {Collective::all_gather, array, AxisSet::of(kTpAxis)});
}

void ModelSteps::add_exchange(std::string_view name, std::size_t layer, double count, const Experts& experts) {
  const double tokens = static_cast<double>(plan_.dp) * plan_.tokens();
  const double width = static_cast<double>(experts.latent > 0 ? experts.latent : model_.hidden);
  AxisSet both = AxisSet::of(kTpAxis);
  both |= AxisSet::of(kDpAxis);
  const Bytes array = size_of(stored_.activations, tokens * width);
  add_transfer(name, layer, count, {Collective::ragged_all_to_all, array, both, 0, static_cast<double>(experts.top_k)});
}

}  // namespace roofline
