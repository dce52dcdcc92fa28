#pragma once
// What can stand there? A flag's value or a word, as far as a shell can complete it. Nothing here is checked: that is
// the command's affair.

#include <string>
#include <vector>

namespace roofline::cli {

struct Expects {
  enum class Kind { anything, word, chip, file, folder } kind = Kind::anything;
  enum class Elements { one, list } elements = Elements::one;  ///< list: several, joined by commas
  std::vector<std::string> words{};  ///< of Kind::word: all there are, none of which a shell would have to quote
};

/// Every dtype by name.
Expects expects_dtypes(Expects::Elements elements);

}  // namespace roofline::cli
