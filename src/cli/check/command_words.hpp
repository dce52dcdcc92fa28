#pragma once
// A case of a check file as words of the command line.

#include <map>
#include <string>
#include <vector>

#include "cli/check/check_file.hpp"
#include "cli/command.hpp"

namespace roofline::cli {

/// Commands by the words that they are made of: each is made once.
class Commands {
 public:
  /// Throws Error for what is no command that gives rows.
  const Command& find(const std::string& run, const std::vector<std::string>& typed = {});

 private:
  std::map<std::string, Command, std::less<>> made_;
};

/// One alternative of each list of a case, and what that makes of its name.
struct Alternative {
  std::string name;                ///< "serve[chip=h100-sxm,batch=8]"
  std::vector<CheckInput> inputs;  ///< none of them a list; those of the file's defaults that the command takes too
};

/// Every combination of the lists of a case, the last fastest.
std::vector<Alternative> alternatives_of(const CheckFile& file, const CheckCase& one, Commands& commands);

/// The command of these inputs, and the words after its name. Paths are relative to the folder of the check file.
/// Throws Error for an input that the command has not.
struct CommandLine {
  const Command& command;
  std::vector<std::string> words;
};
CommandLine command_line_of(const CheckFile& file, const std::string& run, const std::vector<CheckInput>& inputs,
                            Commands& commands);

/// Whether a command has an input of this name, other than through the words that were typed for it.
bool takes(const Command& command, const std::string& input);

}  // namespace roofline::cli
