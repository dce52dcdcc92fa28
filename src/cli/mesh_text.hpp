#pragma once
// How a mesh lies on its wires, in words, and what was assumed about it.

#include <string>
#include <vector>

#include "cli/point.hpp"

namespace roofline::cli {

/// "X=4 and Y=4 rings of ici", "X=8 over nvlink, Y=4 over nic".
std::string mesh_text(const Mesh& mesh);
/// How the axes of a set lie together: "ici, line of 4", "nvlink, 8 chips; nic, 4 domains".
std::string shapes_text(const Mesh& mesh, AxisSet axes);
/// "a ring", "a ring of 16 and a line of 4", "a switch": how a group is joined.
std::string group_text(const Group& group);
/// "X", "X and Y", with `joint` "+" "X+Y".
std::string axes_text(const Mesh& mesh, AxisSet axes, std::string_view joint);

/// The axes that transfers of the work go over.
AxisSet axes_used(const Work& work);

/// Wires of transfers whose latency the chip does not give.
std::vector<std::string> silent_wires(const Point& point);

/// What was assumed of the mesh: which axes count as rings and why others are lines, what latency is not known.
std::vector<std::string> mesh_notes(const Point& point);

}  // namespace roofline::cli
