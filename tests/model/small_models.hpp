#pragma once
// The small configs of tests/fixtures/models, read.

#include <string>

#include "roofline/model/config.hpp"
#include "support/cli.hpp"

inline roofline::Model small_model(const std::string& family) {
  const std::string file = family + ".json";
  const std::string text = support::read(support::source_path("tests/fixtures/models/" + file));
  return roofline::read_model(roofline::parse_config(text, file), nullptr, file, "");
}
