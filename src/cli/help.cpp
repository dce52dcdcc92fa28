// What --help says, made from the command table.

#include <algorithm>

#include "base/format.hpp"
#include "cli/help.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

std::string exit_help() {
  std::string text = "Exit:";
  for (const ExitHelp& exit : kExitHelp)
    text += formatted("{} {} {}", exit.code == kAnswered ? "" : ",", static_cast<int>(exit.code), exit.meaning);
  return wrap(text + ".", kTextWidth, 0) + "\n";
}

std::string environment_help() {
  std::string text = "Environment:";
  for (const VariableHelp& variable : kEnvironmentHelp) text += formatted(" {} {}.", variable.name, variable.meaning);
  return wrap(text, kTextWidth, 0) + "\n";
}

std::string flag_line(const Flag& flag) {
  static constexpr std::size_t kHelpColumn = 25;
  const std::string front = formatted("  --{}{}{}", flag.name, flag.value.empty() ? "" : " ", flag.value);
  const std::string help = wrap(flag.help, kTextWidth, kHelpColumn);
  if (front.size() + 2 > kHelpColumn) return formatted("{}\n{:{}}{}\n", front, "", kHelpColumn, help);
  return formatted("{:{}}{}\n", front, kHelpColumn, help);
}

/// A command line that goes on after a backslash, broken before flags.
std::string in_lines(std::string_view command) {
  static constexpr std::size_t kIndent = 2, kMore = 6, kEnd = 2;
  std::string text;
  std::size_t column = kIndent;
  while (!command.empty()) {
    const std::size_t end = std::min(command.find(" --", 1), command.size());
    if (column + end + kEnd > kTextWidth) {
      text += formatted(" \\\n{:{}}", "", kMore - 1);
      column = kMore - 1;
    }
    text += command.substr(0, end);
    column += end;
    command.remove_prefix(end);
  }
  return text;
}

}  // namespace

std::vector<Flag> shared_flags() {
  return {{"help", "", "this text", "Output"}, {"version", "", "version and number of chips", "Output"}};
}

bool takes_inputs(const Command& command) {
  return std::any_of(command.flags.begin(), command.flags.end(),
                     [](const Flag& f) { return f.heading == "Inputs" || f.heading == "Mesh"; });
}

std::string help_of(const Command& command) {
  std::string text = formatted("roofline {}{}{}: {}\n", command.name, command.positional.name.empty() ? "" : " ",
                               command.positional.name, command.summary);
  if (!command.positional.name.empty()) {
    text += formatted("\n  {:<23}{}\n", command.positional.name, wrap(command.positional.help, kTextWidth, 25));
  }
  std::string heading;
  for (const Flag& flag : command.flags) {
    if (flag.heading != heading) text += formatted("\n{}\n", flag.heading);
    heading = flag.heading;
    text += flag_line(flag);
  }
  if (!command.keys.empty()) text += formatted("\nKeys\n  {}\n", wrap(command.keys, kTextWidth, 2));
  text += "\nExamples\n";
  for (const std::string& example : command.examples) text += formatted("  {}\n", in_lines(example));
  text += "\n";
  if (!command.epilogue.empty()) text += command.epilogue + "\n";
  if (takes_inputs(command)) text += wrap(formatted("Values: {}", kValuesHelp), kTextWidth, 0) + "\n";
  return text + exit_help() + environment_help();
}

std::string overview() {
  std::string text = wrap(formatted("roofline: {} {}", kQuestionHelp, kSubjectHelp), kTextWidth, 0) + "\n\nCommands\n";
  for (const CommandName& command : command_names()) text += formatted("  {:<13}{}\n", command.name, command.summary);
  text +=
      "\n`roofline COMMAND --help` shows a command's options with examples;\n"
      "`roofline --version` the version.\n\nExample\n"
      "  roofline matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e\n\n";
  return text + exit_help();
}

std::string short_usage() {
  return "roofline: error: no command\n"
         "  hint: roofline matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e\n"
         "        `roofline --help` lists the commands\n";
}

std::string error_text(std::string_view place, std::string_view where, std::string_view message,
                       std::string_view hint) {
  std::string text = place.empty() ? std::string("roofline: error: ") : formatted("{}: error: ", place);
  if (!where.empty()) text += formatted("{}: ", where);
  text += formatted("{}\n", message);
  if (!hint.empty()) text += formatted("  hint: {}\n", hint);
  return text;
}

}  // namespace roofline::cli
