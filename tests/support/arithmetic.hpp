#pragma once
// Evaluates the arithmetic that --explain and limits show: + - * / ^ ( ), max and min(a, b, ...), floor and sqrt(a),
// numbers and names.

#include <map>
#include <string>
#include <string_view>

namespace support {

using Names = std::map<std::string, double, std::less<>>;

/// Throws std::runtime_error for anything that is not plain arithmetic over known names.
double evaluate(std::string_view text, const Names& names = {});

}  // namespace support
