#pragma once
// Which of the chips are wanted, and in which order? --where and --sort of `roofline chips`.

#include <vector>

#include "cli/args.hpp"
#include "roofline/hardware/catalog.hpp"

namespace roofline::cli {

std::vector<Flag> choice_flags();

/// Those of `asked` that keep every --where, by --sort: chips without its value last, ties in the order asked. What any
/// chip of the catalogue has can be named, and its words are the ones there can be. `dtype` is the one of the list's
/// peak. Throws Error.
std::vector<Chip> choose(std::vector<Chip> asked, const Catalog& catalog, Dtype dtype, const Args& args);

}  // namespace roofline::cli
