#include "roofline/hardware/lint.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/number.hpp"
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
    Rule{"provenance", check_provenance},       // sources, dates, what others publish
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

/// The value at a path of members, elements of an array by their name or, as sources[2], by their number.
const Json* step(const Json& value, std::string_view part) {
  const std::size_t bracket = part.find('[');
  const Json* next = value.kind == Json::Kind::array ? named(value, part) : member(value, part.substr(0, bracket));
  if (next == nullptr || bracket == std::string_view::npos) return next;
  const auto index = static_cast<std::size_t>(parse_ratio(part.substr(bracket + 1, part.size() - bracket - 2)));
  return index < next->items.size() ? &next->items[index] : nullptr;
}

/// What the file itself says is right is no finding; what it says in vain is one.
std::vector<Finding> without_accepted(std::vector<Finding> all, const Spec& spec) {
  for (const Accepted& accepted : spec.chip.accepted) {
    const auto same = [&](const Finding& f) { return f.rule == accepted.rule && f.key == accepted.key; };
    if (std::erase_if(all, same) > 0) continue;
    const Json* list = spec.written("accepted");
    all.push_back({spec.chip.origin, list == nullptr ? 0 : list->line, "accepted",
                   formatted("{} at {}", escape(accepted.rule), escape(accepted.key)), "nothing",
                   "there is no such finding to accept", "accepted"});
  }
  return all;
}

/// Of two chips of one id: one is the built-in chip, which the other replaces or is.
bool is_built_in(const Chip& one, const Chip& other) {
  return one.standing == Chip::Standing::built_in || other.standing == Chip::Standing::built_in;
}

Finding name_finding(const Chip& chip, const std::string& name, std::string expected, std::string why) {
  const std::string key = name == chip.id ? "id" : "aliases";
  return {chip.origin, line_of(chip, key), key, quote(name), std::move(expected), std::move(why), "names"};
}

/// A built-in chip's names are its own, and those of a file that replaces it.
void check_built_in(const Chip& chip, const std::string& name, std::vector<Finding>& all) {
  const EmbeddedChip* owner = find_embedded(name);
  if (owner == nullptr || chip.standing == Chip::Standing::built_in) return;
  if (owner->id != chip.id)
    all.push_back(name_finding(chip, name, "a name of its own", formatted("{} (built in) has it", owner->id)));
  if (owner->id == chip.id && name == chip.id && chip.overrides == Chip::Override::no)
    all.push_back(name_finding(chip, name, "\"override\": true, or another id", "it is that of a built-in chip"));
}

}  // namespace

const Json* Spec::written(std::string_view path) const {
  const Json* value = &document.root;
  for (const std::string& part : split(path, '.')) {
    value = step(*value, part);
    if (value == nullptr) return nullptr;
  }
  return value;
}

void Findings::add(std::string key, std::string found, std::string expected, std::string why) {
  const Json* value = spec_.written(key);
  if (value == nullptr) value = spec_.written(key.substr(0, key.rfind('.')));  // what is missing, where it belongs
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

std::vector<Finding> lint(const Document& document) {
  const Chip chip = read_chip(document);
  const Spec spec{document, chip};
  Findings findings(spec);
  for (const Rule& rule : kRules) {
    findings.start_rule(rule.name);
    rule.check(spec, findings);
  }
  return without_accepted(findings.take(), spec);
}

std::vector<Finding> lint_names(std::span<const Chip> chips) {
  std::vector<Finding> all;
  for (std::size_t i = 0; i < chips.size(); ++i) {
    for (const std::string& name : names_of(chips[i])) {
      check_built_in(chips[i], name, all);
      const Chip* owner = find_chip(chips.first(i), name);
      const bool is_itself = owner != nullptr && owner->id == chips[i].id && is_built_in(*owner, chips[i]);
      if (owner != nullptr && !is_itself)
        all.push_back(
            name_finding(chips[i], name, "a name of its own", formatted("{} of {} has it", owner->id, owner->origin)));
    }
  }
  return all;
}

}  // namespace roofline
