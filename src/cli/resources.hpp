#pragma once
// Which memories and wires can the rows of a query have? Known before the first: they make columns.

#include <vector>

#include "cli/query.hpp"

namespace roofline::cli {

/// What the operands cross, on each chip.
std::vector<Word> primary_resources(const Query& query);

struct WireResources {
  std::vector<Word> all;
  std::vector<Word> columns;  ///< with a mesh those that its axes share: others go by their axis
};
WireResources wire_resources(const Query& query);

}  // namespace roofline::cli
