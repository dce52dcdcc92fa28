// The page roofline(1), in roff with the man macros. No date: the same sources give the same page.

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "cli/generate.hpp"
#include "cli/help.hpp"

namespace roofline::cli {
namespace {

/// What roff would not print as it is typed: its own characters, and those it turns into typographic ones.
std::string_view roff_of(char c) {
  switch (c) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '"': return "\\(dq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    default: return "";
  }
}

/// Text in a line or an argument of a macro.
std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.')) out += "\\&";
  for (const char c : text) {
    const std::string_view written = roff_of(c);
    out += written.empty() ? std::string(1, c) : std::string(written);
  }
  return out;
}

std::string section(std::string_view title, std::string_view text) {
  return formatted(".SH {}\n{}\n", title, roff(text));
}

/// What is explained, in bold; its value in italics; and below, why it is there.
std::string item(std::string_view name, std::string_view value, std::string_view help) {
  const std::string tail = value.empty() ? "" : formatted(" \\fI{}\\fR", roff(value));
  return formatted(".TP\n\\fB{}\\fR{}\n{}\n", roff(name), tail, roff(help));
}

std::string synopsis(const Command& command) {
  const std::string words =
      command.positional.name.empty() ? "" : formatted("\\fI{}\\fR ", roff(command.positional.name));
  return formatted(".B roofline {}\n{}[\\fIOPTION\\fR]...\n.br\n", roff(command.name), words);
}

std::string command_text(const Command& command) {
  std::string text = formatted(".SS roofline {}\n{}.\n", roff(command.name), roff(command.summary));
  if (!command.positional.name.empty()) text += item(command.positional.name, "", command.positional.help);
  for (const Flag& flag : command.flags) {
    const std::string alias = flag.alias.empty() ? "" : ", --" + flag.alias;
    text += item("--" + flag.name + alias, flag.value, flag.help);
  }
  return text;
}

/// Commands that share their keys share an entry.
std::string keys(const std::vector<Command>& commands) {
  std::vector<std::pair<std::string, std::string>> entries;  // keys, names
  for (const Command& command : commands) {
    const auto known =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.first == command.keys; });
    if (known != entries.end()) {
      known->second += ", " + command.name;
    } else if (!command.keys.empty()) {
      entries.emplace_back(command.keys, command.name);
    }
  }
  std::string text = section("KEYS", "What --format writes, and --get and --assert can name.");
  for (const auto& [words, names] : entries) text += item(names, "", words);
  return text;
}

std::string examples(const std::vector<Command>& commands) {
  std::string text = ".SH EXAMPLES\n.EX\n";
  for (const Command& command : commands) {
    for (const std::string& example : command.examples) text += roff(example) + "\n";
  }
  return text + ".EE\n";
}

}  // namespace

std::string man_page() {
  const auto commands = all_commands();
  std::string text = formatted(".TH ROOFLINE 1 \"\" \"roofline {}\" \"User Commands\"\n", ROOFLINE_VERSION);
  text += ".nh\n.ad l\n";  // names are not cut, nor spread out
  text += section("NAME", formatted("roofline - {}", kQuestionHelp));
  text += ".SH SYNOPSIS\n";
  for (const Command& command : commands) text += synopsis(command);
  text += ".B roofline help\n[\\fICOMMAND\\fR]\n.br\n.B roofline \\-\\-version\n";
  text += section("DESCRIPTION", formatted("{} {}", kSubjectHelp, kBoundsHelp));
  text += ".SH COMMANDS\n";
  for (const Command& command : commands) text += command_text(command);
  text += section("VALUES", kValuesHelp);
  text += keys(commands);
  text += ".SH EXIT STATUS\n";
  for (const ExitHelp& exit : kExitHelp) text += item(formatted("{}", static_cast<int>(exit.code)), "", exit.meaning);
  text += ".SH ENVIRONMENT\n";
  for (const VariableHelp& variable : kEnvironmentHelp) text += item(variable.name, "", variable.meaning);
  return text + examples(commands) + section("SEE ALSO", "`roofline COMMAND --help` says the same of one command.");
}

}  // namespace roofline::cli
