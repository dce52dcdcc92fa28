#pragma once
// Which lines does the roof over a row have? The peaks and the memory that it uses, what else binds or was asked for,
// and what other sources publish.

#include <string>
#include <vector>

#include "cli/picture_wish.hpp"
#include "cli/point.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::cli {

/// Adds those that the machine does not have yet, as far as a picture can hold them; returns the paths of their
/// figures.
std::vector<std::string> add_roofs(Plot::Machine& machine, const Point& point, const PictureWish& wish);

/// What a bound is called in a picture: "hbm", "X (ici)"; and the path of its rate.
std::string roof_name(const Point& point, const Bound& bound);
std::string roof_path(const Point& point, const Bound& bound);

/// Whether the picture has a roof for a bound that is not the operands' own.
bool is_drawn(const PictureWish& wish, const Estimate& e, std::size_t bound);

/// What the roofs of a row hang on, so that rows like the last one are not looked at again.
class RoofsSeen {
 public:
  explicit RoofsSeen(const Point& point);
  bool are_those_of(const Point& point) const;

 private:
  std::string chip_;
  std::vector<double> settings_;
  Work work_;
  Estimate estimate_;
};

}  // namespace roofline::cli
