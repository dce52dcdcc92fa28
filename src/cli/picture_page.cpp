#include "cli/picture_page.hpp"

#include "base/format.hpp"
#include "cli/chip_text.hpp"
#include "cli/origins.hpp"

namespace roofline::cli {
namespace {

/// A word as a shell takes it.
std::string shell_word(const std::string& word) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
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
  std::vector<std::pair<std::string, std::string>> inputs(query.words);
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (!query.typed[i].empty()) inputs.emplace_back(query.op.fields[i].name, query.typed[i]);
  }
  for (const char* flag : {"from", "measured", "over", "chip"}) {
    if (const std::string* text = args.find(flag)) inputs.emplace_back(flag, *text);
  }
  for (const std::string& text : args.all("set")) inputs.emplace_back("set", text);
  return inputs;
}

std::vector<std::string> sources_of(const Point& point) {
  std::vector<std::string> lines = origin_lines(point);
  for (std::string& line : source_lines(point.machine.chip)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace roofline::cli
