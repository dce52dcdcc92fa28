#pragma once
// Which lines does the roof over a row have? The peaks and the memory that it uses, what else binds or was asked for,
// and what other sources publish.

#include "cli/picture_wish.hpp"
#include "cli/point.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::cli {

/// Adds those that the machine does not have yet.
void add_roofs(Plot::Machine& machine, const Point& point, const PictureWish& wish);

/// What a bound is called in a picture: "hbm", "X (ici)".
std::string roof_name(const Point& point, const Bound& bound);

/// Whether the picture has a roof for a bound that is not the operands' own.
bool is_drawn(const PictureWish& wish, const Estimate& e, std::size_t bound);

}  // namespace roofline::cli
