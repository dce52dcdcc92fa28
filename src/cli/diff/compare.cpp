#include "cli/diff/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

const Json kNone{};

const Json* input(const KeptRow& row, std::string_view key) {
  for (const auto& [name, value] : row.inputs) {
    if (name == key) return &value;
  }
  return nullptr;
}

double number_of(const Json& value) {
  return std::strtod(value.text.c_str(), nullptr);
}

bool same(const Json& a, const Json& b) {
  return a.kind == b.kind && a.boolean == b.boolean && a.text == b.text;
}

/// nullopt where nothing changed beyond the tolerance.
std::optional<Change> change_of(const std::string& key, const Json& before, const Json& after, double tolerance) {
  if (same(before, after)) return std::nullopt;
  Change change{key, before, after, show_of_figure(key)};
  if (before.kind != Json::Kind::number || after.kind != Json::Kind::number) return change;
  const double a = number_of(before), b = number_of(after);
  if (a == b) return std::nullopt;
  change.ratio = (b - a) / std::fabs(a);      // infinite from zero
  static constexpr double kRounding = 1e-12;  // of the figures, and of their ratio
  return std::fabs(*change.ratio) > tolerance * (1 + kRounding) + kRounding ? std::optional(change) : std::nullopt;
}

std::vector<Change> changes_of(const KeptRow& before, const KeptRow& after, double tolerance) {
  std::vector<Change> changes;
  const auto add = [&](const std::string& key, const Json* a, const Json* b) {
    if (auto change = change_of(key, a == nullptr ? kNone : *a, b == nullptr ? kNone : *b, tolerance))
      changes.push_back(std::move(*change));
  };
  for (const auto& [key, value] : before.figures) add(key, &value, after.figure(key));
  for (const auto& [key, value] : after.figures) {
    if (before.figure(key) == nullptr) add(key, nullptr, &value);
  }
  std::stable_partition(changes.begin(), changes.end(), [](const Change& c) { return c.is_flip(); });
  return changes;
}

/// "matmul B=256 D=8192 on tpu-v5e", without what two rows do not share.
std::string title_of(const std::string& command, const KeptRow& row, const KeptRow* other) {
  std::string text = command, place;
  for (const auto& [key, value] : row.inputs) {
    const Json* there = other == nullptr ? &value : input(*other, key);
    if (there == nullptr || !same(*there, value)) continue;
    if (key == "chip") place = formatted(" on {}", bare_kept(value));
    if (key != "chip") text += formatted(" {}={}", escape(key), bare_kept(value));
  }
  const Json *format = row.figure("dtype"), *there = other == nullptr ? format : other->figure("dtype");
  if (format != nullptr && there != nullptr && same(*format, *there)) text += " " + bare_kept(*format);
  return text + place;
}

/// "B 256 -> 128": inputs that differ.
std::string differences(const KeptRow& before, const KeptRow& after) {
  std::string text;
  const auto add = [&](const std::string& key, const Json* a, const Json* b) {
    if (a != nullptr && b != nullptr && same(*a, *b)) return;
    text += formatted("{}{} {} -> {}", text.empty() ? ": " : ", ", escape(key), a == nullptr ? "-" : bare_kept(*a),
                      b == nullptr ? "-" : bare_kept(*b));
  };
  for (const auto& [key, value] : before.inputs) add(key, &value, input(after, key));
  for (const auto& [key, value] : after.inputs) {
    if (input(before, key) == nullptr) add(key, nullptr, &value);
  }
  return text;
}

/// The value of an input that all rows share; nullopt where they differ. No value is one as well.
std::optional<std::string> shared_value(const KeptAnswer& answer, const std::string& key) {
  std::optional<std::string> shared;
  for (const KeptRow& row : answer.rows) {
    const Json* value = input(row, key);
    const std::string text = value == nullptr ? "" : bare_kept(*value);
    if (shared && *shared != text) return std::nullopt;
    shared = text;
  }
  return shared;
}

/// Inputs that are one value for all rows of either answer, and not the same: what was changed.
std::set<std::string> common_differences(const KeptAnswer& before, const KeptAnswer& after) {
  std::set<std::string> keys;
  for (const KeptAnswer* answer : {&before, &after}) {
    for (const auto& [key, value] : answer->rows.front().inputs) {
      const auto a = shared_value(before, key), b = shared_value(after, key);
      if (a && b && *a != *b) keys.insert(key);
    }
  }
  return keys;
}

RowChange pair_of(const std::string& command, const KeptRow& before, const KeptRow& after, double tolerance) {
  return {title_of(command, before, &after) + differences(before, after), RowChange::In::both,
          changes_of(before, after, tolerance)};
}

}  // namespace

std::vector<RowChange> compare(const KeptAnswer& before, const KeptAnswer& after, double tolerance) {
  if (before.command != after.command)
    throw Error(formatted("{} answers {}, and {} answers {}", escape(before.file), before.command, escape(after.file),
                          after.command));
  std::vector<RowChange> all;
  const auto pair = [&](const KeptRow& a, const KeptRow& b) {
    RowChange change = pair_of(before.command, a, b, tolerance);
    if (!change.changes.empty() || !differences(a, b).empty()) all.push_back(std::move(change));
  };
  if (before.rows.size() == 1 && after.rows.size() == 1 && before.command != "check") {
    pair(before.rows[0], after.rows[0]);
    return all;
  }
  const std::set<std::string> common = common_differences(before, after);
  std::multimap<std::string, const KeptRow*> left;
  for (const KeptRow& row : after.rows) left.emplace(row.identity(common), &row);
  for (const KeptRow& row : before.rows) {
    const auto found = left.find(row.identity(common));
    if (found == left.end()) {
      all.push_back({title_of(before.command, row, nullptr), RowChange::In::old_alone, {}});
      continue;
    }
    pair(row, *found->second);
    left.erase(found);
  }
  std::set<const KeptRow*> alone;
  for (const auto& [identity, row] : left) alone.insert(row);
  for (const KeptRow& row : after.rows) {
    if (alone.contains(&row)) all.push_back({title_of(after.command, row, nullptr), RowChange::In::new_alone, {}});
  }
  return all;
}

}  // namespace roofline::cli
