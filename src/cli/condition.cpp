#include "cli/condition.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"

namespace roofline::cli {
namespace {

/// How far a word is from changing, as a time or a size; NaN for one that no quantity decides. Positive where the row
/// has it.
double word_slack(std::string_view key, std::string_view word, const Estimate& e) {
  if (key == "regime") {
    const double compute_bound = (e.comp - e.comm).si();
    return word == name_of(Regime::compute_bound) ? compute_bound : -compute_bound;
  }
  if (key == "fits" && e.memory && e.capacity) {
    const double room = (*e.capacity - *e.memory).si();
    return word == "true" ? room : -room;
  }
  if (key != "bottleneck") return std::nan("");
  double own = std::nan(""), others = 0;
  const auto see = [&](std::string_view name, double time) {
    name == word ? own = time : others = std::max(others, time);
  };
  see("compute", e.comp.si());
  for (const Bound& b : e.bounds) see(b.resource.view(), b.time.si());
  return own - others;
}

/// The difference has the sign of the truth, a tie included.
double signed_as(double difference, bool holds) {
  if ((difference >= 0) == holds) return difference;
  return holds ? 0 : -std::numeric_limits<double>::denorm_min();
}

/// A cell with more and more digits: as a row shows it, seven of them, all of them.
constexpr int kLevels = 3;
std::string show_with(int level, const Cell& cell, Show show) {
  if (level == 0 || cell.kind != Cell::Kind::number) return show_cell(cell, show);
  const std::string digits = level == 1 ? formatted("{:.7g}", cell.number) : formatted("{}", cell.number);
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool all = level == 2;
  switch (show) {
    case Show::seconds: return all ? digits + " s" : show_given(value, Seconds::dim);
    case Show::flops: return all ? digits + " FLOP" : show_given(value, Flops::dim);
    case Show::bytes: return all ? digits + " B" : show_given(value, Bytes::dim);
    case Show::binary: return all ? digits + " B" : show_binary_given(value);
    case Show::flop_rate: return all ? digits + " FLOP/s" : show_given(value, FlopsPerSecond::dim);
    case Show::byte_rate: return all ? digits + " B/s" : show_given(value, BytesPerSecond::dim);
    default: return digits;
  }
}

}  // namespace

Condition::Condition(const Query& query) : plan_(query) {
  if (!query.condition) return;
  at("--for", [&] {
    promise_ = Assertion::parse(*query.condition, plan_.columns());
    const std::string& key = plan_.columns()[promise_->column()].key;
    if (!plan_.is_figure(promise_->column())) {
      throw Error(formatted("{} does not change with {}", key, query.sought->name),
                  "a key of the answer does: t_lower");
    }
    using enum Assertion::Comparison;
    const bool equality = promise_->comparison() == equal || promise_->comparison() == unequal;
    if (equality && promise_->word().empty()) {
      throw Error("a figure is equal at one point at most, not from one on", "compare with <= or >=");
    }
  });
}

double Condition::difference(const Estimate& e) {
  if (!promise_) return (e.comp - e.comm).si();
  const auto row = plan_.fill_figures(e);
  if (promise_->word().empty()) return signed_as(promise_->slack(row), promise_->holds(row));
  const double slack = word_slack(plan_.columns()[promise_->column()].key, promise_->word(), e);
  const bool negated = promise_->comparison() == Assertion::Comparison::unequal;
  return signed_as(negated ? -slack : slack, promise_->holds(row));
}

std::string Condition::shown(const Estimate& e, const Estimate& other) {
  if (!promise_) return "";
  const Show show = plan_.columns()[promise_->column()].show;
  const Cell own = cell(e), theirs = cell(other), limit = promise_->limit();
  const auto alike = [&](int level, const Cell& c) {
    return c.number != own.number && show_with(level, c, show) == show_with(level, own, show);
  };
  int level = 0;
  while (level + 1 < kLevels && (alike(level, theirs) || alike(level, limit))) ++level;
  return show_with(level, own, show);
}

}  // namespace roofline::cli
