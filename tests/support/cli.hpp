#pragma once
// The program in process: what it prints on both outputs, and its exit code.

#include <string>
#include <vector>

namespace support {

struct Outcome {
  int exit = 0;
  std::string out, err;
};

/// Runs `roofline ARGS...`. `typed` is split at blanks; 'quoted parts' and "quoted parts" stay together.
Outcome run(const std::string& typed, const std::string& in = "");
Outcome run_words(const std::vector<std::string>& args, const std::string& in = "");

/// Splits a command line like a shell does, quotes only.
std::vector<std::string> words(const std::string& typed);

/// A file of the source tree: source_path("tests/fixtures/toy.json").
std::string source_path(const std::string& relative);
std::string read(const std::string& path);

/// A file that lives as long as this, with this content; its path for messages and flags.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content, const std::string& name = "mine.json");
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();
  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_, path_;
};

}  // namespace support
