// What qualifies an answer about a model, and what would fit where it does not.

#include <algorithm>

#include "base/format.hpp"
#include "cli/model_run.hpp"
#include "cli/model_sheet.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// How operations are counted, as far as the model has them.
std::string convention(const ModelQuestion& question) {
  const Plan& plan = question.plan;
  std::string text = plan.pairs == Plan::Pairs::causal ? "attention counts the pairs that attend (causal)"
                                                       : "attention counts the whole square (dense)";
  text += plan.activations == Plan::Activations::fused
              ? "; activations stay on chip between operations (fused)"
              : "; matmuls, attention, norms and the embedding move their operands (unfused)";
  return text + "; norms, rotary positions, softmax and activation functions count 0 FLOPs";
}

/// Of layers with experts: how many of them a step reads.
std::string experts_note(const ModelRun& run) {
  for (const Layer& layer : run.question->model.architecture.kinds) {
    if (!layer.experts) continue;
    const double n = static_cast<double>(layer.experts->count), k = static_cast<double>(layer.experts->top_k);
    const double groups = run.plan.ep > run.plan.tp ? static_cast<double>(run.plan.dp) : 1;
    const double tokens = groups * run.plan.tokens();
    return formatted(
        "{} of {} experts are read a layer, as expected where each token picks any {} alike; at least {}, "
        "at most {}",
        show_number(distinct_experts(n, k, tokens)), n, k, k, std::min(n, k * tokens));
  }
  return "";
}

std::string latent_note(const ModelRun& run) {
  const auto& kinds = run.question->model.architecture.kinds;
  if (std::none_of(kinds.begin(), kinds.end(), [](const Layer& l) { return l.latent.has_value(); })) return "";
  const auto names = [&](std::string_view name) {
    return std::any_of(run.steps.begin(), run.steps.end(), [&](const Step& s) { return s.name == name; });
  };
  const bool absorbed = names("attention"), expanded = names("attention expanded");
  if (absorbed && expanded) return "latent attention is absorbed where a sequence brings one token, else expanded";
  return absorbed ? "latent attention is absorbed: queries meet the latents themselves"
                  : "latent attention is expanded: keys and values are made of the latents";
}

/// What an engine takes that gives layers with a window room for the whole context.
std::string window_note(const Point& point) {
  const ModelRun& run = *point.found.run;
  const auto& kinds = run.question->model.architecture.kinds;
  const auto is_windowed = [](const Layer& l) { return l.attention && l.attention->span.kind != Span::Kind::full; };
  if (std::none_of(kinds.begin(), kinds.end(), is_windowed)) return "";
  Architecture unwindowed = run.question->model.architecture;
  for (Layer& layer : unwindowed.kinds) {
    if (layer.attention) layer.attention->span = {};
  }
  const Bytes all = Sizes(unwindowed, *run.stored, run.plan).of(run.plan).kv;
  if (all == point.estimate.served->kv) return "";
  return formatted(
      "kv_bytes has of layers with a window no more than their window; an engine that gives them room for "
      "the whole context takes {}",
      show_binary(all.si()));
}

std::string price_note(const Chip& chip) {
  const Price& p = chip.prices.front();
  return formatted("price {} a chip: {}, {}, {}", show_given(p.per_chip), p.provider, p.kind, p.date);
}

/// A plan with another tp, and how much each chip then holds; nullopt where it cannot be.
std::optional<Bytes> memory_with(const Point& point, std::int64_t tp, const std::optional<Dtype>& weights) {
  Values values = point.values;
  const Plan& plan = point.found.run->plan;
  values[model_field::tp] = static_cast<double>(tp);
  if (plan.ep > 1) values[model_field::ep] = static_cast<double>(plan.ep == plan.tp ? tp : tp * plan.dp);
  if (weights) values[model_field::weight_dtype] = static_cast<double>(*weights);
  try {
    const Estimate e = evaluate(point.query, point.machine.chip, values).estimate;
    return e.fits() == true ? e.memory : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

struct Fitting {
  std::int64_t tp = 1;
  Bytes memory;
};

/// The fewest chips that it fits on, a power of two; nullopt where none do.
std::optional<Fitting> fewest_chips(const Point& point, const std::optional<Dtype>& weights) {
  static constexpr std::int64_t kMostChips = 512;
  for (std::int64_t tp = 1; tp <= kMostChips; tp *= 2) {
    if (const auto memory = memory_with(point, tp, weights)) return Fitting{tp, *memory};
  }
  return std::nullopt;
}

/// "--tp 16 fits (48.24 GiB a chip), --weight-dtype fp8 --tp 8 too": what else could be asked.
std::string fitting_text(const Point& point) {
  const auto chips = fewest_chips(point, std::nullopt), smaller = fewest_chips(point, Dtype::fp8);
  const auto& batch = point.estimate.served->max_batch;
  std::vector<std::string> ways;
  if (batch && *batch >= 1) ways.push_back(formatted("--batch {:.0f} fits", *batch));
  if (chips) ways.push_back(formatted("--tp {} fits ({} a chip)", chips->tp, show_binary(chips->memory.si())));
  if (smaller && (!chips || smaller->tp < chips->tp)) {
    const std::string tp = smaller->tp > 1 ? formatted(" --tp {}", smaller->tp) : "";
    ways.push_back(formatted("--weight-dtype fp8{} {}", tp, ways.empty() ? "fits" : "too"));
  }
  std::string text;
  for (const std::string& way : ways) text += (text.empty() ? "" : ", ") + way;
  return text;
}

}  // namespace

std::vector<std::string> model_notes(const Point& point) {
  const ModelRun& run = *point.found.run;
  std::vector<std::string> notes;
  const auto add = [&](std::string note) {
    if (!note.empty()) notes.push_back(std::move(note));
  };
  for (const std::string& note : run.question->model.architecture.notes) add(note);
  for (const std::string& note : run.stored->notes) add(note);
  if (!point.estimate.served->step) return notes;
  add(latent_note(run));
  add(convention(*run.question));
  return notes;
}

std::vector<std::string> model_row_notes(const Point& point) {
  std::vector<std::string> notes;
  if (std::string note = window_note(point); !note.empty()) notes.push_back(std::move(note));
  if (!point.estimate.served->step) return notes;
  if (std::string note = experts_note(*point.found.run); !note.empty()) notes.push_back(std::move(note));
  if (!point.machine.chip.prices.empty()) notes.push_back(price_note(point.machine.chip));
  return notes;
}

Error unfit_error(const Point& point) {
  const double chips = point.estimate.served->chips;
  const std::string place =
      chips > 1 ? formatted("{} x {}", chips, point.machine.chip.id) : formatted("one {}", point.machine.chip.id);
  const ModelQuestion& question = *point.found.run->question;
  const std::string_view timed = question.is_timed() ? "; no time is given" : "";
  return Error(formatted("{} does not fit on {}{}", question.model.name, place, timed), fitting_text(point));
}

}  // namespace roofline::cli
