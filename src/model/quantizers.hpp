#pragma once
// The quantizer table: a row for each quant_method, with the function that reads its keys.

#include <string>
#include <string_view>

#include "model/config_reader.hpp"
#include "roofline/model/formats.hpp"

namespace roofline {

struct Quantizer {
  std::string_view name;
  bool (*read)(Formats&, const Config&);  ///< false for a form of it that is not known here
};

/// quant_method, or what the keys give away where it is not said.
std::string quantizer_name(const Config& config);
const Quantizer* find_quantizer(std::string_view name);

/// "fp4" beside a quantizer that is for the other matrices.
void read_expert_dtype(Formats& formats, std::string_view dtype);

}  // namespace roofline
