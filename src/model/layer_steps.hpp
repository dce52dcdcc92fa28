#pragma once
// The steps of a model as they are collected, and those of one layer.

#include <string_view>
#include <vector>

#include "roofline/model/steps.hpp"

namespace roofline {

/// A matmul on one chip: rows x in times in x out.
struct MatmulOf {
  std::string_view name;
  double rows = 0, in = 0, out = 0;
  Bytes weights{};
  Dtype compute = Dtype::bf16;
};

/// Axes of the mesh that a plan lies on, by their number.
inline constexpr std::size_t kTpAxis = 0, kDpAxis = 1;

class ModelSteps {
 public:
  ModelSteps(const Architecture& model, const StoredModel& stored, const Plan& plan);

  const Architecture& model() const { return model_; }
  const StoredModel& stored() const { return stored_; }
  const Plan& plan() const { return plan_; }

  /// Bytes of activations that an operation moves: none where they stay on chip.
  double unfused(double elements) const;
  /// Its bytes are the sum of step.from's.
  void add(Step step);
  void add_matmul(const MatmulOf& matmul, std::size_t layer, double count);
  void add_norm(std::string_view name, std::size_t layer, double count, double weights, double rows);
  /// Norms, of which a layer may have several; a row a token of a table; all of anything else.
  void add_unmultiplied(const Stored& stored, const Layer& layer, std::size_t kind, double count);
  /// Of `width` elements for each new token, over tp.
  void add_all_reduce(std::string_view name, std::size_t layer, double count, double width);
  void add_logits_gather(double vocab);
  /// Tokens to the chips of their experts, or back.
  void add_exchange(std::string_view name, std::size_t layer, double count, const Experts& experts);

  std::vector<Step> take() { return std::move(steps_); }

 private:
  void add_transfer(std::string_view name, std::size_t layer, double count, const Work::Transfer& transfer);

  const Architecture& model_;
  const StoredModel& stored_;
  const Plan& plan_;
  Axes axes_;
  std::vector<Step> steps_;
};

/// All steps of a kind of layer, of which there are `count`.
void add_layer(ModelSteps& steps, std::size_t kind, double count);
/// Its attention cores.
void add_attention_core(ModelSteps& steps, std::size_t kind, double count);
void add_latent_core(ModelSteps& steps, std::size_t kind, double count);

/// Whether a request multiplies queries with the latents themselves.
bool is_absorbed(const Plan& plan, const Request& request);

}  // namespace roofline
