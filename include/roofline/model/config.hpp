#pragma once
// Which model does a config.json describe? Read from the file alone, offline: its family fills an Architecture.

#include <cstddef>
#include <string>
#include <string_view>

#include "roofline/base/json.hpp"
#include "roofline/model/architecture.hpp"
#include "roofline/model/formats.hpp"

namespace roofline {

inline constexpr std::size_t kMaxConfigBytes = std::size_t{32} << 20;

/// The text of a config.json; Infinity and NaN, which Python writes, are read past where no key that counts has them.
Document parse_config(std::string text, std::string_view name);

struct Model {
  std::string name;  ///< shipped name, or of the file or folder, escaped
  Architecture architecture;
  Formats formats;
};

/// A config, and where there is one the quantization that stands in a file beside it (hf_quant_config.json). `assume`
/// is a family to read it as, whatever model_type says; empty: as model_type says. Throws Error that names the place.
Model read_model(const Document& config, const Document* quantization, std::string_view name, std::string_view assume);

}  // namespace roofline
