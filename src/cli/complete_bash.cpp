// Completion for bash 4 and newer, without the bash-completion package.

#include "base/format.hpp"
#include "cli/generate.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kHead = R"bash(# bash completion for roofline, made by `roofline generate bash`

# Offers each argument that begins with the current word.
_roofline_one() {
  local word
  for word; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}

# The same for the last element of a list with commas.
_roofline_list() {
  local before=
  if [[ $current == *,* ]]; then before=${current%,*},; fi
  _roofline_one "${@/#/$before}"
}

# Chips and chip files, as "one" or as an element of a "list".
_roofline_chips() {
  local last=${current##*,} names
  mapfile -t names < <(
    "${COMP_WORDS[0]/#\~/$HOME}" chips --get chip 2>/dev/null
    compgen -f -X '!*.json' -- "$last"
    if [[ $last ]]; then compgen -d -S / -- "$last"; fi
  )
  "_roofline_$1" "${names[@]}"
  compopt -o filenames 2>/dev/null
  if [[ ${COMPREPLY[*]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}

_roofline_files() {
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
  compopt -o filenames 2>/dev/null
}

_roofline_folders() {
  mapfile -t COMPREPLY < <(compgen -d -- "$current")
  compopt -o filenames 2>/dev/null
}

_roofline() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  # --flag=value comes as three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
)bash";

constexpr std::string_view kTail = R"bash(  esac
}

complete -F _roofline roofline
)bash";

std::string_view elements(const Expects& expects) {
  return expects.elements == Expects::Elements::list ? "list" : "one";
}

/// The call that offers what is expected; ":" where nothing can be offered.
std::string call_of(const Expects& expects) {
  switch (expects.kind) {
    case Expects::Kind::anything: break;
    case Expects::Kind::word: return formatted("_roofline_{} {}", elements(expects), spaced(expects.words));
    case Expects::Kind::chip: return formatted("_roofline_chips {}", elements(expects));
    case Expects::Kind::file: return "_roofline_files";
    case Expects::Kind::folder: return "_roofline_folders";
  }
  return ":";
}

std::string case_of(const Command& command) {
  std::string text = formatted("    {})\n      case $before in\n", command.name);
  std::string flags = "_roofline_one";
  for (const Flag& flag : command.flags) {
    std::string pattern;
    for (const std::string& name : names_of(flag)) {
      flags += " " + name;
      pattern += (pattern.empty() ? "" : " | ") + name;
    }
    if (!flag.value.empty()) text += formatted("        {}) {} ;;\n", pattern, call_of(flag.expects));
  }
  const bool has_words = !command.positional.name.empty();
  if (!has_words) return text + formatted("        *) {} ;;\n      esac\n      ;;\n", flags);
  return text + formatted("        *) if [[ $current == -* ]]; then {}; else {}; fi ;;\n      esac\n      ;;\n", flags,
                          call_of(command.positional.expects));
}

}  // namespace

std::string bash_completion() {
  const auto commands = all_commands();
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  std::string text(kHead);
  text += formatted("  if ((COMP_CWORD == 1)); then\n    _roofline_one {} help --help --version\n    return\n  fi\n",
                    spaced(names));
  text += formatted("  case ${{COMP_WORDS[1]}} in\n    help) _roofline_one {} ;;\n", spaced(names));
  for (const Command& command : commands) text += case_of(command);
  return text + std::string(kTail);
}

}  // namespace roofline::cli
