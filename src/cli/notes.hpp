#pragma once
// What qualifies an answer: on the ridge, another published figure that would flip it, what is left out, what does not
// fit, whose figures these are.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/query.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {

inline constexpr std::string_view kOnTheRidge = "on the ridge";

/// The notes of one row at a time. A row without notes allocates nothing.
class Notes {
 public:
  explicit Notes(const Query& query) : query_(query) {}
  /// Valid until the next call.
  std::span<const std::string_view> of(const Machine& machine, const Values& values, const Work& work,
                                       const Estimate& e);

 private:
  void add(std::string text) { texts_.push_back(std::move(text)); }
  void add_flips(const Machine& machine, const Work& work, const Estimate& e);

  const Query& query_;
  std::vector<std::string> texts_;
  std::vector<std::string_view> views_;
};

/// t_comp within 2% of t_comm.
bool is_on_the_ridge(const Estimate& e);

/// "mine: figures from ./mine.json"; empty for a built-in chip.
std::string origin_note(const Chip& chip);

/// Watches the rows of a sweep over one input go by: "the regime flips between B=128 and B=256".
class FlipWatch {
 public:
  explicit FlipWatch(const Query& query);
  void see(const Values& values, Regime regime);
  std::optional<std::string> note() const;

 private:
  const Query& query_;
  std::optional<std::size_t> field_;  ///< the one input that varies
  std::optional<Regime> last_regime_;
  double last_value_ = 0;
  std::optional<std::string> note_;
};

}  // namespace roofline::cli
