#pragma once
// An output that is looked at: only text that is safe to show, no number that is none, and nothing without end.

#include <cctype>
#include <cerrno>

#include "fuzz.hpp"
#include "roofline/base/csv.hpp"
#include "roofline/base/json.hpp"
#include "roofline/base/text.hpp"

namespace fuzz {

/// Takes 64 KiB and is then a reader that went away, so that no sweep is too long.
struct Screen {
  std::string text;
  bool full = false;

  roofline::Output output() {
    const auto write = [this](std::string_view more) {
      text += more;
      full = full || text.size() >= std::size_t{1} << 16;
      return full ? EPIPE : 0;
    };
    return {write, "the screen"};
  }
};

template <class F>
void for_each_line(std::string_view text, F f) {
  for (const std::string& line : roofline::split(text, '\n')) f(line);
}

/// Printable UTF-8 in lines; the fields of bare values are separated by tabs.
inline void check_safe(std::string text) {
  std::replace(text.begin(), text.end(), '\t', '\n');
  for_each_line(text, [](const std::string& line) { PROPERTY(roofline::escape(line) == line); });
}

/// Whether `word` stands in the text with no letter beside it.
inline bool has_word(std::string_view text, std::string_view word) {
  const auto letter = [&](std::size_t i) {
    return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i]));
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if (!letter(at - 1) && !letter(at + word.size())) return true;
  }
  return false;
}

inline void check_csv(const std::string& text) {
  roofline::Lines lines(roofline::read_string(text), "the screen");
  roofline::CsvReader reader(lines);
  while (reader.next()) {
  }
}

}  // namespace fuzz
