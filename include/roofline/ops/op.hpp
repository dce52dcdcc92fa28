#pragma once
// What is an op? A struct with named fields and a pure function to Work. The op table forgets its type, so that flags,
// sweeps, --explain and --solve are written once for all of them.
//
// To add one, write ops/x.hpp after the model of matmul.hpp and add its row to src/ops/ops.cpp:
//   static constexpr kName, kSummary, kExamples   what --help says
//   static constexpr auto fields()                its parameters
//   Work work(const X&)                           what it asks, per chip; throws Error for what cannot be
//   std::vector<Formula> formulas(const X&)       the same as text, for --explain; a test holds the two together
// Names that have a meaning: `dtype` and `compute_dtype`, `x_dtype` for the format of an operand x, `shard_D` for the
// chips that D is split over.
// And where it has them:
//   OpNotes notes(const X&)                                 what the figures leave out
//   std::optional<Rule> rule(const X&, std::string_view field, const Ridges&)   a textbook rule
//   Operands operands(const X&)                             tensors that may differ in format
//   std::vector<std::string> ways(const X&)                 names of several ways to the same result
//   std::size_t way_count(const X&)                         how many, without their names; work, formulas and notes
//   then
//                                                           take the number of one

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/fields.hpp"
#include "roofline/work/work.hpp"

namespace roofline {

/// An arithmetic text over field names: {"flops", "2 * B * D * F", "a multiply-add is 2 FLOPs"}. Keys: flops, bytes,
/// memory_bytes, and V for the array of each collective, in the order of Work::transfers.
struct Formula {
  std::string key, text, why;
};

/// What a rule of thumb is held against: the ridge of what the operands cross; where a collective's array V crosses
/// wires, their ridge and how much of V their busiest link carries.
struct Ridges {
  double operands = 0;
  double wires = 0;
  double share_of_array = 0;
};

/// A rule of thumb: the field passes a ridge at `value`, under the condition in words.
struct Rule {
  double value;
  enum class Against { operands, wires } against;
  std::string_view condition;
};

/// A tensor and the format it is stored in. `text` is what people call it: "Z", "bf16[B, F_Y]"; not owned.
struct Operand {
  std::string_view name;
  Dtype dtype;
  std::string_view text{};
};
using Operands = Few<Operand, 4>;

/// What the figures leave out.
using OpNotes = Few<std::string_view, 4>;

/// An op without its type. What it leaves out does nothing.
struct Op {
  std::string_view name{}, summary{};
  std::span<const FieldInfo> fields{};
  std::span<const std::string_view> examples{};
  /// Names of the ways to the same result, where there are several: `way` is one of them, or 0.
  std::function<std::vector<std::string>(const Values&)> ways = [](const Values&) {
    return std::vector<std::string>();
  };
  std::function<std::size_t(const Values&)> way_count = [](const Values&) { return std::size_t{1}; };
  std::function<Work(const Values&, std::size_t way)> work = [](const Values&, std::size_t) { return Work(); };
  std::function<std::vector<Formula>(const Values&, std::size_t way)> formulas = [](const Values&, std::size_t) {
    return std::vector<Formula>();
  };
  std::function<OpNotes(const Values&, std::size_t way)> notes = [](const Values&, std::size_t) { return OpNotes(); };
  std::function<std::optional<Rule>(const Values&, std::string_view field, const Ridges&)> rule =
      [](const Values&, std::string_view, const Ridges&) { return std::optional<Rule>(); };
  std::function<Operands(const Values&)> operands = [](const Values&) { return Operands(); };
  /// Whether its rows are about computing and moving, about one collective alone, or about a model: with times, or what
  /// it takes in memory alone.
  enum class About { work, collective, model, model_in_memory } about = About::work;
  bool is_model() const { return about == About::model || about == About::model_in_memory; }

  /// The index of a field by its name; fields.size() when there is none.
  std::size_t index_of(std::string_view field) const;
};

/// Every op, in the order of --help.
std::span<const Op> ops();
/// Null when there is none of this name.
const Op* find_op(std::string_view name);

namespace detail {
template <class T>
constexpr auto field_infos() {
  constexpr auto kFields = T::fields();
  std::array<FieldInfo, kFields.size()> infos{};
  for (std::size_t i = 0; i < kFields.size(); ++i) infos[i] = kFields[i].info;
  return infos;
}
template <class T>
inline constexpr auto kFieldInfos = field_infos<T>();
}  // namespace detail

/// The table row of an op.
template <class T>
Op row() {
  Op op{T::kName, T::kSummary, detail::kFieldInfos<T>, T::kExamples};
  if constexpr (requires(T t) { ways(t); }) {
    op.ways = [](const Values& v) { return ways(from_values<T>(v)); };
    op.way_count = [](const Values& v) { return way_count(from_values<T>(v)); };
    op.work = [](const Values& v, std::size_t way) { return work(from_values<T>(v), way); };
    op.formulas = [](const Values& v, std::size_t way) { return formulas(from_values<T>(v), way); };
    op.notes = [](const Values& v, std::size_t way) { return notes(from_values<T>(v), way); };
  } else {
    op.work = [](const Values& v, std::size_t) { return work(from_values<T>(v)); };
    op.formulas = [](const Values& v, std::size_t) { return formulas(from_values<T>(v)); };
    if constexpr (requires(T t) { notes(t); }) {
      op.notes = [](const Values& v, std::size_t) { return notes(from_values<T>(v)); };
    }
  }
  if constexpr (requires(T t, Ridges r) { rule(t, std::string_view(), r); }) {
    op.rule = [](const Values& v, std::string_view field, const Ridges& ridges) {
      return rule(from_values<T>(v), field, ridges);
    };
  }
  if constexpr (requires(T t) { operands(t); }) {
    op.operands = [](const Values& v) { return operands(from_values<T>(v)); };
  }
  return op;
}

/// The part of a dim that one of `chips` chips holds. A dim that does not divide is an Error that names its neighbours.
std::int64_t part_of(std::int64_t dim, std::int64_t chips, std::string_view name);

/// Bytes of one element in a formula: "2", "0.5".
std::string element_text(Dtype dtype);

/// Throws Error unless the count is from 1 to 2^53.
void require_count(std::int64_t count, std::string_view name);

}  // namespace roofline
