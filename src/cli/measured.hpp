#pragma once
// How near do measured times come to their lower bound? Efficiency is t_lower / measured; above 1 something does not
// agree, and a note says what it may be.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/point.hpp"
#include "roofline/base/spread.hpp"

namespace roofline::cli {

/// What a row faster than its bound may mean; empty for any other row.
std::string faster_note(const Point& point);

/// Watches the rows go by, for the notes below them.
class Measurements {
 public:
  void see(const Point& point);
  /// "efficiency of 20 rows: min 0.3120, median 0.7421, max 0.9301; ...", and how many are faster than their bound.
  std::vector<std::string> notes() const;

 private:
  void keep_worst(const Point& point, double efficiency);

  Spread all_;
  std::array<Spread, 2> by_regime_;
  std::array<std::uint64_t, 4> faster_{};  ///< rows by their likely cause
  struct Fast {
    double efficiency;
    std::string row;
  };
  std::vector<Fast> worst_;  ///< the few with the greatest efficiency above 1, the greatest first
};

}  // namespace roofline::cli
