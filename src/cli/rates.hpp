#pragma once
// What is checked before the first row: every chip against every combination of dtypes, --over and the wires of
// --shard.

#include "cli/query.hpp"

namespace roofline::cli {

/// Throws Error for what a chip lacks that was named; chips of '*' that cannot answer are left out.
void check_rates(Query& query);

/// The inputs at their largest shards, with dims that divide.
Values widest(const Query& query);

/// Something moves from chip to chip in the rows.
bool takes_wires(const Query& query);

}  // namespace roofline::cli
