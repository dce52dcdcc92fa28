#pragma once
// The question of an op command, read from its flags: which op, on which machines, over which inputs.

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/args.hpp"
#include "cli/evaluated.hpp"
#include "cli/feed.hpp"
#include "cli/machines.hpp"
#include "roofline/base/sweep.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/ops/op.hpp"

namespace roofline::cli {

struct Query {
  const Op& op;
  Machines machines;
  std::vector<Sweep> inputs;               ///< one per field; a single kNotGiven where nothing was given
  std::vector<std::string> typed;          ///< as the user wrote it; empty where nothing was given
  std::optional<Word> over{};              ///< --over
  std::optional<Sought> sought{};          ///< --solve
  std::optional<std::string> condition{};  ///< --for
  std::optional<std::string> ignored{};    ///< what was given for the input that --solve looks for
  std::shared_ptr<Feed> from{};            ///< --from
  std::optional<double> measured{};        ///< --measured, in seconds
  MeshWish mesh{};                         ///< --mesh, --slice, --wrap, --in-switch; sizes are inputs
  std::optional<std::size_t> way{};        ///< --strategy: the one of the op's ways to take
  /// Words that the question has beside its inputs, as key and value: {"einsum", "bf16[B, D] * ..."}.
  std::vector<std::pair<std::string, std::string>> words{};
  Evaluation evaluation{};        ///< of what is more than one op
  bool explain = false;           ///< --explain
  bool sensitivity = false;       ///< --sensitivity
  bool lists_operations = false;  ///< --by

  /// By a flag or by the file of --from. No field is not given.
  bool given(std::size_t field) const {
    return field < typed.size() && (!typed[field].empty() || (from && from->has(field)));
  }
  /// From row to row.
  bool varies(std::size_t field) const { return inputs[field].is_list() || (from && from->has(field)); }
  bool seeks(std::size_t field) const { return sought && sought->field == field; }
  bool is_measured() const { return measured || (from && from->has_measured()); }
  /// Some input, dtype or chip is a list or range.
  bool is_list() const;
  /// Combinations of everything; saturates.
  std::uint64_t rows() const;
};

/// What a command asks beside the flags of its op.
struct Asked {
  MeshWish mesh{};
  std::optional<std::size_t> way{};
  std::vector<std::pair<std::string, std::string>> words{};
  Evaluation evaluation{};
  Machines::None without_chip = Machines::None::error;
};

/// The chips that an input says; 1 while they are looked for.
inline std::int64_t axis_size(double value) {
  return std::isnan(value) ? 1 : static_cast<std::int64_t>(value);
}

/// Throws Error for whatever no row could be made of: missing inputs, a bad list, a dtype that a chip lacks.
Query read_query(const Op& op, const Args& args, const Read& in, const Asked& asked = {});

/// Steps through all combinations of the lists among the inputs: dtypes outermost, then fields in order, the last
/// fastest.
class Points {
 public:
  explicit Points(const Query& query);
  const Values& values() const { return values_; }
  /// Where the inputs that no list varies may be put in: a row of --from.
  Values& values() { return values_; }
  /// False after the last, and then at the first again.
  bool next();

 private:
  struct Digit {
    std::size_t field;
    std::uint64_t index = 0;
  };
  const Query& query_;
  std::vector<Digit> digits_;
  Values values_{};
};

/// Dims that divide, so that an op can be asked for its dtypes while a dim is being solved for or read from a file.
Values with_unit_dims(const Query& query, Values values);

/// What the op asks at these values, over the level or link of --over.
Work work_at(const Query& query, const Values& values, std::size_t way = 0);

/// The mesh of --mesh or --shard on a chip, at the sizes that the work has.
MeshWish wish_of(const Query& query, const Work& work);

/// The mesh at these values; an axis that is looked for has one chip.
MeshWish wish_at(const Query& query, const Values& values);

/// The values with the sizes of axes that take whole axes of the chip's torus.
Values with_whole_axes(const Query& query, const Chip& chip, Values values);

Evaluated evaluate(const Query& query, const Chip& chip, const Values& values);

}  // namespace roofline::cli
