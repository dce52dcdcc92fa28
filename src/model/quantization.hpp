#pragma once
// What does a config say of number formats: its dtype, and how its weights are quantized?

#include "model/config_reader.hpp"
#include "roofline/base/json.hpp"
#include "roofline/model/formats.hpp"

namespace roofline {

/// `outer` is the whole config, `inner` the language model in it; `sidecar` hf_quant_config.json, where there is one.
/// A form that nobody here can read is Formats::unknown, no Error.
Formats read_formats(const Config& outer, const Config& inner, const Document* sidecar);

}  // namespace roofline
