#include "support/cli.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "cli/run.hpp"

namespace support {

Outcome run_words(const std::vector<std::string>& args, const std::string& in) {
  Outcome outcome;
  roofline::Output out = roofline::Output::to_string(outcome.out), err = roofline::Output::to_string(outcome.err);
  outcome.exit = roofline::cli::run(args, roofline::read_string(in), out, err);
  return outcome;
}

Outcome run(const std::string& typed, const std::string& in) {
  return run_words(words(typed), in);
}

std::vector<std::string> words(const std::string& typed) {
  std::vector<std::string> all;
  std::string word;
  char quote = 0;
  bool open = false;
  for (const char c : typed) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      open = true;
    } else if (c == ' ' && quote == 0) {
      if (open) all.push_back(word);
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) all.push_back(word);
  return all;
}

std::string source_path(const std::string& relative) {
  return std::string(ROOFLINE_SOURCE) + "/" + relative;
}

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TemporaryFile::TemporaryFile(const std::string& content, const std::string& name) {
  std::string pattern = (std::filesystem::temp_directory_path() / "roofline-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  folder_ = pattern;
  path_ = folder_ + "/" + name;
  std::ofstream(path_, std::ios::binary) << content;
}

TemporaryFile::~TemporaryFile() {
  std::filesystem::remove_all(folder_);
}

}  // namespace support
