#pragma once
// Where is there room for a word? Boxes on the paper that must not overlap.

#include <optional>
#include <string_view>
#include <vector>

namespace roofline::plot {

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};
inline bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// Where text begins and how it lies: anchored at its start, middle or end, on its baseline.
struct Place {
  enum class Anchor { start, middle, end } anchor = Anchor::start;
  double x = 0, y = 0;
  double degrees = 0;  ///< turned about (x, y), clockwise
};

/// An upper estimate in any common sans serif.
double text_width(std::string_view text, double size);

/// The boxes that text takes there: one, or several along turned text.
std::vector<Box> boxes_of(const Place& place, std::string_view text, double size);

/// The paper as it fills up.
class Room {
 public:
  enum class Over { nothing, lines };
  explicit Room(const Box& frame) : frame_(frame) {}
  bool is_free(const std::vector<Box>& boxes, Over over) const;
  /// What no word may cover, and what it had better not: marks and words, lines.
  void take(const Box& box) { taken_.push_back(box); }
  void take(const std::vector<Box>& boxes) { taken_.insert(taken_.end(), boxes.begin(), boxes.end()); }
  void take_line(double x1, double y1, double x2, double y2);
  /// The first of the places where the text is free of lines too, else, where it may lie over lines, of other words and
  /// marks; it is then taken.
  std::optional<Place> find(const std::vector<Place>& places, std::string_view text, double size, Over over);

 private:
  Box frame_;
  std::vector<Box> taken_, lines_;
};

/// Eight places around a mark, the best first, then further ones that need a line to it.
inline constexpr std::size_t kNearPlaces = 8;
std::vector<Place> places_around(double x, double y, double radius, double size);
/// How far from the middle of a mark a place may lie without a line to it.
double reach_of(double radius, double size);

}  // namespace roofline::plot
