#pragma once
// "$ roofline ..." and what it prints: goldens and the blocks of README.md.

#include <string>
#include <vector>

namespace support {

struct Block {
  std::string command;   ///< without "$ ", continued lines joined
  std::string expected;  ///< both outputs, then "[exit N]" when it is not 0
  int line = 0;
};

/// The blocks of a transcript; with fences, only those inside ``` fences of a Markdown file.
enum class Fences { none, markdown };
std::vector<Block> read_blocks(const std::string& text, Fences fences);

/// Runs a command line in a shell, with the built program first on PATH, in the source folder.
std::string run_in_shell(const std::string& command);

/// Equal, where a line "..." in `expected` stands for anything up to the next line.
bool matches(const std::string& actual, const std::string& expected);

}  // namespace support
