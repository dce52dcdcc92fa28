#pragma once
// What a picture says in words, so that nobody has to measure it: each roof with its ridges, each point, what has no
// place on the axes.

#include <string>
#include <string_view>
#include <vector>

#include "report/plot/axes.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::plot {

inline constexpr std::size_t kLongestName = 40;  ///< of a label; longer ones are cut there, and told whole beside
inline constexpr std::size_t kFewEntries = 12;   ///< of a list; of longer ones their number is told

/// "a, b and 7 more": at most kFewEntries of them.
std::string few_of(const std::vector<std::string>& parts, std::string_view between = ", ");

/// "bf16 197 TFLOP/s, hbm 820 GB/s; ridge 240.2 FLOP/B", after the machine's name where there are several.
std::string machine_words(const Plot& plot, const Plot::Machine& machine);
/// "also published: hbm 819 GB/s, hbm 810 GB/s"; empty where nothing else is.
std::string alternative_words(const Plot& plot, const Plot::Machine& machine);

/// "240.9 FLOP/B", "B = 256".
std::string x_words(const Plot& plot, double x);
/// "69.6%", "<0.01%".
std::string share_words(double share);
std::string_view regime_of(Plot::Binds binds);
/// "B=256: 240.9 FLOP/B, 197.0 TFLOP/s, 174.4 us, compute binds", and what was measured.
std::string point_words(const Plot& plot, const Plot::Point& point);
inline bool is_faster(const Plot::Point& point) {
  return point.measured && point.measured->efficiency > 1;
}

/// Where along a curve what binds: "compute-bound from B = 256".
std::string turn_words(const Plot& plot, const Plot::Series& series);
/// "D=1024 F=1024: compute-bound from B = 256": of a curve over an input, else its name.
std::string series_words(const Plot& plot, const Plot::Series& series);

/// The question on one line.
std::string heading(const Plot& plot);
/// At most `width` columns of a name.
std::string short_name(const std::string& name, std::size_t width = kLongestName);
/// Escaped lines of at most `width` columns: broken at spaces, and cut where there are none; a line break stays one.
std::vector<std::string> lines_of(const std::string& text, std::size_t width);

/// How the points are to be read.
std::string subtitle(const Plot& plot);
/// What the marks beside them are; empty where there are none.
std::string mark_words(const Plot& plot);
/// What stands below the picture, a line each: what is not on the axes, what beats its bound, the notes.
std::vector<std::string> footnotes(const Plot& plot, const Axes& axes);
/// The whole picture in a few sentences.
std::string description(const Plot& plot);

}  // namespace roofline::plot
