#pragma once
// Which hardware figures does an answer rest on, and where do they come from: file, line, sources, other values?

#include <string>
#include <vector>

#include "cli/point.hpp"
#include "roofline/base/io.hpp"

namespace roofline::cli {

/// The spec paths of a resource's rate: a bandwidth, or links and link_bandwidth where a chip's links work together.
std::vector<std::string> rate_paths(const Chip& chip, const Bound& bound);

/// The spec paths that an estimate read, without repeats: peaks, rates, and the capacity.
std::vector<std::string> figures_read(const Chip& chip, const Work& work, const Estimate& e);

/// "peak.bf16 of an engine": the path of the rate that a part of the work computes at.
std::string peak_path(const Work::Compute& compute);

/// "from hardware/tpu-v5e.json (built in)", a line for each figure, then the sources cited.
void print_origins(Output& out, const Point& point);

/// "peak.bf16: 197 TFLOP/s, hardware/tpu-v5e.json (built in) line 14, [1] [2]".
std::string origin_line(const Machine& machine, const std::string& path);
/// The same without layout: "peak.bf16: 197 TFLOP/s, hardware/tpu-v5e.json (built in) line 14, [1] [2]".
std::vector<std::string> origin_lines(const Point& point);

}  // namespace roofline::cli
