#pragma once
// Which modules does a config keep out of quantization? It names them whole ("lm_head"), by glob
// ("model.layers.*.self_attn", "language_model.model.layers.3.self_attn*") or by Python expression
// ("re:.*shared_experts.*").

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "roofline/model/architecture.hpp"
#include "roofline/model/formats.hpp"
#include "roofline/model/weights.hpp"

namespace roofline {

/// Globs, from "layers." on where the module is one of a layer. nullopt for an expression that is more than words,
/// alternatives and wildcards.
std::optional<std::vector<std::string>> globs_of(const std::string& module);

/// Of those, the ones that a layer may match.
std::vector<std::string> globs_of_layer(std::span<const std::string> modules, std::size_t layer);
bool is_ignored(std::span<const std::string> globs, const Weight& weight, std::size_t layer);

/// Layers that are alike, but not in which of their weights are quantized, become different kinds.
void split_kinds(Architecture& model, const Formats& formats);

}  // namespace roofline
