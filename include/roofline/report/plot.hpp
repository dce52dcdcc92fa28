#pragma once
// How fast can it go, and under which roof? A roofline plot as plain numbers: straight lines on a log-log scale, and
// points below them. Drawn as SVG, as an HTML page, or as text.
//
// Conventions: both axes are logarithmic and show whole decades; y is FLOP/s of one chip. A peak is level, y = rate; a
// bandwidth is a slope, y = rate * x. Source: Williams, Waterman, Patterson (2009); How to Scale Your Model, ch. 1.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roofline {

/// One line of a chip's roof.
struct Roof {
  enum class Kind { peak, main_memory, other } kind = Kind::peak;  ///< other: a further memory level, or a link
  /// As the chip has it, or as another source publishes it.
  enum class Standing { own, alternative } standing = Standing::own;
  std::string name;   ///< "bf16", "hbm"
  std::string path;   ///< of the figure: "peak.bf16"
  std::string shown;  ///< "197 TFLOP/s"
  double rate = 0;    ///< FLOP/s of a peak, else B/s
};

struct Plot {
  /// What the x axis shows: FLOPs per byte, or an input. Over an input bandwidths have no line.
  enum class Across { intensity, input } across = Across::intensity;
  std::string title;    ///< the question
  std::string x_title;  ///< "arithmetic intensity, FLOP per byte of hbm"
  std::string y_title;

  struct Machine {
    std::string name;
    std::vector<Roof> roofs;
  };
  /// Points that belong together: those of one curve.
  struct Series {
    std::string name;  ///< empty where there is nothing to tell
    std::size_t machine = 0;
  };
  /// The same point over another resource: its intensity there.
  struct Twin {
    std::string resource;
    double x = 0;
  };
  struct Point {
    std::string name;
    std::string label{};  ///< beside the mark, where its colour says the rest; empty: the name
    double x = 0;         ///< FLOP/B, or the input
    double y = 0;         ///< FLOP/s: FLOPs / t_lower
    double seconds = 0;   ///< which points are drawn and labelled first
    std::optional<double> share{};
    std::optional<double> measured{};    ///< FLOP/s: FLOPs / the measured time
    std::optional<double> efficiency{};  ///< above 1 the measurement beats its bound
    std::size_t series = 0;
    std::uint64_t place = 0;  ///< of its row among all rows: how a curve runs
    std::string regime, bottleneck;
    std::vector<Twin> twins{};
  };
  /// What a log scale has no place for.
  struct Beside {
    std::string name, why;
    double seconds = 0;
    std::optional<double> share{};
  };

  std::vector<Machine> machines;
  std::vector<Series> series;
  std::vector<Point> points;                              ///< longest first
  enum class Paths { none, joined } paths = Paths::none;  ///< joined: the points of a series make a curve
  std::vector<Beside> beside;                             ///< longest first
  std::vector<std::string> notes;
};

/// What a page says beside its picture.
struct PlotPage {
  std::string command;                                                    ///< as it was typed
  std::vector<std::pair<std::string, std::string>> inputs;                ///< name and value
  std::vector<std::pair<std::string, std::vector<std::string>>> sources;  ///< of each machine: a line for each figure
};

/// A whole SVG document: plain attributes, no style sheet. Every mark has its numbers, unrounded, as data-x, data-y.
std::string plot_svg(const Plot& plot);

/// A whole page that loads nothing: the picture, all of its points as a table, inputs and sources. Light and dark.
std::string plot_html(const Plot& plot, const PlotPage& page);

/// For a terminal, within 80 columns: lines of ASCII, or of braille dots.
enum class PlotLines { ascii, braille };
std::string plot_text(const Plot& plot, PlotLines lines);

}  // namespace roofline
