#pragma once
// The colours of a plot on white and on dark paper: text at least 4.5:1 against it, lines 3:1 (WCAG 2). A file has
// those of white paper as attributes; a page changes them by class.

#include <array>
#include <cstddef>
#include <string_view>

namespace roofline::plot {

struct Paint {
  std::string_view name, light, dark;
};

inline constexpr Paint kPaper{"paper", "#ffffff", "#16181c"};
inline constexpr Paint kInk{"ink", "#1b1d21", "#eceef2"};
inline constexpr Paint kMuted{"muted", "#565b66", "#a9b0bd"};  ///< words of less weight
inline constexpr Paint kGrid{"grid", "#d9dce2", "#363a43"};    ///< decoration

/// Of chips and curves, in turn.
inline constexpr std::array<Paint, 5> kLines{{{"line0", "#0b5cad", "#8ec7ff"},
                                              {"line1", "#b3261e", "#ff9d94"},
                                              {"line2", "#1a6b2f", "#8fe3a1"},
                                              {"line3", "#6a1b9a", "#d9a6ff"},
                                              {"line4", "#8a3b00", "#ffb27a"}}};

/// Behind the words of the zones: bound by communication, by either, by compute.
inline constexpr std::array<Paint, 3> kZones{
    {{"zone0", "#fbe5e2", "#40211f"}, {"zone1", "#fdf3d2", "#3d3413"}, {"zone2", "#e2f3e4", "#1c3822"}}};

/// After the colours have gone round, the next dashes.
inline constexpr std::array<std::string_view, 4> kDashes{"", "9 3", "12 3 3 3", "4 4"};

/// Of what another source publishes; of memories and links other than the main one.
inline constexpr std::string_view kDotted = "1 4", kDashed = "6 4";

inline const Paint& line_paint(std::size_t index) {
  return kLines[index % kLines.size()];
}
inline std::string_view dash_of(std::size_t index) {
  return kDashes[index / kLines.size() % kDashes.size()];
}

}  // namespace roofline::plot
