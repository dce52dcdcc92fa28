#include "model/family.hpp"

#include <algorithm>

namespace roofline {

const Family* find_family(std::string_view model_type) {
  for (const Family& family : families()) {
    if (std::find(family.names.begin(), family.names.end(), model_type) != family.names.end()) return &family;
  }
  return nullptr;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : families()) {
    for (const std::string_view name : family.names) {
      if (!name.empty()) names.emplace_back(name);
    }
  }
  return names;
}

}  // namespace roofline
