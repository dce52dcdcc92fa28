#pragma once
// Cells of text to draw on, each divided into two by four dots for lines.

#include <array>
#include <cstddef>
#include <string>

#include "roofline/report/plot.hpp"

namespace roofline::plot {

/// Places are counted in cells from the left and the bottom.
class Canvas {
 public:
  static constexpr std::size_t kColumns = 64, kRows = 17;

  explicit Canvas(PlotLines lines) : lines_(lines) {}

  /// A dot of a line; none beyond the edges.
  void dot(double x, double y);
  /// A letter, at the edge where it lies beyond; the first one in a cell stays. Returns which one is there.
  char letter(double x, double y, char letter);
  /// A row of text, the first at the top.
  std::string row(std::size_t row) const;

 private:
  std::string cell_text(unsigned dots) const;

  PlotLines lines_;
  std::array<std::array<unsigned, kColumns>, kRows> cells_{};
  std::array<std::array<char, kColumns>, kRows> letters_{};
};

}  // namespace roofline::plot
