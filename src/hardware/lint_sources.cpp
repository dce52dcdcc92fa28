// Rules about what a file says of itself: where its figures come from, since when, how far they can be trusted.

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "hardware/lint_rules.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

constexpr std::string_view kDate = "a date such as 2026-08";

/// "2026", "2026-08", "2026-08-21".
bool is_date(std::string_view text) {
  const auto number = [&](std::size_t at, std::size_t length) {
    const std::string_view digits = text.substr(at, length);
    const bool plain = digits.size() == length && digits.find_first_not_of("0123456789") == std::string_view::npos;
    return plain ? std::stoi(std::string(digits)) : -1;
  };
  const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
  if (!within(number(0, 4), 2000, 2099)) return false;
  if (text.size() == 4) return true;
  if (text[4] != '-' || !within(number(5, 2), 1, 12)) return false;
  return text.size() == 7 || (text.size() == 10 && text[7] == '-' && within(number(8, 2), 1, 31));
}

/// A word, or "none" where there is none.
std::string found(const std::string& text) {
  return text.empty() ? "none" : quote(text);
}

void check_identity(const Chip& chip, Findings& findings) {
  static constexpr std::array<std::string_view, 3> kConfidence{"high", "medium", "low"};
  static constexpr std::array<std::string_view, 6> kKinds{"gpu", "tpu", "npu", "asic", "soc", "cpu"};
  const auto one_of = [](std::span<const std::string_view> words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (!is_date(chip.date)) findings.add("date", found(chip.date), std::string(kDate), "when the figures were gathered");
  if (!one_of(kConfidence, chip.confidence))
    findings.add("confidence", found(chip.confidence), "high, medium or low", "readers must know what to trust");
  if (!chip.kind.empty() && !one_of(kKinds, chip.kind))
    findings.add("kind", found(chip.kind), "gpu, tpu, npu, asic, soc or cpu", "chips are chosen by it");
  if (chip.year != 0 && (chip.year < 2000 || chip.year > 2099))
    findings.add("year", formatted("{}", chip.year), "2000 to 2099", "it is the year of the launch");
}

void check_sources(const Chip& chip, Findings& findings) {
  if (chip.sources.empty()) findings.add("sources", "none", "one or more", "a figure is as good as its source");
  for (std::size_t i = 0; i < chip.sources.size(); ++i) {
    const Source& source = chip.sources[i];
    const std::string key = formatted("sources[{}].", i);
    if (source.title.empty()) findings.add(key + "title", "none", "what it is called", "readers must find it");
    if (source.access.empty()) findings.add(key + "access", "none", "read, or second-hand and by whom", "who says so");
    if (!is_date(source.date)) findings.add(key + "date", found(source.date), std::string(kDate), "pages change");
    for (const std::string& path : source.covers) {
      const auto all = figures(chip);
      const bool any =
          std::any_of(all.begin(), all.end(), [&](const Figure& f) { return f.value && is_under(f.path, path); });
      if (!any && path != "price")
        findings.add(key + "covers", quote(path), "a figure that the file gives", "it covers none");
    }
  }
  if (!chip.prices.empty() && sources_of(chip, "price").empty())
    findings.add("price", formatted("{}", chip.prices.size()), "a source that covers \"price\"", "no source does");
}

/// "unsourced" names figures of the file, each of which no source covers.
void check_unsourced(const Chip& chip, const std::vector<Figure>& all, Findings& findings) {
  for (const std::string& path : chip.unsourced) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const Figure& f) { return f.path == path && f.value; });
    if (!known)
      findings.add("unsourced", quote(path), "the path of a figure that the file gives", "it names what has no source");
    if (known && !sources_of(chip, path).empty())
      findings.add("unsourced", quote(path), "one or the other", "a source covers it");
  }
}

void check_figures(const Chip& chip, const std::vector<Figure>& all, Findings& findings) {
  if (chip.sources.empty()) return;
  for (const Figure& f : all) {
    const bool claimed = f.value && line_of(chip, f.path) > 0;
    const bool listed = std::find(chip.unsourced.begin(), chip.unsourced.end(), f.path) != chip.unsourced.end();
    if (claimed && !listed && sources_of(chip, f.path).empty())
      findings.add(f.path, show_figure(f), "a source that covers it", "no source does; or name it in unsourced");
  }
}

/// What others publish is explained where it is another figure, not another rounding.
void check_alternatives(const Chip& chip, Findings& findings) {
  for (std::size_t i = 0; i < chip.alternatives.size(); ++i) {
    const Alternative& other = chip.alternatives[i];
    if (!Findings::differ(other.ratio) || !other.note.empty()) continue;
    Figure figure = roofline::figure(chip, other.path);
    figure.value = other.value;
    findings.add(formatted("alternatives[{}].note", i), "none",
                 formatted("why source [{}] has {} for {}", other.source, show_figure(figure), other.path),
                 "it differs by more than 2%");
  }
}

}  // namespace

void check_provenance(const Spec& spec, Findings& findings) {
  const std::vector<Figure> all = figures(spec.chip);
  check_sources(spec.chip, findings);
  check_identity(spec.chip, findings);
  check_unsourced(spec.chip, all, findings);
  check_figures(spec.chip, all, findings);
  check_alternatives(spec.chip, findings);
}

}  // namespace roofline
