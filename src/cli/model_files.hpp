#pragma once
// Which files does a model come from? A config.json, a folder that holds one with what stands beside it, or a name that
// is shipped.

#include <string>

#include "roofline/base/io.hpp"
#include "roofline/model/config.hpp"

namespace roofline::cli {

/// `assume` is the family to read it as; empty: as the config says. Throws Error with the place.
Model load_model(const std::string& what, const std::string& assume, const Read& in);

}  // namespace roofline::cli
