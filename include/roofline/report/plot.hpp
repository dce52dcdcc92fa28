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

#include "roofline/base/units.hpp"

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

  bool is_own() const { return standing == Standing::own; }
  bool is_peak() const { return kind == Kind::peak; }
};

struct Plot {
  /// What the x axis shows: FLOPs per byte, or an input. Over an input bandwidths have no line.
  enum class Across { intensity, input } across = Across::intensity;
  std::string title;    ///< the question; a line break in it stays one
  std::string x_title;  ///< "arithmetic intensity, FLOP per byte of hbm", "B"
  std::string y_title;
  std::string along;  ///< the input that runs along the curves: that of the x axis, where it shows one
  Dim along_dim{};    ///< none for a count

  struct Machine {
    std::string name;
    std::vector<Roof> roofs;
    bool has_more = false;  ///< roofs than can be drawn
  };
  enum class Binds { communication, compute };
  /// From the least to the greatest.
  struct Span {
    double from = 0, to = 0;
  };
  /// Where a curve passes.
  struct Vertex {
    double x = 0, y = 0;
    Binds binds = Binds::communication;
  };
  /// Points that belong together: those of one curve.
  struct Series {
    std::string name;  ///< empty where there is nothing to tell
    std::size_t machine = 0;
    std::optional<Span> communication{}, compute{};  ///< the input of rows bound by either, of all rows
    std::vector<Vertex> path{};                      ///< as it runs; none where its points make no curve
  };
  /// The same point over another resource: its intensity there.
  struct Twin {
    std::string resource, path;  ///< as the roof has them
    double x = 0;
  };
  /// FLOP/s that were measured, and bound / measured time: above 1 it beats its bound.
  struct Measured {
    double rate = 0, efficiency = 0;
  };
  struct Point {
    std::string name;
    std::string label{};      ///< beside the mark, where its colour says the rest; empty: the name
    double x = 0;             ///< FLOP/B, or the input
    double y = 0;             ///< FLOP/s: FLOPs / t_lower
    double seconds = 0;       ///< which points are drawn and labelled first
    std::uint64_t place = 0;  ///< of its row among all rows
    std::size_t series = 0;
    Binds binds = Binds::communication;
    std::string bottleneck;
    std::optional<double> share{};
    std::optional<Measured> measured{};
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
  std::vector<Point> points;   ///< longest first
  std::vector<Beside> beside;  ///< longest first
  std::vector<std::string> notes;

  bool has_curves() const {
    for (const Series& s : series) {
      if (s.path.size() > 1) return true;
    }
    return false;
  }
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
