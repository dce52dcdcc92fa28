#pragma once
// The way that a curve takes through any number of rows, in constant memory: its ends, both sides of each change of
// what binds (of the first), and rows at even steps between them.

#include <cstdint>
#include <optional>
#include <vector>

#include "roofline/report/plot.hpp"

namespace roofline::cli {

class Trail {
 public:
  void add(const Plot::Vertex& vertex);
  /// In the order of the rows.
  std::vector<Plot::Vertex> take();

 private:
  struct Step {
    std::uint64_t row;
    Plot::Vertex vertex;
  };
  void halve();

  std::vector<Step> even_, turns_;
  std::optional<Step> last_;
  std::uint64_t rows_ = 0, stride_ = 1;
};

}  // namespace roofline::cli
