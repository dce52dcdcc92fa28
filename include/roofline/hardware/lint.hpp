#pragma once
// Can a chip file be believed? Figures that must agree with each other, with the generation of their wires or with a
// chip of the same name do; sparse is not dense, both ways is not one way, GB is not GiB; every figure has a source.
// The rules are a table in src/hardware/lint.cpp.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/json.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline {

/// One figure or word that does not fit: what stands where, what would fit, and why.
struct Finding {
  std::string file;  ///< escaped
  int line = 0;      ///< 0: nowhere, something is missing
  std::string key;   ///< a spec path, or a key of the file
  std::string found, expected, why;
  std::string_view rule;  ///< its row in the table
};

/// What one spec says against itself and against the built-in chips, in the order of the rules. Throws Error where it
/// is no spec.
std::vector<Finding> lint(const Document& document);

/// Ids and aliases that several of these specs have, or a built-in chip that they do not replace. Those that are the
/// built-in chips themselves stand as such.
std::vector<Finding> lint_names(std::span<const Chip> chips);

}  // namespace roofline
