#pragma once
// What is a command? A name, a table of flags, and a body that answers. run.cpp has the table.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/args.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/io.hpp"
#include "roofline/ops/op.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// Exit codes. 2 wins over 1 and 3, 3 over 1.
enum Exit : int { kAnswered = 0, kAssertionFailed = 1, kBadInput = 2, kDoesNotFit = 3, kInternal = 4 };

/// Takes the rows of a command instead of a view: for a program that judges them.
struct RowReader {
  /// Before the first row. `varying` are the keys of what tells rows apart.
  std::function<void(std::span<const Column> columns, const std::vector<std::string>& varying)> begin;
  /// `label` tells the row from the others.
  std::function<void(std::span<const Cell> cells, const std::string& label)> row;
  /// A row that cannot be made.
  std::function<void(const Error& error, const std::string& label)> failed;
};

struct Invocation {
  const Args& args;
  const Read& in;
  Output &out, &err;
  std::span<const std::string> typed{};  ///< all of the command line
  const RowReader* rows = nullptr;       ///< who takes the rows, where they are not printed
};

struct Command {
  std::string name, summary;
  Positional positional;
  std::vector<Flag> flags;
  std::vector<std::string> examples;
  std::string keys;        ///< what --get and --assert can name, for --help
  std::string epilogue{};  ///< of --help
  std::function<int(const Invocation&)> body;
};

Command op_command(const Op& op);
/// The flags of an einsum are its dims, and so hang on the notation among the words that were typed.
Command einsum_command(std::span<const std::string> typed);
Command collective_command();
Command model_command();
Command chips_command();
Command limits_command();
Command plot_command();
Command check_command();
Command diff_command();
Command generate_command();

/// Every command by name and summary, ops first, without building them.
struct CommandName {
  std::string_view name, summary;
};
std::vector<CommandName> command_names();
/// As the words that follow its name need it. Null body when there is none of this name. Throws Error for words that
/// no command can be made of.
Command make_command(std::string_view name, std::span<const std::string> typed = {});

/// Whether its flags hang on the words that were typed before them.
bool has_flags_of_words(std::string_view name);

/// Flags that every command has.
std::vector<Flag> shared_flags();

std::string help_of(const Command& command);
std::string overview();
/// What to type, in two lines: for a command line that says nothing.
std::string short_usage();

/// An error as people read it: place or program, then the hint.
std::string error_text(std::string_view place, std::string_view where, std::string_view message, std::string_view hint);

/// The same as one line of JSON.
std::string error_object(const Error& error, int exit);

}  // namespace roofline::cli
