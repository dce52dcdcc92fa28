#pragma once
// What --help and the man page both say.

#include <array>
#include <string_view>

#include "cli/command.hpp"

namespace roofline::cli {

inline constexpr std::string_view kQuestionHelp = "how fast can it run, and what binds?";
inline constexpr std::string_view kSubjectHelp =
    "Compute, memory and wires of a machine-learning operation against a chip's figures.";
inline constexpr std::string_view kBoundsHelp =
    "t_lower, the least time possible, is the longest of t_comp (FLOPs / peak) and each t_<resource> (bytes / "
    "bandwidth): all of it overlaps. t_upper is their sum: none of it does. Intensity, FLOPs per byte, against the "
    "ridge "
    "of the chip says which one binds.";
inline constexpr std::string_view kValuesHelp =
    "8192, 8_192, 8Ki, 1e3, 2^20; quantities with their unit: 3.35TB/s, 989TFLOP/s, 80GiB, 1.5ms. A list (64,512) or a "
    "range (1:4096:x2, 128:1024:+128, 1:8) sweeps: a row for every combination.";

struct ExitHelp {
  Exit code;
  std::string_view meaning;
};
inline constexpr std::array kExitHelp{
    ExitHelp{kAnswered, "answered"},           ExitHelp{kAssertionFailed, "an assertion failed"},
    ExitHelp{kBadInput, "bad usage or input"}, ExitHelp{kDoesNotFit, "a model does not fit"},
    ExitHelp{kInternal, "internal error"},
};

struct VariableHelp {
  std::string_view name, meaning;
};
inline constexpr std::array kEnvironmentHelp{
    VariableHelp{"ROOFLINE_HARDWARE", "names a folder of chip files to add"},
};

/// Whether the command takes values that sweep.
bool takes_inputs(const Command& command);

}  // namespace roofline::cli
