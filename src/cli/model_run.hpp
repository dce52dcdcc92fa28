#pragma once
// A model as it is asked about: what it is, what it is to do, and what came of it at one point.

#include <memory>
#include <string>
#include <vector>

#include "cli/evaluated.hpp"
#include "roofline/estimate/steps.hpp"
#include "roofline/model/config.hpp"
#include "roofline/model/counts.hpp"
#include "roofline/model/footprint.hpp"
#include "roofline/model/plan.hpp"
#include "roofline/model/steps.hpp"
#include "roofline/ops/op.hpp"

namespace roofline::cli {

/// What a table of operations has a row for.
enum class By { kind, op, layer };

/// Bytes, or a part of the capacity.
struct Reserve {
  Bytes bytes;
  double share = 0;

  Bytes of(const std::optional<Bytes>& capacity) const { return capacity ? bytes + share * *capacity : bytes; }
};

struct ModelQuestion {
  Model model;
  Counts counts;
  Plan plan;  ///< what words say: the phase, --requests, how operations are counted; its numbers are inputs
  Reserve reserve;
  std::optional<By> by{};  ///< nullopt: by kind, in text alone

  bool is_timed() const { return plan.phase != Plan::Phase::none; }
};

/// What came of it on one chip of so many.
struct ModelRun {
  std::shared_ptr<const ModelQuestion> question;
  std::shared_ptr<const StoredModel> stored;
  Plan plan;
  std::vector<Step> steps;  ///< none where no time is asked for
  StepsEstimate times;
};

/// The inputs of a model, in their order.
namespace model_field {
enum : std::size_t { batch, context, new_tokens, tp, ep, dp, weight_dtype, act_dtype, kv_dtype, compute_dtype, count };
}

/// The parameters of the command.
std::span<const FieldInfo> model_fields();

/// Answers the question at any values of the inputs. Throws Error for what cannot be.
Evaluation model_evaluation(std::shared_ptr<const ModelQuestion> question);

/// The formats and wires that the question needs, whatever its numbers.
Work model_needs(const ModelQuestion& question, const Values& values);

/// Weights, activations and cache, with the formats they have.
Operands model_operands(const ModelQuestion& question, const Values& values);

/// The plan at these values.
Plan plan_at(const ModelQuestion& question, const Values& values);

}  // namespace roofline::cli
