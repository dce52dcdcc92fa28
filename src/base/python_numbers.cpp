#include "base/python_numbers.hpp"

#include <array>

namespace roofline {
namespace {

constexpr std::array<std::string_view, 3> kPythonNumbers{"NaN", "Infinity", "-Infinity"};

/// Whether these bytes are a whole word of the text: beside it is the end, a blank or punctuation.
bool stands_alone(std::string_view text, std::size_t start, std::size_t length) {
  static constexpr std::string_view kBefore = " \t\r\n,:[", kAfter = " \t\r\n,]}";
  const bool begins = start == 0 || kBefore.find(text[start - 1]) != std::string_view::npos;
  const std::size_t end = start + length;
  return begins && (end == text.size() || kAfter.find(text[end]) != std::string_view::npos);
}

}  // namespace

std::size_t python_number_length(std::string_view text) {
  for (const auto word : kPythonNumbers) {
    if (text.starts_with(word)) return word.size();
  }
  return 0;
}

std::string without_python_numbers(std::string_view text) {
  std::string json(text);
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') in_string = !in_string;
    if (in_string && text[i] == '\\') ++i;
    const std::size_t length = in_string ? 0 : python_number_length(text.substr(i));
    if (length == 0 || !stands_alone(text, i, length)) continue;
    json.replace(i, length, "0" + std::string(length - 1, ' '));
    i += length - 1;
  }
  return json;
}

}  // namespace roofline
