// What the figures of a chip rest on: the numbers of their sources, what else is published.

#include <algorithm>
#include <span>

#include "base/format.hpp"
#include "cli/chip_text.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline::cli {
namespace {

/// " [2] [3] (rounded)": the sources of one value, each note once, after the last source that it is about.
std::string cited(std::span<const Alternative> all) {
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += formatted(" [{}]", all[i].source);
    const bool repeats = i + 1 < all.size() && all[i + 1].note == all[i].note;
    if (!all[i].note.empty() && !repeats) text += formatted(" ({})", all[i].note);
  }
  return text;
}

}  // namespace

std::string also_published(const Chip& chip, std::string_view path) {
  std::vector<Alternative> others;
  for (const Alternative& a : chip.alternatives) {
    if (a.path == path) others.push_back(a);
  }
  std::string text;
  for (auto first = others.begin(); first != others.end();) {
    const double value = first->value;
    const auto end = std::stable_partition(first, others.end(), [&](const Alternative& a) { return a.value == value; });
    Figure f = figure(chip, path);
    f.value = value;
    text += (text.empty() ? "" : ", ") + show_figure(f) + cited({first, end});
    first = end;
  }
  return text.empty() ? "" : text + " also published";
}

std::string provenance_text(const Chip& chip, const std::string& path) {
  std::string text;
  for (const std::size_t source : sources_of(chip, path)) text += formatted("{}[{}]", text.empty() ? "" : " ", source);
  if (text.empty()) text = "no source";
  const std::string others = also_published(chip, path);
  return others.empty() ? text : formatted("{}; {}", text, others);
}

std::vector<std::string> source_lines(const Chip& chip) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < chip.sources.size(); ++i) {
    const Source& s = chip.sources[i];
    const std::string url = s.url.empty() ? "" : " " + s.url;
    const std::string date = s.date.empty() ? "" : ", " + s.date;
    lines.push_back(formatted("[{}] {} ({}{}){}", i + 1, s.title, s.access, date, url));
  }
  return lines;
}

}  // namespace roofline::cli
