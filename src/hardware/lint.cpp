#include "roofline/hardware/lint.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

struct Rule {
  std::string_view name;
  void (*check)(const Spec&, Findings&);
};

constexpr std::array kRules{
    Rule{"ladder", check_ladder},               // sparse is not dense: fp8 is twice bf16 unless stated
    Rule{"clock", check_clock},                 // units x clock x FLOPs a clock = peak
    Rule{"per-chip", check_per_chip},           // not of one core or die
    Rule{"bus", check_bus},                     // bus width x pin rate = bandwidth
    Rule{"links", check_links},                 // links x rate = total; one way <= half of both ways
    Rule{"generation", check_generation},       // no faster than a link of its kind can be
    Rule{"order", check_order},                 // nearer memory is faster than main memory, links are slower
    Rule{"decimal-rate", check_decimal_rates},  // TB/s, not TiB/s
    Rule{"capacity", check_capacity},           // GiB, not GB
    Rule{"namesake", check_namesake},           // what the others passed is not twice the built-in chip of that name
    Rule{"provenance", check_provenance},       // sources and dates
};

const Json* member(const Json& object, std::string_view key) {
  for (const auto& [name, value] : object.members) {
    if (name == key) return &value;
  }
  return nullptr;
}

/// The element of an array of objects that has this name.
const Json* named(const Json& array, std::string_view name) {
  for (const Json& item : array.items) {
    const Json* own = member(item, "name");
    if (own != nullptr && own->text == name) return &item;
  }
  return nullptr;
}

bool is_listed(const std::vector<std::string>& paths, std::string_view path) {
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& p) { return is_under(path, p); });
}

void check_sources(const Chip& chip, Findings& findings) {
  if (chip.sources.empty()) findings.add("sources", "none", "one or more", "a figure is as good as its source");
  for (std::size_t i = 0; i < chip.sources.size(); ++i) {
    if (chip.sources[i].date.empty())
      findings.add(formatted("sources[{}].date", i), "none", "the day it was read, as 2026-08", "pages change");
  }
}

void check_unsourced(const Chip& chip, Findings& findings) {
  for (const std::string& path : chip.unsourced) {
    const auto all = figures(chip);
    const bool known = std::any_of(all.begin(), all.end(), [&](const Figure& f) { return f.path == path && f.value; });
    if (!known)
      findings.add("unsourced", quote(path), "the path of a figure that the file gives", "it names what has no source");
    if (known && !sources_of(chip, path).empty())
      findings.add("unsourced", quote(path), "one or the other", "a source covers it");
  }
}

/// Whose names these are, where a built-in chip other than `id` has them.
std::string built_in_owner(std::string_view name, std::string_view id) {
  for (const EmbeddedChip& chip : embedded_chips()) {
    const auto same = [&](std::string_view alias) { return equal_ignoring_case(alias, name); };
    const bool owns = same(chip.id) || std::any_of(chip.aliases.begin(), chip.aliases.end(), same);
    if (owns && chip.id != id) return formatted("{} (built in)", chip.id);
  }
  return "";
}

std::vector<std::string> names_of(const Chip& chip) {
  std::vector<std::string> names = chip.aliases;
  names.insert(names.begin(), chip.id);
  return names;
}

bool has_name(const Chip& chip, std::string_view name) {
  const auto names = names_of(chip);
  return std::any_of(names.begin(), names.end(), [&](const std::string& n) { return equal_ignoring_case(n, name); });
}

}  // namespace

const Json* Spec::written(std::string_view path) const {
  const Json* value = &document.root;
  for (const std::string& part : split(path, '.')) {
    value = value->kind == Json::Kind::array ? named(*value, part) : member(*value, part);
    if (value == nullptr) return nullptr;
  }
  return value;
}

void Findings::add(std::string key, std::string found, std::string expected, std::string why) {
  const Json* value = spec_.written(key.substr(0, key.find('[')));
  const int line = value == nullptr ? 0 : value->line;
  all_.push_back(
      {spec_.chip.origin, line, std::move(key), std::move(found), std::move(expected), std::move(why), rule_});
}

bool Findings::have(std::string_view key) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Finding& f) { return f.key == key; });
}

std::string Findings::show(double si, Dim dim) {
  const std::string given = show_given(si, dim);
  return given.size() <= 16 ? given : roofline::show(si, dim);
}

void check_provenance(const Spec& spec, Findings& findings) {
  const Chip& chip = spec.chip;
  check_sources(chip, findings);
  if (chip.date.empty()) findings.add("date", "none", "when the figures were gathered, as 2026-08", "pages change");
  const std::array<std::string_view, 3> kinds{"high", "medium", "low"};
  if (std::find(kinds.begin(), kinds.end(), chip.confidence) == kinds.end())
    findings.add("confidence", quote(chip.confidence), "high, medium or low", "readers must know what to trust");
  check_unsourced(chip, findings);
  if (chip.sources.empty()) return;
  for (const Figure& f : figures(chip)) {
    const bool claimed = f.value && line_of(chip, f.path) > 0;
    if (claimed && sources_of(chip, f.path).empty() && !is_listed(chip.unsourced, f.path))
      findings.add(f.path, show_figure(f), "a source that covers it", "no source does; or name it in unsourced");
  }
}

std::vector<Finding> lint(const Document& document) {
  const Chip chip = read_chip(document);
  const Spec spec{document, chip};
  Findings findings(spec);
  for (const Rule& rule : kRules) {
    findings.start_rule(rule.name);
    rule.check(spec, findings);
  }
  return findings.take();
}

std::vector<Finding> lint_names(std::span<const Chip> chips) {
  std::vector<Finding> all;
  for (std::size_t i = 0; i < chips.size(); ++i) {
    for (const std::string& name : names_of(chips[i])) {
      std::string owner = built_in_owner(name, chips[i].id);
      for (std::size_t j = 0; j < i; ++j) {
        if (has_name(chips[j], name)) owner = formatted("{} of {}", chips[j].id, chips[j].origin);
      }
      if (owner.empty()) continue;
      const std::string key = name == chips[i].id ? "id" : "aliases";
      all.push_back({chips[i].origin, line_of(chips[i], key), key, quote(name), "a name of its own",
                     formatted("{} has it", owner), "names"});
    }
  }
  return all;
}

}  // namespace roofline
