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

std::string with_paths(const CheckFile& file, std::string_view input, const std::string& value) {
  if (input == "from" || input == "hardware") return beside(file, value);
  const bool names = input == "chip" || input == "chips" || input == "model";
  return names ? names_beside(file, value) : value;
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
    words.push_back(formatted("--{}={}", flag.name, with_paths(file, flag.name, input.values[0])));
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

/// Its own inputs, after the defaults that the command takes and that it does not have.
std::vector<CheckInput> with_defaults(const CheckFile& file, const CheckCase& one, const Command& command) {
  std::vector<CheckInput> all;
  const auto is_own = [&](const CheckInput& d) {
    return std::any_of(one.inputs.begin(), one.inputs.end(),
                       [&](const CheckInput& input) { return flag_name(input.name) == flag_name(d.name); });
  };
  for (const CheckInput& d : file.defaults) {
    if (!is_own(d) && takes(command, d.name)) all.push_back(d);
  }
  all.insert(all.end(), one.inputs.begin(), one.inputs.end());
  return all;
}

}  // namespace

const Command& Commands::find(const std::string& run, const std::vector<std::string>& typed) {
  std::string key = run;
  for (const std::string& word : typed) key += "\n" + word;
  const auto made = made_.find(key);
  if (made != made_.end()) return made->second;
  Command command = has(kNoRows, run) ? Command() : make_command(run, typed);
  if (command.body) return made_.emplace(key, std::move(command)).first->second;
  std::vector<std::string> known;
  for (const CommandName& name : command_names()) {
    if (!has(kNoRows, name.name)) known.emplace_back(name.name);
  }
  throw Error(formatted("run: {} is no command that gives rows", quote(run)), name_hint(run, known));
}

bool takes(const Command& command, const std::string& input) {
  return is_word(command, input) || find_flag(command, input) != nullptr;
}

std::vector<Alternative> alternatives_of(const CheckFile& file, const CheckCase& one, Commands& commands) {
  std::vector<Alternative> all{{"", {}}};
  for (const CheckInput& input : with_defaults(file, one, commands.find(one.run))) {
    std::vector<Alternative> next;
    for (const Alternative& so_far : all) {
      for (const std::string& value :
           input.kind == CheckInput::Kind::parts ? std::vector<std::string>{""} : input.values) {
        Alternative more = so_far;
        CheckInput chosen = input;
        if (input.kind == CheckInput::Kind::list) {
          chosen.kind = CheckInput::Kind::one;
          chosen.values = {value};
          more.name += formatted("{}{}={}", more.name.empty() ? "" : ",", input.name, value);
        }
        more.inputs.push_back(std::move(chosen));
        next.push_back(std::move(more));
      }
    }
    all = std::move(next);
  }
  for (Alternative& a : all) a.name = a.name.empty() ? one.name : formatted("{}[{}]", one.name, a.name);
  return all;
}

CommandLine command_line_of(const CheckFile& file, const std::string& run, const std::vector<CheckInput>& inputs,
                            Commands& commands) {
  const Command& plain = commands.find(run);
  std::vector<std::string> words;
  for (const CheckInput& input : inputs) {
    if (is_word(plain, input.name) && input.kind == CheckInput::Kind::one)
      words.push_back(with_paths(file, run, input.values[0]));
  }
  // The flags of an einsum are the dims of its notation and the axes of its mesh.
  std::vector<std::string> typed = words;
  const Flag* mesh = find_flag(plain, "mesh");
  for (const CheckInput& input : inputs) {
    if (mesh != nullptr && !typed.empty() && input.name == mesh->name)
      at(input.name, [&] { add_flag(file, *mesh, input, typed); });
  }
  const Command& command = commands.find(run, typed);
  for (const CheckInput& input : inputs) {
    if (is_word(plain, input.name)) continue;
    at(input.name, [&] {
      const Flag* flag = find_flag(command, input.name);
      if (flag == nullptr) throw_unknown(command, input);
      add_flag(file, *flag, input, words);
    });
  }
  return {command, std::move(words)};
}

}  // namespace roofline::cli
