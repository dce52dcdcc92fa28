#include "cli/resources.hpp"

#include <algorithm>

#include "cli/rates.hpp"
#include "roofline/base/error.hpp"

namespace roofline::cli {
namespace {

void add_once(std::vector<Word>& names, Word name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// The wires that the widest mesh takes; where that one cannot be laid, all that a narrower one may take.
Few<Wires, kMaxWires> wires_taken(const Query& query, const Chip& chip, const Values& values) {
  try {
    return lay_mesh(chip, wish_of(query, query.op.work(with_whole_axes(query, chip, values), 0))).wires;
  } catch (const Error&) {
    return wires_of(chip);
  }
}

}  // namespace

std::vector<Word> primary_resources(const Query& query) {
  std::vector<Word> names;
  for (const Chip& chip : query.machines.chips()) {
    add_once(names, query.over.value_or(kMainMemory) == kMainMemory ? chip.main().name : *query.over);
  }
  return names;
}

WireResources wire_resources(const Query& query) {
  WireResources wires;
  if (!takes_wires(query)) return wires;
  const Values values = widest(query);
  for (const Chip& chip : query.machines.chips()) {
    for (const Wires& one : wires_taken(query, chip, values)) {
      add_once(wires.all, one.name);
      if (query.mesh.axes.empty() || one.sharing == Wires::Sharing::shared) add_once(wires.columns, one.name);
    }
  }
  return wires;
}

}  // namespace roofline::cli
