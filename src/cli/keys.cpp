#include "cli/keys.hpp"

#include <algorithm>
#include <array>

#include "cli/inputs.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 45> kKeys{"schema",
                                                 "command",
                                                 "chip",
                                                 "over",
                                                 "dtype",
                                                 "flops",
                                                 "bytes",
                                                 "intensity",
                                                 "ridge",
                                                 "t_comp",
                                                 "t_comm",
                                                 "t_lower",
                                                 "t_upper",
                                                 "regime",
                                                 "bottleneck",
                                                 "margin",
                                                 "attainable",
                                                 "mfu_max",
                                                 "fits",
                                                 "raise_first",
                                                 "notes",
                                                 "explain",
                                                 "memory_bytes",
                                                 "capacity_bytes",
                                                 "measured",
                                                 "efficiency",
                                                 "solve",
                                                 "for",
                                                 "holds",
                                                 "critical",
                                                 "critical_whole",
                                                 "rule",
                                                 "collective",
                                                 "axis",
                                                 "einsum",
                                                 "strategy",
                                                 "bottleneck_axis",
                                                 "t_bandwidth",
                                                 "t_latency",
                                                 "t_floor",
                                                 "steps",
                                                 "bytes_per_link",
                                                 "latency_binds_below",
                                                 "algbw",
                                                 "busbw"};

/// Before the name of a resource.
constexpr std::array<std::string_view, 6> kFronts{"t_",     "bytes_",        "intensity_",
                                                  "ridge_", "lower_change_", "upper_change_"};

/// The words for memories and wires; a chip may have others.
constexpr std::array<std::string_view, 13> kResources{"compute", "hbm", "gddr",   "lpddr", "ddr",  "vmem", "l2",
                                                      "smem",    "ici", "nvlink", "xgmi",  "pcie", "nic"};

template <class Words>
bool has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_resource(const Query& query, std::string_view word) {
  if (has(kResources, word)) return true;
  if (word.size() > Word::kMaxLength) return false;
  const auto known = [&](const Chip& chip) {
    return chip.find_memory(Word(word)) != nullptr || chip.find_tier(Word(word)) != nullptr;
  };
  const auto& chips = query.machines.chips();
  return std::any_of(chips.begin(), chips.end(), known);
}

bool is_input(const Query& query, std::string_view word) {
  const auto called = [&](const FieldInfo& field) {
    return field.name == word || field.alias == word || flag_of(field) == word ||
           (field.given == Given::in_group && field.group == word);
  };
  return std::any_of(query.op.fields.begin(), query.op.fields.end(), called);
}

bool is_figure(const Query& query, std::string_view word) {
  if (word.find('.') == std::string_view::npos) return false;
  for (const Chip& chip : query.machines.chips()) {
    const auto all = figures(chip);
    if (std::any_of(all.begin(), all.end(), [&](const Figure& f) { return f.path == word; })) return true;
  }
  return word.starts_with("memory.main.");
}

}  // namespace

bool asks_for_all_rows(const Query& query, std::string_view word) {
  const auto group = [&](const FieldInfo& field) { return field.given == Given::in_group && field.group == word; };
  const auto& fields = query.op.fields;
  const auto said = [&](const auto& pair) { return pair.first == word; };
  if (std::any_of(query.words.begin(), query.words.end(), said)) return true;
  static constexpr std::array<std::string_view, 4> kMeshFlags{"slice", "wrap", "strategy", "in_switch"};
  if (!query.words.empty() && has(kMeshFlags, word)) return true;
  return word == "chip" || word == "over" || is_figure(query, word) || std::any_of(fields.begin(), fields.end(), group);
}

bool is_key(const Query& query, std::string_view word) {
  if (has(kKeys, word) || is_input(query, word) || is_figure(query, word)) return true;
  return std::any_of(kFronts.begin(), kFronts.end(), [&](std::string_view front) {
    return word.starts_with(front) && is_resource(query, word.substr(front.size()));
  });
}

}  // namespace roofline::cli
