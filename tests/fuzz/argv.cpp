// The whole program in process. The input is words separated by NUL bytes; the last one is standard input. Whatever
// they say: an exit code of the manual, an answer that can be read, and text that is safe on a terminal.

#include <cstring>
#include <vector>

#include "cli/run.hpp"
#include "roofline/report/report.hpp"
#include "screen.hpp"

using namespace roofline;

namespace {

using Words = std::vector<std::string>;

bool has_part(const Words& words, std::string_view part) {
  return std::any_of(words.begin(), words.end(), [&](const auto& w) { return w.find(part) != std::string::npos; });
}

/// The first --format that is one; "" when there is none.
std::string format_of(const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool joined = words[i].starts_with("--format=");
    if (!joined && (words[i] != "--format" || i + 1 == words.size())) continue;
    const std::string value = joined ? words[i].substr(words[i].find('=') + 1) : words[i + 1];
    for (const View& view : views()) {
      if (view.name == value) return value;
    }
  }
  return "";
}

/// Other files are not the fuzzer's business: a slash only in a unit (TB/s, USD/h, FLOP/B), and no folder.
bool is_harmless(const std::string& word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '/') continue;
    const char before = i > 0 ? word[i - 1] : '/', after = i + 1 < word.size() ? word[i + 1] : '/';
    const bool ends = i + 2 >= word.size() || word[i + 2] == ',' || word[i + 2] == ':';
    if (std::strchr("bBPD", before) == nullptr || std::strchr("shB", after) == nullptr || !ends) return false;
  }
  const std::string plain = lower(word);
  const auto is_drawn = [&](std::string_view ending) { return plain.ends_with(ending); };
  if (is_drawn(".svg") || is_drawn(".html") || is_drawn(".txt")) return false;
  return !word.starts_with("--hardware") && !word.starts_with("--report") && !word.starts_with("--summary");
}

/// Each row of --solve is a search, a picture waits for the last row, and a range has any number of them.
bool is_short(const Words& words) {
  return (!has_part(words, "--solve") && !has_part(words, "--plot")) || !has_part(words, ":");
}

void check_answer(const Words& words, const std::string& out, int exit) {
  const std::string format = format_of(words);
  const bool rows = has_part(words, ",") || has_part(words, ":") || has_part(words, "--from");
  const bool object = out.starts_with("{\"schema\":1,\"error\":") && format.starts_with("json");
  PROPERTY(exit != 2 || out.empty() || rows || object || words[0] == "check");
  const bool page =
      has_part(words, "-h") || has_part(words, "help") || has_part(words, "-V") || has_part(words, "vers");
  if (page || out.empty()) return;
  if (format == "json") parse_json(out, "the screen");
  if (format == "csv") fuzz::check_csv(out);
  if (format == "jsonl") {
    fuzz::for_each_line(out, [](const std::string& line) { line.empty() ? void() : void(parse_json(line, "a line")); });
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ::unsetenv("ROOFLINE_HARDWARE");
  Words words = split(fuzz::text_of(data, size), '\0');
  const std::string in = words.back();
  words.pop_back();
  if (!std::all_of(words.begin(), words.end(), is_harmless) || !is_short(words)) return 0;
  fuzz::Screen out, err;
  Output to_out = out.output(), to_err = err.output();
  const int exit = cli::run(words, read_string(in), to_out, to_err);
  PROPERTY(exit == 0 || exit == 1 || exit == 2);
  const bool checks = !words.empty() && words[0] == "check";  // it tells on standard output what it could not check
  PROPERTY(checks || err.text.empty() == (exit == 0));
  fuzz::check_safe(err.text);
  fuzz::check_safe(out.text);
  const std::string asked = lower(fuzz::text_of(data, size));
  for (const auto word : {"nan", "inf", "n.n", "i.f"})
    PROPERTY(asked.find(word) != asked.npos || !fuzz::has_word(out.text, word));
  if (!out.full) check_answer(words, out.text, exit);
  return 0;
}
