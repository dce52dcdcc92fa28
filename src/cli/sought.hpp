#pragma once
// What does --solve look for? An input of the op, or a figure of the chip.

#include <optional>
#include <string>

#include "cli/args.hpp"
#include "cli/machines.hpp"
#include "roofline/ops/op.hpp"

namespace roofline::cli {

struct Sought {
  std::optional<std::size_t> field;  ///< of the op; absent for a figure
  std::string name;                  ///< of the input, or a spec path
};

/// --solve: an input by its name or alias; a word with a point in it is a spec path, which the chips know. Throws
/// Error.
std::optional<Sought> find_sought(const Op& op, const Args& args);

/// Throws Error unless the input is one, or the figure is one of every chip that --set does not fix. Chips of '*' that
/// have no such figure are left out.
void check_sought(const Sought& sought, Machines& machines);

}  // namespace roofline::cli
