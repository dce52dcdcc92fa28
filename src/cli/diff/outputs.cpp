#include "cli/diff/outputs.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "base/format.hpp"
#include "cli/command.hpp"
#include "cli/key_rows.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/io.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

struct KeyShow {
  std::string_view key;
  Show show;
};

/// Figures of one command alone, and those of a check.
constexpr std::array kFurther{
    KeyShow{"measured", Show::seconds},      KeyShow{"critical_whole", Show::count},
    KeyShow{"peak", Show::flop_rate},        KeyShow{"bandwidth", Show::byte_rate},
    KeyShow{"capacity_bytes", Show::binary}, KeyShow{"link_bandwidth", Show::byte_rate},
};

/// Of the figures of one resource, or of a chip.
constexpr std::array kFronts{
    KeyShow{"t_", Show::seconds},      KeyShow{"bytes_", Show::bytes},          KeyShow{"lower_change_", Show::percent},
    KeyShow{"peak.", Show::flop_rate}, KeyShow{"upper_change_", Show::percent}, KeyShow{"vector.", Show::flop_rate},
};
constexpr std::array kEnds{KeyShow{".bandwidth", Show::byte_rate}, KeyShow{"_bandwidth", Show::byte_rate},
                           KeyShow{".capacity", Show::binary}, KeyShow{".usable", Show::binary}};

/// Neither asked nor found, or found in words or lists.
constexpr std::array<std::string_view, 13> kIgnored{"schema", "command", "notes", "explain", "ops",     "found", "line",
                                                    "key",    "reason",  "hint",  "formula", "numbers", "unit"};

/// How the rows of a command begin: what is asked stands before the first figure.
struct CommandKeys {
  std::string_view command, first_figure;
  std::vector<std::string_view> identities;  ///< figures that tell rows apart all the same
};

const CommandKeys& keys_of(std::string_view command) {
  static const std::array<CommandKeys, 7> kKeys{{{"check", "status", {}},
                                                 {"chips", "name", {}},
                                                 {"limits", "dtype", {"dtype", "rule"}},
                                                 {"plot", "dtype", {"dtype", "resource"}},
                                                 {"collective", "t_bandwidth", {}},
                                                 {"model", "params", {"dtype"}},
                                                 {"op", "dtype", {"dtype", "flops", "bytes"}}}};
  static const CommandKeys kUsual{"", "dtype", {"dtype"}};
  const auto found =
      std::find_if(kKeys.begin(), kKeys.end(), [&](const CommandKeys& keys) { return keys.command == command; });
  return found == kKeys.end() ? kUsual : *found;
}

std::optional<Show> show_in_tables(std::string_view key) {
  for (const auto& table : {figure_keys(), verdict_keys(), collective_keys(), model_memory_keys(), model_time_keys()}) {
    for (const KeyRow& row : table) {
      if (row.key == key) return row.show;
    }
  }
  return std::nullopt;
}

template <class Words>
bool has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The answer of --solve has its point after what was asked.
bool begins_figures(const CommandKeys& keys, std::string_view key) {
  return key == keys.first_figure || key == "solve" || key == "flops";
}

const Json* member(const Json& object, std::string_view key) {
  for (const auto& [name, value] : object.members) {
    if (name == key) return &value;
  }
  return nullptr;
}

[[noreturn]] void refuse(const Document& document, const Json& value, const std::string& why) {
  Error e(why, "diff compares what --format json printed");
  e.place = document.place(value);
  throw e;
}

/// The command that an object answers.
std::string command_of(const Document& document, const Json& object) {
  if (object.kind != Json::Kind::object) refuse(document, object, "is no answer of roofline");
  if (member(object, "error") != nullptr) refuse(document, object, "is an error, not an answer");
  const Json* schema = member(object, "schema");
  if (schema == nullptr || schema->text != "1")
    refuse(document, object, "is no answer of roofline: its schema is not 1");
  const Json* command = member(object, "command");
  const std::vector<CommandName> known = command_names();
  const bool is_known = command != nullptr && std::any_of(known.begin(), known.end(), [&](const CommandName& name) {
                          return name.name == command->text;
                        });
  if (!is_known) refuse(document, object, "is no answer of roofline: it has no command");
  return command->text;
}

KeptRow row_of(const Document& document, const std::string& command, const Json& object) {
  const CommandKeys& keys = keys_of(command);
  KeptRow row;
  bool figures = false;
  for (const auto& [key, value] : object.members) {
    if (escape(key) != key) refuse(document, value, formatted("{} is no key", quote(key)));
    figures = figures || begins_figures(keys, key);
    if (has(kIgnored, key)) continue;
    (figures ? row.figures : row.inputs).emplace_back(key, value);
    if (figures && has(keys.identities, key)) row.identities.push_back(bare_kept(value));
  }
  return row;
}

/// The rows of an answer: itself, its items, or the results of a check.
const std::vector<Json>* items_of(const Document& document, const std::string& command) {
  const Json& root = document.root;
  const Json* list = command == "check" ? member(root, "results") : &root;
  if (list == nullptr || (command == "check" && list->kind != Json::Kind::array))
    refuse(document, root, "is no answer of roofline: it has no results");
  return list->kind == Json::Kind::array ? &list->items : nullptr;
}

}  // namespace

Show show_of_figure(std::string_view key) {
  if (const auto show = show_in_tables(key)) return *show;
  for (const KeyShow& further : kFurther) {
    if (further.key == key) return further.show;
  }
  for (const KeyShow& front : kFronts) {
    if (key.starts_with(front.key)) return front.show;
  }
  for (const KeyShow& end : kEnds) {
    if (key.ends_with(end.key)) return end.show;
  }
  return Show::number;
}

const Json* KeptRow::figure(std::string_view key) const {
  for (const auto& [name, value] : figures) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string KeptRow::identity(const std::set<std::string>& but) const {
  std::string text;
  for (const auto& [key, value] : inputs) {
    if (!but.contains(key)) text += formatted("{}={}\n", key, bare_kept(value));
  }
  for (const std::string& value : identities) text += value + "\n";
  return text;
}

KeptAnswer read_answer(const std::string& path, const Read& in) {
  const bool standard = path == "-";
  const std::string file = standard ? "standard input" : path;
  const Document document = parse_json(standard ? read_all(in, file, kMaxBytes) : read_file(path, kMaxBytes), file);
  const Json& root = document.root;
  if (root.kind == Json::Kind::array && root.items.empty()) refuse(document, root, "has no rows");
  KeptAnswer answer{file, command_of(document, root.kind == Json::Kind::array ? root.items[0] : root), {}};
  const std::vector<Json>* items = items_of(document, answer.command);
  if (items == nullptr) answer.rows.push_back(row_of(document, answer.command, root));
  for (const Json& item : items == nullptr ? std::vector<Json>() : *items) {
    if (command_of(document, item) != answer.command) refuse(document, item, "is of another command");
    answer.rows.push_back(row_of(document, answer.command, item));
  }
  return answer;
}

std::string show_kept(const Json& value, Show show) {
  using enum Json::Kind;
  switch (value.kind) {
    case null: return "-";
    case boolean: return value.boolean ? "true" : "false";
    case number: return show_cell(Cell::of(std::strtod(value.text.c_str(), nullptr)), show);
    case text: return escape(value.text);
    case array:
    case object: break;
  }
  return "...";
}

std::string bare_kept(const Json& value) {
  return value.kind == Json::Kind::number ? value.text : show_kept(value, Show::word);
}

}  // namespace roofline::cli
