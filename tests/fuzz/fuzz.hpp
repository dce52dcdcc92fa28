#pragma once
// What the fuzz targets share: each is LLVMFuzzerTestOneInput over bytes, and asserts properties. tests/fuzz/run.sh
// runs them under libFuzzer; replay.cpp runs them over the corpus in every build.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "roofline/base/error.hpp"
#include "roofline/base/io.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Ends as a crash does and says which property is broken. A macro, for the text of the condition.
#define PROPERTY(condition)                                                                 \
  do {                                                                                      \
    if (!(condition)) {                                                                     \
      std::fprintf(stderr, "%s:%d: broken property: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                         \
    }                                                                                       \
  } while (false)

namespace fuzz {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// What f returns; nothing for an Error, which must say what is wrong. Anything else that leaves f ends the fuzzer.
template <class F>
auto unless_error(F&& f) -> std::optional<decltype(f())> {
  try {
    return f();
  } catch (const roofline::Error& e) {
    PROPERTY(!e.message.empty());
    return std::nullopt;
  }
}

/// Hands the text out in pieces of n bytes.
inline roofline::Read in_pieces(std::string text, std::size_t n) {
  return [read = roofline::read_string(std::move(text)), n](char* into, std::size_t size) {
    return read(into, std::min(n, size));
  };
}

}  // namespace fuzz
