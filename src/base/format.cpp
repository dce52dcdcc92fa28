#include "base/format.hpp"

#define FMT_HEADER_ONLY
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>

namespace roofline {

std::string format_erased(fmt::string_view format, fmt::format_args args) {
  return fmt::vformat(format, args);
}

char* write_double(char* to, double value) {
  return fmt::format_to(to, FMT_COMPILE("{}"), value);
}

char* write_whole(char* to, std::int64_t value) {
  const fmt::format_int digits(value);
  return std::copy_n(digits.data(), digits.size(), to);
}

}  // namespace roofline
