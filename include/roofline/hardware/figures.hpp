#pragma once
// Which figures does a chip have, under which spec path ("peak.bf16", "memory.hbm.bandwidth",
// "interconnect.ici.links"), and which sources do they rest on? --set, alternatives, `roofline chips` and --explain all
// walk this list.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/units.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline {

struct Figure {
  std::string path;
  Dim dim;                      ///< none for a plain number (links)
  std::optional<double> value;  ///< base units; nullopt: not published
};

/// All figures there is a place for, in the order of the spec, the unknown ones included.
std::vector<Figure> figures(const Chip& chip);

/// The figure at a path; "memory.main" is the first level. An Error with suggestions when there is no such place.
Figure figure(const Chip& chip, std::string_view path);

/// Replaces one figure; a capacity takes what was usable of the old one with it. `value` is in base units and more
/// than 0. An Error with suggestions when there is no such place.
void set_figure(Chip& chip, std::string_view path, double value);
/// A copy of the chip with one figure replaced.
Chip with_figure(const Chip& chip, std::string_view path, double value);

/// "820 GB/s", "16 GiB", "18".
std::string show_figure(const Figure& figure);
/// Whether the figure is a rate of wires or pins, which bits may tell.
bool is_of_wires(const Figure& figure);
/// The same grammar as in a spec file. Throws Error.
double parse_figure(const Figure& figure, std::string_view text);

/// Whether `path` is `front` or lies below it: memory.hbm.bandwidth is under memory.hbm, memory.hbm2.bandwidth is not.
bool is_under(std::string_view path, std::string_view front);

/// The sources, counted from 1, that cover the path.
std::vector<std::size_t> sources_of(const Chip& chip, std::string_view path);
/// The line of the spec that states it; 0 when it was not read from one.
int line_of(const Chip& chip, std::string_view path);

}  // namespace roofline
