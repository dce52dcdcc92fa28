#include "cli/picture_page.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/chip_text.hpp"
#include "cli/origins.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kMostLines = 200;

/// With control characters, as bash takes it: $'a\\x0a'.
std::string control_word(const std::string& word) {
  std::string quoted = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x20 && byte != 0x7f && c != '\'' && c != '\\';
    quoted += plain ? std::string(1, c) : formatted("\\x{:02x}", byte);
  }
  return quoted + "'";
}

/// "attention_flops" is --attention-flops.
std::string flag_named(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return key;
}

bool is_about_output(std::string_view flag) {
  static constexpr std::array<std::string_view, 5> kOutput{"plot", "format", "get", "assert", "explain"};
  return std::find(kOutput.begin(), kOutput.end(), flag) != kOutput.end();
}

/// A word as a shell takes it.
std::string shell_word(const std::string& word) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(word.begin(), word.end(), is_control)) return control_word(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string command_line(std::span<const std::string> typed) {
  std::string text = "roofline";
  for (const std::string& word : typed) text += " " + shell_word(word);
  return text;
}

std::vector<std::pair<std::string, std::string>> inputs_of(const Query& query, const Args& args) {
  std::vector<std::pair<std::string, std::string>> inputs;
  for (const auto& [key, word] : query.words) {
    if (!args.has(flag_named(key))) inputs.emplace_back(key, word);
  }
  for (const auto& [flag, values] : args.given()) {
    if (is_about_output(flag)) continue;
    for (const std::string& value : values) inputs.emplace_back(flag, value);
  }
  return inputs;
}

void add_sources(std::vector<std::string>& lines, const Point& point, const std::vector<std::string>& paths) {
  const auto add = [&](std::string line) {
    if (lines.size() < kMostLines && std::find(lines.begin(), lines.end(), line) == lines.end())
      lines.push_back(std::move(line));
  };
  for (std::string& line : origin_lines(point)) add(std::move(line));
  for (const std::string& path : paths) add(origin_line(point.machine, path));
  const std::vector<std::string> cited = source_lines(point.machine.chip);
  const auto is_cited = [&](const std::string& line) {
    return std::find(cited.begin(), cited.end(), line) != cited.end();
  };
  std::erase_if(lines, is_cited);  // they come last
  lines.insert(lines.end(), cited.begin(), cited.end());
}

}  // namespace roofline::cli
