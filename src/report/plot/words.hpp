#pragma once
// What a picture says in words, so that nobody has to measure it: each roof with its ridges, each point, what has no
// place on the axes.

#include <optional>
#include <string>
#include <vector>

#include "report/plot/axes.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::plot {

inline constexpr std::size_t kLongestName = 40;  ///< of a label; longer ones are cut there, and told whole beside

/// "bf16 197 TFLOP/s, hbm 820 GB/s: ridge 240.2 FLOP/B", after the machine's name where there are several.
std::string machine_words(const Plot& plot, const Plot::Machine& machine);
/// "also published: hbm 819 GB/s, 810 GB/s"; empty where nothing else is.
std::string alternative_words(const Plot& plot, const Plot::Machine& machine);

/// "240.9 FLOP/B", "B = 256".
std::string x_words(const Plot& plot, double x);
/// "B=256: 240.9 FLOP/B, 197.0 TFLOP/s, 174.4 us, compute binds".
std::string point_words(const Plot& plot, const Plot::Point& point);
/// "measured 155.0 TFLOP/s, efficiency 0.7868"; empty where nothing was.
std::string measured_words(const Plot::Point& point);

/// The question on one line.
std::string heading(const Plot& plot);

/// At most `width` columns of a name.
std::string short_name(const std::string& name, std::size_t width = kLongestName);

/// The least input at which a point of the curve is compute-bound; nullopt where none is.
std::optional<double> first_compute_bound(const Plot& plot, std::size_t series);
/// "D=1024 F=1024: first compute-bound at B = 512": of a curve over an input, else its name.
std::string series_words(const Plot& plot, std::size_t series);

/// How the points are to be read.
std::string subtitle(const Plot& plot);
/// What stands below the picture, a line each: what is not on the axes, what beats its bound, the notes.
std::vector<std::string> footnotes(const Plot& plot, const Axes& axes);
/// The whole picture in a few sentences.
std::string description(const Plot& plot);

/// The points that the axes have a place for, longest first.
std::vector<const Plot::Point*> drawn_points(const Plot& plot, const Axes& axes);

}  // namespace roofline::plot
