#include "support/transcript.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <sstream>
#include <stdexcept>

namespace support {

std::vector<Block> read_blocks(const std::string& text, Fences fences) {
  std::vector<Block> blocks;
  std::istringstream lines(text);
  std::string line;
  bool inside = fences == Fences::none, continued = false, open = false;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (fences == Fences::markdown && line.starts_with("```")) {
      inside = !inside;
      open = false;
      continue;
    }
    if (!inside) continue;
    if (continued) {
      blocks.back().command += line.substr(line.find_first_not_of(' '));
    } else if (line.starts_with("$ ")) {
      blocks.push_back({line.substr(2), "", number});
      open = true;
    } else if (open) {
      blocks.back().expected += line + "\n";
    }
    continued = open && (continued || line.starts_with("$ ")) && line.ends_with("\\");
    if (continued) blocks.back().command.pop_back();
  }
  for (Block& block : blocks) {
    while (block.expected.ends_with("\n\n")) block.expected.pop_back();  // a blank line between blocks
    if (block.expected == "\n") block.expected.clear();
  }
  return blocks;
}

std::string run_in_shell(const std::string& command) {
  const std::string whole =
      "cd '" ROOFLINE_SOURCE "' && export PATH='" ROOFLINE_PROGRAM_FOLDER "':\"$PATH\" && { " + command + " ; } 2>&1";
  std::FILE* pipe = ::popen(whole.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run a shell");
  std::string out;
  std::array<char, 4096> block{};
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), pipe)) out.append(block.data(), n);
  const int status = ::pclose(pipe);
  if (WEXITSTATUS(status) != 0) out += "[exit " + std::to_string(WEXITSTATUS(status)) + "]\n";
  return out;
}

bool matches(const std::string& actual, const std::string& expected) {
  static const std::string kAnything = "...\n";
  const std::size_t gap = expected.starts_with(kAnything) ? 0 : expected.find("\n" + kAnything);
  if (gap == std::string::npos) return actual == expected;
  const std::size_t head = gap == 0 ? 0 : gap + 1;
  if (actual.compare(0, head, expected, 0, head) != 0) return false;
  const std::string rest = expected.substr(head + kAnything.size());
  for (std::size_t at = head; at <= actual.size(); ++at) {
    if (matches(actual.substr(at), rest)) return true;
  }
  return rest.empty();
}

}  // namespace support
