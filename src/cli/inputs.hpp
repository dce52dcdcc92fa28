#pragma once
// The parameters of an op as flags of the command line and columns of a file: their names, and how a value is read.

#include <string>
#include <string_view>
#include <vector>

#include "cli/args.hpp"
#include "roofline/base/sweep.hpp"
#include "roofline/ops/op.hpp"

namespace roofline::cli {

/// The flag of a field: "y_dtype" is --y-dtype.
std::string flag_of(const FieldInfo& field);
/// The name of a field in its group flag: "shard_D" is --shard D=..., the axis X is --mesh X=....
std::string_view in_group(const FieldInfo& field);
/// The fields whose product must divide a field, by their numbers.
std::vector<std::size_t> divisors_of(const Op& op, const FieldInfo& field);
std::vector<std::string> group_names(const Op& op, std::string_view group);

/// What a dtype or word is called.
std::string_view name_of_choice(const FieldInfo& field, double value);

/// The flags that an op's fields make: one each, and one for each group ("shard").
std::vector<Flag> flags_of(const Op& op);

/// One value, as Values holds it; a list or a range of them. Bytes need a unit. Throws Error.
double parse_input(const FieldInfo& field, std::string_view text);
Sweep parse_inputs(const FieldInfo& field, std::string_view text);
/// One value of a file, where bytes may come in base units, as machine formats write them.
double parse_cell(const FieldInfo& field, std::string_view text);

}  // namespace roofline::cli
