#pragma once
// How is a mesh asked for? --mesh names its axes and their sizes, --slice and --wrap say how they lie on a torus,
// --in-switch who adds.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/args.hpp"
#include "roofline/hardware/mesh.hpp"

namespace roofline::cli {

/// --mesh, --slice, --wrap and --in-switch.
std::vector<Flag> mesh_flags();

/// The names of --mesh X=4,Y=8, or X for --mesh 8. Throws Error for a name that is none, or twice.
std::vector<std::string> mesh_axes(std::string_view mesh);

/// "ici:2": an axis over so many whole axes of a torus; nullopt for a size.
std::optional<std::size_t> whole_axes(std::string_view size);

/// What the flags say in words of the mesh for all rows, as keys and values: {"wrap", "X=ring"}.
std::vector<std::pair<std::string, std::string>> mesh_words(const Args& args);

/// All that is said of the mesh but sizes, for these axes. Throws Error.
MeshWish read_mesh(const Args& args, const std::vector<std::string>& axes);

}  // namespace roofline::cli
