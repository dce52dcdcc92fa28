// Completion for fish 3 and newer.

#include "base/format.hpp"
#include "cli/generate.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kHead = R"fish(# fish completion for roofline, made by `roofline generate fish`

# Whether the command is one of the arguments; without arguments, whether there is none yet.
function __roofline_command
    set -l words (commandline -opc)
    if test (count $argv) -eq 0
        test (count $words) -eq 1
    else
        test (count $words) -ge 2; and contains -- $words[2] $argv
    end
end

# The value being typed, without its --flag=.
function __roofline_value
    commandline -ct | string replace -r '^--[^=]*=' ''
end

# The arguments as the last element of a list with commas.
function __roofline_list
    set -l before (__roofline_value | string replace -r '[^,]*$' '')
    printf '%s\n' $before$argv
end

# Chips, and chip files that begin with the last element.
function __roofline_chips
    set -l program (commandline -opc | head -n 1 | string replace -r '^~' "$HOME")
    set -l last (__roofline_value | string replace -r '^.*,' '')
    $program chips --get chip 2>/dev/null
    set -l files $last*.json
    printf '%s\n' $files
    if test -n "$last"
        set -l folders $last*/
        printf '%s\n' $folders
    end
end

complete -c roofline -f
)fish";

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// The options of `complete` that offer what is expected as the value of a flag or as a word.
std::string offer_of(const Expects& expects) {
  const bool list = expects.elements == Expects::Elements::list;
  switch (expects.kind) {
    case Expects::Kind::anything: break;
    case Expects::Kind::word:
      return list ? formatted(" -a '(__roofline_list {})'", spaced(expects.words))
                  : formatted(" -a '{}'", spaced(expects.words));
    case Expects::Kind::chip: return list ? " -a '(__roofline_list (__roofline_chips))'" : " -a '(__roofline_chips)'";
    case Expects::Kind::file: return " -F";
    case Expects::Kind::folder: return " -a '(__fish_complete_directories (__roofline_value))'";
  }
  return "";
}

/// The flag's names share a line, so that only one of them is asked for.
std::string flag_line(const std::string& front, const Flag& flag) {
  std::string text = front;
  for (const std::string& name : names_of(flag)) text += " -l " + name.substr(2);
  if (!flag.value.empty()) text += (flag.expects.kind == Expects::Kind::file ? " -r" : " -x") + offer_of(flag.expects);
  return text + " -d " + quoted(flag.help) + "\n";
}

std::string lines_of(const Command& command) {
  const std::string front = formatted("complete -c roofline -n '__roofline_command {}'", command.name);
  std::string text = "\n";
  if (!command.positional.name.empty()) text += front + offer_of(command.positional.expects) + "\n";
  for (const Flag& flag : command.flags) text += flag_line(front, flag);
  return text;
}

}  // namespace

std::string fish_completion() {
  static constexpr std::string_view kFirst = "complete -c roofline -n __roofline_command";
  const auto commands = all_commands();
  std::string text(kHead);
  std::vector<std::string> names;
  for (const Command& command : commands) {
    names.push_back(command.name);
    text += formatted("{} -a {} -d {}\n", kFirst, command.name, quoted(command.summary));
  }
  text += formatted("{0} -a help -d 'the help of a command'\n{0} -l help\n{0} -l version\n", kFirst);
  text += formatted("complete -c roofline -n '__roofline_command help' -a '{}'\n", spaced(names));
  for (const Command& command : commands) text += lines_of(command);
  return text;
}

}  // namespace roofline::cli
