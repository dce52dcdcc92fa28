#include "cli/picture_roofs.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/origins.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::ptrdiff_t kMostOfAKind = 12;

/// Adds a roof, and those that other sources have instead of it.
class Roofs {
 public:
  Roofs(Plot::Machine& machine, const Point& point) : machine_(machine), point_(point) {}

  std::vector<std::string> take_paths() { return std::move(paths_); }

  void add_peak(const Work::Compute& part) {
    const auto rate = rate_of(point_.machine.chip, part);
    if (!rate) return;
    const std::string_view format = info(info(part.dtype).peak).name;
    const std::string name = part.engine == Engine::matrix ? std::string(format) : formatted("vector {}", format);
    const Roof roof{Roof::Kind::peak, {}, name, peak_path(part), show_given(*rate), rate->si()};
    add(roof, [&](const Chip& chip) { return rate_of(chip, part)->si(); });
  }
  void add_bandwidth(Roof::Kind kind, std::string name, const Word& resource, BytesPerSecond rate, std::string path) {
    const Roof roof{kind, {}, std::move(name), std::move(path), show_given(rate), rate.si()};
    const double own = bandwidth_of(point_.machine.chip, resource).si();
    add(roof, [&](const Chip& chip) { return rate.si() / own * bandwidth_of(chip, resource).si(); });
  }

 private:
  bool has(const Roof& roof) const {
    return std::any_of(machine_.roofs.begin(), machine_.roofs.end(),
                       [&](const Roof& r) { return r.rate == roof.rate && r.path == roof.path; });
  }
  bool is_full_of(Roof::Kind kind) const {
    const auto same = [&](const Roof& r) { return r.is_own() && r.kind == kind; };
    return std::count_if(machine_.roofs.begin(), machine_.roofs.end(), same) >= kMostOfAKind;
  }
  template <class RateOf>
  void add(const Roof& roof, RateOf rate_on) {
    if (has(roof)) return;
    if (is_full_of(roof.kind)) {
      machine_.has_more = true;
      return;
    }
    machine_.roofs.push_back(roof);
    paths_.push_back(roof.path);
    for (const Variant& v : point_.machine.variants()) {
      if (v.path != roof.path) continue;
      Roof other = roof;
      other.standing = Roof::Standing::alternative;
      other.rate = rate_on(v.chip);
      other.shown = show_given(other.rate, roof.kind == Roof::Kind::peak ? FlopsPerSecond::dim : BytesPerSecond::dim);
      if (!has(other)) machine_.roofs.push_back(other);
    }
  }

  Plot::Machine& machine_;
  const Point& point_;
  std::vector<std::string> paths_;
};

bool wants(const PictureWish& wish, std::string_view resource) {
  if (wish.others == PictureWish::Others::all) return true;
  const auto same = [&](const Word& word) { return word.view() == resource; };
  return std::any_of(wish.named.begin(), wish.named.end(), same);
}

/// Memories and links that were asked for; those of the row have the rate that they have in it.
void add_asked(Roofs& roofs, const Point& point, const PictureWish& wish) {
  const Chip& chip = point.machine.chip;
  const Estimate& e = point.estimate;
  const auto in_row = [&](const Word& name) {
    return std::any_of(e.bounds.begin(), e.bounds.end(), [&](const Bound& b) { return b.resource == name; });
  };
  const auto add = [&](const Word& name, const std::optional<BytesPerSecond>& rate, std::string path) {
    if (rate && wants(wish, name.view()) && !in_row(name))
      roofs.add_bandwidth(Roof::Kind::other, std::string(name.view()), name, *rate, std::move(path));
  };
  for (const Memory& m : chip.memory) add(m.name, m.bandwidth, formatted("memory.{}.bandwidth", m.name.view()));
  for (const Tier& t : chip.interconnect)
    add(t.name, t.path_bandwidth(), formatted("interconnect.{}.link_bandwidth", t.name.view()));
  add(Word("nic"), chip.nic, "nic.bandwidth");
}

}  // namespace

std::string roof_name(const Point& point, const Bound& bound) {
  const auto name = point.name_of(bound), resource = bound.resource.view();
  return name == resource ? std::string(name) : formatted("{} ({})", name, resource);
}

std::string roof_path(const Point& point, const Bound& bound) {
  return rate_paths(point.machine.chip, bound).back();
}

bool is_drawn(const PictureWish& wish, const Estimate& e, std::size_t bound) {
  const Bound& b = e.bounds[bound];
  const bool binds = e.regime == Regime::communication_bound && e.slowest == bound;
  return bound > 0 && b.bytes > Bytes{} && (binds || wants(wish, b.resource.view()));
}

std::vector<std::string> add_roofs(Plot::Machine& machine, const Point& point, const PictureWish& wish) {
  Roofs roofs(machine, point);
  const Estimate& e = point.estimate;
  for (const Work::Compute& part : point.work.compute) roofs.add_peak(part);
  for (std::size_t i = 0; i < e.bounds.size(); ++i) {
    const Bound& b = e.bounds[i];
    if (i > 0 && !is_drawn(wish, e, i)) continue;
    const auto kind = i == 0 ? Roof::Kind::main_memory : Roof::Kind::other;
    roofs.add_bandwidth(kind, roof_name(point, b), b.resource, b.rate, roof_path(point, b));
  }
  add_asked(roofs, point, wish);
  return roofs.take_paths();
}

RoofsSeen::RoofsSeen(const Point& point)
    : chip_(point.machine.chip.id), settings_(point.machine.settings), work_(point.work), estimate_(point.estimate) {}

bool RoofsSeen::are_those_of(const Point& point) const {
  const Estimate &a = estimate_, &b = point.estimate;
  const bool same_place = chip_ == point.machine.chip.id && settings_ == point.machine.settings;
  if (!same_place || work_.compute.size() != point.work.compute.size() || a.bounds.size() != b.bounds.size())
    return false;
  for (std::size_t i = 0; i < work_.compute.size(); ++i) {
    const Work::Compute &u = work_.compute[i], &v = point.work.compute[i];
    if (u.engine != v.engine || u.dtype != v.dtype || (u.flops == Flops{}) != (v.flops == Flops{})) return false;
  }
  for (std::size_t i = 0; i < a.bounds.size(); ++i) {
    const Bound &u = a.bounds[i], &v = b.bounds[i];
    const bool same = u.resource == v.resource && u.axis == v.axis && u.rate == v.rate;
    if (!same || (u.bytes == Bytes{}) != (v.bytes == Bytes{})) return false;
  }
  return a.bounds.size() == 1 || (a.slowest == b.slowest && a.regime == b.regime);
}

}  // namespace roofline::cli
