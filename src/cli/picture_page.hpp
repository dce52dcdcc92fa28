#pragma once
// What a page says beside its picture: the command line, the inputs, and what the chips' figures rest on.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/args.hpp"
#include "cli/point.hpp"

namespace roofline::cli {

/// The words after the program's name, so that a shell reads them again as they were.
std::string command_line(std::span<const std::string> typed);

/// Name and value of all that was given.
std::vector<std::pair<std::string, std::string>> inputs_of(const Query& query, const Args& args);

/// Adds a line for each figure that a row reads or that is at one of the paths, where there is none yet; the sources of
/// the chip come last.
void add_sources(std::vector<std::string>& lines, const Point& point, const std::vector<std::string>& paths);

}  // namespace roofline::cli
