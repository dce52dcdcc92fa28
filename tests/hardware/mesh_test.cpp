// Onto which wires a mesh falls, and which of its axes are rings.

#include "roofline/hardware/mesh.hpp"

#include <string>
#include <vector>

#include "roofline/hardware/catalog.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;

namespace {

Chip chip(std::string_view name) {
  return Catalog().find(name);
}

MeshWish wish(std::initializer_list<std::int64_t> sizes, std::initializer_list<std::int64_t> slice = {}) {
  static constexpr std::array kNames{"X", "Y", "Z", "W"};
  MeshWish wish;
  for (const std::int64_t size : sizes) {
    AxisWish axis;
    axis.name = Word(kNames[wish.axes.size()]);
    axis.size = size;
    wish.axes.push_back(axis);
  }
  for (const std::int64_t length : slice) wish.slice.push_back(length);
  return wish;
}

/// "ring ici, 8 nvlink + 4 nic": the legs of each axis.
std::string laid(std::string_view name, const MeshWish& wish) {
  const Mesh mesh = lay_mesh(chip(name), wish);
  std::string text;
  for (const MeshAxis& axis : mesh.axes) {
    text += text.empty() ? "" : ", ";
    std::string legs;
    for (const MeshLeg& leg : axis.legs) {
      legs += legs.empty() ? "" : " + ";
      legs += leg.shape == Shape::ring ? "ring" : leg.shape == Shape::line ? "line" : std::to_string(leg.size);
      legs += " " + std::string(mesh.wires[leg.wires].name.view());
    }
    text += legs.empty() ? "-" : legs;
  }
  return text;
}

}  // namespace

TEST_CASE("v5e and v6e close a ring only on a full axis of 16") {
  for (const char* name : {"tpu-v5e", "tpu-v6e"}) {
    CHECK(laid(name, wish({16, 8})) == "ring ici, line ici");
    CHECK(laid(name, wish({4, 4})) == "line ici, line ici");
    CHECK(laid(name, wish({16, 16})) == "ring ici, ring ici");
    CHECK(laid(name, wish({1, 16})) == "-, ring ici");
    CHECK(laid(name, wish({8, 8}, {8, 16})) == "line ici, line ici");
    CHECK(laid(name, wish({8, 16}, {8, 16})) == "line ici, ring ici");
  }
}

TEST_CASE("v4, v5p and 7x close rings where every axis of the slice is a multiple of 4") {
  for (const char* name : {"tpu-v4", "tpu-v5p"}) {
    CHECK(laid(name, wish({4, 8})) == "ring ici, ring ici");
    CHECK(laid(name, wish({2, 8})) == "line ici, line ici");
    CHECK(laid(name, wish({8}, {8, 4, 4})) == "ring ici");
    CHECK(laid(name, wish({8}, {8, 4, 2})) == "line ici");
    CHECK(laid(name, wish({4, 4, 4}, {8, 8, 4})) == "ring ici, line ici, line ici");  // parts of 8
  }
  CHECK(laid("tpu-7x", wish({4, 4, 16})) == "ring ici, ring ici, ring ici");
  CHECK(laid("tpu-7x", wish({16, 4})) == "ring ici, ring ici");  // 16 fits only the long axis
  CHECK(laid("tpu-v5p", wish({28, 16, 20})) == "ring ici, ring ici, ring ici");
}

TEST_CASE("what decided is kept, for the notes") {
  using Why = MeshLeg::Why;
  const auto why = [](std::string_view name, const MeshWish& w, std::size_t axis) {
    return lay_mesh(chip(name), w).axes[axis].legs[0].why;
  };
  CHECK(why("tpu-v5p", wish({4}), 0) == Why::whole_slice_assumed);
  CHECK(why("tpu-v5p", wish({4}, {4, 4, 4}), 0) == Why::by_rule);
  CHECK(why("tpu-v5p", wish({2, 4}), 0) == Why::by_rule);
  CHECK(why("tpu-v5p", wish({2, 4}), 1) == Why::other_axis);
  CHECK(why("tpu-v5p", wish({4}, {8, 8, 8}), 0) == Why::part_of_axis);
  CHECK(why("tpu-v5e", wish({4}), 0) == Why::by_rule);
  CHECK(why("h100-sxm", wish({4}), 0) == Why::no_choice);
}

TEST_CASE("--wrap has the last word") {
  MeshWish w = wish({4, 16});
  w.axes[0].wrap = AxisWish::Wrap::ring;
  w.axes[1].wrap = AxisWish::Wrap::line;
  CHECK(laid("tpu-v5e", w) == "ring ici, line ici");
}

TEST_CASE("an axis may take whole axes of the torus") {
  MeshWish w = wish({1});
  w.axes[0].physical = 2;
  w.axes[0].wires = Word("ici");
  CHECK(laid("tpu-v5e", w) == "ring ici + ring ici");
  CHECK(lay_mesh(chip("tpu-v5e"), w).axes[0].size == 256);
  w.slice.push_back(8);
  w.slice.push_back(16);
  CHECK(laid("tpu-v5e", w) == "line ici + ring ici");
  CHECK(lay_mesh(chip("tpu-v5e"), w).axes[0].size == 128);
  MeshWish flat = wish({1}, {1, 4, 4});
  flat.axes[0].physical = 2;
  flat.axes[0].wires = Word("ici");
  CHECK(lay_mesh(chip("tpu-v5p"), flat).axes[0].size == 4);  // the axis of one counts
  w.axes[0].physical = 3;
  CHECK(error_of([&] { laid("tpu-v5e", w); }).message == "X: tpu-v5e has 2 axes left for it, 3 are asked for");
  w.axes[0].wires = Word("nvlink");
  CHECK(error_of([&] { laid("tpu-v5e", w); }).message == "X: the next wires of tpu-v5e are not 'nvlink'");
}

TEST_CASE("axes share a switch, and go on over the next tier") {
  CHECK(laid("h100-sxm", wish({2, 4})) == "2 nvlink, 4 nvlink");
  CHECK(laid("h100-sxm", wish({8, 4})) == "8 nvlink, 4 nic");
  CHECK(laid("h100-sxm", wish({32})) == "8 nvlink + 4 nic");
  CHECK(laid("h100-sxm", wish({4, 8})) == "4 nvlink, 2 nvlink + 4 nic");
  CHECK(laid("mi300x", wish({16})) == "8 xgmi + 2 nic");
  CHECK(laid("tpu-v5e", wish({16, 16, 4})) == "ring ici, ring ici, 4 nic");
  CHECK(laid("trainium2", wish({4, 4, 4})) == "ring neuronlink, ring neuronlink, ring neuronlink_z");
  CHECK(laid("trainium3", wish({144, 2})) == "4 neuronlink + 36 neuronlink_rack, 2 nic");
  CHECK(laid("gb10", wish({2})) == "2 nic");
  const Mesh mesh = lay_mesh(chip("h100-sxm"), wish({8, 4}));
  CHECK(mesh.wires[0].domain == 1);
  CHECK(mesh.wires[1].domain == 8);  // chips that leave a node together
  CHECK(mesh.wires[0].egress.si() == 450e9);
  CHECK(mesh.wires[1].egress.si() == 50e9);
}

TEST_CASE("what no wires can hold is told, with what would") {
  const auto error = [](std::string_view name, const MeshWish& w) { return error_of([&] { laid(name, w); }); };
  CHECK(error("tpu-v5e", wish({32})).message == "an axis of ici on tpu-v5e is 16 chips long, 32 are asked for");
  CHECK(error("tpu-v5e", wish({32})).hint == "einsum and collective have --mesh X=ici:2, two whole axes: 256 chips");
  CHECK(error("tpu-v2", wish({2, 2, 2})).message == "ici of tpu-v2 has only 2 axes");
  CHECK(error("a30", wish({4})).message == "nvlink of a30 joins 2 chips, 4 are asked for");
  CHECK(error("h100-sxm", wish({12})).message == "X=12 does not fill nvlink of h100-sxm evenly, which has room for 8");
  CHECK(error("h100-sxm", wish({12})).hint == "8 and 16 do");
  CHECK(error("l4", wish({2})).message == "l4 has no link to another chip");
  CHECK(error("tpu-v5e", wish({4}, {4, 4, 4})).message ==
        "a pod's ici of tpu-v5e is 16x16: a slice of 4x4x4 is no part of it");
  CHECK(error("tpu-v5e", wish({8}, {4, 4})).message ==
        "an axis of ici on tpu-v5e of this slice is 4 chips long, 8 are asked for");
  CHECK(error("h100-sxm", wish({4}, {4, 4})).message == "nvlink of h100-sxm is no torus, and has no slices");
  MeshWish w = wish({4});
  w.adding = MeshWish::Adding::in_switch;
  CHECK(error_of([] { require_adding(chip("tpu-v5e")); }).message == "ici of tpu-v5e does not add partial sums");
  CHECK(error_of([] { require_torus(chip("h100-sxm")); }).message ==
        "nvlink of h100-sxm is no torus: its axes do not wrap");
  CHECK(lay_mesh(chip("h100-sxm"), w).wires[0].reduction == InNetworkReduction::shards_gathered);
}
