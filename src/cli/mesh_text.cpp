#include "cli/mesh_text.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

using Why = MeshLeg::Why;

std::string_view shape_name(Shape shape) {
  return shape == Shape::ring ? "ring" : "line";
}

bool is_torus(const MeshLeg& leg) {
  return leg.shape == Shape::ring || leg.shape == Shape::line;
}

/// Whether two axes can be told in one: "X=4 and Y=4 rings of ici".
bool are_alike(const MeshAxis& a, const MeshAxis& b) {
  if (a.legs.size() != b.legs.size()) return false;
  for (std::size_t i = 0; i < a.legs.size(); ++i) {
    if (a.legs[i].wires != b.legs[i].wires || a.legs[i].shape != b.legs[i].shape) return false;
  }
  return true;
}

/// "rings of ici", "over nvlink", "over nvlink (8) and nic (4)".
std::string lies_text(const Mesh& mesh, const MeshAxis& axis, std::size_t alike) {
  const auto name = [&](const MeshLeg& leg) { return mesh.wires[leg.wires].name.view(); };
  if (axis.legs.empty()) return "";
  if (axis.legs.size() == 1 && is_torus(axis.legs[0])) {
    const auto shape = shape_name(axis.legs[0].shape);
    return alike == 1 ? formatted(" a {} of {}", shape, name(axis.legs[0]))
                      : formatted(" {}s of {}", shape, name(axis.legs[0]));
  }
  if (axis.legs.size() == 1) return formatted(" over {}", name(axis.legs[0]));
  std::vector<std::string> parts;
  for (const MeshLeg& leg : axis.legs) {
    parts.push_back(is_torus(leg) ? formatted("a {} of {} {}", shape_name(leg.shape), leg.size, name(leg))
                                  : formatted("{} {}", leg.size, name(leg)));
  }
  return " over " + listing(parts);
}

/// The names of axes, as inputs are called: shard_D is D.
std::string shown_name(const Query& query, const MeshAxis& axis) {
  const std::size_t field = query.op.index_of(axis.name.view());
  return std::string(field < query.op.fields.size() ? in_group(query.op.fields[field]) : axis.name.view());
}

/// The axes with a leg that was decided so; of lines only those that transfers use.
std::vector<std::string> axes_decided(const Point& point, Why why, Shape shape) {
  std::vector<std::string> names;
  const AxisSet used = axes_used(point.work);
  for (std::size_t i = 0; i < point.found.mesh.axes.size(); ++i) {
    const MeshAxis& axis = point.found.mesh.axes[i];
    const auto is_so = [&](const MeshLeg& leg) { return leg.why == why && leg.shape == shape && leg.size > 2; };
    const bool matters = used.has(i) || (shape == Shape::ring && !used.empty());
    if (matters && std::any_of(axis.legs.begin(), axis.legs.end(), is_so))
      names.push_back(shown_name(point.query, axis));
  }
  return names;
}

const Tier* torus_of(const Chip& chip, const Mesh& mesh) {
  for (const Wires& wires : mesh.wires) {
    const Tier* tier = chip.find_tier(wires.name);
    if (tier != nullptr && !tier->dims.empty()) return tier;
  }
  return nullptr;
}

/// "4x4x4".
std::string cube_text(const Tier& torus) {
  std::string text;
  for (std::size_t i = 0; i < torus.dims.size(); ++i) text += formatted("{}{}", i == 0 ? "" : "x", torus.wrap.length);
  return text;
}

/// "is a line", "are lines".
std::string are(const std::vector<std::string>& names, std::string_view shape) {
  return names.size() == 1 ? formatted("{} is a {}", names[0], shape) : formatted("{} are {}s", listing(names), shape);
}

/// "; with --wrap Y=ring t_lower is 377.8 us", for one row alone.
std::string with_ring(const Point& point, const std::vector<std::string>& lines) {
  if (point.query.mesh.axes.empty() || point.query.is_list() || point.query.sought) return "";
  Query closed = point.query;
  for (AxisWish& axis : closed.mesh.axes) {
    if (std::find(lines.begin(), lines.end(), axis.name.view()) != lines.end()) axis.wrap = AxisWish::Wrap::ring;
  }
  const Seconds lower = evaluate(closed, point.machine.chip, point.values).estimate.lower;
  if (lower == point.estimate.lower) return "";
  std::string flag;
  for (const std::string& line : lines) flag += formatted("{}{}=ring", flag.empty() ? "" : ",", line);
  return formatted("; with --wrap {} t_lower is {}", flag, show(lower));
}

std::string rule_text(const Tier& torus) {
  switch (torus.wrap.when) {
    case WrapRule::When::at: return formatted("closes a ring only on a full axis of {}", torus.wrap.length);
    case WrapRule::When::multiple_of:
      return formatted("closes rings only where every axis of the slice is a multiple of {}", torus.wrap.length);
    case WrapRule::When::always: return "closes a ring only on a whole axis";
    case WrapRule::When::never: return "closes no rings";
  }
  return "";
}

}  // namespace

std::string mesh_text(const Mesh& mesh) {
  std::string text;
  for (std::size_t i = 0; i < mesh.axes.size();) {
    std::vector<std::string> names;
    const MeshAxis& first = mesh.axes[i];
    for (; i < mesh.axes.size() && are_alike(first, mesh.axes[i]); ++i)
      names.push_back(formatted("{}={}", mesh.axes[i].name.view(), mesh.axes[i].size));
    text += formatted("{}{}{}", text.empty() ? "" : ", ", listing(names), lies_text(mesh, first, names.size()));
  }
  return text;
}

std::string shapes_text(const Mesh& mesh, AxisSet axes) {
  std::string text;
  for (std::size_t w = 0; w < mesh.wires.size(); ++w) {
    std::vector<std::string> shapes;
    std::int64_t chips = 1;
    bool torus = false;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
      for (const MeshLeg& leg : mesh.axes[i].legs) {
        if (!axes.has(i) || leg.wires != w) continue;
        torus = torus || is_torus(leg);
        chips *= leg.size;
        shapes.push_back(formatted("{} of {}", shape_name(leg.shape), leg.size));
      }
    }
    if (shapes.empty()) continue;
    const std::string_view what = text.empty() ? "chips" : "domains";
    text += formatted("{}{}, {}", text.empty() ? "" : "; ", mesh.wires[w].name.view(),
                      torus ? listing(shapes) : formatted("{} {}", chips, what));
  }
  return text.empty() ? "one chip" : text;
}

std::string group_text(const Group& group) {
  std::vector<std::string> shapes;
  for (const Leg& leg : group.legs) {
    if (leg.shape == Shape::switched) return "a switch";
    if (leg.shape == Shape::full_mesh) return "a full mesh";
    shapes.push_back(group.legs.size() == 1 ? formatted("a {}", shape_name(leg.shape))
                                            : formatted("a {} of {}", shape_name(leg.shape), leg.size));
  }
  return listing(shapes);
}

std::string axes_text(const Mesh& mesh, AxisSet axes, std::string_view joint) {
  std::string text;
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    if (axes.has(i)) text += formatted("{}{}", text.empty() ? "" : joint, mesh.axes[i].name.view());
  }
  return text;
}

AxisSet axes_used(const Work& work) {
  AxisSet used;
  for (const Work::Transfer& transfer : work.transfers) used |= transfer.axes;
  return used;
}

std::vector<std::string> silent_wires(const Point& point) {
  std::vector<std::string> names;
  for (const Work::Transfer& transfer : point.work.transfers) {
    for (const LevelTime& level : price(transfer, point.found.mesh).levels) {
      const Wires& wires = point.found.mesh.wires[level.wires];
      const std::string name(wires.name.view());
      if (!wires.latency && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string> mesh_notes(const Point& point) {
  std::vector<std::string> notes;
  const Chip& chip = point.machine.chip;
  const bool has_mesh = !point.query.mesh.axes.empty();
  if (const Tier* torus = torus_of(chip, point.found.mesh)) {
    const auto assumed = axes_decided(point, Why::whole_slice_assumed, Shape::ring);
    const auto lines = axes_decided(point, Why::by_rule, Shape::line);
    const auto parts = axes_decided(point, Why::part_of_axis, Shape::line);
    const auto others = axes_decided(point, Why::other_axis, Shape::line);
    if (!assumed.empty()) {
      const std::string flag = has_mesh ? formatted("; --wrap {}=line for one that is not", assumed[0]) : "";
      notes.push_back(formatted("{} count{} as {}, as in a slice of whole {} cubes{}", listing(assumed),
                                assumed.size() == 1 ? "s" : "", assumed.size() == 1 ? "a ring" : "rings",
                                cube_text(*torus), flag));
    }
    if (!lines.empty() && has_mesh)
      notes.push_back(
          formatted("{} {}, so {}{}", chip.id, rule_text(*torus), are(lines, "line"), with_ring(point, lines)));
    if (!others.empty() && has_mesh)
      notes.push_back(
          formatted("{} {}, and another axis is not, so {}", chip.id, rule_text(*torus), are(others, "line")));
    if (!parts.empty() && has_mesh)
      notes.push_back(formatted("{}: part of an axis closes no ring", are(parts, "line")));
  }
  const auto silent = silent_wires(point);
  if (!silent.empty()) {
    const bool alone = point.estimate.alone.has_value();
    notes.push_back(formatted(
        "no latency is known for {} of {}: {}", listing(silent), chip.id,
        alone ? "t_lower is without it, t_upper is not known" : "it is left out, and small transfers take longer"));
  }
  return notes;
}

}  // namespace roofline::cli
