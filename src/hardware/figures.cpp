#include "roofline/hardware/figures.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

/// The path of a figure in parts, so that looking one up builds no strings: "memory" "hbm" "bandwidth".
struct PathParts {
  std::string_view group, name, field;

  std::string text() const {
    return field.empty() ? formatted("{}.{}", group, name) : formatted("{}.{}.{}", group, name, field);
  }
  friend bool operator==(const PathParts&, const PathParts&) = default;
};

PathParts take_apart(std::string_view path) {
  const std::size_t first = path.find('.');
  if (first == std::string_view::npos) return {path, {}, {}};
  const std::size_t second = path.find('.', first + 1);
  if (second == std::string_view::npos) return {path.substr(0, first), path.substr(first + 1), {}};
  return {path.substr(0, first), path.substr(first + 1, second - first - 1), path.substr(second + 1)};
}

/// The one list of spec paths: calls f(parts, place) for each, a place being an optional quantity or a plain count.
template <class ChipType, class F>
void for_each_place(ChipType& chip, F f) {
  for (const DtypeInfo& d : kDtypes) {
    if (d.peak == d.dtype) f(PathParts{"peak", d.name, {}}, chip.matrix[static_cast<std::size_t>(d.dtype)]);
  }
  for (const DtypeInfo& d : kDtypes) {
    if (d.peak == d.dtype) f(PathParts{"vector", d.name, {}}, chip.vector[static_cast<std::size_t>(d.dtype)]);
  }
  f(PathParts{"units", "count", {}}, chip.units.count);
  f(PathParts{"units", "clock", {}}, chip.units.clock);
  for (const DtypeInfo& d : kDtypes) {
    if (d.peak != d.dtype) continue;
    f(PathParts{"units", "flops_per_clock", d.name}, chip.units.flops_per_clock[static_cast<std::size_t>(d.dtype)]);
  }
  for (auto& m : chip.memory) {
    f(PathParts{"memory", m.name.view(), "capacity"}, m.capacity);
    f(PathParts{"memory", m.name.view(), "usable"}, m.usable);
    f(PathParts{"memory", m.name.view(), "bandwidth"}, m.bandwidth);
    f(PathParts{"memory", m.name.view(), "bus_width"}, m.bus_width);
    f(PathParts{"memory", m.name.view(), "pin_rate"}, m.pin_rate);
  }
  for (auto& t : chip.interconnect) {
    f(PathParts{"interconnect", t.name.view(), "links"}, t.links);
    f(PathParts{"interconnect", t.name.view(), "link_bandwidth"}, t.link_bandwidth);
    f(PathParts{"interconnect", t.name.view(), "domain_size"}, t.domain_size);
    f(PathParts{"interconnect", t.name.view(), "latency"}, t.latency);
    f(PathParts{"interconnect", t.name.view(), "total_bandwidth"}, t.total_bandwidth);
    f(PathParts{"interconnect", t.name.view(), "both_ways"}, t.both_ways);
  }
  f(PathParts{"nic", "bandwidth", {}}, chip.nic);
  f(PathParts{"power", "tdp", {}}, chip.power);
}

Figure read_place(const PathParts& parts, const std::int64_t& place) {
  return {parts.text(), Dim{}, static_cast<double>(place)};
}
Figure read_place(const PathParts& parts, const std::optional<std::int64_t>& place) {
  return {parts.text(), Dim{}, place ? std::optional(static_cast<double>(*place)) : std::nullopt};
}
template <Dim D>
Figure read_place(const PathParts& parts, const std::optional<Quantity<D>>& place) {
  return {parts.text(), D, place ? std::optional(place->si()) : std::nullopt};
}

void write_place(std::int64_t& place, double value) {
  place = static_cast<std::int64_t>(value);
}
void write_place(std::optional<std::int64_t>& place, double value) {
  place = static_cast<std::int64_t>(value);
}
template <Dim D>
void write_place(std::optional<Quantity<D>>& place, double value) {
  place = Quantity<D>::from_si(value);
}

/// "memory.main" is whatever the first level is called.
PathParts resolve(const Chip& chip, std::string_view path) {
  PathParts parts = take_apart(path);
  if (parts.group == "memory" && parts.name == "main") parts.name = chip.main().name.view();
  return parts;
}

[[noreturn]] void throw_no_figure(const Chip& chip, std::string_view path) {
  std::vector<std::string> known;
  for (const Figure& f : figures(chip)) {
    if (f.value) known.push_back(f.path);
  }
  std::string hint = did_you_mean(path, known);
  for (const std::string& full : known) {
    if (hint.empty() && full.ends_with("." + std::string(path))) hint = formatted("did you mean {}?", full);
  }
  if (hint.empty()) hint = "it has " + listing(known);
  throw Error(formatted("{} has no figure {}", chip.id, quote(path)), hint);
}

}  // namespace

std::vector<Figure> figures(const Chip& chip) {
  std::size_t places = 0;
  for_each_place(chip, [&](const PathParts&, const auto&) { ++places; });
  std::vector<Figure> all;
  all.reserve(places);
  for_each_place(chip, [&](const PathParts& parts, const auto& place) { all.push_back(read_place(parts, place)); });
  return all;
}

Figure figure(const Chip& chip, std::string_view path) {
  const PathParts wanted = resolve(chip, path);
  std::optional<Figure> found;
  for_each_place(chip, [&](const PathParts& parts, const auto& place) {
    if (parts == wanted) found = read_place(parts, place);
  });
  if (!found) throw_no_figure(chip, path);
  return *found;
}

void set_figure(Chip& chip, std::string_view path, double value) {
  const PathParts wanted = resolve(chip, path);
  bool found = false;
  for_each_place(chip, [&](const PathParts& parts, auto& place) {
    if (parts != wanted) return;
    write_place(place, value);
    found = true;
  });
  if (!found) throw_no_figure(chip, path);
  for (Memory& m : chip.memory) {
    if (wanted == PathParts{"memory", m.name.view(), "capacity"}) m.usable.reset();
  }
}

Chip with_figure(const Chip& chip, std::string_view path, double value) {
  Chip copy = chip;
  set_figure(copy, path, value);
  return copy;
}

std::string show_figure(const Figure& figure) {
  if (!figure.value) return "-";
  if (figure.dim == Bytes::dim) return show_binary_given(*figure.value);
  if (figure.dim == Dim{}) return formatted("{:.0f}", *figure.value);
  return show_given(*figure.value, figure.dim);
}

bool is_of_wires(const Figure& figure) {
  if (figure.dim != BytesPerSecond::dim) return false;
  return figure.path.starts_with("interconnect.") || figure.path.starts_with("nic.") ||
         figure.path.ends_with(".pin_rate");
}

double parse_figure(const Figure& figure, std::string_view text) {
  if (figure.dim == Dim{}) return static_cast<double>(parse_count(text));
  const double value = parse_si(text, figure.dim, is_of_wires(figure) ? Notation::bits_allowed : Notation::plain);
  if (value <= 0) throw Error(formatted("must be more than 0, got {}", quote(text)));
  return value;
}

bool is_under(std::string_view path, std::string_view front) {
  return path.starts_with(front) && (path.size() == front.size() || path[front.size()] == '.');
}

std::vector<std::size_t> sources_of(const Chip& chip, std::string_view path) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < chip.sources.size(); ++i) {
    const auto& covers = chip.sources[i].covers;
    const auto covered = [&](const std::string& front) { return is_under(path, front); };
    if (std::any_of(covers.begin(), covers.end(), covered)) found.push_back(i + 1);
  }
  return found;
}

int line_of(const Chip& chip, std::string_view path) {
  for (const auto& [known, line] : chip.lines) {
    if (known == path) return line;
  }
  return 0;
}

}  // namespace roofline
