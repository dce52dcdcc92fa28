#pragma once
// Which parameters does an op have, under which names? Each op names its members once in fields(); flags, JSON keys,
// sweeps, --help and --solve all come from that list.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "roofline/base/dtype.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/units.hpp"

namespace roofline {

/// What its values are: whole numbers from 1 to 2^53, dtypes, FLOPs, bytes.
enum class FieldKind { count, dtype, flops, bytes };

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
  std::string_view group{};  ///< of a field given in one: "shard"
};

inline constexpr std::size_t kMaxFields = 16;

/// A value for each field, in the order of fields(): a count, base units, or a Dtype's number. A double holds every
/// count up to 2^53 exactly. NaN: not given.
using Values = std::array<double, kMaxFields>;
inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

/// A parameter and the member of T that holds it.
template <class T>
struct Field {
  FieldInfo info;
  std::int64_t T::*count = nullptr;
  Dtype T::*dtype = nullptr;
  std::optional<Dtype> T::*optional_dtype = nullptr;
  Flops T::*flops = nullptr;
  Bytes T::*bytes = nullptr;

  constexpr Field(FieldInfo i, std::int64_t T::*m) : info(of_kind(i, FieldKind::count)), count(m) {}
  constexpr Field(FieldInfo i, Dtype T::*m) : info(of_kind(i, FieldKind::dtype)), dtype(m) {}
  constexpr Field(FieldInfo i, std::optional<Dtype> T::*m) : info(of_kind(i, FieldKind::dtype)), optional_dtype(m) {}
  constexpr Field(FieldInfo i, Flops T::*m) : info(of_kind(i, FieldKind::flops)), flops(m) {}
  constexpr Field(FieldInfo i, Bytes T::*m) : info(of_kind(i, FieldKind::bytes)), bytes(m) {}

  /// `value` is one of Values, and not kNotGiven.
  constexpr void set(T& op, double value) const {
    if (count != nullptr) op.*count = static_cast<std::int64_t>(value);
    if (flops != nullptr) op.*flops = Flops::from_si(value);
    if (bytes != nullptr) op.*bytes = Bytes::from_si(value);
    if (dtype != nullptr) op.*dtype = static_cast<Dtype>(static_cast<int>(value));
    if (optional_dtype != nullptr) op.*optional_dtype = static_cast<Dtype>(static_cast<int>(value));
  }

 private:
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
