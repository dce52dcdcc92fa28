#include "cli/picture.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "cli/model_table.hpp"
#include "cli/notes.hpp"
#include "cli/picture_names.hpp"
#include "cli/picture_page.hpp"
#include "cli/title.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kOthers = "other curves";

constexpr std::size_t kMostPoints = 1000, kMostFaster = 100, kMostBeside = 100, kMostSeries = 1000, kMostSources = 100;

Plot::Binds binds_of(const Estimate& e) {
  return e.regime == Regime::compute_bound ? Plot::Binds::compute : Plot::Binds::communication;
}

void widen(std::optional<Plot::Span>& span, double x) {
  if (!span) span = Plot::Span{x, x};
  span = Plot::Span{std::min(span->from, x), std::max(span->to, x)};
}

/// A model's step takes t_step, its operations one after the other; held against a measured time is t_lower.
Seconds time_of(const Point& point) {
  const auto& served = point.estimate.served;
  return served && served->step && !point.measured() ? *served->step : point.estimate.lower;
}

double speed_of(const Estimate& e, Seconds time) {
  return time > Seconds{} ? e.flops.si() / time.si() : 0;
}

Dim dim_of(FieldKind kind) {
  return kind == FieldKind::flops ? Flops::dim : kind == FieldKind::bytes ? Bytes::dim : Dim{};
}

}  // namespace

Picture::Picture(const Invocation& run, const Query& query, PictureWish wish)
    : run_(run),
      query_(query),
      wish_(std::move(wish)),
      along_(wish_.x ? wish_.x : longest_list(query)),
      points_(kMostPoints),
      faster_(kMostFaster),
      beside_(kMostBeside) {
  if (wish_.x) plot_.across = Plot::Across::input;
  if (!along_) return;
  plot_.along = query.op.fields[*along_].name;
  plot_.along_dim = dim_of(query.op.fields[*along_].kind);
}

std::size_t Picture::machine_of(const Point& point) {
  const Chip& chip = point.machine.chip;
  const auto found = machines_.find(chip.id);
  if (found != machines_.end()) return found->second;
  const std::size_t index = plot_.machines.size();
  machines_.emplace(chip.id, index);
  plot_.machines.push_back({chip.id, {}});
  if (index < kMostSources) sources_.emplace_back(chip.id, std::vector<std::string>());
  return index;
}

void Picture::see_roofs(const Point& point) {
  if (plot_.title.empty()) plot_.title = picture_title(point);
  if (plot_.y_title.empty()) plot_.y_title = "FLOP/s";
  if (!point.work.axes.empty()) plot_.y_title = "FLOP/s\nper chip";
  const std::size_t machine = machine_of(point);
  if (roofs_seen_ && roofs_seen_->are_those_of(point)) return;
  roofs_seen_.emplace(point);
  const std::vector<std::string> paths = add_roofs(plot_.machines[machine], point, wish_);
  if (machine < sources_.size()) add_sources(sources_[machine].second, point, paths);
  if (point.estimate.bounds.empty()) return;
  const std::string primary(point.estimate.primary().resource.view());
  if (std::find(primaries_.begin(), primaries_.end(), primary) == primaries_.end()) primaries_.push_back(primary);
}

/// Rows of one curve differ in one input alone. Of too many curves the further ones of a chip count as one.
std::size_t Picture::series_of(const Point& point, std::size_t machine, std::string_view operation) {
  std::string name = along_ ? row_name(point, along_) : "";
  join(name, query_.is_list() ? operation : "");
  const auto find = [&](const std::string& text) {
    const auto [at, is_new] = series_.emplace(formatted("{}\n{}", machine, text), plot_.series.size());
    if (is_new) plot_.series.push_back({text, machine});
    trails_.resize(plot_.series.size());
    return at->second;
  };
  const bool known = series_.contains(formatted("{}\n{}", machine, name));
  return find(known || plot_.series.size() < kMostSeries ? name : std::string(kOthers));
}

void Picture::see(const Point& point) {
  ++rows_;
  see_roofs(point);
  const bool whole = query_.is_list() || point.measured();
  const bool by_operation = point.found.run && (query_.lists_operations || !whole);
  if (has_no_time(point.estimate)) {
    add_beside(point, {point.estimate, {}, 0, {}, {}}, "does not fit");
  } else if (by_operation) {
    add_operations(point);
  }
  if (!has_no_time(point.estimate) && (!by_operation || point.measured())) add_row(point);
}

void Picture::add_operations(const Point& point) {
  const ModelRun& run = *point.found.run;
  for (const OperationRow& row : operation_rows(run, point.machine.chip, run.question->by.value_or(By::kind))) {
    const auto share = query_.is_list() ? std::nullopt : std::optional(row.share);
    add(point, {row.sum, row.in_turn, speed_of(row.sum, row.in_turn), row.name, share});
  }
}

void Picture::add_row(const Point& point) {
  const Seconds time = time_of(point);
  add(point, {point.estimate, time, speed_of(point.estimate, time), {}, {}});
}

std::string Picture::why_beside(const Point& point, const Estimate& e) const {
  const bool no_flops = e.flops == Flops{};
  const bool no_bytes = e.bounds.empty() || e.primary().bytes == Bytes{};
  if (no_flops && no_bytes) return "no FLOPs, nor bytes of main memory";
  if (no_flops) return "no FLOPs";
  if (no_bytes && !wish_.x) return "no bytes";
  const bool has_x = !wish_.x || point.values[*wish_.x] > 0;  // not NaN either
  return has_x ? "" : formatted("{} is 0 or not given", query_.op.fields[*wish_.x].name);
}

void Picture::add(const Point& point, const Mark& mark) {
  const Estimate& e = mark.estimate;
  if (std::string why = why_beside(point, e); !why.empty()) return add_beside(point, mark, std::move(why));
  const Plot::Vertex vertex{wish_.x ? point.values[*wish_.x] : e.intensity(e.primary())->si(), mark.speed, binds_of(e)};
  const std::size_t series = series_of(point, machine_of(point), mark.operation);
  if (along_ && plot_.series[series].name != kOthers) {
    trails_[series].add(vertex);
    Plot::Series& curve = plot_.series[series];
    widen(vertex.binds == Plot::Binds::compute ? curve.compute : curve.communication, point.values[*along_]);
  }
  seconds_ += mark.time.si();
  const auto efficiency = mark.operation.empty() ? point.efficiency() : std::nullopt;
  const bool is_faster = efficiency && *efficiency > 1;
  if (!is_faster && points_.is_too_short(mark.time.si())) return points_.skip(mark.time.si());
  add_point(point, mark, vertex, series);
}

void Picture::add_point(const Point& point, const Mark& mark, const Plot::Vertex& vertex, std::size_t series) {
  const Estimate& e = mark.estimate;
  Plot::Point p;
  p.name = name_of(point, mark);
  if (along_ && mark.operation.empty()) p.label = input_text(point, *along_);
  p.x = vertex.x;
  p.y = vertex.y;
  p.seconds = mark.time.si();
  p.place = rows_;
  p.series = series;
  p.binds = vertex.binds;
  p.bottleneck = e.bottleneck();
  p.share = mark.share;
  if (!wish_.x) p.twins = twins_of(point, e);
  const auto efficiency = mark.operation.empty() ? point.efficiency() : std::nullopt;
  if (efficiency) p.measured = Plot::Measured{e.flops.si() / *point.measured(), *efficiency};
  (efficiency && *efficiency > 1 ? faster_ : points_).add(std::move(p));
}

/// What the plot has no place for is never dropped: the longest by name, the others by their number.
void Picture::add_beside(const Point& point, const Mark& mark, std::string why) {
  const double seconds = mark.time.si();
  if (beside_.is_too_short(seconds)) return beside_.skip(seconds);
  beside_.add({name_of(point, mark), std::move(why), seconds, mark.share});
}

/// "tpu-v5e B=64 attention".
std::string Picture::name_of(const Point& point, const Mark& mark) const {
  std::string name = query_.machines.chips().size() > 1 ? point.machine.chip.id : "";
  if (query_.is_list() || mark.operation.empty()) join(name, row_name(point, std::nullopt));
  join(name, mark.operation);
  return name.empty() ? std::string(query_.op.name) : name;
}

std::vector<Plot::Twin> Picture::twins_of(const Point& point, const Estimate& e) const {
  std::vector<Plot::Twin> twins;
  for (std::size_t i = 1; i < e.bounds.size(); ++i) {
    const auto intensity = e.intensity(e.bounds[i]);
    if (is_drawn(wish_, e, i) && intensity)
      twins.push_back({roof_name(point, e.bounds[i]), roof_path(point, e.bounds[i]), intensity->si()});
  }
  return twins;
}

std::string Picture::x_title() const {
  if (wish_.x) return plot_.along;
  const auto has_others = [](const Plot::Machine& m) {
    return std::any_of(m.roofs.begin(), m.roofs.end(), [](const Roof& r) { return r.kind == Roof::Kind::other; });
  };
  const bool others = std::any_of(plot_.machines.begin(), plot_.machines.end(), has_others);
  const std::string of = primaries_.size() == 1 && !others ? formatted(" of {}", primaries_[0]) : "";
  return formatted("arithmetic intensity, FLOP per byte{}", of);
}

/// The plot as it was seen, whole.
void Picture::conclude() {
  plot_.x_title = x_title();
  plot_.points = faster_.take();  // all that beat their bound, before the longest
  for (Plot::Point& p : points_.take()) plot_.points.push_back(std::move(p));
  std::stable_sort(plot_.points.begin(), plot_.points.end(),
                   [](const Plot::Point& a, const Plot::Point& b) { return a.seconds > b.seconds; });
  plot_.beside = beside_.take();
  const bool curves = along_ && !(query_.from && query_.from->has(*along_));
  for (std::size_t i = 0; i < trails_.size(); ++i) {
    if (curves) plot_.series[i].path = trails_[i].take();
    if (!wish_.x) continue;
    std::stable_sort(plot_.series[i].path.begin(), plot_.series[i].path.end(),
                     [](const Plot::Vertex& a, const Plot::Vertex& b) { return a.x < b.x; });
  }
  if (const std::uint64_t more = points_.left_out() + faster_.left_out(); more > 0) {
    plot_.notes.push_back(
        formatted("The {} points that take longest are drawn; {} more take {} of the time.", plot_.points.size(), more,
                  show_percent((points_.seconds_left_out() + faster_.seconds_left_out()) / seconds_)));
  }
  if (beside_.left_out() > 0)
    plot_.notes.push_back(formatted("{} more have no place on a log scale.", beside_.left_out()));
}

std::string Picture::drawn(PictureWish::Kind kind) const {
  switch (kind) {
    case PictureWish::Kind::svg: return plot_svg(plot_);
    case PictureWish::Kind::html:
      return plot_html(plot_, {command_line(run_.typed), inputs_of(query_, run_.args), sources_});
    case PictureWish::Kind::ascii: return plot_text(plot_, PlotLines::ascii);
    case PictureWish::Kind::braille: return plot_text(plot_, PlotLines::braille);
  }
  return "";
}

void Picture::finish(const std::vector<std::string>& notes, Terminal terminal) {
  const bool printed = wish_.table == PictureWish::Table::gives_way || terminal == Terminal::always;
  if ((!wish_.is_wanted() && !printed) || plot_.machines.empty()) return;
  conclude();
  if (printed) {
    run_.out.append(drawn(PictureWish::Kind::ascii));
    if (!notes.empty()) run_.out.append("\n");
    print_notes(run_.out, notes);
  }
  for (const std::string& note : notes) plot_.notes.push_back(formatted("note: {}", note));
  for (const PictureWish::File& file : wish_.files) at("--plot", [&] { write_file(file.path, drawn(file.kind)); });
}

}  // namespace roofline::cli
