#pragma once
// Which models come with the program? The files of examples/models/, built in; only what is asked for is parsed.

#include <span>
#include <string_view>

#include "roofline/model/config.hpp"

namespace roofline {

/// A file of examples/models/, as the build embeds it.
struct EmbeddedModel {
  std::string_view name, file, text;
};
/// In the order of their names, numbers in them as numbers.
std::span<const EmbeddedModel> embedded_models();

/// A shipped model by name, ASCII case-insensitively. Throws Error with suggestions.
Model find_model(std::string_view name);

}  // namespace roofline
