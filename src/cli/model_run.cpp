#include "cli/model_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/estimate/served.hpp"

namespace roofline::cli {
namespace {

constexpr auto kChips = FieldInfo::Counts::chips;

constexpr std::array<FieldInfo, model_field::count> kFields{{
    {"batch", "sequences of one replica (default 1)"},
    {"context", "tokens that each sequence holds at the end of the step, cached and new"},
    {"new_tokens", "of them new: all in prefill, 1 in decode"},
    {.name = "tp", .help = "tensor parallel: chips that share a replica (default 1)", .counts = kChips},
    {.name = "ep", .help = "expert parallel: 1, or tp or tp * dp chips that share out whole experts", .counts = kChips},
    {.name = "dp", .help = "data parallel: replicas (default 1)", .counts = kChips},
    {"weight_dtype", "of the matrices of layers (default: the config's)", FieldKind::dtype},
    {"act_dtype", "of activations (default: the config's)", FieldKind::dtype},
    {"kv_dtype", "of the cache (default: the config's, else that of activations)", FieldKind::dtype},
    {"compute_dtype", "whose peak counts (default: as the formats have it)", FieldKind::dtype},
}};

std::int64_t count_at(const Values& values, std::size_t field, std::int64_t otherwise) {
  return std::isnan(values[field]) ? otherwise : static_cast<std::int64_t>(values[field]);
}

std::optional<Dtype> dtype_at(const Values& values, std::size_t field) {
  if (std::isnan(values[field])) return std::nullopt;
  return static_cast<Dtype>(static_cast<int>(values[field]));
}

WhatIf what_if_at(const Values& values) {
  return {dtype_at(values, model_field::weight_dtype), dtype_at(values, model_field::act_dtype),
          dtype_at(values, model_field::kv_dtype), dtype_at(values, model_field::compute_dtype)};
}

bool same(const WhatIf& a, const WhatIf& b) {
  return a.weights == b.weights && a.activations == b.activations && a.kv == b.kv && a.compute == b.compute;
}

/// Sequences of one context. Without a phase nothing is new.
Request request_of(const Plan& plan, const Values& values, std::int64_t batch, std::int64_t context) {
  if (plan.phase == Plan::Phase::none) return {batch, context, 0};
  const std::int64_t fresh =
      count_at(values, model_field::new_tokens, plan.phase == Plan::Phase::prefill ? context : 1);
  if (fresh > context)
    throw Error(formatted("--new-tokens {} are more than the context of {}", fresh, context),
                "the context is what a sequence holds at the end, new tokens included");
  return {batch, context - fresh, fresh};
}

Served::Phase phase_of(const Plan& plan) {
  switch (plan.phase) {
    case Plan::Phase::none: return Served::Phase::none;
    case Plan::Phase::prefill: return Served::Phase::prefill;
    case Plan::Phase::decode: return Served::Phase::decode;
    case Plan::Phase::mixed: return Served::Phase::mixed;
  }
  return Served::Phase::none;
}

/// The memory that a model lies in, and what of it is usable.
void add_capacity(Estimate& e, const Chip& chip) {
  if (chip.memory.empty()) return;
  const Memory& home = chip.main();
  e.capacity = home.usable ? home.usable : home.capacity;
  e.capacity_kind = home.usable ? Estimate::CapacityKind::usable : Estimate::CapacityKind::whole;
}

/// Asks how much fits, at one point.
class Room {
 public:
  Room(const Sizes& sizes, const Plan& plan, const Values& values, Bytes room)
      : sizes_(sizes), plan_(plan), values_(values), room_(room) {}

  std::optional<double> batch(std::int64_t context) const {
    return largest([&](std::int64_t n) { return with(n, context); });
  }
  std::optional<double> context(std::int64_t batch) const {
    const std::int64_t least = plan_.phase == Plan::Phase::none ? 1 : count_at(values_, model_field::new_tokens, 1);
    return largest([&](std::int64_t n) { return with(batch, std::max(n, least)); });
  }

 private:
  bool with(std::int64_t batch, std::int64_t context) const {
    Plan plan = plan_;
    plan.requests = {request_of(plan, values_, batch, context)};
    return sizes_.of(plan).total() <= room_;
  }

  /// The most for which it holds, as it does for all that are less; nullopt where nothing ends it.
  template <class Holds>
  static std::optional<double> largest(Holds holds) {
    std::int64_t low = 0, high = 1;
    while (high < kMaxCount && holds(high)) low = std::exchange(high, 2 * high);
    if (high >= kMaxCount) return std::nullopt;
    while (high - low > 1) {
      const std::int64_t middle = low + (high - low) / 2;
      (holds(middle) ? low : high) = middle;
    }
    return static_cast<double>(low);
  }

  const Sizes& sizes_;
  const Plan& plan_;
  const Values& values_;
  Bytes room_;
};

/// What a step asks, for whatever looks at a whole answer: of collectives each kind once.
void add_work(Work& all, const Step& step) {
  Work work = step.count * step.work;
  work.transfers = {};
  for (const Work::Transfer& t : step.work.transfers) {
    const auto same = [&](const Work::Transfer& other) {
      return other.collective == t.collective && other.axes == t.axes;
    };
    if (std::none_of(all.transfers.begin(), all.transfers.end(), same)) work.transfers.push_back(t);
  }
  all = all + work;
}

/// Keeps the formats of the last question: from row to row of a sweep they are the same.
class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const ModelQuestion> question) : question_(std::move(question)) {}

  Evaluated operator()(const Chip& chip, const Values& values) {
    store_for(what_if_at(values));
    auto run = std::make_shared<ModelRun>(ModelRun{question_, stored_, plan_at(*question_, values), {}, {}});
    Evaluated found;
    found.run = run;
    if (question_->is_timed() && run->plan.requests.empty()) throw Error("context: has no value");
    check_plan(question_->model.architecture, run->plan);
    if (question_->is_timed()) time(*run, chip, found);
    add_capacity(found.estimate, chip);
    found.estimate.served = served(*run, chip, values, found.estimate);
    found.estimate.memory = found.estimate.served->memory();
    if (question_->is_timed() && found.estimate.fits() != false) found.estimate.served->step = run->times.in_turn;
    return found;
  }

 private:
  void store_for(const WhatIf& what_if) {
    if (stored_ && same(what_if, what_if_)) return;
    const Model& model = question_->model;
    stored_ = std::make_shared<StoredModel>(store(model.architecture, model.formats, what_if));
    what_if_ = what_if;
  }

  void time(ModelRun& run, const Chip& chip, Evaluated& found) const {
    run.steps = steps_of(question_->model.architecture, *run.stored, run.plan);
    const Axes& axes = run.steps[0].work.axes;
    if (!axes.empty()) found.mesh = at("--tp", [&] { return lay_mesh(chip, wish_of(axes)); });
    run.times = estimate_steps(run.steps, chip, found.mesh);
    found.estimate = run.times.sum;
    found.work.axes = axes;
    for (const Step& step : run.steps) add_work(found.work, step);
  }

  Served served(const ModelRun& run, const Chip& chip, const Values& values, const Estimate& e) const {
    const Architecture& model = question_->model.architecture;
    const Plan& plan = run.plan;
    const Sizes sizes(model, *run.stored, plan);
    const Footprint footprint = sizes.of(plan);
    const double replicas = static_cast<double>(plan.dp);
    Served s;
    s.params = question_->counts.total;
    s.params_active = question_->counts.active;
    s.params_mtp = static_cast<double>(model.mtp);
    s.weights = footprint.weights;
    s.kv_per_token = sizes.kv_per_token();
    s.kv = footprint.kv;
    s.state = footprint.state;
    s.activations = footprint.activations;
    s.reserve = question_->reserve.of(e.capacity);
    s.tokens = replicas * plan.tokens();
    s.sequences = replicas * plan.sequences();
    s.chips = static_cast<double>(plan.chips());
    s.phase = phase_of(plan);
    if (!chip.prices.empty()) s.price = chip.prices.front().per_chip;
    if (e.capacity) add_room(s, Room(sizes, plan, values, *e.capacity - s.reserve), values);
    return s;
  }

  void add_room(Served& s, const Room& room, const Values& values) const {
    if (!question_->plan.requests.empty()) return;
    if (!std::isnan(values[model_field::context])) s.max_batch = room.batch(count_at(values, model_field::context, 1));
    s.max_context = room.context(count_at(values, model_field::batch, 1));
  }

  std::shared_ptr<const ModelQuestion> question_;
  std::shared_ptr<const StoredModel> stored_;
  WhatIf what_if_{};
};

}  // namespace

std::span<const FieldInfo> model_fields() {
  return kFields;
}

Plan plan_at(const ModelQuestion& question, const Values& values) {
  Plan plan = question.plan;
  plan.tp = count_at(values, model_field::tp, 1);
  plan.dp = count_at(values, model_field::dp, 1);
  plan.ep = count_at(values, model_field::ep, 1);
  if (!plan.requests.empty()) return plan;
  const bool has_context = !std::isnan(values[model_field::context]);
  const std::int64_t batch = count_at(values, model_field::batch, 1);
  if (has_context) plan.requests.push_back(request_of(plan, values, batch, count_at(values, model_field::context, 1)));
  return plan;
}

Work model_needs(const ModelQuestion& question, const Values& values) {
  const StoredModel stored = store(question.model.architecture, question.model.formats, what_if_at(values));
  Work needs;
  const auto add = [&](Dtype dtype) {
    Work one;
    one.compute.push_back({Engine::matrix, dtype, Flops{}});
    needs = needs + one;
  };
  add(stored.compute);
  const auto see = [&](const std::vector<Stored>& weights) {
    for (const Stored& s : weights) {
      if (!s.weight.op.empty()) add(s.compute);
    }
  };
  for (const auto& kind : stored.kinds) see(kind);
  see(stored.around);
  needs.traffic.push_back({kMainMemory, Bytes{}});
  const std::int64_t tp = count_at(values, model_field::tp, 1);
  if (tp > 1) {
    needs.axes.push_back({Word("tp"), tp});
    needs.transfers.push_back({Collective::all_reduce, Bytes{}, AxisSet::of(0)});
  }
  return needs;
}

Operands model_operands(const ModelQuestion& question, const Values& values) {
  const StoredModel stored = store(question.model.architecture, question.model.formats, what_if_at(values));
  Dtype weights = stored.activations;
  double most = 0;
  for (const auto& kind : stored.kinds) {
    for (const Stored& s : kind) {
      if (s.bytes.si() <= most) continue;
      most = s.bytes.si();
      weights = s.dtype;
    }
  }
  Operands operands;
  operands.push_back({"weights", weights, "weights"});
  operands.push_back({"act", stored.activations, "activations"});
  operands.push_back({"kv", stored.kv, "cache"});
  return operands;
}

Evaluation model_evaluation(std::shared_ptr<const ModelQuestion> question) {
  return Evaluator(std::move(question));
}

}  // namespace roofline::cli
