#include "cli/run.hpp"

#include <algorithm>
#include <new>

#include "base/format.hpp"
#include "cli/command.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// The command table: the ops first, each a command of its own, then these.
struct CommandRow {
  std::string_view name, summary;
  Command (*make)(std::span<const std::string> typed);
  enum class Flags { fixed, of_words } flags = Flags::fixed;  ///< of_words: they hang on the words typed before them
};
using Typed = std::span<const std::string>;
constexpr std::array kCommands{
    CommandRow{"einsum", "a product of two tensors sharded over a mesh", einsum_command, CommandRow::Flags::of_words},
    CommandRow{"collective", "one all-gather, all-reduce, ... over a mesh", [](Typed) { return collective_command(); }},
    CommandRow{"model", "a whole model from its config.json: does it fit, how fast",
               [](Typed) { return model_command(); }},
    CommandRow{"limits", "past which batch and how many chips communication binds",
               [](Typed) { return limits_command(); }},
    CommandRow{"plot", "the roofs of chips, drawn", [](Typed) { return plot_command(); }},
    CommandRow{"check", "does every case of a check file keep its promises?", [](Typed) { return check_command(); }},
    CommandRow{"diff", "what changed between two answers", [](Typed) { return diff_command(); }},
    CommandRow{"chips", "list the chips, show one with its sources, or compare", [](Typed) { return chips_command(); }},
    CommandRow{"generate", "shell completions and the man page", [](Typed) { return generate_command(); }},
};

struct Failure {
  Error error;
  int exit = kBadInput;
};

std::string version_text() {
  return formatted("roofline {}\n{} chips built in\n", ROOFLINE_VERSION, embedded_chips().size());
}

[[noreturn]] void throw_unknown_command(std::string_view name) {
  std::vector<std::string> known;
  for (const CommandName& command : command_names()) known.emplace_back(command.name);
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = "`roofline --help` lists the commands";
  throw Error(formatted("unknown command {}", quote(name)), hint);
}

bool wants(std::span<const std::string> words, std::string_view flag, std::string_view letter) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return w == flag || w == letter; });
}

int run_command(std::span<const std::string> args, const Read& in, Output& out, Output& err) {
  const std::string& first = args[0];
  const bool asks_help = first == "help" || first == "--help" || first == "-h";
  if (asks_help && (args.size() == 1 || first != "help")) {
    out.append(overview());
    return kAnswered;
  }
  if (first == "--version" || first == "-V") {
    out.append(version_text());
    return kAnswered;
  }
  const std::string& name = first == "help" ? args[1] : first;
  const auto words = args.subspan(1);
  const bool asks = first == "help" || wants(words, "--help", "-h") || wants(words, "--version", "-V");
  const Command command = make_command(name, asks ? Typed() : words);
  if (!command.body) throw_unknown_command(name);
  if (first == "help" || wants(words, "--help", "-h")) {
    out.append(help_of(command));
    return kAnswered;
  }
  if (wants(words, "--version", "-V")) {
    out.append(version_text());
    return kAnswered;
  }
  const Args parsed = parse_args(command.name, command.flags, command.positional, words);
  return command.body({parsed, in, out, err, args});
}

/// Scripts that read JSON get the error there too, unless rows have gone out.
bool reads_objects(std::span<const std::string> args) {
  static constexpr std::string_view kFlag = "--format";
  for (std::size_t i = 0; i < args.size(); ++i) {
    std::string_view value = args[i];
    if (value == kFlag && i + 1 < args.size()) {
      value = args[i + 1];
    } else if (value.starts_with(std::string(kFlag) + "=")) {
      value.remove_prefix(kFlag.size() + 1);
    } else {
      continue;
    }
    for (const View& view : views()) {
      if (view.name == value) return view.errors == View::Errors::object;
    }
  }
  return false;
}

int report(const Failure& failure, std::span<const std::string> args, Output& out, Output& err) {
  const Error& e = failure.error;
  err.append(error_text(e.place, e.where, e.message, e.hint));
  if (reads_objects(args) && !out.wrote_anything()) out.append(error_object(e, failure.exit));
  return failure.exit;
}

/// Runs f and turns what it throws into a message and an exit code.
template <class F>
int guarded(std::span<const std::string> args, Output& out, Output& err, F&& f) {
  try {
    return f();
  } catch (const Error& e) {
    return report({e, kBadInput}, args, out, err);
  } catch (const std::bad_alloc&) {
    return report({Error("out of memory"), kBadInput}, args, out, err);
  } catch (const std::exception& e) {
    return report({Error(formatted("internal error, please report it: {}", escape(e.what()))), kInternal}, args, out,
                  err);
  } catch (...) {
    return report({Error("internal error, please report it"), kInternal}, args, out, err);
  }
}

}  // namespace

std::string error_object(const Error& e, int exit) {
  std::string text = R"({"schema":1,"error":{"where":)";
  const std::string joint = e.place.empty() || e.where.empty() ? "" : ": ";
  append_json_string(text, e.place + joint + e.where);
  text += ",\"message\":";
  append_json_string(text, e.message);
  text += ",\"hint\":";
  append_json_string(text, e.hint);
  return text + formatted(",\"exit\":{}}}}}\n", exit);
}

std::vector<CommandName> command_names() {
  std::vector<CommandName> names;
  for (const Op& op : ops()) names.push_back({op.name, op.summary});
  for (const CommandRow& row : kCommands) names.push_back({row.name, row.summary});
  return names;
}

bool has_flags_of_words(std::string_view name) {
  const auto of_words = [&](const CommandRow& row) {
    return row.name == name && row.flags == CommandRow::Flags::of_words;
  };
  return std::any_of(kCommands.begin(), kCommands.end(), of_words);
}

Command make_command(std::string_view name, std::span<const std::string> typed) {
  Command command;
  if (const Op* op = find_op(name)) command = op_command(*op);
  for (const CommandRow& row : kCommands) {
    if (row.name != name) continue;
    command = row.make(typed);
    command.name = row.name;
    command.summary = row.summary;
  }
  for (Flag& flag : shared_flags()) command.flags.push_back(std::move(flag));
  return command;
}

int run(std::span<const std::string> args, const Read& in, Output& out, Output& err) {
  int exit = kBadInput;
  if (args.empty()) {
    err.append(short_usage());
  } else {
    exit = guarded(args, out, err, [&] { return run_command(args, in, out, err); });
  }
  const int written = guarded(args, out, err, [&] {
    out.flush();
    return 0;
  });
  err.flush();
  return std::max(exit, written);  // bad input wins over a failed assertion, a defect of ours over both
}

}  // namespace roofline::cli
