#include "cli/model_table.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/key_rows.hpp"
#include "roofline/base/show.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// A row while it is added up.
struct Group {
  std::string name;
  double count = 0;
  StepSum sum{};
};

void add_to(Group& group, const ModelRun& run, std::size_t step, double count, const Chip& chip) {
  Step part = run.steps[step];
  part.count = count;
  group.count += count;
  group.sum.add(part, run.times.each[step], chip);
}

std::vector<Group> by_kind(const ModelRun& run, const Chip& chip) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const auto name = run.steps[i].name;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == name; });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{std::string(name)});
    add_to(*group, run, i, run.steps[i].count, chip);
  }
  return groups;
}

/// Operations of layers that differ are told apart: "attention" of 10 layers, then of 52.
std::vector<Group> by_operation(const ModelRun& run, const Chip& chip) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    add_to(groups.emplace_back(Group{std::string(run.steps[i].name)}), run, i, run.steps[i].count, chip);
  }
  return groups;
}

std::vector<Group> by_layer(const ModelRun& run, const Chip& chip) {
  std::vector<Group> groups;
  const std::vector<std::size_t>& layers = run.question->model.architecture.layers;
  std::vector<double> counts(run.question->model.architecture.kinds.size());
  for (const std::size_t kind : layers) ++counts[kind];
  for (std::size_t layer = 0; layer < layers.size(); ++layer) {
    Group& group = groups.emplace_back(Group{formatted("layer {}", layer)});
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
      if (run.steps[i].layer == layers[layer]) add_to(group, run, i, run.steps[i].count / counts[layers[layer]], chip);
    }
  }
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.steps[i].layer != Step::kAround) continue;
    add_to(groups.emplace_back(Group{std::string(run.steps[i].name)}), run, i, run.steps[i].count, chip);
  }
  return groups;
}

std::vector<Group> groups_of(const ModelRun& run, const Chip& chip, By by) {
  switch (by) {
    case By::kind: return by_kind(run, chip);
    case By::op: return by_operation(run, chip);
    case By::layer: return by_layer(run, chip);
  }
  return {};
}

constexpr std::array<std::string_view, 3> kByNames{"kind", "op", "layer"};

void append_field(std::string& text, std::string_view key, const Cell& cell) {
  text += formatted(",\"{}\":", key);
  if (!has_value(cell)) {
    text += "null";
  } else if (cell.kind == Cell::Kind::word) {
    append_json_string(text, cell.word);
  } else {
    append_bare(text, cell);
  }
}

std::string share_text(double share) {
  static constexpr double kLeastShown = 1e-4;
  return share > 0 && share < kLeastShown ? "<0.01%" : show_percent(share);
}

std::optional<double> margin_of(const Estimate& e) {
  return e.margin();
}

std::optional<Intensity> intensity_of(const Estimate& e) {
  const bool none = e.bounds.empty() || e.primary().by != Bound::By::operands;
  return none ? std::nullopt : e.intensity(e.primary());
}

}  // namespace

std::vector<OperationRow> operation_rows(const ModelRun& run, const Chip& chip, By by) {
  std::vector<OperationRow> rows;
  for (const Group& g : groups_of(run, chip, by))
    rows.push_back({g.name, g.count, g.sum.in_turn() / run.times.in_turn, g.sum.estimate(), g.sum.in_turn()});
  const auto longer = [](const OperationRow& a, const OperationRow& b) { return a.in_turn > b.in_turn; };
  if (by == By::kind) std::stable_sort(rows.begin(), rows.end(), longer);
  return rows;
}

std::string operation_table(const ModelRun& run, const Chip& chip, By by) {
  const std::vector<OperationRow> rows = operation_rows(run, chip, by);
  std::size_t width = 12;
  for (const OperationRow& row : rows) width = std::max(width, row.name.size());
  std::string text =
      formatted("  {:<{}} {:>6}  {:>6} {:>10} {:>10} {:>8}  bottleneck\n", kByNames[static_cast<std::size_t>(by)],
                width, "count", "share", "t_step", "intensity", "margin");
  for (const OperationRow& row : rows) {
    const auto intensity = intensity_of(row.sum);
    const auto margin = margin_of(row.sum);
    text += formatted("  {:<{}} {:>6}  {:>6} {:>10} {:>10} {:>8}  {}\n", row.name, width, row.count,
                      share_text(row.share), show(row.in_turn), intensity ? show_number(intensity->si()) : "-",
                      margin ? show_cell(Cell::of(*margin), Show::number) : "-", row.sum.bottleneck());
  }
  return text;
}

std::string operations_json(const ModelRun& run, const Chip& chip) {
  if (run.steps.empty()) return "";
  const By by = run.question->by.value_or(By::kind);
  std::string text = "[";
  for (const OperationRow& row : operation_rows(run, chip, by)) {
    text += formatted("{}{{\"{}\":", text.size() > 1 ? "," : "", kByNames[static_cast<std::size_t>(by)]);
    append_json_string(text, row.name);
    append_field(text, "count", Cell::of(row.count));
    append_field(text, "share", Cell::of(row.share));
    append_field(text, "flops", Cell::of(row.sum.flops.si()));
    append_field(text, "bytes", row.sum.bounds.empty() ? Cell{} : Cell::of(row.sum.primary().bytes.si()));
    append_field(text, "t_step", Cell::of(row.in_turn.si()));
    append_field(text, "intensity", cell_of(intensity_of(row.sum)));
    append_field(text, "margin", cell_of(margin_of(row.sum)));
    append_field(text, "regime", Cell::of(name_of(row.sum.regime)));
    append_field(text, "bottleneck", word_cell(row.sum.bottleneck()));
    text += "}";
  }
  return text + "]";
}

}  // namespace roofline::cli
