#pragma once
// What does a check file ask? Cases, each a command with its inputs and the promises that its rows are to keep; every
// value with the line that it stands on.

#include <string>
#include <utility>
#include <vector>

#include "roofline/base/io.hpp"

namespace roofline::cli {

inline constexpr std::size_t kMostRows = 10'000;  ///< of one check file, and cases

/// An input under the name of its flag, or of the command where it stands before the flags.
struct CheckInput {
  std::string name;
  /// As on the command line; several of them are alternatives, each of which makes a case of its own. A switch has one
  /// empty value.
  std::vector<std::string> values;
  /// Of an object: {"X": 4} of mesh is X=4.
  std::vector<std::pair<std::string, std::string>> parts;
  enum class Kind { one, list, parts, on } kind = Kind::one;
  int line = 0;
};

/// How bad it is when a promise is broken.
enum class Level { error, warn };

struct Expectation {
  std::string assertion, reason;
  Level level = Level::error;
  int line = 0;
};

struct CheckCase {
  std::string name, run;
  std::vector<CheckInput> inputs;  ///< its own, in their order
  std::vector<Expectation> expectations;
  std::string skip;  ///< why it is not run; empty for one that is
  int line = 0;
};

struct CheckFile {
  std::string name;    ///< what messages call it: its path, "standard input"
  std::string folder;  ///< that paths in it are relative to: "ci/", empty for the working directory
  std::vector<CheckInput> defaults;
  std::vector<CheckCase> cases;
};

/// Reads a file, or standard input for "-". Throws Error with the place: what is no check file, an unknown key, a case
/// that checks nothing, a name that is no name or is there twice, more rows than are allowed.
CheckFile read_check_file(const std::string& path, const Read& in);

}  // namespace roofline::cli
