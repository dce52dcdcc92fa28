#include "cli/diff/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

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
  Change change{key, before, after, *show_of_figure(key)};
  if (before.kind != Json::Kind::number || after.kind != Json::Kind::number) return change;
  const double a = number_of(before), b = number_of(after);
  if (a == b) return std::nullopt;
  change.ratio = (b - a) / std::fabs(a);  // infinite from zero
  return std::fabs(*change.ratio) > tolerance ? std::optional(change) : std::nullopt;
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
  if (before.rows.size() == 1 && after.rows.size() == 1 && before.command != "check") {
    all.push_back(pair_of(before.command, before.rows[0], after.rows[0], tolerance));
  } else {
    std::multimap<std::string, const KeptRow*> left;
    for (const KeptRow& row : after.rows) left.emplace(row.identity(), &row);
    for (const KeptRow& row : before.rows) {
      const auto found = left.find(row.identity());
      if (found == left.end()) {
        all.push_back({title_of(before.command, row, nullptr), RowChange::In::old_alone, {}});
        continue;
      }
      all.push_back(pair_of(before.command, row, *found->second, tolerance));
      left.erase(found);
    }
    for (const KeptRow& row : after.rows) {
      const auto found =
          std::find_if(left.begin(), left.end(), [&](const auto& entry) { return entry.second == &row; });
      if (found != left.end()) all.push_back({title_of(after.command, row, nullptr), RowChange::In::new_alone, {}});
    }
  }
  std::erase_if(all, [](const RowChange& c) { return c.in == RowChange::In::both && c.changes.empty(); });
  return all;
}

}  // namespace roofline::cli
