#pragma once
// Text at the edges: what came from outside made safe to show, and names that nearly match.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// The one escape function: printable UTF-8 is kept; control characters, bidi and zero-width code points and bytes that
/// are not UTF-8 become \x1b or \u{202e}.
std::string escape(std::string_view text);

/// The same, inert in an element of XML or HTML and in a quoted attribute.
std::string escape_markup(std::string_view text);

/// The code point that `text` begins with, where escape() would not keep it; nullopt for one that it keeps and for
/// bytes that are not UTF-8.
std::optional<char32_t> hidden_code_point(std::string_view text);

/// The length of the UTF-8 sequence that `text` begins with; 0 when it begins with none.
std::size_t utf8_length(std::string_view text);

/// Cells of a terminal that escaped text takes: none for a combining mark, two for a wide (East Asian, emoji) letter.
std::size_t display_width(std::string_view text);

/// escape() within single quotes; long text is cut to 40 characters and its length told.
std::string quote(std::string_view text);

/// ASCII only: locales change nothing.
std::string lower(std::string_view text);
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// "a, b and c", each escaped.
std::string listing(std::span<const std::string> words, std::string_view conjunction = "and");

/// The same of a long list: the first few, then how many more: "a, b, c and 70 more".
inline constexpr std::size_t kFewWords = 8, kManyWords = 24;
std::string short_listing(std::span<const std::string> words, std::string_view conjunction = "and",
                          std::size_t most = kFewWords);

/// Whether a glob stands for the text: * is any letters, ? one.
bool matches_glob(std::string_view glob, std::string_view text);

/// Every part, the empty ones too: n separators make n + 1.
std::vector<std::string> split(std::string_view text, char separator);

/// Known names near to `word` (Damerau-Levenshtein distance at most 2, at most 1 below five letters; prefixes too):
/// the nearest, at most three.
std::vector<std::string> near_names(std::string_view word, std::span<const std::string> known);

/// "did you mean a, b or c?", or empty when nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// What to write instead of an unknown name: did_you_mean(), the name that ends in it ("peak.fp8" for "fp8"), or
/// "one of a, b or c".
std::string name_hint(std::string_view word, std::span<const std::string> known);

/// Breaks at spaces so that no line passes `width` columns, for text that begins in column `indent` and goes on there;
/// a line break in the text stays one.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace roofline
