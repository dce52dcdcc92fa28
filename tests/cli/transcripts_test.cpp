// What the screen shows. tests/golden/*.golden run on toy chips; the blocks of README.md on the shipped ones.
// UPDATE_GOLDEN=1 rewrites the goldens: read the difference by hand before it is committed.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/transcript.hpp"

namespace {

std::vector<std::string> goldens() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(support::source_path("tests/golden")))
    files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// In process, with the toy chips; paths in messages are relative to the source folder.
std::string run_golden(const std::string& command) {
  REQUIRE(command.starts_with("roofline"));
  const support::Outcome outcome = support::run(command.substr(8));
  return outcome.out + outcome.err + (outcome.exit == 0 ? "" : "[exit " + std::to_string(outcome.exit) + "]\n");
}

bool is_wanted(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

TEST_CASE("goldens") {
  std::filesystem::current_path(support::source_path(""));
  ::setenv("ROOFLINE_HARDWARE", "tests/fixtures", 1);
  const bool update = is_wanted("UPDATE_GOLDEN");
  REQUIRE_FALSE((update && is_wanted("CI")));
  REQUIRE(goldens().size() >= 5);
  for (const std::string& file : goldens()) {
    std::string rewritten;
    for (const support::Block& block : support::read_blocks(support::read(file), support::Fences::none)) {
      CAPTURE(file, block.line, block.command);
      const std::string actual = run_golden(block.command);
      rewritten += (rewritten.empty() ? "$ " : "\n$ ") + block.command + "\n" + actual;
      if (!update) CHECK(actual == block.expected);
      std::istringstream lines(actual);
      for (std::string line; std::getline(lines, line);) {
        const bool message = line.starts_with("roofline: error") || line.starts_with("  hint: ");
        const bool people = block.command.find("--format") == std::string::npos && !line.starts_with("{");
        if (people && !message) CHECK(line.size() <= 80);
      }
    }
    if (update) std::ofstream(file) << rewritten;
  }
  ::unsetenv("ROOFLINE_HARDWARE");
}

TEST_CASE("README's blocks are real") {
  const auto blocks = support::read_blocks(support::read(support::source_path("README.md")), support::Fences::markdown);
  CHECK(blocks.size() >= 6);
  for (const support::Block& block : blocks) {
    CAPTURE(block.line, block.command);
    const std::string actual = support::run_in_shell(block.command);
    CAPTURE(actual, block.expected);
    CHECK(support::matches(actual, block.expected));
  }
}

TEST_CASE("README's C++ is examples/cpp, and prints what README says") {
  const std::string readme = support::read(support::source_path("README.md"));
  const std::string program = support::read(support::source_path("examples/cpp/critical_batch.cpp"));
  const std::string expected = support::read(support::source_path("tests/install/expected.txt"));
  CHECK(readme.find("```cpp\n" + program + "```\n\n```\n" + expected + "```\n") != std::string::npos);
  CHECK(support::run_in_shell("'" ROOFLINE_EXAMPLE "'") == expected);
}

TEST_CASE("README's check file is that of examples/ci") {
  const std::string readme = support::read(support::source_path("README.md"));
  const std::string file = support::read(support::source_path("examples/ci/roofline.json"));
  CHECK(readme.find("```json\n" + file + "```\n") != std::string::npos);
}
