#include "roofline/base/dtype.hpp"

#include <string>

#include "roofline/base/error.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;
using support::has;

TEST_CASE("a dtype has a width, a peak and names") {
  static constexpr struct {
    const char* name;
    Dtype dtype;
    double bytes;
    Dtype peak;
  } kRows[]{
      {"fp64", Dtype::fp64, 8, Dtype::fp64},
      {"fp32", Dtype::fp32, 4, Dtype::fp32},
      {"tf32", Dtype::tf32, 4, Dtype::tf32},
      {"fp16", Dtype::fp16, 2, Dtype::fp16},
      {"fp16_acc16", Dtype::fp16_acc16, 2, Dtype::fp16_acc16},
      {"fp8_acc16", Dtype::fp8_acc16, 1, Dtype::fp8_acc16},
      {"mxfp8", Dtype::mxfp8, 1.03125, Dtype::fp8},  // 8.25 bits: 8 more on 32 elements
      {"mxfp6", Dtype::mxfp6, 0.78125, Dtype::fp6},  // 6.25 bits
      {"bf16", Dtype::bf16, 2, Dtype::bf16},
      {"fp8", Dtype::fp8, 1, Dtype::fp8},
      {"fp6", Dtype::fp6, 0.75, Dtype::fp6},
      {"fp4", Dtype::fp4, 0.5, Dtype::fp4},
      {"mxfp4", Dtype::mxfp4, 0.53125, Dtype::fp4},
      {"nvfp4", Dtype::nvfp4, 0.5625, Dtype::fp4},
      {"int32", Dtype::int32, 4, Dtype::int32},
      {"int8", Dtype::int8, 1, Dtype::int8},
      {"int4", Dtype::int4, 0.5, Dtype::int4},
  };
  CHECK(std::size(kRows) == kDtypeCount);
  for (const auto& row : kRows) {
    INFO(row.name);
    CHECK(parse_dtype(row.name) == row.dtype);
    CHECK(info(row.dtype).name == row.name);
    CHECK(info(row.dtype).peak == row.peak);
    CHECK(bytes_per_element(row.dtype) == row.bytes);
    CHECK(size_of(row.dtype, 32).si() == 32 * row.bytes);
  }
}

TEST_CASE("a dtype is known by any case and by its aliases") {
  static constexpr struct {
    const char* text;
    Dtype dtype;
  } kRows[]{{"BF16", Dtype::bf16},    {"Bf16", Dtype::bf16},   {"bfloat16", Dtype::bf16}, {"BFloat16", Dtype::bf16},
            {"float16", Dtype::fp16}, {"half", Dtype::fp16},   {"float32", Dtype::fp32},  {"float", Dtype::fp32},
            {"float64", Dtype::fp64}, {"double", Dtype::fp64}, {"float8", Dtype::fp8},    {"e4m3", Dtype::fp8},
            {"E5M2", Dtype::fp8},     {"float6", Dtype::fp6},  {"float4", Dtype::fp4},    {"e2m1", Dtype::fp4},
            {"INT8", Dtype::int8},    {"NVFP4", Dtype::nvfp4}};
  for (const auto& row : kRows) {
    INFO(row.text);
    CHECK(parse_dtype(row.text) == row.dtype);
  }
  for (const DtypeInfo& one : kDtypes) {
    for (const DtypeInfo& other : kDtypes) {
      for (const auto alias : other.aliases) {
        if (!alias.empty()) CHECK(alias != one.name);
      }
    }
  }
}

TEST_CASE("an unknown dtype gets a suggestion or the list") {
  static constexpr struct {
    const char* text;
    const char* message;
    const char* hint;
  } kRows[]{
      {"fp7", "unknown dtype 'fp7'", "fp8"},
      {"bf-16", "unknown dtype 'bf-16'", "did you mean bf16"},
      {"bf 16", "unknown dtype 'bf 16'", "did you mean bf16"},
      {"bf61", "unknown dtype 'bf61'", "did you mean bf16?"},
      {"quad", "unknown dtype 'quad'",
       "fp64, fp32, tf32, fp16, fp16_acc16, bf16, fp8, fp8_acc16, mxfp8, fp6, mxfp6, fp4, mxfp4, nvfp4, int32, int8 or "
       "int4"},
      {"16", "unknown dtype '16'", "or int4"},
      {"", "empty", "or int4"},
      {" bf16", "unknown dtype ' bf16'", "bf16"},
      {"bf16\x1b[2J", "unknown dtype 'bf16\\x1b[2J'", ""},
  };
  for (const auto& row : kRows) {
    INFO(row.text);
    const Error e = error_of([&] { parse_dtype(row.text); });
    CAPTURE(e.message, e.hint);
    CHECK(has(e.message, row.message));
    CHECK(has(e.hint, row.hint));
  }
}

TEST_CASE("two operands are multiplied in the wider format") {
  static constexpr struct {
    Dtype x, y, wider;
  } kRows[]{
      {Dtype::bf16, Dtype::bf16, Dtype::bf16}, {Dtype::bf16, Dtype::int8, Dtype::bf16},
      {Dtype::bf16, Dtype::int4, Dtype::bf16}, {Dtype::bf16, Dtype::mxfp4, Dtype::bf16},
      {Dtype::fp8, Dtype::int4, Dtype::fp8},   {Dtype::fp8, Dtype::nvfp4, Dtype::fp8},
      {Dtype::fp32, Dtype::bf16, Dtype::fp32}, {Dtype::fp64, Dtype::fp32, Dtype::fp64},
      {Dtype::fp8, Dtype::fp6, Dtype::fp8},    {Dtype::int8, Dtype::int4, Dtype::int8},
      {Dtype::int8, Dtype::int8, Dtype::int8},
  };
  for (const auto& row : kRows) {
    INFO(info(row.x).name << " and " << info(row.y).name);
    CHECK(wider_dtype(row.x, row.y) == row.wider);
    CHECK(wider_dtype(row.y, row.x) == row.wider);
  }
}

TEST_CASE("formats of one width and different kind ask for a choice") {
  static constexpr struct {
    Dtype x, y;
  } kRows[]{
      {Dtype::fp16, Dtype::bf16}, {Dtype::int8, Dtype::fp8}, {Dtype::int4, Dtype::fp4}, {Dtype::fp32, Dtype::tf32}};
  for (const auto& row : kRows) {
    for (const auto& [x, y] : {std::pair(row.x, row.y), std::pair(row.y, row.x)}) {
      const std::string first(info(x).name), second(info(y).name);
      INFO(first << " and " << second);
      const Error e = error_of([x = x, y = y] { wider_dtype(x, y); });
      CHECK(has(e.message, first));
      CHECK(has(e.message, second));
      CHECK(has(e.hint, "--compute-dtype"));
    }
  }
}
