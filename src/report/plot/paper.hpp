#pragma once
// The paper that an SVG is drawn on: where its parts lie, how a mark is placed, and which words have found room.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/plot/axes.hpp"
#include "report/plot/curves.hpp"
#include "report/plot/labels.hpp"
#include "report/plot/markup.hpp"
#include "report/plot/paint.hpp"
#include "report/plot/roofs.hpp"
#include "report/plot/svg.hpp"

namespace roofline::plot {

inline constexpr double kWidth = 860, kMargin = 16;
inline constexpr Box kFrame{104, 104, 828, 474};
inline constexpr double kSmall = 12, kText = 13, kTitle = 16;

struct Paper {
  Paper(const Plot& plot, Within within);

  const Plot& plot;
  const Within within;
  Axes axes;
  Window window{};
  Points points;  ///< that are drawn, longest first
  Room room{kFrame};
  std::vector<std::string> unsaid{};  ///< what found no room on the paper, and so stands below

  /// So many points that their rims would hide them.
  bool is_crowded() const { return points.size() > kFewPoints; }

  double x(double value) const { return axes.x.at(value); }
  double y(double value) const { return axes.y.at(value); }

  /// A mark; words come above all marks.
  Element mark(std::string_view name) { return {marks_, name}; }
  void close_group() { marks_ += "</g>\n"; }
  Element line(const Segment& s, const Paint& paint, double width);
  /// Words on the paper, or over marks with a rim that keeps them legible.
  enum class Rim { none, paper };
  void words(const Place& place, std::string_view text, double size, const Paint& paint, Rim rim = Rim::none);
  /// The same where there is room for them: there, or nowhere.
  std::optional<Place> label(const std::vector<Place>& places, std::string_view text, const Paint& paint,
                             Room::Over over);

  /// All that was drawn, in its order.
  std::string content() const { return marks_ + words_; }

 private:
  static constexpr std::size_t kFewPoints = 60;
  std::string marks_, words_;
};

/// How many columns of small words a width has.
std::size_t columns_of(double width);

/// How far a point reaches: its area is its share of the time.
double radius_of(const Paper& paper, const Plot::Point& point);

// The parts, in the order they are drawn.
void draw_zones(Paper& paper);
void draw_grid(Paper& paper);
void draw_roofs(Paper& paper);
void draw_zone_words(Paper& paper);
void label_roofs(Paper& paper);
void draw_points(Paper& paper);
/// Returns where the words below the axis end.
double draw_legend(Paper& paper);

}  // namespace roofline::plot
