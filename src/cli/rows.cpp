#include "cli/rows.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/model_table.hpp"
#include "cli/rates.hpp"
#include "cli/resources.hpp"
#include "roofline/estimate/sensitivity.hpp"

namespace roofline::cli {
namespace {

/// Inputs that an estimate has as outputs: one key, one column. `dtype` is the compute dtype.
constexpr std::array<std::string_view, 3> kOutputs{"flops", "bytes", "dtype"};

enum class Measured { no, yes };

std::vector<std::vector<std::string>> collective_tails(Measured measured) {
  if (measured == Measured::yes) {
    return {{"t_bandwidth", "t_lower", "t_floor", "measured", "efficiency", "bottleneck"},
            {"t_floor", "measured", "efficiency"},
            {"measured", "efficiency"},
            {"efficiency"}};
  }
  return {{"t_bandwidth", "t_latency", "t_lower", "t_upper", "t_floor", "busbw", "bottleneck"},
          {"t_bandwidth", "t_latency", "t_lower", "t_upper", "t_floor", "busbw"},
          {"t_bandwidth", "t_latency", "t_lower", "t_floor", "busbw"},
          {"t_lower", "t_floor", "busbw"},
          {"t_lower", "t_floor"},
          {"t_lower"}};
}

}  // namespace

RowPlan::RowPlan(const Query& query) : query_(query), question_(query, columns_, kOutputs) {
  first_figure_ = columns_.size();
  is_collective() ? add_collective() : query.op.is_model() ? add_model() : add_estimate();
  end_of_figures_ = columns_.size();
  ways_ = query.op.ways(widest(query));
  if (!ways_.empty()) {
    strategy_ = add("strategy", Show::word);
    columns_.back().choices.assign(ways_.begin(), ways_.end());
  }
  if (query.is_measured()) {
    measured_ = add("measured", Show::seconds);
    add("efficiency", Show::number);
  }
  if (query.sensitivity) add_sensitivities();
  if (query.lists_operations) ops_ = add("ops", Show::list);
  notes_ = add("notes", Show::list);
  if (query.explain) explain_ = add("explain", Show::list);
  question_.tell_apart(columns_);
  row_.resize(columns_.size());
}

bool RowPlan::is_collective() const {
  return query_.op.about == Op::About::collective;
}

void RowPlan::add_collective() {
  wires_ = wire_resources(query_).all;
  add_keys(collective_keys());
  for (const Word& wires : wires_) columns_.back().choices.push_back(wires.view());
}

void RowPlan::add_keys(std::span<const KeyRow> keys) {
  for (const KeyRow& f : keys) add(f.key, f.show);
}

void RowPlan::choose_words() {
  for (Column& column : columns_) {
    if (column.key == "regime") column.choices = {name_of(Regime::compute_bound), name_of(Regime::communication_bound)};
    if (column.key == "dtype") column.choices = dtype_names();
    if (column.key == "bottleneck") column.choices = resource_names();
  }
}

void RowPlan::add_model() {
  add_keys(model_memory_keys());
  if (query_.op.about == Op::About::model_in_memory) return;
  first_work_ = columns_.size();
  add_keys(figure_keys());
  add_resources();
  first_verdict_ = columns_.size();
  add_keys(model_time_keys());
  choose_words();
}

void RowPlan::add_estimate() {
  first_work_ = columns_.size();
  add_keys(figure_keys());
  add_resources();
  first_verdict_ = columns_.size();
  add_keys(verdict_keys());
  choose_words();
  if (!query_.mesh.axes.empty()) {
    bottleneck_axis_ = add("bottleneck_axis", Show::word);
    for (const AxisWish& axis : query_.mesh.axes) columns_.back().choices.push_back(axis.name.view());
  }
}

std::size_t RowPlan::add(std::string_view key, Show show) {
  columns_.push_back({std::string(key), show});
  return columns_.size() - 1;
}

void RowPlan::add_resources() {
  const auto primary = primary_resources(query_);
  for (const Word name : primary) resources_.push_back({name, 0, {}, {}, {}});
  WireResources wires = wire_resources(query_);
  wires_ = std::move(wires.all);
  for (const Word name : wires.columns) {
    if (std::find(primary.begin(), primary.end(), name) == primary.end()) {
      const std::string suffix = formatted("_{}", name.view());
      resources_.push_back({name, 0, add("bytes" + suffix, Show::bytes), add("intensity" + suffix, Show::number),
                            add("ridge" + suffix, Show::number)});
    }
  }
  for (const AxisWish& axis : query_.mesh.axes)
    axes_.push_back({add(formatted("bytes_{}", axis.name.view()), Show::bytes), 0});
  comp_ = add("t_comp", Show::seconds);
  for (ResourceColumns& r : resources_) r.time = add(formatted("t_{}", r.name.view()), Show::seconds);
  for (std::size_t i = 0; i < axes_.size(); ++i)
    axes_[i].time = add(formatted("t_{}", query_.mesh.axes[i].name.view()), Show::seconds);
}

/// All that can bind, wires that go by their axis too.
std::vector<std::string_view> RowPlan::resource_names() const {
  std::vector<std::string_view> names{"compute"};
  for (const ResourceColumns& r : resources_) names.push_back(r.name.view());
  for (const Word& wires : wires_) {
    if (std::find(names.begin(), names.end(), wires.view()) == names.end()) names.push_back(wires.view());
  }
  return names;
}

void RowPlan::add_sensitivities() {
  sensitivity_ = add("raise_first", Show::word);
  columns_.back().choices = resource_names();
  for (const std::string_view name : std::vector(columns_.back().choices)) {
    add(formatted("lower_change_{}", name), Show::percent);
    add(formatted("upper_change_{}", name), Show::percent);
  }
}

/// A pair of columns for each resource there can be, empty for those that this row does not use.
void RowPlan::fill_sensitivities(const Estimate& e) {
  const Sensitivities all = sensitivities(e);
  std::size_t column = *sensitivity_;
  const auto& names = columns_[column].choices;
  const auto first = std::find(names.begin(), names.end(), raise_first(all));
  row_[column++] = first == names.end() ? Cell{} : Cell::of(*first);
  for (const std::string_view name : names) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Sensitivity& s) { return s.resource.view() == name; });
    row_[column++] = found == all.end() ? Cell{} : Cell::of(found->lower);
    row_[column++] = found == all.end() ? Cell{} : Cell::of(found->upper);
  }
}

void RowPlan::fill_resources(const Estimate& e) {
  row_[comp_] = Cell::of(e.comp.si());
  for (const ResourceColumns& r : resources_) {
    const auto bound =
        std::find_if(e.bounds.begin(), e.bounds.end(), [&](const Bound& b) { return b.resource == r.name; });
    const bool found = bound != e.bounds.end();
    row_[r.time] = found ? Cell::of(bound->time.si()) : Cell{};
    if (!r.bytes) continue;
    row_[*r.bytes] = found ? Cell::of(bound->bytes.si()) : Cell{};
    row_[*r.intensity] = found ? cell_of(e.intensity(*bound)) : Cell{};
    row_[*r.ridge] = found ? cell_of(e.ridge(*bound)) : Cell{};
  }
}

std::span<const Cell> RowPlan::fill_keys(std::span<const KeyRow> keys, std::size_t first, const Estimate& e) {
  for (std::size_t i = 0; i < keys.size(); ++i) row_[first + i] = keys[i].of(e);
  return row_;
}

/// Of a model that does not fit nothing but its sizes.
std::span<const Cell> RowPlan::fill_model(const Estimate& e) {
  fill_keys(model_memory_keys(), first_figure_, e);
  if (query_.op.about == Op::About::model_in_memory) return row_;
  if (!e.served->step) {
    std::fill(row_.begin() + static_cast<std::ptrdiff_t>(first_work_),
              row_.begin() + static_cast<std::ptrdiff_t>(end_of_figures_), Cell{});
    return row_;
  }
  fill_keys(figure_keys(), first_work_, e);
  fill_resources(e);
  return fill_keys(model_time_keys(), first_verdict_, e);
}

std::span<const Cell> RowPlan::fill_figures(const Estimate& e) {
  if (is_collective()) return fill_keys(collective_keys(), first_figure_, e);
  if (query_.op.is_model()) return fill_model(e);
  fill_keys(figure_keys(), first_figure_, e);
  fill_resources(e);
  fill_keys(verdict_keys(), first_verdict_, e);
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    row_[axes_[i].bytes] = Cell::of(e.axes[i].lacking.si());
    row_[axes_[i].time] = Cell::of(e.axes[i].time.si());
  }
  if (bottleneck_axis_) row_[*bottleneck_axis_] = word_cell(e.bottleneck_axis());
  return row_;
}

std::span<const Cell> RowPlan::fill(const Point& point, std::span<const std::string_view> notes,
                                    std::span<const std::string_view> explanation) {
  question_.fill(point.machine, point.values, row_);
  fill_figures(point.estimate);
  if (strategy_) {
    const bool chosen = point.found.way < ways_.size() && query_.op.way_count(point.values) > 1;
    row_[*strategy_] = chosen || ways_.size() == 1 ? Cell::of(std::string_view(ways_[point.found.way])) : Cell{};
  }
  if (measured_) {
    row_[*measured_] = cell_of(point.measured());
    row_[*measured_ + 1] = cell_of(point.efficiency());
  }
  if (sensitivity_) fill_sensitivities(point.estimate);
  if (ops_) {
    operations_ = operations_json(*point.found.run, point.machine.chip);
    row_[*ops_] = operations_.empty() ? Cell{} : Cell::literal(operations_);
  }
  row_[notes_] = Cell::of(notes);
  if (explain_) row_[*explain_] = Cell::of(explanation);
  return row_;
}

std::vector<RowPlan::Keys> RowPlan::table_tails() const {
  const auto joined = [](std::initializer_list<Keys> parts) {
    Keys all;
    for (const Keys& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  };
  const Keys asked = sensitivity_ ? Keys{"raise_first"} : Keys{};
  if (is_collective()) return collective_tails(measured_ ? Measured::yes : Measured::no);
  if (query_.op.about == Op::About::model_in_memory && query_.machines.chips()[0].id.empty())
    return {{"params", "params_active", "weight_bytes", "kv_bytes_per_token"}, {"params", "weight_bytes"}, {"params"}};
  if (query_.op.about == Op::About::model_in_memory) {
    return {{"capacity_bytes", "weight_share", "kv_room_bytes", "max_context"},
            {"weight_bytes", "fits", "max_context"},
            {"weight_bytes", "fits"},
            {"fits"}};
  }
  if (query_.op.is_model() && !measured_ && !sensitivity_) {
    return {{"t_comp", "t_comm", "t_lower", "t_step", "t_upper", "tokens_per_s", "bottleneck"},
            {"t_lower", "t_step", "t_upper", "tokens_per_s", "bottleneck"},
            {"t_step", "tokens_per_s", "bottleneck"},
            {"t_step", "bottleneck"},
            {"t_step"}};
  }
  if (measured_) {
    return {joined({{"t_comp", "t_comm", "t_lower", "measured", "efficiency"}, asked, {"regime"}}),
            joined({{"t_lower", "measured", "efficiency"}, asked, {"bottleneck"}}),
            joined({{"t_lower", "measured", "efficiency"}, asked}),
            joined({{"measured", "efficiency"}, asked}),
            {"efficiency"}};
  }
  Keys times{"t_comp"};
  if (resources_.size() > primary_resources(query_).size() || !axes_.empty()) {
    for (const ResourceColumns& r : resources_) {
      const bool shared = std::find(wires_.begin(), wires_.end(), r.name) != wires_.end() && !axes_.empty();
      if (!shared) times.push_back(columns_[r.time].key);
    }
    for (const AxisColumns& axis : axes_) times.push_back(columns_[axis.time].key);
  } else {
    times.emplace_back("t_comm");
  }
  const Keys bounds{"t_lower", "t_upper"};
  if (sensitivity_) return {joined({times, bounds, asked, {"regime"}}), joined({bounds, asked}), asked};
  return {
      joined({times, bounds, {"intensity", "regime"}}),
      joined({times, bounds, {"regime"}}),
      joined({times, bounds, {"bottleneck"}}),
      joined({{"t_comp", "t_comm"}, bounds, {"bottleneck"}}),
      joined({bounds, {"bottleneck"}}),
      {"t_lower", "bottleneck"},
      {"t_lower"},
  };
}

std::vector<std::string> RowPlan::table_keys() const {
  return fitting_keys(columns_, question_.passing_keys(columns_), varying_keys(query_), table_tails());
}

}  // namespace roofline::cli
