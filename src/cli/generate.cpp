// `roofline generate`: completion scripts and the man page.

#include "cli/generate.hpp"

#include <array>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

struct Text {
  std::string_view name;
  std::string (*make)();
};
constexpr std::array kTexts{
    Text{"bash", bash_completion},
    Text{"zsh", zsh_completion},
    Text{"fish", fish_completion},
    Text{"man", man_page},
};

std::vector<std::string> text_names() {
  std::vector<std::string> names;
  for (const Text& text : kTexts) names.emplace_back(text.name);
  return names;
}

const Text& find_text(const std::string& name) {
  for (const Text& text : kTexts) {
    if (text.name == name) return text;
  }
  const auto names = text_names();
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = "one of " + listing(names, "or");
  throw Error(formatted("nothing to generate is called {}", quote(name)), hint);
}

int answer_generate(const Invocation& run) {
  const auto& words = run.args.words();
  if (words.empty()) throw Error(formatted("generate needs one of {}", listing(text_names(), "or")));
  if (words.size() > 1) throw Error(formatted("unexpected argument {}", quote(words[1])), "one text at a time");
  run.out.append(find_text(words[0]).make());
  return kAnswered;
}

}  // namespace

std::vector<Command> all_commands() {
  std::vector<Command> commands;
  for (const CommandName& command : command_names()) commands.push_back(make_command(command.name));
  return commands;
}

std::vector<std::string> names_of(const Flag& flag) {
  std::vector<std::string> names{"--" + flag.name};
  if (!flag.alias.empty()) names.push_back("--" + flag.alias);
  return names;
}

std::string spaced(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

Command generate_command() {
  Command command;
  command.positional = {
      "TEXT",
      "bash, zsh or fish: completion of commands, flags, chips and dtypes, to be sourced; man: the page roofline(1)",
      Expects{Expects::Kind::word, Expects::Elements::one, text_names()}};
  command.examples = {"roofline generate bash", "roofline generate man"};
  command.body = answer_generate;
  return command;
}

}  // namespace roofline::cli
