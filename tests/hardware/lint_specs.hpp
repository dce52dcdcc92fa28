#pragma once
// Specs to lint: what the tests of the lint's rules share.

#include <string>
#include <vector>

#include "roofline/hardware/lint.hpp"

namespace roofline {

inline std::vector<Finding> lint_text(const std::string& text) {
  return lint(parse_json(text, "x.json"));
}

/// A spec of 100 TFLOP/s and 1 TB/s with more keys and parts.
inline std::string spec(const std::string& keys, const std::string& memory = "", const std::string& peaks = "") {
  return R"({ "id": "mine", "peak": { "bf16": "100 TFLOP/s")" + peaks + R"( }, )" + keys +
         R"("memory": [{ "name": "hbm", "bandwidth": "1 TB/s")" + memory + " }] }";
}

}  // namespace roofline
