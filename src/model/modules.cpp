#include "model/modules.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/format.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::string_view kLayers = "layers.";

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

/// "(gate|up)_proj" as "gate_proj" and "up_proj"; nothing for groups within groups, or for more than 64 words.
std::vector<std::string> alternatives(const std::string& expression) {
  static constexpr std::size_t kMost = 64;
  std::vector<std::string> open{expression}, done;
  while (!open.empty() && open.size() + done.size() <= kMost) {
    const std::string text = open.back();
    open.pop_back();
    const std::size_t start = text.find('('), end = text.find(')', start);
    if (start == std::string::npos) {
      done.push_back(text);
      continue;
    }
    if (end == std::string::npos) return {};
    const std::string words = text.substr(start + 1, end - start - 1) + "|";
    for (std::size_t from = 0, bar = 0; (bar = words.find('|', from)) != std::string::npos; from = bar + 1) {
      open.push_back(text.substr(0, start) + words.substr(from, bar - from) + text.substr(end + 1));
    }
  }
  return open.empty() ? done : std::vector<std::string>{};
}

/// An expression without groups as a glob; nullopt for what a glob cannot say.
std::optional<std::string> glob_of(std::string text) {
  static constexpr char kDot = '\x01', kAny = '\x02';
  replace_all(text, "\\.", std::string(1, kDot));
  for (const std::string_view any : {".*", ".+", "\\d+", "\\d*", "[0-9]+", "[0-9]*", "\\w+"}) {
    replace_all(text, any, std::string(1, kAny));
  }
  const bool whole = text.ends_with('$');
  if (whole) text.pop_back();
  if (text.starts_with('^')) text.erase(0, 1);
  if (text.find_first_of("\\[]{}()|+*?^$") != std::string::npos) return std::nullopt;
  std::replace(text.begin(), text.end(), '.', '?');
  std::replace(text.begin(), text.end(), kDot, '.');
  std::replace(text.begin(), text.end(), kAny, '*');
  return whole ? text : text + "*";
}

std::string from_layers(const std::string& glob) {
  const std::size_t at = glob.find(kLayers);
  return at == std::string::npos ? glob : glob.substr(at);
}

/// What configs call the module around a weight of this part.
std::span<const std::string_view> owners_of(std::string_view part) {
  static constexpr std::array<std::string_view, 4> kAttention{"self_attn", "attn", "attention", "mixer"};
  static constexpr std::array<std::string_view, 3> kDense{"mlp", "feed_forward", "mixer"};
  static constexpr std::array<std::string_view, 4> kExperts{"mlp.experts.0", "feed_forward.experts.0",
                                                            "block_sparse_moe.experts.0", "mixer.experts.0"};
  static constexpr std::array<std::string_view, 5> kShared{
      "mlp.shared_experts", "mlp.shared_expert", "feed_forward.shared_expert", "mixer.shared_experts", "shared_mlp"};
  static constexpr std::array<std::string_view, 4> kRecurrent{"mixer", "mamba", "linear_attn", "self_attn"};
  if (part == "attn") return kAttention;
  if (part == "mlp") return kDense;
  if (part == "experts") return kExperts;
  if (part == "shared") return kShared;
  return kRecurrent;
}

bool covers(const std::string& glob, const std::string& module) {
  if (matches_glob(glob, module) || matches_glob(glob + ".*", module)) return true;
  if (glob.starts_with(kLayers)) return false;
  return matches_glob("*." + glob, module) || matches_glob("*." + glob + ".*", module);
}

bool is_quantizable(const Weight& weight) {
  return weight.kind == Class::linear || weight.kind == Class::expert;
}

}  // namespace

std::optional<std::vector<std::string>> globs_of(const std::string& module) {
  static constexpr std::string_view kExpression = "re:";
  if (!module.starts_with(kExpression)) return std::vector{from_layers(module)};
  std::vector<std::string> globs;
  for (const std::string& words : alternatives(module.substr(kExpression.size()))) {
    const auto glob = glob_of(words);
    if (!glob) return std::nullopt;
    globs.push_back(from_layers(*glob));
  }
  return globs.empty() ? std::nullopt : std::optional(globs);
}

std::vector<std::string> globs_of_layer(std::span<const std::string> modules, std::size_t layer) {
  std::vector<std::string> all;
  const std::string own = formatted("layers.{}.", layer);
  for (const std::string& module : modules) {
    for (const std::string& glob : globs_of(module).value_or(std::vector<std::string>{})) {
      const bool numbered = glob.starts_with(kLayers) && glob.size() > kLayers.size() && glob[kLayers.size()] >= '0' &&
                            glob[kLayers.size()] <= '9';
      if (!numbered || (glob + ".").starts_with(own)) all.push_back(glob);
    }
  }
  return all;
}

bool is_ignored(std::span<const std::string> globs, const Weight& weight, std::size_t layer) {
  for (const std::string_view owner : owners_of(weight.part)) {
    const std::string module = formatted("layers.{}.{}.{}", layer, owner, weight.name);
    const auto covered = [&](const std::string& glob) { return covers(glob, module); };
    if (std::any_of(globs.begin(), globs.end(), covered)) return true;
  }
  return false;
}

void split_kinds(Architecture& model, const Formats& formats) {
  if (formats.ignored.empty() || (!formats.linear && !formats.experts)) return;
  struct Key {
    std::size_t kind;
    std::vector<bool> ignored;
  };
  std::vector<Key> keys;
  Architecture split = model;
  split.kinds.clear();
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    Key key{model.layers[i], {}};
    const auto globs = globs_of_layer(formats.ignored, i);
    for (const Weight& weight : weights_of(model.kinds[key.kind], model.hidden)) {
      key.ignored.push_back(is_quantizable(weight) && is_ignored(globs, weight, i));
    }
    const auto same = [&](const Key& k) { return k.kind == key.kind && k.ignored == key.ignored; };
    const auto found = std::find_if(keys.begin(), keys.end(), same);
    split.layers[i] = static_cast<std::size_t>(found - keys.begin());
    if (found != keys.end()) continue;
    split.kinds.push_back(model.kinds[key.kind]);
    keys.push_back(std::move(key));
  }
  model = std::move(split);
}

}  // namespace roofline
