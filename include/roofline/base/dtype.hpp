#pragma once
// Which number formats are known, how many bits does an element take, and whose peak does it compute at?
// Adding one is a row here (and a peak in the chips that have it).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "roofline/base/units.hpp"

namespace roofline {

enum class Dtype : std::uint8_t {
  fp64,
  fp32,
  tf32,
  fp16,
  fp16_acc16,
  bf16,
  fp8,
  fp8_acc16,
  mxfp8,
  fp6,
  mxfp6,
  fp4,
  mxfp4,
  nvfp4,
  int32,
  int8,
  int4
};

struct DtypeInfo {
  Dtype dtype;
  std::string_view name;
  double bits;  ///< stored per element, block scales included (mx: 8 more on 32 elements, nv: 8 on 16)
  Dtype peak;   ///< the format whose peak it computes at
  std::array<std::string_view, 3> aliases{};
};

inline constexpr std::array kDtypes{
    DtypeInfo{Dtype::fp64, "fp64", 64, Dtype::fp64, {"float64", "double"}},
    DtypeInfo{Dtype::fp32, "fp32", 32, Dtype::fp32, {"float32", "float"}},
    DtypeInfo{Dtype::tf32, "tf32", 32, Dtype::tf32, {}},
    DtypeInfo{Dtype::fp16, "fp16", 16, Dtype::fp16, {"float16", "half"}},
    DtypeInfo{Dtype::fp16_acc16, "fp16_acc16", 16, Dtype::fp16_acc16, {}},  // sums kept in fp16: faster on GeForce
    DtypeInfo{Dtype::bf16, "bf16", 16, Dtype::bf16, {"bfloat16"}},
    DtypeInfo{Dtype::fp8, "fp8", 8, Dtype::fp8, {"float8", "e4m3", "e5m2"}},
    DtypeInfo{Dtype::fp8_acc16, "fp8_acc16", 8, Dtype::fp8_acc16, {}},
    DtypeInfo{Dtype::mxfp8, "mxfp8", 8.25, Dtype::fp8, {}},
    DtypeInfo{Dtype::fp6, "fp6", 6, Dtype::fp6, {"float6"}},
    DtypeInfo{Dtype::mxfp6, "mxfp6", 6.25, Dtype::fp6, {}},
    DtypeInfo{Dtype::fp4, "fp4", 4, Dtype::fp4, {"float4", "e2m1"}},
    DtypeInfo{Dtype::mxfp4, "mxfp4", 4.25, Dtype::fp4, {}},
    DtypeInfo{Dtype::nvfp4, "nvfp4", 4.5, Dtype::fp4, {}},
    DtypeInfo{Dtype::int32, "int32", 32, Dtype::int32, {}},
    DtypeInfo{Dtype::int8, "int8", 8, Dtype::int8, {}},
    DtypeInfo{Dtype::int4, "int4", 4, Dtype::int4, {}},
};
inline constexpr std::size_t kDtypeCount = kDtypes.size();

constexpr const DtypeInfo& info(Dtype dtype) {
  return kDtypes[static_cast<std::size_t>(dtype)];
}

/// Bytes of one element: 0.5 for int4, 0.53125 for mxfp4.
constexpr double bytes_per_element(Dtype dtype) {
  return info(dtype).bits / 8;
}

/// Bytes of `count` elements.
constexpr Bytes size_of(Dtype dtype, double count) {
  return Bytes::from_si(count * bytes_per_element(dtype));
}

/// By name or alias, ASCII case-insensitively. Throws Error with the list or a suggestion.
Dtype parse_dtype(std::string_view text);

/// The format two operands are multiplied in: the one with the wider elements. Formats of one width and different
/// kind (fp16 and bf16, int8 and fp8) are an Error that asks for an explicit choice. Block scales do not count as
/// width.
Dtype wider_dtype(Dtype x, Dtype y);

namespace detail {
constexpr bool dtypes_in_order() {
  for (std::size_t i = 0; i < kDtypeCount; ++i) {
    if (static_cast<std::size_t>(kDtypes[i].dtype) != i) return false;
  }
  return true;
}
static_assert(dtypes_in_order(), "kDtypes must follow the enum");
}  // namespace detail

}  // namespace roofline
