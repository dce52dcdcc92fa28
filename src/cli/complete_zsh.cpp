// Completion for zsh, as a file on $fpath or sourced.

#include "base/format.hpp"
#include "cli/generate.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kHead = R"zsh(#compdef roofline
# zsh completion for roofline, made by `roofline generate zsh`

# Completes the last element of a list with commas as its arguments do a word.
_roofline_list() {
  compset -P '*,'
  "$@"
}

_roofline_chips() {
  compadd -- ${(f)"$(${~roofline_program} chips --get chip 2>/dev/null)"}
  _files -g '*.json'
}

_roofline() {
  local roofline_program=$words[1]
  if ((CURRENT == 2)); then
    local -a commands=(
)zsh";

constexpr std::string_view kTail = R"zsh(  esac
}

if [[ $funcstack[1] == _roofline ]]; then
  _roofline "$@"
else
  (($+functions[compdef])) || { autoload -Uz compinit && compinit }
  compdef _roofline roofline
fi
)zsh";

/// As part of '...'; `special` characters get a backslash.
std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out;
}

/// The action of an _arguments spec.
std::string action_of(const Expects& expects) {
  const std::string_view list = expects.elements == Expects::Elements::list ? "_roofline_list " : "";
  switch (expects.kind) {
    case Expects::Kind::anything: break;
    case Expects::Kind::word: return formatted(" {}compadd -- {}", list, spaced(expects.words));
    case Expects::Kind::chip: return formatted(" {}_roofline_chips", list);
    case Expects::Kind::file: return "_files";
    case Expects::Kind::folder: return "_files -/";
  }
  return " ";
}

/// One spec for each of a flag's names, each of which shuts out the others.
std::string specs_of(const Flag& flag) {
  const auto names = names_of(flag);
  const std::string help = escaped(flag.help, "[]:\\");
  const std::string front = flag.times == Flag::Times::many ? "*" : formatted("({})", spaced(names));
  std::string text;
  for (const std::string& name : names) {
    text += formatted("        '{}{}", front, name);
    if (flag.value.empty()) {
      text += formatted("[{}]'\n", help);
    } else {
      text += formatted("=[{}]:{}:{}'\n", help, escaped(flag.value, ":\\"), action_of(flag.expects));
    }
  }
  return text;
}

std::string case_of(const Command& command) {
  std::string text = formatted("    {})\n      local -a specs=(\n", command.name);
  for (const Flag& flag : command.flags) text += specs_of(flag);
  const Positional& words = command.positional;
  if (!words.name.empty())
    text += formatted("        '*:{}:{}'\n", escaped(words.name, ":\\"), action_of(words.expects));
  return text + "      )\n      _arguments $specs\n      ;;\n";
}

}  // namespace

std::string zsh_completion() {
  const auto commands = all_commands();
  std::string text(kHead);
  std::vector<std::string> names;
  for (const Command& command : commands) {
    names.push_back(command.name);
    text += formatted("      '{}:{}'\n", escaped(command.name, ":\\"), escaped(command.summary, "\\"));
  }
  text +=
      "      'help:the help of a command'\n"
      "    )\n"
      "    _describe command commands\n"
      "    compadd -- --help --version\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $command in\n";
  text += formatted("    help) compadd -- {} ;;\n", spaced(names));
  for (const Command& command : commands) text += case_of(command);
  return text + std::string(kTail);
}

}  // namespace roofline::cli
