#include "cli/mesh_flags.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kMeshExample = "written like --mesh X=4,Y=8";

bool is_axis_name(std::string_view name) {
  const auto allowed = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  return !name.empty() && name[0] >= 'A' && name[0] <= 'Z' && name.size() <= Word::kMaxLength &&
         std::all_of(name.begin(), name.end(), allowed);
}

/// "4x4x8".
void read_slice(const std::string& text, MeshWish& wish) {
  const auto parts = split(text, 'x');
  if (parts.size() > kMaxMeshAxes) throw Error(formatted("{} has more than {} axes", quote(text), kMaxMeshAxes));
  for (const std::string& part : parts) wish.slice.push_back(parse_count(part));
}

/// "X=ring,Y=line".
void read_wrap(const std::string& text, MeshWish& wish) {
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, equals), shape = part.substr(std::min(equals + 1, part.size()));
    const auto axis =
        std::find_if(wish.axes.begin(), wish.axes.end(), [&](const AxisWish& a) { return a.name.view() == name; });
    if (axis == wish.axes.end()) throw Error(formatted("{} is no axis of the mesh", quote(name)), "X=ring or X=line");
    if (shape != "ring" && shape != "line") throw Error(formatted("{} is neither ring nor line", quote(shape)));
    if (axis->wrap != AxisWish::Wrap::by_rule) throw Error(formatted("{} is given twice", name));
    axis->wrap = shape == "ring" ? AxisWish::Wrap::ring : AxisWish::Wrap::line;
  }
}

}  // namespace

std::vector<Flag> mesh_flags() {
  Flag mesh{"mesh", "X=N,...", "chips along each axis: 8, X=4,Y=8, X=1:64:x2; X=ici:2 takes two whole torus axes",
            "Mesh"};
  mesh.joins = "several axes go in one, as in X=4,Y=8";
  Flag slice{"slice", "AxBxC", "the slice of the torus that the mesh lies on, such as 4x4x8; else as long as its axes",
             "Mesh"};
  Flag wrap{"wrap", "X=ring,...", "whether an axis closes into a ring or is a line, whatever the chip's rule says",
            "Mesh"};
  wrap.joins = "several axes go in one, as in X=ring,Y=line";
  Flag adds{"in-switch", "", "all-reduces are added up in the switch, where it can", "Mesh"};
  return {mesh, slice, wrap, adds};
}

std::vector<std::string> mesh_axes(std::string_view mesh) {
  const bool unnamed = !mesh.empty() && mesh.find('=') == std::string_view::npos && !is_axis_name(mesh.substr(0, 1));
  if (unnamed && mesh.find(',') != std::string_view::npos)
    throw Error(formatted("{}: several axes need names", quote(mesh)), "such as X=4,Y=8; a sweep is a range, X=1:8:x2");
  if (unnamed && mesh.find('x') != std::string_view::npos && mesh.find(':') == std::string_view::npos)
    throw Error(formatted("{}: several axes need names", quote(mesh)), "such as X=4,Y=8");
  if (unnamed) return {"X"};
  std::vector<std::string> names;
  for (const std::string& part : split(mesh, ',')) {
    const std::string name = part.substr(0, part.find('='));
    if (!is_axis_name(name)) {
      throw Error(
          formatted("{} is no name of an axis", quote(name)),
          formatted("{}: a capital letter, then letters and digits, at most {}", kMeshExample, Word::kMaxLength));
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) throw Error(formatted("{} is given twice", name));
    names.push_back(name);
  }
  if (names.size() > kMaxMeshAxes) throw Error(formatted("a mesh has at most {} axes", kMaxMeshAxes));
  return names;
}

std::optional<std::size_t> whole_axes(std::string_view size) {
  const std::size_t colon = size.find(':');
  if (colon == std::string_view::npos || colon == 0 || size[0] < 'a' || size[0] > 'z') return std::nullopt;
  const std::int64_t axes = parse_count(size.substr(colon + 1));
  if (axes > static_cast<std::int64_t>(kMaxMeshAxes)) throw Error(formatted("{} has too many axes", quote(size)));
  return static_cast<std::size_t>(axes);
}

std::vector<std::pair<std::string, std::string>> mesh_words(const Args& args) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const char* flag : {"slice", "wrap"}) {
    if (const std::string* text = args.find(flag)) words.emplace_back(flag, *text);
  }
  return words;
}

MeshWish read_mesh(const Args& args, const std::vector<std::string>& axes) {
  MeshWish wish;
  const std::string* mesh = args.find("mesh");
  const auto parts = split(mesh == nullptr ? "" : *mesh, ',');
  for (std::size_t i = 0; i < axes.size(); ++i) {
    AxisWish axis;
    axis.name = Word(axes[i]);
    const std::string& part = parts[i];
    const std::string size = part.substr(part.find('=') + 1);
    axis.physical = at("--mesh", [&] { return whole_axes(size).value_or(0); });
    if (axis.physical > 0) axis.wires = Word(size.substr(0, std::min(size.find(':'), Word::kMaxLength)));
    wish.axes.push_back(axis);
  }
  if (const std::string* slice = args.find("slice")) at("--slice", [&] { read_slice(*slice, wish); });
  if (const std::string* wrap = args.find("wrap")) at("--wrap", [&] { read_wrap(*wrap, wish); });
  if (args.has("in-switch")) wish.adding = MeshWish::Adding::in_switch;
  return wish;
}

}  // namespace roofline::cli
