#pragma once
// Which words are keys of answers? A column of a file that is called so, and is no input, must not pass for one.

#include <string_view>

#include "cli/query.hpp"

namespace roofline::cli {

/// Whether an answer of this command may have the key: its own keys, the inputs and their groups, a key of a resource
/// (t_nvlink), a figure of one of the chips (memory.hbm.bandwidth).
bool is_key(const Query& query, std::string_view word);

/// Whether a flag other than an input's says this for all rows: chip, over, a group of inputs, a figure of a chip.
bool asks_for_all_rows(const Query& query, std::string_view word);

}  // namespace roofline::cli
