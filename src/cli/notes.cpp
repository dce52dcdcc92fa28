#include "cli/notes.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "cli/measured.hpp"
#include "cli/mesh_text.hpp"
#include "cli/model_sheet.hpp"
#include "cli/origins.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/ops/einsum.hpp"

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
  return formatted("ridge {}", show_number(e.ridge(e.primary())->si()));
}

/// Some all-reduce is added up by its chips.
bool chips_add(const Point& point) {
  const auto adds = [&](const Work::Transfer& t) {
    return t.collective == Collective::all_reduce && price(t, point.found.mesh).reduction == Reduction::by_chips;
  };
  return std::any_of(point.work.transfers.begin(), point.work.transfers.end(), adds);
}

/// What the op leaves out; in a switch that adds there are no two halves of an all-reduce.
OpNotes op_notes(const Point& point) {
  OpNotes kept;
  for (const std::string_view note : point.query.op.notes(point.values, point.found.way)) {
    if (note != kAllReduceNote || chips_add(point)) kept.push_back(note);
  }
  return kept;
}

/// What tells the notes of one model's row from another's: its weights' bytes, and whether there is a time.
double of_model(const Estimate& e) {
  if (!e.served) return 0;
  return e.served->step ? e.served->weights.si() : -e.served->weights.si();
}

std::string memory_note(const Chip& chip, const Estimate& e) {
  const Memory* level = chip.find_memory(e.primary().resource);
  const std::string_view name = level != nullptr ? level->name.view() : chip.main().name.view();
  return formatted("the operands take {}, more than the {} of {}: the times hold only if they fit",
                   show_binary(e.memory->si()), show_binary_given(e.capacity->si()), name);
}

}  // namespace

bool has_no_time(const Estimate& e) {
  return e.served && !e.served->step;
}

bool is_on_the_ridge(const Estimate& e) {
  if (has_no_time(e)) return false;
  const auto margin = e.margin();
  return margin && std::fabs(*margin - 1) <= kRidgeWidth;
}

std::vector<std::string> caveats(const Machine& machine, const Work& work, const Estimate& e) {
  const Chip& chip = machine.chip;
  std::vector<std::string> all;
  if (chip.id.empty()) return all;
  if (chip.standing != Chip::Standing::built_in) {
    const bool replaces = chip.standing == Chip::Standing::replacing;
    all.push_back(
        formatted("{}: figures from {}{}", chip.id, chip.origin, replaces ? ", which replaces the built-in file" : ""));
  }
  const auto read = figures_read(chip, work, e);
  const auto is_read = [&](const std::string& path) { return std::find(read.begin(), read.end(), path) != read.end(); };
  for (const std::string& path : chip.unsourced) {
    if (is_read(path) && !machine.is_fixed(path)) all.push_back(formatted("no source states {} of {}", path, chip.id));
  }
  for (const Bound& b : e.bounds) {
    const Memory* level = chip.find_memory(b.resource);
    if (level == nullptr || level->basis.empty()) continue;
    if (machine.is_fixed(formatted("memory.{}.bandwidth", level->name.view()))) continue;
    all.push_back(formatted("{} of {}: {}", level->name.view(), chip.id, level->basis));
  }
  for (const std::string& path : machine.fixed) {
    const bool limit = path.ends_with(".domain_size") && !work.axes.empty();
    if (!limit && !is_read(path)) all.push_back(formatted("{} has no part in this answer", path));
  }
  return all;
}

void Notes::add_flips(const Point& point) {
  const auto& [query, machine, values, work, e, found] = point;
  if (has_no_time(e)) return;
  const auto margin = e.margin();
  if (!margin || *margin > machine.reach * 1.0001 || *margin * machine.reach * 1.0001 < 1) return;
  std::vector<std::string> done;
  for (const Variant& first : machine.variants()) {
    if (std::find(done.begin(), done.end(), first.path) != done.end()) continue;
    const Estimate flipped = evaluate(query, first.chip, values).estimate;
    if (flipped.regime == e.regime) continue;
    done.push_back(first.path);
    std::string text = formatted("another published {}, {}, makes this {} ({})", first.path, show_figure(first.figure),
                                 name_of(flipped.regime), consequence(first, flipped));
    for (const Variant& other : machine.variants()) {
      if (other.path != first.path || &other == &first) continue;
      const Estimate moved = evaluate(query, other.chip, values).estimate;
      text += formatted("; {} does{} ({})", show_figure(other.figure), moved.regime == e.regime ? " not" : " too",
                        consequence(other, moved));
    }
    flips_ = true;
    texts_.push_back(std::move(text));
  }
}

std::span<const std::string_view> Notes::of(const Point& point) {
  const auto& [query, machine, values, work, e, found] = point;
  texts_.clear();
  views_.clear();
  flips_ = false;
  CaveatKey key{e.dtype, e.bounds.size(), found.way, {}, of_model(e)};
  for (std::size_t i = 0; i < work.axes.size(); ++i) key.sizes[i] = work.axes[i].size;
  if (caveats_of_ != key) {
    caveats_ = mesh_notes(point);
    for (std::string& caveat : caveats(machine, work, e)) caveats_.push_back(std::move(caveat));
    if (query.op.is_model()) {
      for (std::string& note : model_notes(point)) caveats_.push_back(std::move(note));
    }
    caveats_of_ = key;
  }
  if (is_on_the_ridge(e)) views_.push_back(kOnTheRidge);
  add_flips(point);
  if (e.fits() == false && !e.served) texts_.push_back(memory_note(machine.chip, e));
  if (std::string note = faster_note(point); !note.empty()) texts_.push_back(std::move(note));
  if (query.op.is_model()) {
    for (std::string& note : model_row_notes(point)) texts_.push_back(std::move(note));
  }
  views_.insert(views_.end(), texts_.begin(), texts_.end());
  views_.insert(views_.end(), caveats_.begin(), caveats_.end());
  for (const std::string_view note : op_notes(point)) views_.push_back(note);
  return views_;
}

TableNotes::TableNotes(const Query& query) : query_(query) {
  if (query.machines.size() > 1 || query.from || query.op.about == Op::About::collective) return;
  std::vector<std::size_t> varying;
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.varies(i)) varying.push_back(i);
  }
  if (varying.size() == 1 && is_quantity(query.op.fields[varying[0]].kind)) field_ = varying[0];
}

void TableNotes::see(const Point& point, const Notes& notes) {
  const Estimate& e = point.estimate;
  if (!has_no_time(e)) see_regime(point.values, e.regime);
  if (e.fits() == false) count(unfit_, point);
  if (notes.another_figure_flips()) count(near_, point);
  for (const std::string& note : notes.last_caveats()) add_common(note);
  for (const std::string_view note : op_notes(point)) add_common(note);
}

void TableNotes::count(Count& counter, const Point& point) {
  if (counter.rows++ == 0) counter.first = row_label(point.query, point.machine, point.values);
}

/// Few and short: distinct notes of machines and ops, at most as many as fit a screen.
void TableNotes::add_common(std::string_view note) {
  static constexpr std::size_t kMost = 12;
  if (std::find(common_.begin(), common_.end(), note) != common_.end()) return;
  common_.size() < kMost ? void(common_.emplace_back(note)) : void(has_more_ = true);
}

void TableNotes::see_regime(const Values& values, Regime regime) {
  if (!field_) return;
  const double value = values[*field_];
  if (last_regime_ && *last_regime_ != regime) {
    const auto name = query_.op.fields[*field_].name;
    const std::string between = formatted("between {0}={1} and {0}={2}", name, show_input(query_, *field_, last_value_),
                                          show_input(query_, *field_, value));
    if (flip_.empty()) {
      flip_ = formatted("the regime flips {}; --solve {} gives the point", between, name);
    } else if (flip_.find("back") == std::string::npos) {
      flip_ += formatted("; it flips back {}", between);
    }
  }
  last_regime_ = regime;
  last_value_ = value;
}

std::vector<std::string> TableNotes::all() const {
  std::vector<std::string> notes;
  if (!flip_.empty()) notes.push_back(flip_);
  if (near_.rows == 1) {
    notes.push_back(
        formatted("another published figure would flip the regime at {}; ask for it alone to see which", near_.first));
  } else if (near_.rows > 1) {
    notes.push_back(formatted(
        "another published figure would flip the regime of {} rows, the first at {}; ask for one alone to see which",
        near_.rows, near_.first));
  }
  if (unfit_.rows > 0) {
    const std::string which =
        unfit_.rows == 1 ? "at " + unfit_.first : formatted("of {} rows, the first at {},", unfit_.rows, unfit_.first);
    notes.push_back(
        query_.op.is_model()
            ? formatted("the model {} does not fit (key fits): no times", which)
            : formatted("the operands {} do not fit in memory (key fits): the times hold only if they did", which));
  }
  notes.insert(notes.end(), common_.begin(), common_.end());
  if (has_more_) notes.emplace_back("more notes are left out; key notes has those of each row");
  return notes;
}

}  // namespace roofline::cli
