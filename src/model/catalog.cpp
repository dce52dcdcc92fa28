#include "roofline/model/catalog.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {

Model find_model(std::string_view name) {
  std::vector<std::string> known;
  for (const EmbeddedModel& model : embedded_models()) {
    if (equal_ignoring_case(model.name, name)) {
      const Document config = parse_config(std::string(model.text), formatted("examples/models/{}", model.file));
      return read_model(config, nullptr, model.name, "");
    }
    known.emplace_back(model.name);
  }
  static constexpr std::string_view kPaths = "the path of a config.json has a / or ends in .json";
  throw Error(formatted("unknown model {}", quote(name)), formatted("{}; {}", name_hint(name, known), kPaths));
}

}  // namespace roofline
