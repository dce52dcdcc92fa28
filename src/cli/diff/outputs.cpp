#include "cli/diff/outputs.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/format.hpp"
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
    KeyShow{"strategy", Show::word},        KeyShow{"bottleneck_axis", Show::word}, KeyShow{"raise_first", Show::word},
    KeyShow{"measured", Show::seconds},     KeyShow{"efficiency", Show::number},    KeyShow{"critical", Show::number},
    KeyShow{"critical_whole", Show::count}, KeyShow{"rule", Show::number},          KeyShow{"limit", Show::number},
    KeyShow{"peak", Show::flop_rate},       KeyShow{"bandwidth", Show::byte_rate},  KeyShow{"holds", Show::word},
    KeyShow{"status", Show::word},          KeyShow{"actual", Show::number},
};

/// Of the figures of one resource.
constexpr std::array kFronts{
    KeyShow{"t_", Show::seconds},    KeyShow{"bytes_", Show::bytes},          KeyShow{"intensity_", Show::number},
    KeyShow{"ridge_", Show::number}, KeyShow{"lower_change_", Show::percent}, KeyShow{"upper_change_", Show::percent},
};

/// Neither asked nor found, or found in words or lists.
constexpr std::array<std::string_view, 9> kIgnored{"schema", "command", "notes", "explain", "ops",
                                                   "found",  "line",    "key",   "reason"};

std::optional<Show> show_in_tables(std::string_view key) {
  for (const auto& table : {figure_keys(), verdict_keys(), collective_keys(), model_memory_keys(), model_time_keys()}) {
    for (const KeyRow& row : table) {
      if (row.key == key) return row.show;
    }
  }
  return std::nullopt;
}

KeptRow row_of(const Json& object) {
  KeptRow row;
  for (const auto& [key, value] : object.members) {
    if (std::find(kIgnored.begin(), kIgnored.end(), key) != kIgnored.end()) continue;
    (show_of_figure(key) ? row.figures : row.inputs).emplace_back(key, value);
  }
  return row;
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
  const Json* command = member(object, "command");
  if (command == nullptr || command->kind != Json::Kind::text)
    refuse(document, object, "is no answer of roofline: it has no command");
  return command->text;
}

}  // namespace

std::optional<Show> show_of_figure(std::string_view key) {
  if (const auto show = show_in_tables(key)) return show;
  for (const KeyShow& further : kFurther) {
    if (further.key == key) return further.show;
  }
  for (const KeyShow& front : kFronts) {
    if (key.starts_with(front.key)) return front.show;
  }
  return std::nullopt;
}

const Json* KeptRow::figure(std::string_view key) const {
  for (const auto& [name, value] : figures) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string KeptRow::identity() const {
  std::string text;
  for (const auto& [key, value] : inputs) text += formatted("{}{}={}", text.empty() ? "" : " ", key, bare_kept(value));
  return text;
}

KeptAnswer read_answer(const std::string& path, const Read& in) {
  const bool standard = path == "-";
  const std::string file = standard ? "standard input" : path;
  const Document document = parse_json(standard ? read_all(in, file, kMaxBytes) : read_file(path, kMaxBytes), file);
  const Json& root = document.root;
  KeptAnswer answer{file, "", {}};
  if (root.kind == Json::Kind::array && root.items.empty()) refuse(document, root, "has no rows");
  answer.command = command_of(document, root.kind == Json::Kind::array ? root.items[0] : root);
  const Json* results = answer.command == "check" ? member(root, "results") : nullptr;
  const bool many = root.kind == Json::Kind::array || results != nullptr;
  if (!many) answer.rows.push_back(row_of(root));
  for (const Json& item : results != nullptr ? results->items : root.items) {
    if (results == nullptr && command_of(document, item) != answer.command)
      refuse(document, item, "is of another command");
    answer.rows.push_back(row_of(item));
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
