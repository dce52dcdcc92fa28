// `roofline model`: will it fit, how fast is it, what binds it.

#include <cmath>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/answer_query.hpp"
#include "cli/command.hpp"
#include "cli/feed.hpp"
#include "cli/inputs.hpp"
#include "cli/key_rows.hpp"
#include "cli/model_files.hpp"
#include "cli/model_run.hpp"
#include "cli/picture_wish.hpp"
#include "cli/question_flags.hpp"
#include "cli/subject.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 6> kExamples{
    "roofline model llama-3-8b --phase decode --batch 32 --context 8192 --chip h100",
    "roofline model llama-3-8b --chip h100,v5e",
    "roofline model ./my-model/config.json --phase prefill --context 2048 --chip h100 --by layer",
    "roofline model llama-3-70b --phase decode --batch 1:256:x2 --context 8192 --tp 8 --chip h100",
    "roofline model llama-3-8b --phase decode --context 8192 --chip h100 --solve batch --for 't_step <= 10ms'",
    "roofline model deepseek-v3 --requests 4x0+2048,32x8191+1 --tp 8 --ep 8 --chip h200",
};

/// Values of a flag by their names, the first the default.
template <class T>
using Choice = std::pair<std::string_view, T>;

template <class T, std::size_t N>
Expects expects_one(const std::array<Choice<T>, N>& choices) {
  Expects words{Expects::Kind::word};
  for (const auto& [name, value] : choices) words.words.emplace_back(name);
  return words;
}

template <class T, std::size_t N>
T choose(const Args& args, const std::string& flag, const std::array<Choice<T>, N>& choices) {
  const std::string* text = args.find(flag);
  if (text == nullptr) return choices[0].second;
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    if (name == *text) return value;
    names.emplace_back(name);
  }
  throw Error(formatted("--{}: {} is none of {}", flag, quote(*text), listing(names, "or")),
              did_you_mean(*text, names));
}

constexpr std::array kPhases{Choice<Plan::Phase>{"prefill", Plan::Phase::prefill},
                             Choice<Plan::Phase>{"decode", Plan::Phase::decode}};
constexpr std::array kPairs{Choice<Plan::Pairs>{"causal", Plan::Pairs::causal},
                            Choice<Plan::Pairs>{"dense", Plan::Pairs::dense}};
constexpr std::array kLogits{Choice<Plan::Logits>{"sampled", Plan::Logits::sampled},
                             Choice<Plan::Logits>{"all", Plan::Logits::all}};
constexpr std::array kMla{Choice<Plan::Mla>{"auto", Plan::Mla::automatic},
                          Choice<Plan::Mla>{"absorbed", Plan::Mla::absorbed},
                          Choice<Plan::Mla>{"expanded", Plan::Mla::expanded}};
constexpr std::array kActivations{Choice<Plan::Activations>{"fused", Plan::Activations::fused},
                                  Choice<Plan::Activations>{"unfused", Plan::Activations::unfused}};
constexpr std::array kBy{Choice<By>{"kind", By::kind}, Choice<By>{"op", By::op}, Choice<By>{"layer", By::layer}};

Reserve read_reserve(const Args& args) {
  const std::string* text = args.find("reserve");
  if (text == nullptr) return {};
  return at("--reserve", [&]() -> Reserve {
    if (!text->ends_with('%')) return {parse<Bytes>(*text), 0};
    const double share = parse_ratio(*text);
    if (share >= 1) throw Error("must leave something: less than 100%");
    return {Bytes{}, share};
  });
}

void refuse_with_requests(const Args& args) {
  for (const char* flag : {"phase", "batch", "context", "new-tokens"}) {
    if (args.has(flag)) throw Error(formatted("--{}: --requests says it too", flag), "leave one of them out");
  }
}

Plan read_plan(const Args& args) {
  Plan plan;
  if (args.has("phase")) plan.phase = choose(args, "phase", kPhases);
  plan.pairs = choose(args, "attention-flops", kPairs);
  plan.logits = choose(args, "logits", kLogits);
  plan.mla = choose(args, "mla", kMla);
  plan.activations = choose(args, "activations", kActivations);
  if (const std::string* text = args.find("requests")) {
    refuse_with_requests(args);
    plan.requests = at("--requests", [&] { return parse_requests(*text); });
    plan.phase = Plan::Phase::mixed;
  }
  return plan;
}

/// A model as an op: its batch, context, chips and formats are inputs.
struct ModelOp {
  std::shared_ptr<ModelQuestion> question = std::make_shared<ModelQuestion>();
  Op op{};
};

ModelOp make_op(const Args& args, const Read& in) {
  ModelOp m;
  ModelQuestion& q = *m.question;
  const std::string* assume = args.find("assume");
  q.model = load_model(args.words()[0], assume == nullptr ? "" : *assume, in);
  q.counts = count_parameters(q.model.architecture);
  q.plan = read_plan(args);
  q.reserve = read_reserve(args);
  if (args.has("by")) q.by = choose(args, "by", kBy);
  m.op.name = "model";
  m.op.about = q.is_timed() ? Op::About::model : Op::About::model_in_memory;
  m.op.fields = model_fields();
  m.op.examples = kExamples;
  m.op.operands = [question = m.question](const Values& v) { return model_operands(*question, v); };
  m.op.work = [question = m.question](const Values& v, std::size_t) { return model_needs(*question, v); };
  return m;
}

/// What the words of the question are, as keys.
std::vector<std::pair<std::string, std::string>> words_of(const ModelQuestion& question, const Args& args) {
  std::vector<std::pair<std::string, std::string>> words{{std::string(kModel), question.model.name}};
  for (const std::string flag : {"phase", "requests", "attention-flops", "logits", "mla", "activations", "reserve"}) {
    const std::string* text = args.find(flag);
    std::string key = flag;
    std::replace(key.begin(), key.end(), '-', '_');
    if (text != nullptr) words.emplace_back(key, *text);
  }
  return words;
}

/// Flags that would change nothing.
void check_flags(const ModelQuestion& question, const Args& args) {
  for (const char* flag : {"mla", "logits", "activations", "attention-flops", "by"}) {
    if (args.has(flag) && !question.is_timed())
      throw Error(formatted("--{} goes with --phase: it is about times", flag));
  }
  if (args.has("logits") && question.plan.phase == Plan::Phase::decode)
    throw Error("--logits goes with prefill: in decode every new token is sampled");
  const auto& kinds = question.model.architecture.kinds;
  const bool has_latents = std::any_of(kinds.begin(), kinds.end(), [](const Layer& l) { return l.latent.has_value(); });
  if (args.has("mla") && !has_latents) throw Error("--mla: the model has no latent attention", "leave it out");
  const std::string* format = args.find("format");
  if (args.has("by") && format != nullptr && *format == "markdown")
    throw Error("--by goes with text, json, jsonl and csv");
}

void check_inputs(const ModelQuestion& question, const Query& query, const Args& args) {
  using namespace model_field;
  const auto has = [&](std::size_t field) { return query.given(field) || query.seeks(field); };
  const bool by_context = question.is_timed() && question.plan.requests.empty();
  if (by_context && !has(context))
    throw Error("model needs --context", "tokens that each sequence holds: --context 8192");
  if (!question.is_timed() && has(new_tokens)) throw Error("--new-tokens goes with --phase prefill or decode");
  if (!question.plan.requests.empty() && (has(batch) || has(context) || has(new_tokens)))
    throw Error("--requests says batch and context too", "leave one of them out");
  const auto& plots = args.all("plot");
  const bool drawn = std::find(plots.begin(), plots.end(), "-") != plots.end();
  if (query.lists_operations && query.is_list() && !args.has("format") && !drawn)
    throw Error("--by shows one row in text", "--format jsonl has the list ops in every row, --plot - draws them all");
}

int answer_model(const Invocation& run) {
  const Args& args = run.args;
  if (args.words().empty()) throw Error("model needs a config.json or a name", std::string(kExamples[0]));
  if (args.words().size() > 1) throw Error("model takes one model");
  const ModelOp m = make_op(args, run.in);
  if (m.question->is_timed() && !args.has("chip")) throw Error("a time needs --chip", std::string(kExamples[0]));
  Asked asked;
  asked.words = words_of(*m.question, args);
  asked.evaluation = model_evaluation(m.question);
  asked.without_chip = Machines::None::unknown_chip;
  check_flags(*m.question, args);
  const Query query = read_query(m.op, args, run.in, asked);
  check_inputs(*m.question, query, args);
  return answer_query(run, query);
}

std::vector<Flag> own_flags() {
  const auto flag = [](std::string name, std::string value, std::string help, Expects expects = {}) {
    Flag one{std::move(name), std::move(value), std::move(help), "Model"};
    one.expects = std::move(expects);
    return one;
  };
  return {
      flag("phase", "PHASE", "prefill or decode: a step of it is timed; without it the model is counted and sized",
           expects_one(kPhases)),
      flag("requests", "NxC+T,...", "a mixed step instead: sequences x cached + new tokens, 4x0+2048,32x8191+1"),
      flag("by", "WHAT", "kind, op or layer: where the time goes", expects_one(kBy)),
      flag("reserve", "BYTES", "memory kept free, such as 2GiB or 10%"),
      flag("attention-flops", "HOW", "causal: pairs that attend (default), or dense: the whole square",
           expects_one(kPairs)),
      flag("logits", "WHICH", "of prefill: sampled, one token a sequence (default), or all", expects_one(kLogits)),
      flag("mla", "HOW", "latent attention: auto, absorbed or expanded; auto is absorbed in decode", expects_one(kMla)),
      flag("activations", "HOW", "fused: between operations they stay on chip (default), or unfused",
           expects_one(kActivations)),
      flag("assume", "FAMILY", "read the config as of this model_type, such as llama"),
  };
}

}  // namespace

Command model_command() {
  Command command;
  command.positional = {"MODEL",
                        "a config.json, a folder that holds one, - for standard input, or a shipped name",
                        {Expects::Kind::file}};
  Op fields;
  fields.fields = model_fields();
  fields.examples = kExamples;
  command.flags = flags_of(fields);
  for (Flag& flag : own_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : feed_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : machine_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : picture_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : question_flags(fields)) command.flags.push_back(std::move(flag));
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.keys = "the inputs, model, phase, " + model_key_list();
  command.body = answer_model;
  return command;
}

}  // namespace roofline::cli
