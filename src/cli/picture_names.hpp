#pragma once
// What rows, curves and the whole picture are called.

#include <optional>
#include <string>
#include <string_view>

#include "cli/point.hpp"

namespace roofline::cli {

/// Appends a part after a blank; nothing for an empty one.
void join(std::string& text, std::string_view part);

/// The input with the most values on the command line, of equals the last: it runs along a curve. nullopt where none
/// has a list.
std::optional<std::size_t> longest_list(const Query& query);

/// "B=256", "bytes=1 GB".
std::string input_text(const Point& point, std::size_t field);

/// What tells a row from the others of its chip: its name in a file, --set, its inputs but one.
std::string row_name(const Point& point, std::optional<std::size_t> but);

/// The question; of several chips with their names on a second line.
std::string picture_title(const Point& point);

}  // namespace roofline::cli
