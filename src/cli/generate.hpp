#pragma once
// What does the program tell shells and `man` about itself? Each text is made by walking the command table, so that it
// says what the program does.

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace roofline::cli {

/// Every command of the table, built.
std::vector<Command> all_commands();

/// The names of a flag as typed, its alias last: {"--B", "--M"}.
std::vector<std::string> names_of(const Flag& flag);

/// Words with blanks between them.
std::string spaced(const std::vector<std::string>& words);

/// Scripts that complete the program's commands, flags and values; chips are asked of the program as one types.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

/// The page roofline(1), in roff.
std::string man_page();

}  // namespace roofline::cli
