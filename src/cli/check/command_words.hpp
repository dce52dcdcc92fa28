#pragma once
// A case of a check file as words of the command line.

#include <map>
#include <string>
#include <vector>

#include "cli/check/check_file.hpp"
#include "cli/command.hpp"

namespace roofline::cli {

/// Commands that give rows, each made once.
class Commands {
 public:
  /// Throws Error for what is no command that gives rows.
  const Command& find(const std::string& run);
  /// The command as a case of these inputs needs it: the flags of an einsum are the dims of its notation.
  Command of(const CheckFile& file, const std::string& run, const std::vector<CheckInput>& inputs);

 private:
  std::map<std::string, Command, std::less<>> made_;
};

/// One alternative of each list of a case, and what that makes of its name.
struct Alternative {
  std::string name;                ///< "serve[chip=h100-sxm,batch=8]"
  std::vector<CheckInput> inputs;  ///< none of them a list; those of the file's defaults that the command takes too
};

/// Every combination of the lists of a case, the last fastest. Throws Error where they are too many.
std::vector<Alternative> alternatives_of(const CheckFile& file, const CheckCase& one, Commands& commands);

/// The words after the name of the command. Paths are relative to the folder of the check file. Throws Error for an
/// input that the command has not.
std::vector<std::string> words_of(const CheckFile& file, const Command& command, const std::vector<CheckInput>& inputs);

/// Whether a command has an input of this name.
bool takes(const Command& command, const std::string& input);

/// Throws Error for a default that no case of the whole file takes.
void check_defaults(const CheckFile& file, Commands& commands);

}  // namespace roofline::cli
