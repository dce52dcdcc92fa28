#pragma once
// Line 1 of a question that is about more than its inputs: an einsum's notation, a collective's name and axes.

#include <string>
#include <string_view>

#include "cli/query.hpp"

namespace roofline::cli {

inline constexpr std::string_view kEinsum = "einsum", kCollective = "collective", kAxis = "axis", kModel = "model";

/// The word of a question under a key; empty where it has none.
std::string_view word_of(const Query& query, std::string_view key);

bool has_subject(const Query& query);

/// "einsum bf16[B, D_X] * ... on 16 x tpu-v5p", then its sizes; "all-gather 34 MB over Y of X=8,Y=4 on tpu-v5e: ici,
/// line of 4". Of a table, which has no chip, without what varies from row to row.
std::string subject_title(const Query& query, const std::string& machine, const Chip* chip, const Values& values);

}  // namespace roofline::cli
