#pragma once
// The lines of a roof in numbers: where a peak and a bandwidth meet, from where to where each line is drawn, and which
// part of the x axis is bound by what.

#include <string>
#include <vector>

#include "report/plot/axes.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::plot {

/// Where a peak and a bandwidth take equally long: x = peak / bandwidth.
struct Ridge {
  double x = 0, y = 0;  ///< FLOP/B, FLOP/s
  const Roof* peak = nullptr;
  const Roof* bandwidth = nullptr;
};

/// Of every peak with every bandwidth of its own (not another source's), in their order.
std::vector<Ridge> ridges_of(const Plot::Machine& machine);

/// A line between two points, in numbers.
struct Segment {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};

/// The part of the line that may bind, cut to the axes' decades; empty (x1 >= x2) where none of it shows. A bandwidth
/// ends at the highest peak, a peak begins at the first ridge.
Segment segment_of(const Plot& plot, const Plot::Machine& machine, const Roof& roof, const Window& window);

/// Whether something there is as fast as a peak or the main memory of its machine lets it be.
bool is_on_a_roof(const Plot::Machine& machine, double x, double y);
/// Whether a point, or its twin over another resource, is as fast as a roof lets it be.
enum class Rest { on_a_roof, by_its_twin, below };
Rest rest_of(const Plot& plot, const Plot::Point& point);

/// One part of the x axis: what main memory lets an algorithm of so many FLOPs per byte be bound by.
struct Zone {
  enum class Kind { communication, between, compute } kind = Kind::communication;
  double from = 0, to = 0;
  std::string text;
};
/// From left to right; none over an input, or where there is no ridge.
std::vector<Zone> zones_of(const Plot& plot, const Window& window);
/// "240.2 to 568.8 FLOP/B: communication-bound on some of the chips".
std::string zone_words(const Zone& zone);

/// "tpu-v5e hbm 820 GB/s": with the machine where there are several.
std::string label_of(const Plot& plot, const Plot::Machine& machine, const Roof& roof);

}  // namespace roofline::plot
