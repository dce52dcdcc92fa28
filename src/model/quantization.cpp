#include "model/quantization.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "model/modules.hpp"
#include "model/quantizers.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::string_view kOverride = "--weight-dtype says how weights are stored, whatever the file says";

/// "torch.bfloat16" is bfloat16; nullopt for what is no format known here.
std::optional<Dtype> dtype_of(std::string_view word) {
  static constexpr std::string_view kTorch = "torch.";
  if (word.starts_with(kTorch)) word.remove_prefix(kTorch.size());
  try {
    return parse_dtype(word);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void set_unknown(Formats& formats, const Config& config, std::string_view key, std::string message) {
  const Json* at = config.find({key});
  Error error(std::move(message), std::string(kOverride));
  error.place = config.document().place(at == nullptr ? config.object() : *at);
  error.where = key;
  formats.unknown = error;
}

/// The innermost config that has the key.
const Config& holder(const Config& outer, const Config& inner, Config::Keys keys) {
  return inner.has(keys) ? inner : outer;
}

void read_base(Formats& formats, const Config& outer, const Config& inner) {
  static const Config::Keys kKeys{"torch_dtype", "dtype"};
  const Config& config = holder(outer, inner, kKeys);
  const auto word = config.text(kKeys);
  if (!word) {
    formats.notes.emplace_back("torch_dtype is not given: bf16");
    return;
  }
  const auto dtype = dtype_of(*word);
  if (dtype) formats.base = *dtype;
  if (!dtype)
    set_unknown(formats, config, config.has({"torch_dtype"}) ? "torch_dtype" : "dtype",
                formatted("unknown dtype {}", quote(*word)));
}

void read_state(Formats& formats, const Config& inner) {
  const auto word = inner.text({"mamba_ssm_cache_dtype", "mamba_ssm_dtype"});
  if (!word) return;
  formats.state = dtype_of(*word);
  if (!formats.state)
    formats.notes.push_back(formatted("the state is priced as activations: unknown dtype {}", quote(*word)));
}

/// "FP8", or an object with num_bits and type.
std::optional<Dtype> cache_dtype(const Config& config) {
  static const Config::Keys kKeys{"kv_cache_scheme", "kv_cache_quant_algo"};
  const Json* value = config.find(kKeys);
  if (value == nullptr) return std::nullopt;
  if (value->kind == Json::Kind::text)
    return value->text == "FP8" || value->text == "NVFP4" || value->text == "INT8" ? dtype_of(value->text)
                                                                                   : std::nullopt;
  const auto scheme = config.inner(kKeys);
  const std::int64_t bits = scheme->count({"num_bits"});
  static constexpr std::int64_t kEight = 8;
  if (bits != kEight) return std::nullopt;
  return scheme->text({"type"}).value_or("float") == "int" ? Dtype::int8 : Dtype::fp8;
}

void read_ignored(Formats& formats, const Config& config) {
  static constexpr std::string_view kLists[]{"modules_to_not_convert", "ignore", "exclude_modules",
                                             "llm_int8_skip_modules"};
  for (const std::string_view list : kLists) {
    for (const std::string& module : config.texts({list})) {
      if (!globs_of(module)) formats.notes.push_back(formatted("{} is not understood: {}", list, quote(module)));
      formats.ignored.push_back(module);
    }
  }
}

void read_quantization(Formats& formats, const Config& config) {
  const std::string name = quantizer_name(config);
  const Quantizer* quantizer = find_quantizer(name);
  const Json* algorithm = config.find({"quant_algo"});
  const bool by_algorithm = algorithm != nullptr && algorithm->kind == Json::Kind::text;
  const bool known = quantizer != nullptr && quantizer->read(formats, config);
  if (!known) {
    formats.linear = formats.experts = formats.tables = std::nullopt;
    const std::string word = quantizer != nullptr && by_algorithm ? algorithm->text : name;
    set_unknown(formats, config, by_algorithm ? "quant_algo" : "quant_method",
                name.empty() ? "a quantization that does not name its method"
                             : formatted("unknown quantization {}", quote(word)));
    return;
  }
  read_ignored(formats, config);
  if (const auto kv = cache_dtype(config)) formats.kv = kv;
}

}  // namespace

Formats read_formats(const Config& outer, const Config& inner, const Document* sidecar) {
  static const Config::Keys kKeys{"quantization_config", "quantization", "compression_config"};
  Formats formats;
  read_base(formats, outer, inner);
  read_state(formats, inner);
  const Config& config = outer.has(kKeys) ? outer : inner;
  if (const auto quantization = config.inner(kKeys)) {
    read_quantization(formats, *quantization);
    if (const auto experts = inner.text({"expert_dtype"})) read_expert_dtype(formats, *experts);
    return formats;
  }
  if (sidecar == nullptr) return formats;
  std::vector<std::string> notes;
  const Config beside(*sidecar, sidecar->root, "", outer.family(), notes);
  read_quantization(formats, beside.inner({"quantization"}).value_or(beside));
  return formats;
}

}  // namespace roofline
