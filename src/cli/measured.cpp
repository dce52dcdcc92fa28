#include "cli/measured.hpp"

#include <algorithm>
#include <string_view>

#include "base/format.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

enum class Cause { cached, published, twofold, shape };
constexpr std::array<std::string_view, 4> kCauses{
    "cache-resident", "within another published figure",
    "a ratio near 2, as of sparsity, a link counted both ways or half the width", "wrong shape, format or chip"};

constexpr double kLeastTwofold = 1.7, kMostTwofold = 2.05;

/// The largest memory beside main memory: a GPU's L2, a TPU's VMEM.
const Memory* last_level(const Chip& chip) {
  const Memory* largest = nullptr;
  for (std::size_t i = 1; i < chip.memory.size(); ++i) {
    const Memory& level = chip.memory[i];
    if (level.capacity && (largest == nullptr || *level.capacity > *largest->capacity)) largest = &level;
  }
  return largest;
}

/// Main memory is what binds, and the operands need not have come from there.
bool may_be_cached(const Point& point) {
  const Estimate& e = point.estimate;
  const Memory* level = last_level(point.machine.chip);
  const bool memory_binds =
      e.regime == Regime::communication_bound && e.bounds[e.slowest].resource == point.machine.chip.main().name;
  return memory_binds && level != nullptr && e.memory && *e.memory <= *level->capacity &&
         e.comp.si() <= *point.measured();
}

/// Another published figure under which the row is no faster than its bound; null when there is none.
const Variant* published_variant(const Point& point) {
  for (const Variant& v : point.machine.variants()) {
    if (evaluate(point.query, v.chip, point.values).estimate.lower.si() <= *point.measured()) return &v;
  }
  return nullptr;
}

Cause cause_of(const Point& point) {
  if (may_be_cached(point)) return Cause::cached;
  if (published_variant(point) != nullptr) return Cause::published;
  const double ratio = *point.efficiency();
  return ratio >= kLeastTwofold && ratio <= kMostTwofold ? Cause::twofold : Cause::shape;
}

std::string twofold_text(const Estimate& e) {
  if (e.regime == Regime::compute_bound) return "a ratio near 2: a sparse peak, or a format of half the width?";
  const bool wires = e.slowest > 0;
  return wires ? "a ratio near 2: a link counted both ways?" : "a ratio near 2: operands of half the width?";
}

std::string spread_text(const Spread& spread) {
  return formatted("min {}, median {}, max {}", show_number(spread.least()), show_number(spread.median()),
                   show_number(spread.greatest()));
}

}  // namespace

std::string faster_note(const Point& point) {
  const auto efficiency = point.efficiency();
  if (!efficiency || *efficiency <= 1) return "";
  std::string why = "wrong shape, format or chip?";
  const Cause cause = cause_of(point);
  if (cause == Cause::twofold) why = twofold_text(point.estimate);
  if (cause == Cause::published) {
    const Variant& v = *published_variant(point);
    why = formatted("it is not with another published {}, {}", v.path, show_figure(v.figure));
  }
  if (cause == Cause::cached) {
    const Memory& level = *last_level(point.machine.chip);
    why = formatted("the operands fit in {} ({}): cache-resident?", level.name.view(),
                    show_binary_given(level.capacity->si()));
  }
  return formatted("measured faster than the bound, efficiency {}: {}", show_number(*efficiency), why);
}

void Measurements::see(const Point& point) {
  const auto efficiency = point.efficiency();
  if (!efficiency) return;
  all_.add(*efficiency);
  if (!point.estimate.alone) by_regime_[static_cast<std::size_t>(point.estimate.regime)].add(*efficiency);
  if (*efficiency <= 1) return;
  ++faster_[static_cast<std::size_t>(cause_of(point))];
  keep_worst(point, *efficiency);
}

void Measurements::keep_worst(const Point& point, double efficiency) {
  static constexpr std::size_t kMost = 3;
  const auto at = std::find_if(worst_.begin(), worst_.end(), [&](const Fast& f) { return f.efficiency < efficiency; });
  if (at == worst_.end() && worst_.size() == kMost) return;
  worst_.insert(at, {efficiency, row_label(point.query, point.machine, point.values)});
  if (worst_.size() > kMost) worst_.pop_back();
}

std::vector<std::string> Measurements::notes() const {
  if (all_.count() == 0) return {"no row has a measured time"};
  std::vector<std::string> notes;
  const auto rows = [](std::uint64_t n) { return formatted("{} row{}", n, n == 1 ? "" : "s"); };
  notes.push_back(formatted("efficiency of {}: {}", rows(all_.count()), spread_text(all_)));
  for (const Regime regime : {Regime::compute_bound, Regime::communication_bound}) {
    const Spread& spread = by_regime_[static_cast<std::size_t>(regime)];
    if (spread.count() > 0) {
      notes.push_back(formatted("{} {}: {}", rows(spread.count()), name_of(regime), spread_text(spread)));
    }
  }
  std::string causes;
  std::uint64_t faster = 0;
  for (std::size_t i = 0; i < kCauses.size(); ++i) {
    faster += faster_[i];
    if (faster_[i] > 0) causes += formatted("{}{} ({})", causes.empty() ? "" : "; ", kCauses[i], faster_[i]);
  }
  if (faster == 0) return notes;
  std::vector<std::string> worst;
  for (const Fast& f : worst_) {
    const std::string at = f.row.empty() ? "" : f.row + " ";
    worst.push_back(formatted("{}({})", at, show_number(f.efficiency)));
  }
  notes.push_back(formatted("{} measured faster than the bound, the worst {}; likely {}", rows(faster),
                            short_listing(worst), causes));
  return notes;
}

}  // namespace roofline::cli
