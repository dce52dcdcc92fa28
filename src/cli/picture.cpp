#include "cli/picture.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "cli/model_table.hpp"
#include "cli/picture_page.hpp"
#include "cli/picture_roofs.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kMostPoints = 1000, kMostBeside = 100, kMostSeries = 1000, kMostSources = 100;

/// The input that runs along a curve: that of the x axis, else the last of those with a list.
std::optional<std::size_t> along(const Query& query, const PictureWish& wish) {
  if (wish.x) return wish.x;
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.inputs[i].is_list() && is_quantity(query.op.fields[i].kind)) last = i;
  }
  return last;
}

void join(std::string& text, std::string_view part) {
  if (!part.empty()) text.append(text.empty() ? "" : " ").append(part);
}

std::string input_text(const Point& point, std::size_t field) {
  const FieldInfo& asked = point.query.op.fields[field];
  const double value = point.values[field];
  if (asked.kind == FieldKind::flops) return formatted("{}={}", asked.name, show_given(value, Flops::dim));
  if (asked.kind == FieldKind::bytes) return formatted("{}={}", asked.name, show_given(value, Bytes::dim));
  return formatted("{}={}", asked.name, show_input(point.query, field, value));
}

/// What a row of a file calls itself: its first column that is no input, else its inputs.
std::string name_in_file(const Point& point) {
  const Query& query = point.query;
  const auto passing = query.from->passing();
  const Cell cell = passing.empty() ? Cell{} : query.from->passing_cell(passing[0]);
  if (!cell.word.empty()) return std::string(cell.word);
  std::string text;
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.from->has(i) && !std::isnan(point.values[i])) join(text, input_text(point, i));
  }
  return text;
}

/// What tells a row from the others: its name in a file, its chip, --set, its inputs but one.
std::string name_of(const Point& point, std::optional<std::size_t> but) {
  const Query& query = point.query;
  std::string text = query.from ? name_in_file(point) : "";
  const auto& settings = query.machines.settings();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (!settings[i].values.is_list()) continue;
    const double value = point.machine.settings[i];
    join(text, settings[i].dim == Dim{} ? show_number(value) : show_given(value, settings[i].dim));
  }
  for (std::size_t i = 0; i < query.inputs.size(); ++i) {
    if (query.inputs[i].is_list() && i != but) join(text, input_text(point, i));
  }
  return text;
}

std::string_view why_beside(const Estimate& e, Plot::Across across) {
  const bool no_flops = e.flops == Flops{};
  const bool no_bytes = e.bounds.empty() || e.primary().bytes == Bytes{};
  if (no_flops && no_bytes) return "no FLOPs, nor bytes of main memory";
  if (no_flops) return "no FLOPs";
  return no_bytes && across == Plot::Across::intensity ? "no bytes" : "";
}

}  // namespace

Picture::Picture(const Invocation& run, const Query& query)
    : run_(run), query_(query), wish_(read_picture(run.args, query)), along_(along(query, wish_)) {
  plot_.across = wish_.x ? Plot::Across::input : Plot::Across::intensity;
}

std::size_t Picture::machine_of(const Chip& chip, const Point& point) {
  const auto found = machines_.find(chip.id);
  if (found != machines_.end()) return found->second;
  const std::size_t index = plot_.machines.size();
  machines_.emplace(chip.id, index);
  plot_.machines.push_back({chip.id, {}});
  if (index < kMostSources) sources_.emplace_back(chip.id, sources_of(point));
  return index;
}

/// Rows of one curve differ in one input alone. Beyond so many there is only one more.
std::size_t Picture::series_of(const Point& point, std::size_t machine) {
  const std::string name = along_ ? name_of(point, along_) : "";
  const std::string key = formatted("{}\n{}", machine, name);
  const auto found = series_.find(key);
  if (found != series_.end()) return found->second;
  if (plot_.series.size() >= kMostSeries) return kMostSeries - 1;
  series_.emplace(key, plot_.series.size());
  plot_.series.push_back({name, machine});
  return plot_.series.size() - 1;
}

void Picture::start(const Point& point) {
  static constexpr std::size_t kFewChips = 4;
  plot_.title = query_.is_list() ? table_title(query_) : row_title(query_, point.machine, point.values);
  std::vector<std::string> chips;
  for (const Chip& chip : query_.machines.chips()) chips.push_back(chip.id);
  if (chips.size() > 1 && chips.size() <= kFewChips) plot_.title += " on " + listing(chips);
  plot_.y_title = point.work.axes.empty() ? "FLOP/s" : "FLOP/s\nper chip";
}

void Picture::see_roofs(const Point& point) {
  if (plot_.title.empty()) start(point);
  const std::size_t machine = machine_of(point.machine.chip, point);
  add_roofs(plot_.machines[machine], point, wish_);
  if (point.estimate.bounds.empty()) return;
  const std::string primary(point.estimate.primary().resource.view());
  if (std::find(primaries_.begin(), primaries_.end(), primary) == primaries_.end()) primaries_.push_back(primary);
}

void Picture::see(const Point& point) {
  ++rows_;
  see_roofs(point);
  const std::size_t series = series_of(point, machines_.find(point.machine.chip.id)->second);
  std::string name = name_of(point, std::nullopt);
  if (plot_.machines.size() > 1 || query_.machines.chips().size() > 1)
    name = formatted("{}{}{}", point.machine.chip.id, name.empty() ? "" : " ", name);
  const bool whole = query_.is_list() || point.measured();
  const bool by_operation = point.found.run && (query_.lists_operations || !whole);
  const Estimate& e = point.estimate;
  if (e.served && !e.served->step)
    return add_beside({name.empty() ? std::string(query_.op.name) : name, e, {}, {}}, "does not fit");
  if (by_operation) add_operations(point, series);
  if (!by_operation || point.measured()) add(point, series, {name, e, e.lower, {}});
}

void Picture::add_operations(const Point& point, std::size_t series) {
  const ModelRun& run = *point.found.run;
  const std::string front = query_.is_list() ? name_of(point, std::nullopt) : "";
  for (const OperationRow& row : operation_rows(run, point.machine.chip, run.question->by.value_or(By::kind))) {
    std::string name = front;
    join(name, row.name);
    add(point, series, {name, row.sum, row.in_turn, query_.is_list() ? std::nullopt : std::optional(row.share)});
  }
}

std::vector<Plot::Twin> Picture::twins_of(const Point& point, const Estimate& e) const {
  std::vector<Plot::Twin> twins;
  for (std::size_t i = 1; i < e.bounds.size(); ++i) {
    const auto intensity = e.intensity(e.bounds[i]);
    if (is_drawn(wish_, e, i) && intensity) twins.push_back({roof_name(point, e.bounds[i]), intensity->si()});
  }
  return twins;
}

bool Picture::is_too_short(Seconds time) const {
  return time.si() < least_kept_;
}

/// What the plot has no place for is never dropped: the longest by name, the others by their number.
void Picture::add_beside(const Mark& mark, std::string_view why) {
  plot_.beside.push_back({mark.name, std::string(why), mark.time.si(), mark.share});
  if (plot_.beside.size() < 2 * kMostBeside) return;
  const auto longer = [](const Plot::Beside& a, const Plot::Beside& b) { return a.seconds > b.seconds; };
  std::stable_sort(plot_.beside.begin(), plot_.beside.end(), longer);
  beside_left_out_ += plot_.beside.size() - kMostBeside;
  plot_.beside.resize(kMostBeside);
}

void Picture::add(const Point& point, std::size_t series, const Mark& mark) {
  const Estimate& e = mark.estimate;
  const std::string_view why = why_beside(e, plot_.across);
  if (!why.empty()) return add_beside(mark, why);
  seconds_ += mark.time.si();
  if (is_too_short(mark.time)) {
    ++left_out_;
    seconds_left_out_ += mark.time.si();
    return;
  }
  Plot::Point p;
  p.name = mark.name.empty() ? std::string(query_.op.name) : mark.name;
  p.x = wish_.x ? point.values[*wish_.x] : e.intensity(e.primary())->si();
  p.y = e.attainable()->si();
  p.seconds = mark.time.si();
  p.share = mark.share;
  p.series = series;
  if (along_ && &e == &point.estimate) p.label = input_text(point, *along_);
  p.place = rows_;
  p.regime = name_of(e.regime);
  p.bottleneck = e.bottleneck();
  if (!wish_.x) p.twins = twins_of(point, e);
  if (&e == &point.estimate && point.measured()) {
    p.measured = e.flops.si() / *point.measured();
    p.efficiency = point.efficiency();
  }
  plot_.points.push_back(std::move(p));
  if (plot_.points.size() >= 2 * kMostPoints) prune();
}

/// Keeps the longest.
void Picture::prune() {
  const auto longer = [](const Plot::Point& a, const Plot::Point& b) { return a.seconds > b.seconds; };
  std::stable_sort(plot_.points.begin(), plot_.points.end(), longer);
  if (plot_.points.size() <= kMostPoints) return;
  for (std::size_t i = kMostPoints; i < plot_.points.size(); ++i) seconds_left_out_ += plot_.points[i].seconds;
  left_out_ += plot_.points.size() - kMostPoints;
  plot_.points.resize(kMostPoints);
  least_kept_ = plot_.points.back().seconds;
}

std::string Picture::x_title() const {
  if (wish_.x) return std::string(query_.op.fields[*wish_.x].name);
  const bool others = std::any_of(plot_.machines.begin(), plot_.machines.end(), [](const Plot::Machine& m) {
    return std::any_of(m.roofs.begin(), m.roofs.end(), [](const Roof& r) { return r.kind == Roof::Kind::other; });
  });
  const std::string of = primaries_.size() == 1 && !others ? formatted(" of {}", primaries_[0]) : "";
  return formatted("arithmetic intensity, FLOP per byte{}", of);
}

PlotPage Picture::page() const {
  return {command_line(run_.typed), inputs_of(query_, run_.args), sources_};
}

std::string Picture::drawn(PictureWish::Kind kind) const {
  switch (kind) {
    case PictureWish::Kind::svg: return plot_svg(plot_);
    case PictureWish::Kind::html: return plot_html(plot_, page());
    case PictureWish::Kind::ascii: return plot_text(plot_, PlotLines::ascii);
    case PictureWish::Kind::braille: return plot_text(plot_, PlotLines::braille);
  }
  return "";
}

void Picture::finish(const std::vector<std::string>& notes, Terminal terminal) {
  const bool printed = replaces_table() || terminal == Terminal::always;
  if ((!is_wanted() && !printed) || plot_.machines.empty()) return;
  prune();
  plot_.x_title = x_title();
  if (left_out_ > 0) {
    plot_.notes.push_back(formatted("The {} points that take longest are drawn; {} more take {} of the time.",
                                    plot_.points.size(), left_out_, show_percent(seconds_left_out_ / seconds_)));
  }
  if (beside_left_out_ > 0) plot_.notes.push_back(formatted("{} more have no place on a log scale.", beside_left_out_));
  const bool curves = along_ && left_out_ == 0 && !(query_.from && query_.from->has(*along_));
  plot_.paths = curves ? Plot::Paths::joined : Plot::Paths::none;
  if (printed) {
    run_.out.append(drawn(PictureWish::Kind::ascii));
    if (!notes.empty()) run_.out.append("\n");
    print_notes(run_.out, notes);
  }
  for (const std::string& note : notes) plot_.notes.push_back(formatted("note: {}", note));
  for (const PictureWish::File& file : wish_.files) at("--plot", [&] { write_file(file.path, drawn(file.kind)); });
}

}  // namespace roofline::cli
