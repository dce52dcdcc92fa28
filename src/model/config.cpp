#include "roofline/model/config.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "model/blocks.hpp"
#include "model/config_reader.hpp"
#include "model/family.hpp"
#include "model/modules.hpp"
#include "model/quantization.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

const Config::Keys kInner{"text_config", "llm_config", "language_config", "thinker_config"};

/// What a config says it is, and the family that reads it.
struct Choice {
  std::string model_type;
  const Family* family = nullptr;
};

std::string supported() {
  return formatted("known are {}", short_listing(family_names(), "and", kManyWords));
}

[[noreturn]] void throw_unknown_type(const Config& config, const std::string& type) {
  static constexpr std::string_view kAssume = "; --assume llama reads it as a llama";
  const Json* at = config.find({"model_type"});
  if (at == nullptr)
    config.fail(config.object(), "", "no model_type: what kind of model is this?", supported() + std::string(kAssume));
  const std::string near = did_you_mean(type, family_names());
  config.fail(*at, "model_type", formatted("unknown model_type {}", quote(type)),
              (near.empty() ? "" : near + " ") + supported() + std::string(kAssume));
}

/// model_type can lie: grok-1 says that it is a mixtral.
std::string type_of(const Config& config) {
  const auto classes = config.texts({"architectures"});
  const bool grok = !classes.empty() && classes[0].starts_with("Grok1");
  return grok ? "grok-1" : config.text({"model_type"}).value_or("");
}

/// The config of the language model within a config of more.
Config innermost(Config config) {
  while (const auto inner = config.inner(kInner)) config = *inner;
  return config;
}

/// A nested config may not say what it is, or say less than the outer one.
Choice choose(const Config& outer, const Config& inner, std::string_view assume) {
  if (!assume.empty()) {
    const Family* family = find_family(assume);
    if (family == nullptr)
      throw Error(formatted("unknown family {}", quote(assume)), name_hint(assume, family_names()));
    return {std::string(assume), family};
  }
  for (const Config& config : {inner, outer}) {
    const std::string type = type_of(config);
    if (const Family* family = find_family(type); family != nullptr && !type.empty()) return {type, family};
  }
  const bool says = inner.has({"model_type"});
  throw_unknown_type(says ? inner : outer, type_of(says ? inner : outer));
}

void note_towers(const Config& outer) {
  static constexpr std::pair<std::string_view, std::string_view> kTowers[]{
      {"vision_config", "vision tower"}, {"visual", "vision tower"}, {"audio_config", "audio tower"}};
  for (const auto& [key, tower] : kTowers) {
    if (outer.has({key})) outer.note(formatted("the {} is not modelled: neither its weights nor its time", tower));
  }
}

Architecture read_architecture(const Config& config, const Family& family) {
  return family.read != nullptr ? family.read(config, family.traits) : read_decoder(config, family);
}

}  // namespace

Document parse_config(std::string text, std::string_view name) {
  return parse_json(std::move(text), name, Numbers::python);
}

Model read_model(const Document& config, const Document* quantization, std::string_view name, std::string_view assume) {
  std::vector<std::string> notes;
  const Config outer(config, config.root, "", "", notes);
  const Config inner = innermost(outer);
  const Choice choice = choose(outer, inner, assume);
  const Config reader = inner.as(choice.model_type);
  Model model;
  model.name = escape(name);
  model.architecture = read_architecture(reader, *choice.family);
  model.formats = read_formats(outer, reader, quantization);
  split_kinds(model.architecture, model.formats);
  note_towers(outer);
  model.architecture.notes.insert(model.architecture.notes.end(), notes.begin(), notes.end());
  return model;
}

}  // namespace roofline
