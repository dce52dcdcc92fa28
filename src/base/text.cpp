#include "roofline/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/format.hpp"

namespace roofline {
namespace {

struct Decoded {
  std::uint32_t code = 0;
  std::size_t length = 0;  ///< 0: these bytes are not UTF-8
};

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/// Strict UTF-8: no overlong form, no surrogate, nothing past U+10FFFF.
Decoded decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = sequence_length(lead);
  if (length == 0 || length > text.size()) return {};
  static constexpr std::array<unsigned, 5> kLeadMask{0, 0x7f, 0x1f, 0x0f, 0x07};
  std::uint32_t code = lead & kLeadMask[length];
  for (std::size_t i = 1; i < length; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c & 0xc0) != 0x80) return {};
    code = (code << 6) | (c & 0x3f);
  }
  static constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {};
  return {code, length};
}

/// Control characters, line and paragraph separators, bidi controls, zero-width characters, byte order marks; what is
/// no character at all, and so no XML.
bool is_hidden(std::uint32_t c) {
  return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef) || c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad ||
         c == 0x61c || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
         c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

bool is_combining(std::uint32_t c) {
  return (c >= 0x300 && c <= 0x36f) || (c >= 0x1ab0 && c <= 0x1aff) || (c >= 0x20d0 && c <= 0x20ff) ||
         (c >= 0xfe00 && c <= 0xfe0f);
}

/// The blocks that Unicode's East Asian Width calls wide.
bool is_wide(std::uint32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
         (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
}

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string escape(std::string_view text) {
  const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7f; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const Decoded c = decode(text);
    const std::size_t length = std::max<std::size_t>(c.length, 1);
    if (c.length == 0 || (c.length == 1 && is_hidden(c.code))) {
      out += formatted("\\x{:02x}", static_cast<unsigned char>(text[0]));
    } else if (is_hidden(c.code)) {
      out += formatted("\\u{{{:04x}}}", c.code);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return out;
}

std::string escape_markup(std::string_view text) {
  std::string out;
  for (const char c : escape(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Decoded c = decode(text);
    width += is_combining(c.code) ? 0 : is_wide(c.code) ? 2 : 1;
    text.remove_prefix(std::max<std::size_t>(c.length, 1));
  }
  return width;
}

std::optional<char32_t> hidden_code_point(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const Decoded c = decode(text);
  return c.length > 0 && is_hidden(c.code) ? std::optional<char32_t>(c.code) : std::nullopt;
}

std::size_t utf8_length(std::string_view text) {
  return text.empty() ? 0 : decode(text).length;
}

bool matches_glob(std::string_view glob, std::string_view text) {
  std::size_t g = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    const std::size_t letter = std::max<std::size_t>(utf8_length(text.substr(t)), 1);
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      t += glob[g] == '?' ? letter : 1;
      ++g;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == std::string_view::npos;
}

std::string quote(std::string_view text) {
  static constexpr std::size_t kLongest = 80, kKept = 40;
  std::size_t characters = 0, kept = 0;
  for (std::size_t at = 0; at < text.size(); at += std::max<std::size_t>(utf8_length(text.substr(at)), 1)) {
    if (characters == kKept) kept = at;
    ++characters;
  }
  if (characters <= kLongest) return "'" + escape(text) + "'";
  return formatted("'{}...' ({} characters)", escape(text.substr(0, kept)), characters);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && lower(a) == lower(b);
}

std::string listing(std::span<const std::string> words, std::string_view conjunction) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? formatted(" {} ", conjunction) : ", ";
    out += escape(words[i]);
  }
  return out;
}

std::string short_listing(std::span<const std::string> words, std::string_view conjunction, std::size_t most) {
  if (words.size() <= most) return listing(words, conjunction);
  const auto kept = words.first(most);
  std::vector<std::string> first(kept.begin(), kept.end());
  first.push_back(formatted("{} more", words.size() - most));
  return listing(first, conjunction);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> near_names(std::string_view word, std::span<const std::string> known) {
  static constexpr std::size_t kLongestName = 64;
  if (word.empty() || word.size() > kLongestName) return {};
  const std::string wanted = lower(word);
  const std::size_t reach = wanted.size() < 5 ? 1 : 2;
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const std::string& name : known) {
    const std::string candidate = lower(name);
    std::size_t d = distance(wanted, candidate);
    if (wanted.size() >= 3 && candidate.starts_with(wanted)) d = std::min(d, reach);
    // A short word is all typo unless it begins alike: a100 is not h100.
    const bool begins_alike = wanted.size() >= 5 || wanted[0] == candidate[0];
    if (d <= reach && begins_alike) found.emplace_back(d, name);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (const auto& [d, name] : found) {
    if (d == found.front().first && names.size() < 3 && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> known) {
  const auto names = near_names(word, known);
  return names.empty() ? "" : formatted("did you mean {}?", listing(names, "or"));
}

std::string name_hint(std::string_view word, std::span<const std::string> known) {
  if (std::string near = did_you_mean(word, known); !near.empty()) return near;
  std::vector<std::string> longer;
  for (const std::string& name : known) {
    if (!word.empty() && name.ends_with(formatted(".{}", word))) longer.push_back(name);
  }
  if (!longer.empty()) return formatted("did you mean {}?", short_listing(longer, "or"));
  return "one of " + short_listing(known, "or", kManyWords);
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  if (const std::size_t end = text.find('\n'); end != std::string_view::npos) {
    return wrap(text.substr(0, end), width, indent) + "\n" + std::string(indent, ' ') +
           wrap(text.substr(end + 1), width, indent);
  }
  std::string out;
  std::size_t column = indent;
  for (const std::string& word : split(text, ' ')) {
    if (column > indent && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

}  // namespace roofline
