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
//   std::span<const std::string_view> notes(const X&)       what the figures leave out
//   std::optional<Rule> rule(const X&, std::string_view field, const Ridges&)   a textbook rule
//   Operands operands(const X&)                             tensors that may differ in format

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/fields.hpp"
#include "roofline/work/work.hpp"

namespace roofline {

/// An arithmetic text over field names: {"flops", "2 * B * D * F", "a multiply-add is 2 FLOPs"}. Keys: flops, bytes,
/// memory_bytes, and V for the array of a collective.
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

/// A tensor and the format it is stored in.
struct Operand {
  std::string_view name;
  Dtype dtype;
};
using Operands = Few<Operand, 4>;

struct Op {
  std::string_view name, summary;
  std::span<const FieldInfo> fields;
  std::span<const std::string_view> examples;
  Work (*work)(const Values&);
  std::vector<Formula> (*formulas)(const Values&);
  std::span<const std::string_view> (*notes)(const Values&);
  std::optional<Rule> (*rule)(const Values&, std::string_view field, const Ridges&);
  Operands (*operands)(const Values&);

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

/// The table row of an op; notes, rule and operands are nothing where the op has none.
template <class T>
constexpr Op row() {
  return {T::kName,
          T::kSummary,
          detail::kFieldInfos<T>,
          T::kExamples,
          [](const Values& v) { return work(from_values<T>(v)); },
          [](const Values& v) { return formulas(from_values<T>(v)); },
          [](const Values& v) -> std::span<const std::string_view> {
            if constexpr (requires(T op) { notes(op); }) return notes(from_values<T>(v));
            return {};
          },
          [](const Values& v, std::string_view field, const Ridges& ridges) -> std::optional<Rule> {
            if constexpr (requires(T op) { rule(op, field, ridges); }) return rule(from_values<T>(v), field, ridges);
            return std::nullopt;
          },
          [](const Values& v) -> Operands {
            if constexpr (requires(T op) { operands(op); }) return operands(from_values<T>(v));
            return {};
          }};
}

/// The part of a dim that one of `chips` chips holds. A dim that does not divide is an Error that names its neighbours.
std::int64_t part_of(std::int64_t dim, std::int64_t chips, std::string_view name);

/// The same in a formula: "D", or "(D / shard_D)" over several chips.
std::string part_text(std::string_view name, std::int64_t chips);
/// Bytes of one element in a formula: "2", "0.5".
std::string element_text(Dtype dtype);

/// Throws Error unless the count is from 1 to 2^53.
void require_count(std::int64_t count, std::string_view name);

}  // namespace roofline
