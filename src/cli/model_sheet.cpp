#include "cli/model_sheet.hpp"

#include <cmath>

#include "base/format.hpp"
#include "cli/model_run.hpp"
#include "cli/model_table.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

using Line = Sheet::Line;

std::string binary(Bytes bytes) {
  return show_binary(bytes.si());
}

/// "8,030,261,248".
std::string grouped(double whole) {
  const std::string digits = formatted("{:.0f}", whole);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

/// "of 80 GiB", "of 79.6 GiB usable".
std::string capacity_text(const Estimate& e) {
  const auto usable = e.capacity_kind == Estimate::CapacityKind::usable ? " usable" : "";
  return formatted("of {}{}", show_binary_given(e.capacity->si()), usable);
}

std::string share_text(const Estimate& e, Bytes bytes) {
  const double share = bytes / *e.capacity;
  return formatted("{} {}", share <= 1 ? show_percent(share) : show_number(share) + "x", capacity_text(e));
}

/// The plan on one chip for each replica.
Plan undivided(Plan plan) {
  plan.tp = plan.ep = 1;
  return plan;
}

Footprint undivided_footprint(const ModelRun& run) {
  const Plan plan = undivided(run.plan);
  return Sizes(run.question->model.architecture, *run.stored, plan).of(plan);
}

/// "8,030,261,248 params, 2 B each", the format where scales or other matrices take other sizes; of several chips all
/// that they share.
std::string weight_text(const ModelRun& run, const Served& s) {
  if (std::max(run.plan.tp, run.plan.ep) > 1)
    return formatted("a chip's part of {}", binary(undivided_footprint(run).weights));
  const double each = s.weights.si() / s.params;
  const std::string& method = run.question->model.formats.method;
  if (each == std::floor(each)) return formatted("{} params, {} B each", grouped(s.params), each);
  return formatted("{} params{}{}", grouped(s.params), method.empty() ? "" : ", ", method);
}

double tokens_held(const Plan& plan) {
  double tokens = 0;
  for (const Request& r : plan.requests) tokens += static_cast<double>(r.count) * static_cast<double>(r.held());
  return tokens;
}

/// "131,072 B a token, 262,144 tokens"; of several chips all that they share.
std::string kv_text(const ModelRun& run, const Served& s) {
  if (run.plan.tp > 1) return formatted("a chip's part of {}", binary(undivided_footprint(run).kv));
  return formatted("{} B a token, {} tokens", grouped(s.kv_per_token.si()), grouped(tokens_held(run.plan)));
}

std::string parts_text(const Served& s) {
  std::string text = "weights";
  if (s.kv > Bytes{}) text += " + kv";
  if (s.state > Bytes{}) text += " + state";
  if (s.activations > Bytes{}) text += " + activations";
  if (s.reserve > Bytes{}) text += " + reserve";
  return text;
}

std::vector<Line> memory_lines(const ModelRun& run, const Estimate& e) {
  const Served& s = *e.served;
  std::vector<Line> lines;
  if (e.fits()) lines.push_back({"fits", *e.fits() ? "true" : "false", share_text(e, s.memory())});
  lines.push_back({"memory_bytes", binary(s.memory()), parts_text(s)});
  lines.push_back({"  weight_bytes", binary(s.weights), weight_text(run, s)});
  if (s.kv > Bytes{}) lines.push_back({"  kv_bytes", binary(s.kv), kv_text(run, s)});
  if (s.state > Bytes{}) lines.push_back({"  state_bytes", binary(s.state), "recurrent states"});
  if (s.activations > Bytes{})
    lines.push_back({"  activation_bytes", binary(s.activations), "of the widest operation"});
  if (s.reserve > Bytes{}) lines.push_back({"  reserve", binary(s.reserve), "kept free"});
  return lines;
}

std::string limit_text(const std::optional<double>& limit) {
  return limit ? formatted("{:.0f}", *limit) : "-";
}

std::vector<Line> room_lines(const Estimate& e) {
  const Served& s = *e.served;
  if (!e.capacity || s.sequences == 0) return {};
  std::vector<Line> lines;
  const bool weights_alone = s.weights + s.reserve > *e.capacity;
  if (s.max_batch)
    lines.push_back({"max_batch", limit_text(s.max_batch),
                     weights_alone
                         ? formatted("{} {}x", s.reserve > Bytes{} ? "weights and reserve are" : "weights alone are",
                                     show_number((s.weights + s.reserve) / *e.capacity))
                         : "at this context"});
  if (s.max_context && !weights_alone) lines.push_back({"max_context", limit_text(s.max_context), "at this batch"});
  return lines;
}

/// A model that is only counted: what it is, and what is left for caches.
std::vector<Line> count_lines(const ModelRun& run, const Served& s) {
  const Architecture& model = run.question->model.architecture;
  const double active = s.params_active;
  std::vector<Line> lines;
  lines.push_back({"params", grouped(s.params), active == s.params ? "active the same" : ""});
  if (active != s.params) lines.push_back({"params_active", grouped(active), "that one token uses"});
  if (model.mtp > 0) lines.push_back({"params_mtp", grouped(s.params_mtp), "multi-token prediction, apart"});
  if (model.router_biases > 0)
    lines.push_back({"", grouped(static_cast<double>(model.router_biases)), "router biases, apart"});
  for (const PartCount& part : run.question->counts.parts)
    lines.push_back({formatted("  {}", part.part), grouped(part.elements), ""});
  return lines;
}

std::vector<Line> size_lines(const ModelRun& run, const Estimate& e) {
  const Served& s = *e.served;
  std::vector<Line> lines;
  lines.push_back({"weight_bytes", binary(s.weights), weight_text(run, s)});
  if (s.kv_per_token > Bytes{})
    lines.push_back({"kv_bytes_per_token", binary(s.kv_per_token), "of one more token, past every window"});
  if (s.sequences > 0) {
    if (s.kv > Bytes{})
      lines.push_back({"kv_bytes", binary(s.kv), formatted("{} tokens", grouped(tokens_held(run.plan)))});
    if (s.state > Bytes{}) lines.push_back({"state_bytes", binary(s.state), "recurrent states"});
    lines.push_back({"memory_bytes", binary(s.memory()), parts_text(s)});
  }
  if (!e.capacity) return lines;
  lines.push_back({"fits", *e.fits() ? "true" : "false", share_text(e, s.memory())});
  lines.push_back({"weight_share", show_percent(s.weights / *e.capacity), capacity_text(e)});
  const Bytes room = *e.capacity - s.reserve - s.weights;
  lines.push_back({"kv_room_bytes", binary(std::max(Bytes{}, room)), ""});
  if (s.max_batch) lines.push_back({"max_batch", limit_text(s.max_batch), "at this context"});
  if (s.max_context) lines.push_back({"max_context", limit_text(s.max_context), formatted("at this batch")});
  return lines;
}

std::string at_rate(const Bound& b) {
  const std::string_view latency = b.latency > 0.5 * b.time ? ", latency binds" : "";
  return formatted("{} at {} ({}){}", show(b.bytes), show_given(b.rate), b.resource.view(), latency);
}

std::vector<Line> time_lines(const Estimate& e) {
  const bool single = e.bounds.size() == 1;
  std::vector<Line> lines;
  lines.push_back({"t_comp", show(e.comp), formatted("{} at {}", show(e.flops), show_given(e.rate))});
  if (single) {
    lines.push_back({"t_comm", show(e.comm), at_rate(e.primary())});
  } else {
    for (const Bound& b : e.bounds) lines.push_back({formatted("t_{}", b.resource.view()), show(b.time), at_rate(b)});
    lines.push_back({"t_comm", show(e.comm), formatted("the slowest: {}", e.bounds[e.slowest].resource.view())});
  }
  lines.push_back({"t_lower", show(e.lower), "the longest: all of it overlaps"});
  lines.push_back({"t_step", show(*e.served->step), "op after op, each overlaps inside"});
  lines.push_back({"t_upper", show(e.upper), "the sum: none of it overlaps"});
  return lines;
}

std::string rate_text(const Served& s) {
  const double rate = *s.tokens_per_second();
  std::string text;
  if (s.phase == Served::Phase::mixed) text = "of prompts and output";
  if (s.sequences > 1 && s.phase != Served::Phase::mixed)
    text += formatted("{} a sequence", show_number(rate / s.sequences));
  if (s.chips > 1) text += formatted("{}{} a chip", text.empty() ? "" : ", ", show_number(rate / s.chips));
  return text.empty() ? "at t_step" : text;
}

std::vector<Line> verdict_lines(const Estimate& e) {
  const Served& s = *e.served;
  std::vector<Line> lines;
  const auto margin = e.margin();
  lines.push_back({"regime", std::string(name_of(e.regime)),
                   formatted("{} binds: margin {}", e.bottleneck(), margin ? show_number(*margin) : "-")});
  if (s.phase == Served::Phase::prefill) lines.push_back({"ttft", show(*s.step), "time to first token: t_step"});
  if (s.phase == Served::Phase::decode && s.tokens == s.sequences)
    lines.push_back({"tpot", show(*s.step), "time per output token: t_step"});
  lines.push_back({"tokens_per_s", show_number(*s.tokens_per_second()), rate_text(s)});
  lines.push_back({"mfu_max", show_percent(e.comp / *s.step), "at t_step"});
  if (const auto dollars = s.dollars_per_million_tokens())
    lines.push_back({"usd_per_mtok", show_number(*dollars), "USD a million new tokens, at best"});
  return lines;
}

}  // namespace

std::vector<std::vector<Line>> model_sections(const Point& point) {
  const ModelRun& run = *point.found.run;
  const Estimate& e = point.estimate;
  std::vector<std::vector<Line>> sections;
  if (!run.question->is_timed()) {
    sections = {count_lines(run, *e.served), size_lines(run, e)};
    return sections;
  }
  sections.push_back(memory_lines(run, e));
  for (Line& line : room_lines(e)) sections.back().push_back(std::move(line));
  if (!e.served->step) return sections;
  sections.push_back(time_lines(e));
  sections.push_back(verdict_lines(e));
  return sections;
}

std::string model_table(const Point& point) {
  const ModelRun& run = *point.found.run;
  if (!point.estimate.served->step) return "";
  return operation_table(run, point.machine.chip, run.question->by.value_or(By::kind));
}

}  // namespace roofline::cli
