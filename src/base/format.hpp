#pragma once
// fmt, compiled once: every file formats through one function, so that only format.cpp pays for fmt's templates (five
// seconds a file otherwise).

#if __has_include(<fmt/base.h>)
#include <fmt/base.h>
#else
#include <fmt/core.h>
#endif

#include <cstdint>
#include <string>

namespace roofline {

std::string format_erased(fmt::string_view format, fmt::format_args args);

/// fmt::format: "{}" in the text stands for an argument; checked at compile time.
template <class... T>
std::string formatted(fmt::format_string<T...> format, T&&... args) {
  return format_erased(format, fmt::make_format_args(args...));
}

/// Writes the shortest text that reads back as the same double, at most 32 characters; returns its end.
char* write_double(char* to, double value);
char* write_whole(char* to, std::int64_t value);

}  // namespace roofline
