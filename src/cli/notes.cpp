#include "cli/notes.hpp"

#include "base/format.hpp"

#include <algorithm>
#include <cmath>

#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr double kRidgeWidth = 0.02;

/// What another figure does to the row: the ridge it moves, or the time of the wires it is about.
std::string consequence(const Variant& variant, const Estimate& e) {
  for (std::size_t i = 1; i < e.bounds.size(); ++i) {
    const std::string wires(e.bounds[i].resource.view());
    if (variant.path.starts_with(formatted("interconnect.{}.", wires)))
      return formatted("t_{} {}", wires, show(e.bounds[i].time));
  }
  return formatted("ridge {}", show_number(e.ridge(e.primary()).si()));
}

std::string memory_note(const Chip& chip, const Estimate& e) {
  const Memory* level = chip.find_memory(e.primary().resource);
  const std::string_view name = level != nullptr ? level->name.view() : chip.main().name.view();
  return formatted("the operands take {}, more than the {} of {}: the times hold only if they fit",
                   show_binary(e.memory->si()), show_binary_given(e.capacity->si()), name);
}

}  // namespace

bool is_on_the_ridge(const Estimate& e) {
  const auto margin = e.margin();
  return margin && std::fabs(*margin - 1) <= kRidgeWidth;
}

std::string origin_note(const Chip& chip) {
  if (chip.origin.ends_with("(built in)")) return "";
  const bool replaces = chip.overrides == Chip::Override::yes;
  return formatted("{}: figures from {}{}", chip.id, escape(chip.origin),
                   replaces ? ", which may replace a built-in file" : "");
}

void Notes::add_flips(const Machine& machine, const Work& work, const Estimate& e) {
  const auto margin = e.margin();
  if (!margin || *margin > machine.reach * 1.0001 || *margin * machine.reach * 1.0001 < 1) return;
  std::vector<std::string> done;
  for (const Variant& first : machine.variants()) {
    if (std::find(done.begin(), done.end(), first.path) != done.end()) continue;
    const Estimate flipped = estimate(work, first.chip);
    if (flipped.regime == e.regime) continue;
    done.push_back(first.path);
    std::string text = formatted("another published {}, {}, makes this {} ({})", first.path, show_figure(first.figure),
                                 name_of(flipped.regime), consequence(first, flipped));
    for (const Variant& other : machine.variants()) {
      if (other.path != first.path || &other == &first) continue;
      const Estimate moved = estimate(work, other.chip);
      text += formatted("; {} does{} ({})", show_figure(other.figure), moved.regime == e.regime ? " not" : " too",
                        consequence(other, moved));
    }
    add(std::move(text));
  }
}

std::span<const std::string_view> Notes::of(const Machine& machine, const Values& values, const Work& work,
                                            const Estimate& e) {
  texts_.clear();
  views_.clear();
  if (is_on_the_ridge(e)) views_.push_back(kOnTheRidge);
  add_flips(machine, work, e);
  if (e.fits() == false) add(memory_note(machine.chip, e));
  if (std::string origin = origin_note(machine.chip); !origin.empty()) add(std::move(origin));
  views_.insert(views_.end(), texts_.begin(), texts_.end());
  const auto left_out = query_.op.notes(values);
  views_.insert(views_.end(), left_out.begin(), left_out.end());
  return views_;
}

FlipWatch::FlipWatch(const Query& query) : query_(query) {
  if (query.machines.size() > 1) return;
  std::vector<std::size_t> varying;
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.inputs[i].is_list()) varying.push_back(i);
  }
  if (varying.size() == 1 && query.op.fields[varying[0]].kind != FieldKind::dtype) field_ = varying[0];
}

void FlipWatch::see(const Values& values, Regime regime) {
  if (!field_) return;
  const double value = values[*field_];
  if (last_regime_ && *last_regime_ != regime && !note_) {
    const auto name = query_.op.fields[*field_].name;
    note_ = formatted("the regime flips between {0}={1} and {0}={2}; --solve {0} gives the point", name,
                      show_input(query_, *field_, last_value_), show_input(query_, *field_, value));
  }
  last_regime_ = regime;
  last_value_ = value;
}

std::optional<std::string> FlipWatch::note() const {
  return note_;
}

}  // namespace roofline::cli
