#pragma once
// NaN, Infinity and -Infinity, which Python's json writes and JSON does not know.

#include <cstddef>
#include <string>
#include <string_view>

namespace roofline {

/// The length of one of Python's numbers that the text begins with; 0 where there is none.
std::size_t python_number_length(std::string_view text);

/// The text with a zero and blanks for each of Python's numbers outside strings: JSON of the same length.
std::string without_python_numbers(std::string_view text);

}  // namespace roofline
