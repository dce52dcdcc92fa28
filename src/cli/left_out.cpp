#include "cli/left_out.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {

void LeftOut::add(std::string_view chip, const Lack& lack, Of of) {
  const auto same = [&](const Want& want) { return want.lacking == lack.what_is_lacking && want.of == of; };
  auto want = std::find_if(wants_.begin(), wants_.end(), same);
  if (want == wants_.end()) want = wants_.insert(want, {lack.what_is_lacking, of, {}});
  if (std::find(want->chips.begin(), want->chips.end(), chip) == want->chips.end()) want->chips.emplace_back(chip);
  where_ = lack.where;
  // What one chip has instead is of no use to the others; a name nearly right is.
  if (hint_.empty() && !lack.hint.starts_with("it has")) hint_ = lack.hint;
}

/// "t4 has no bf16 peak", "6 chips have no bf16 peak".
std::string LeftOut::front(const Want& want) {
  if (want.chips.size() == 1) return formatted("{} has no {}", want.chips[0], want.lacking);
  return formatted("{} chips have no {}", want.chips.size(), want.lacking);
}

std::vector<std::string> LeftOut::notes() const {
  std::vector<std::string> notes;
  for (const Want& want : wants_) {
    const bool one = want.chips.size() == 1;
    const std::string names = one ? "" : ": " + short_listing(want.chips);
    const std::string_view of = want.of == Of::some_rows ? " of those rows" : "";
    notes.push_back(formatted("{} and {} left out{}{}", front(want), one ? "is" : "are", of, names));
  }
  return notes;
}

Error LeftOut::none_left() const {
  std::string reasons;
  for (const Want& want : wants_) reasons += (reasons.empty() ? "" : "; ") + front(want);
  Error error(formatted("no chip of '*' is left: {}", reasons), hint_);
  error.where = where_;
  return error;
}

}  // namespace roofline::cli
