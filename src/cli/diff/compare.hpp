#pragma once
// What changed between two kept answers, and by how much?

#include <optional>
#include <string>
#include <vector>

#include "cli/diff/outputs.hpp"

namespace roofline::cli {

struct Change {
  std::string key;
  Json before, after;  ///< null where there was no value
  Show show = Show::word;
  std::optional<double> ratio{};  ///< (after - before) / |before|; nullopt where a word flipped or a value is missing

  bool is_flip() const { return !ratio && before.kind != Json::Kind::null && after.kind != Json::Kind::null; }
};

/// A row of both answers with what changed in it, or of one of them alone.
struct RowChange {
  std::string title;  ///< "matmul D=8192 F=8192 on tpu-v5e: B 256 -> 128"
  enum class In { both, old_alone, new_alone } in = In::both;
  std::vector<Change> changes;  ///< flips first
};

/// Rows of the same inputs are held against each other, but for an input that is another one for all of them; of two
/// answers of one row each the two, whatever their inputs. What changed by no more than `tolerance` (a ratio) is left
/// out; a row whose inputs changed is there all the same, without changes. Throws Error for answers of two commands.
std::vector<RowChange> compare(const KeptAnswer& before, const KeptAnswer& after, double tolerance);

}  // namespace roofline::cli
