#include "report/plot/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace roofline::plot {
namespace {

/// The bit of each dot in the braille block, by column and row.
constexpr std::array<std::array<unsigned, 4>, 2> kDots{{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}};

}  // namespace

void Canvas::dot(double x, double y) {
  const double top = static_cast<double>(kRows) - y;
  if (x < 0 || x >= static_cast<double>(kColumns) || top < 0 || top >= static_cast<double>(kRows)) return;
  const auto across = static_cast<std::size_t>((x - std::floor(x)) * 2);
  const auto down = static_cast<std::size_t>((top - std::floor(top)) * 4);
  cells_[static_cast<std::size_t>(top)][static_cast<std::size_t>(x)] |= kDots[across][down];
}

char Canvas::letter(double x, double y, char letter) {
  const double top = std::clamp(static_cast<double>(kRows) - y, 0.0, static_cast<double>(kRows - 1));
  const double left = std::clamp(x, 0.0, static_cast<double>(kColumns - 1));
  char& cell = letters_[static_cast<std::size_t>(top)][static_cast<std::size_t>(left)];
  if (cell == 0) cell = letter;
  return cell;
}

std::string Canvas::row(std::size_t row) const {
  std::string text;
  for (std::size_t column = 0; column < kColumns; ++column) {
    const char letter = letters_[row][column];
    text += letter != 0 ? std::string(1, letter) : cell_text(cells_[row][column]);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string Canvas::cell_text(unsigned dots) const {
  if (dots == 0) return " ";
  if (lines_ == PlotLines::braille)  // U+2800 + dots in UTF-8
    return {'\xe2', static_cast<char>(0xa0 + (dots >> 6)), static_cast<char>(0x80 + (dots & 0x3f))};
  static constexpr std::array<char, 4> kHeights{'\'', '-', '.', '_'};
  std::array<int, 4> counts{};
  for (std::size_t down = 0; down < kHeights.size(); ++down) {
    for (const auto& column : kDots) counts[down] += (dots & column[down]) != 0 ? 1 : 0;
  }
  return {kHeights[static_cast<std::size_t>(std::max_element(counts.begin(), counts.end()) - counts.begin())]};
}

}  // namespace roofline::plot
