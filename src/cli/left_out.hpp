#pragma once
// Which chips of '*' have no part in the answer, and for want of what?

#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/error.hpp"

namespace roofline::cli {

/// Grows with chips and what they lack, never with rows.
class LeftOut {
 public:
  enum class Of { everything, some_rows };
  void add(std::string_view chip, const Lack& lack, Of of);

  /// "6 chips have no bf16 peak and are left out: t4, ...", one for each thing that is lacking.
  std::vector<std::string> notes() const;
  /// For an answer that no chip is left for.
  Error none_left() const;

 private:
  struct Want {
    std::string lacking;
    Of of;
    std::vector<std::string> chips;
  };
  static std::string front(const Want& want);

  std::vector<Want> wants_;
  std::string hint_, where_;
};

}  // namespace roofline::cli
