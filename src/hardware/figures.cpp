#include "roofline/hardware/figures.hpp"

#include "base/format.hpp"

#include <cmath>
#include <functional>

#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

/// A place in a chip that holds a figure.
struct Slot {
  Figure figure;
  std::function<void(double)> set;
};

template <Dim D>
Slot slot(std::string path, std::optional<Quantity<D>>& place) {
  const auto value = place ? std::optional(place->si()) : std::nullopt;
  return {{std::move(path), D, value}, [&place](double v) { place = Quantity<D>::from_si(v); }};
}

Slot slot(std::string path, std::int64_t& place) {
  return {{std::move(path), Dim{}, static_cast<double>(place)},
          [&place](double v) { place = static_cast<std::int64_t>(v); }};
}

/// The one list of spec paths.
std::vector<Slot> slots(Chip& chip) {
  std::vector<Slot> all;
  for (const DtypeInfo& dtype : kDtypes) {
    all.push_back(slot(formatted("peak.{}", dtype.name), chip.matrix[static_cast<std::size_t>(dtype.dtype)]));
  }
  for (const DtypeInfo& dtype : kDtypes) {
    all.push_back(slot(formatted("vector.{}", dtype.name), chip.vector[static_cast<std::size_t>(dtype.dtype)]));
  }
  for (Memory& m : chip.memory) {
    const std::string front = formatted("memory.{}.", m.name.view());
    all.push_back(slot(front + "capacity", m.capacity));
    // What the driver leaves is a figure of the old capacity.
    all.back().set = [&m](double v) {
      m.capacity = Bytes::from_si(v);
      m.usable.reset();
    };
    all.push_back(slot(front + "usable", m.usable));
    all.push_back(slot(front + "bandwidth", m.bandwidth));
  }
  for (Tier& t : chip.interconnect) {
    const std::string front = formatted("interconnect.{}.", t.name.view());
    all.push_back(slot(front + "links", t.links));
    all.push_back(slot(front + "link_bandwidth", t.link_bandwidth));
    all.push_back(slot(front + "domain_size", t.domain_size));
    all.push_back(slot(front + "latency", t.latency));
  }
  all.push_back(slot("nic.bandwidth", chip.nic));
  all.push_back(slot("power.tdp", chip.power));
  return all;
}

std::string canonical(const Chip& chip, std::string_view path) {
  static constexpr std::string_view kMain = "memory.main.";
  if (!path.starts_with(kMain)) return std::string(path);
  return formatted("memory.{}.{}", chip.main().name.view(), path.substr(kMain.size()));
}

Slot find_slot(Chip& chip, std::string_view path) {
  const std::string wanted = canonical(chip, path);
  std::vector<std::string> known;
  for (Slot& s : slots(chip)) {
    if (s.figure.path == wanted) return std::move(s);
    if (s.figure.value) known.push_back(s.figure.path);
  }
  std::string hint = did_you_mean(wanted, known);
  if (hint.empty()) hint = "it has " + listing(known);
  throw Error(formatted("{} has no figure {}", chip.id, quote(path)), hint);
}

}  // namespace

std::vector<Figure> figures(const Chip& chip) {
  Chip copy = chip;
  std::vector<Figure> all;
  for (const Slot& s : slots(copy)) all.push_back(s.figure);
  return all;
}

Figure figure(const Chip& chip, std::string_view path) {
  Chip copy = chip;
  return find_slot(copy, path).figure;
}

Chip with_figure(const Chip& chip, std::string_view path, double value) {
  Chip copy = chip;
  find_slot(copy, path).set(value);
  return copy;
}

std::string show_figure(const Figure& figure) {
  if (!figure.value) return "-";
  if (figure.dim == Bytes::dim) return show_binary_given(*figure.value);
  if (figure.dim == Dim{}) return formatted("{:.0f}", *figure.value);
  return show_given(*figure.value, figure.dim);
}

double parse_figure(const Figure& figure, std::string_view text) {
  if (figure.dim == Dim{}) return static_cast<double>(parse_count(text));
  const bool wire = figure.path.starts_with("interconnect.") || figure.path.starts_with("nic.");
  const double value = parse_si(text, figure.dim, wire ? Notation::bits_allowed : Notation::plain);
  if (value <= 0) throw Error(formatted("must be more than 0, got {}", quote(text)));
  return value;
}

std::vector<std::size_t> sources_of(const Chip& chip, std::string_view path) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < chip.sources.size(); ++i) {
    for (const std::string& covered : chip.sources[i].covers) {
      const bool whole = path == covered;
      const bool below = path.starts_with(covered) && path.size() > covered.size() && path[covered.size()] == '.';
      if (!whole && !below) continue;
      found.push_back(i + 1);
      break;
    }
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
