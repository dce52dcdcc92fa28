#pragma once
// Published measurements, where they are at hand: rows as maps from column to text.

#include <map>
#include <string>
#include <vector>

namespace support {

using Fields = std::map<std::string, std::string>;

/// Empty, with a warning that the test is skipped, where the file is not at hand.
std::vector<Fields> published_rows(const std::string& file);

}  // namespace support
