#include "cli/args.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

const Flag* find_flag(std::span<const Flag> flags, std::string_view name) {
  for (const Flag& flag : flags) {
    if (flag.name == name || (!flag.alias.empty() && flag.alias == name)) return &flag;
  }
  return nullptr;
}

[[noreturn]] void throw_unknown_option(std::string_view command, std::span<const Flag> flags, std::string_view word) {
  std::vector<std::string> known;
  for (const Flag& flag : flags) {
    known.push_back("--" + flag.name);
    if (!flag.alias.empty()) known.push_back("--" + flag.alias);
  }
  const std::string bare(word.substr(std::min(word.find_first_not_of('-'), word.size())));
  std::string hint = did_you_mean("--" + bare, known);
  if (hint.empty()) hint = formatted("`roofline {} --help` lists the options", command);
  throw Error(formatted("unknown option {}", quote(word)), hint);
}

/// Joins "--k v" into "--k=v", so that a value is never taken for anything else, whatever it begins with.
std::vector<std::string> joined(std::string_view command, std::span<const Flag> flags,
                                std::span<const std::string> typed) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const std::string& word = typed[i];
    if (!word.starts_with('-') || word == "-") {
      words.push_back(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    const Flag* flag =
        word.starts_with("--") ? find_flag(flags, std::string_view(word).substr(2, equals - 2)) : nullptr;
    if (flag == nullptr) throw_unknown_option(command, flags, word.substr(0, equals));
    const std::string name = "--" + flag->name;
    if (flag->value.empty()) {
      if (equals != std::string::npos) throw Error(formatted("{} takes no value", name));
      words.push_back(name);
      continue;
    }
    if (equals == std::string::npos && i + 1 == typed.size()) throw Error(formatted("{} needs a value", name));
    if (equals == std::string::npos && typed[i + 1].starts_with("--")) {
      throw Error(formatted("{} needs a value, but the next word is the option {}", name, quote(typed[i + 1])));
    }
    const std::string value = equals == std::string::npos ? typed[++i] : word.substr(equals + 1);
    if (value.empty()) throw Error(formatted("{} is empty", name));
    words.push_back(name + "=" + value);
  }
  return words;
}

void refuse_twice(const Flag& flag, const std::vector<std::string>& values) {
  if (flag.times == Flag::Times::many || values.size() < 2) return;
  const std::string what = flag.value.empty() ? "" : formatted(": {} and {}", quote(values[0]), quote(values[1]));
  at("--" + flag.name, [&] { throw Error("is given twice" + what, flag.joins); });
}

}  // namespace

const std::string* Args::find(std::string_view flag) const {
  const auto found = values_.find(flag);
  return found == values_.end() || found->second.empty() ? nullptr : &found->second.front();
}

const std::vector<std::string>& Args::all(std::string_view flag) const {
  static const std::vector<std::string> kNone;
  const auto found = values_.find(flag);
  return found == values_.end() ? kNone : found->second;
}

Args parse_args(std::string_view command, std::span<const Flag> flags, const Positional& positional,
                std::span<const std::string> typed) {
  std::vector<std::string> words = joined(command, flags, typed);
  Args args;
  CLI::App app;
  app.set_help_flag();
  for (const Flag& flag : flags) {
    auto& values = args.values_[flag.name];
    const auto take = [&values](const CLI::results_t& given) {
      values = given;
      return true;
    };
    CLI::Option* option = app.add_option("--" + flag.name, CLI::callback_t(take));
    option->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    option->expected(flag.value.empty() ? 0 : 1);
  }
  app.allow_extras();
  std::reverse(words.begin(), words.end());  // CLI11 takes them off the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& e) {
    throw Error(escape(e.what()));
  }
  for (const Flag& flag : flags) refuse_twice(flag, args.values_[flag.name]);
  args.words_ = app.remaining();
  if (!args.words_.empty() && positional.name.empty()) {
    throw Error(formatted("unexpected argument {}", quote(args.words_.front())),
                "a value with a blank is quoted or joined: 3.35TB/s");
  }
  return args;
}

}  // namespace roofline::cli
