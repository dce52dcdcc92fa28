#pragma once
// The Error that a call leaves with, for tests of messages.

#include <string>

#include "roofline/base/error.hpp"

namespace support {

template <class F>
roofline::Error error_of(F&& f) {
  try {
    f();
  } catch (const roofline::Error& e) {
    return e;
  }
  return roofline::Error("(no error)", "(no error)");
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace support
