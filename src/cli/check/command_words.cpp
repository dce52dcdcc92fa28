#include "cli/check/command_words.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/machines.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// What a check says in its own words, or what rows have no use for.
constexpr std::array<std::string_view, 9> kNoInputs{"assert", "explain", "format", "get",    "help",
                                                    "plot",   "roofs",   "x",      "version"};
constexpr std::array<std::string_view, 3> kNoRows{"check", "diff", "generate"};

template <class Words>
bool has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "y_dtype" is --y-dtype.
std::string flag_name(std::string_view input) {
  std::string name(input);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

const Flag* find_flag(const Command& command, std::string_view input) {
  const std::string name = flag_name(input);
  for (const Flag& flag : command.flags) {
    const bool called = flag.name == name || flag.name == input || (!flag.alias.empty() && flag.alias == input);
    if (called && !has(kNoInputs, flag.name)) return &flag;
  }
  return nullptr;
}

/// The words before the flags go by the name of the command: model, collective, einsum, chips.
bool is_word(const Command& command, std::string_view input) {
  return !command.positional.name.empty() && input == command.name;
}

std::string beside(const CheckFile& file, const std::string& path) {
  const bool relative = !path.starts_with('/') && path != "-";
  if (path == "-") throw Error("a check reads nothing but its files", "name a file");
  return relative ? file.folder + path : path;
}

/// Files among the names of chips and models.
std::string names_beside(const CheckFile& file, const std::string& names) {
  std::string text;
  for (const std::string& name : split(names, ','))
    text += (text.empty() ? "" : ",") + (names_file(name) ? beside(file, name) : name);
  return text;
}

/// A value as it stands, or the path that it is beside the check file.
std::string with_path(const CheckFile& file, const Expects& expects, const std::string& value) {
  using Kind = Expects::Kind;
  if (expects.kind == Kind::file || expects.kind == Kind::folder) return beside(file, value);
  return expects.kind == Kind::chip ? names_beside(file, value) : value;
}

/// --set A=1 --set B=2, or --mesh X=4,Y=8: the parts of an object.
void add_parts(const Flag& flag, const CheckInput& input, std::vector<std::string>& words) {
  std::string joined;
  for (const auto& [name, value] : input.parts) {
    const std::string part = formatted("{}={}", name, value);
    if (flag.times == Flag::Times::many) {
      words.push_back(formatted("--{}={}", flag.name, part));
    } else {
      joined += (joined.empty() ? "" : ",") + part;
    }
  }
  if (!joined.empty()) words.push_back(formatted("--{}={}", flag.name, joined));
}

void add_flag(const CheckFile& file, const Flag& flag, const CheckInput& input, std::vector<std::string>& words) {
  const bool is_switch = flag.value.empty();
  if (is_switch != (input.kind == CheckInput::Kind::on))
    throw Error(is_switch ? "is a switch: its value is true" : "takes a value, not true");
  if (is_switch) {
    words.push_back("--" + flag.name);
  } else if (input.kind == CheckInput::Kind::parts) {
    add_parts(flag, input, words);
  } else {
    words.push_back(formatted("--{}={}", flag.name, with_path(file, flag.expects, input.values[0])));
  }
}

[[noreturn]] void throw_unknown(const Command& command, const CheckInput& input) {
  std::vector<std::string> known;
  if (!command.positional.name.empty()) known.push_back(command.name);
  for (const Flag& flag : command.flags) {
    if (!has(kNoInputs, flag.name)) known.push_back(flag.name);
  }
  if (input.name == "assert") throw Error("is no input of a command", "assertions stand in expect");
  throw Error(formatted("{} has no input of this name", command.name), name_hint(input.name, known));
}

/// The words before the flags.
std::vector<std::string> first_words(const CheckFile& file, const Command& command,
                                     const std::vector<CheckInput>& inputs) {
  std::vector<std::string> words;
  for (const CheckInput& input : inputs) {
    if (!is_word(command, input.name)) continue;
    at(input.name, [&] {
      using enum CheckInput::Kind;
      if (input.kind == on || input.kind == parts)
        throw Error("is a word: a string", "written like " + command.examples.front());
      for (const std::string& value : input.values) {
        if (value.starts_with("--")) throw Error(formatted("{} is a flag, not a word", quote(value)));
        words.push_back(names_beside(file, value));
      }
    });
  }
  return words;
}

/// Its own inputs, after the defaults that the command takes and that it does not have.
std::vector<CheckInput> with_defaults(const CheckFile& file, const CheckCase& one, const Command& command) {
  std::vector<CheckInput> all;
  const auto meant = [&](const CheckInput& input) {
    const Flag* flag = find_flag(command, input.name);
    return flag == nullptr ? input.name : flag->name;
  };
  for (const CheckInput& d : file.defaults) {
    const auto same = [&](const CheckInput& input) { return meant(input) == meant(d); };
    const bool is_own = std::any_of(one.inputs.begin(), one.inputs.end(), same);
    if (!is_own && takes(command, d.name)) all.push_back(d);
  }
  all.insert(all.end(), one.inputs.begin(), one.inputs.end());
  return all;
}

void check_count(const std::vector<CheckInput>& inputs) {
  std::size_t rows = 1;
  for (const CheckInput& input : inputs) {
    const bool is_list = input.kind == CheckInput::Kind::list;
    const bool overflows = is_list && __builtin_mul_overflow(rows, input.values.size(), &rows);
    if (overflows || rows > kMostRows)
      throw Error(formatted("a check file has at most {} cases, lists multiplied out", kMostRows));
  }
}

}  // namespace

const Command& Commands::find(const std::string& run) {
  const auto made = made_.find(run);
  if (made != made_.end()) return made->second;
  Command command = has(kNoRows, run) ? Command() : make_command(run);
  if (command.body) return made_.emplace(run, std::move(command)).first->second;
  std::vector<std::string> known;
  for (const CommandName& name : command_names()) {
    if (!has(kNoRows, name.name)) known.emplace_back(name.name);
  }
  throw Error(formatted("run: {} is no command that gives rows", quote(run)), name_hint(run, known));
}

Command Commands::of(const CheckFile& file, const std::string& run, const std::vector<CheckInput>& inputs) {
  const Command& plain = find(run);
  if (!has_flags_of_words(run)) return plain;
  std::vector<std::string> typed = first_words(file, plain, inputs);
  const Flag* mesh = find_flag(plain, "mesh");
  for (const CheckInput& input : inputs) {
    if (mesh != nullptr && input.name == mesh->name && input.kind != CheckInput::Kind::on)
      at(input.name, [&] { add_flag(file, *mesh, input, typed); });
  }
  return make_command(run, typed);
}

bool takes(const Command& command, const std::string& input) {
  return is_word(command, input) || find_flag(command, input) != nullptr;
}

void check_defaults(const CheckFile& file, Commands& commands) {
  for (const CheckInput& d : file.defaults) {
    const bool taken = std::any_of(file.cases.begin(), file.cases.end(), [&](const CheckCase& c) {
      try {
        return takes(commands.of(file, c.run, c.inputs), d.name);
      } catch (const Error&) {
        return true;  // the case itself tells that it has no such command
      }
    });
    if (taken) continue;
    Error e(formatted("defaults: no case takes {}", quote(d.name)));
    e.place = formatted("{}:{}", escape(file.name), d.line);
    throw e;
  }
}

std::vector<Alternative> alternatives_of(const CheckFile& file, const CheckCase& one, Commands& commands) {
  const std::vector<CheckInput> inputs = with_defaults(file, one, commands.of(file, one.run, one.inputs));
  check_count(inputs);
  std::vector<Alternative> all{{"", {}}};
  for (const CheckInput& input : inputs) {
    const bool is_list = input.kind == CheckInput::Kind::list;
    std::vector<Alternative> next;
    for (const Alternative& so_far : all) {
      for (std::size_t i = 0; i < (is_list ? input.values.size() : 1); ++i) {
        Alternative more = so_far;
        more.inputs.push_back(input);
        if (is_list) {
          more.inputs.back().kind = CheckInput::Kind::one;
          more.inputs.back().values = {input.values[i]};
          more.name += formatted("{}{}={}", more.name.empty() ? "" : ",", input.name, input.values[i]);
        }
        next.push_back(std::move(more));
      }
    }
    all = std::move(next);
  }
  for (Alternative& a : all) a.name = a.name.empty() ? one.name : formatted("{}[{}]", one.name, a.name);
  return all;
}

std::vector<std::string> words_of(const CheckFile& file, const Command& command,
                                  const std::vector<CheckInput>& inputs) {
  std::vector<std::string> words = first_words(file, command, inputs);
  for (const CheckInput& input : inputs) {
    if (is_word(command, input.name)) continue;
    at(input.name, [&] {
      const Flag* flag = find_flag(command, input.name);
      if (flag == nullptr) throw_unknown(command, input);
      add_flag(file, *flag, input, words);
    });
  }
  return words;
}

}  // namespace roofline::cli
