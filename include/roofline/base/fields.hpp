#pragma once
// Which parameters does an op have, under which names? Each op names its members once in fields(); flags, JSON keys,
// sweeps, --help and --solve all come from that list.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "roofline/base/dtype.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/units.hpp"

namespace roofline {

/// What its values are: whole numbers from 1 to 2^53, dtypes, FLOPs, bytes, one of a few words.
enum class FieldKind { count, dtype, flops, bytes, word };

/// Whether its values lie on a line, so that they have ranges and boundaries.
constexpr bool is_quantity(FieldKind kind) {
  return kind != FieldKind::dtype && kind != FieldKind::word;
}

/// Whether the user must give it, may give it as a flag of its own, or gives it as `--group NAME=value`.
enum class Given { always, maybe, in_group };

struct FieldInfo {
  std::string_view name;  ///< as on the command line and in JSON
  std::string_view help;
  FieldKind kind = FieldKind::count;
  Given given = Given::maybe;
  std::string_view alias{};  ///< a second flag for the same input (M for B)
  /// The fields whose product must divide this one, with commas between: D is split over shard_D chips, or over X,Y.
  std::string_view divisors{};
  std::string_view group{};                   ///< of a field given in one: "shard"
  std::string_view least{};                   ///< the field that this one is never less than: S, of T
  std::span<const std::string_view> words{};  ///< of FieldKind::word, in the order of their enum; not owned
  /// Of a count of chips every value has to be tried: the wires and what is split over them allow few.
  enum class Counts { things, chips } counts = Counts::things;
};

inline constexpr std::size_t kMaxFields = 16;

/// A value for each field, in the order of fields(): a count, base units, the number of a Dtype or word. A double holds
/// every count up to 2^53 exactly. NaN: not given.
using Values = std::array<double, kMaxFields>;
inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

/// A parameter and the member of T that holds it.
template <class T>
struct Field {
  FieldInfo info;
  std::int64_t T::*count = nullptr;
  std::optional<std::int64_t> T::*optional_count = nullptr;
  Dtype T::*dtype = nullptr;
  std::optional<Dtype> T::*optional_dtype = nullptr;
  Flops T::*flops = nullptr;
  Bytes T::*bytes = nullptr;
  void (*choose)(T& op, int word) = nullptr;

  constexpr Field(FieldInfo i, std::int64_t T::*m) : info(of_kind(i, FieldKind::count)), count(m) {}
  constexpr Field(FieldInfo i, std::optional<std::int64_t> T::*m)
      : info(of_kind(i, FieldKind::count)), optional_count(m) {}
  constexpr Field(FieldInfo i, Dtype T::*m) : info(of_kind(i, FieldKind::dtype)), dtype(m) {}
  constexpr Field(FieldInfo i, std::optional<Dtype> T::*m) : info(of_kind(i, FieldKind::dtype)), optional_dtype(m) {}
  constexpr Field(FieldInfo i, Flops T::*m) : info(of_kind(i, FieldKind::flops)), flops(m) {}
  constexpr Field(FieldInfo i, Bytes T::*m) : info(of_kind(i, FieldKind::bytes)), bytes(m) {}

  /// A choice among words, one for each value of the enum that the member is.
  template <auto Member>
  static constexpr Field choice(FieldInfo i, std::span<const std::string_view> words) {
    using Enum = std::remove_reference_t<decltype(std::declval<T>().*Member)>;
    Field field(of_kind(i, FieldKind::word));
    field.info.words = words;
    field.choose = [](T& op, int word) { op.*Member = static_cast<Enum>(word); };
    return field;
  }

  /// `value` is one of Values, and not kNotGiven.
  constexpr void set(T& op, double value) const {
    if (count != nullptr) op.*count = static_cast<std::int64_t>(value);
    if (optional_count != nullptr) op.*optional_count = static_cast<std::int64_t>(value);
    if (choose != nullptr) choose(op, static_cast<int>(value));
    if (flops != nullptr) op.*flops = Flops::from_si(value);
    if (bytes != nullptr) op.*bytes = Bytes::from_si(value);
    if (dtype != nullptr) op.*dtype = static_cast<Dtype>(static_cast<int>(value));
    if (optional_dtype != nullptr) op.*optional_dtype = static_cast<Dtype>(static_cast<int>(value));
  }

 private:
  constexpr explicit Field(FieldInfo i) : info(i) {}
  static constexpr FieldInfo of_kind(FieldInfo i, FieldKind kind) {
    i.kind = kind;
    return i;
  }
};

/// The op that these values describe; what is not given keeps the struct's default.
template <class T>
T from_values(const Values& values) {
  static constexpr auto kFields = T::fields();
  static_assert(kFields.size() <= kMaxFields);
  T op;
  // Unrolled, each field's member is known to the compiler.
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((std::isnan(values[I]) ? void() : kFields[I].set(op, values[I])), ...);
  }
  (std::make_index_sequence<kFields.size()>{});
  return op;
}

}  // namespace roofline
