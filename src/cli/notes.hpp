#pragma once
// What qualifies an answer: on the ridge, another published figure that would flip it, what does not fit, what is left
// out, whose figures these are and how far they can be trusted.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/point.hpp"

namespace roofline::cli {

inline constexpr std::string_view kOnTheRidge = "on the ridge";

/// A model that does not fit, or that no time is asked of.
bool has_no_time(const Estimate& e);

/// t_comp within 2% of t_comm.
bool is_on_the_ridge(const Estimate& e);

/// What holds for every row of one machine that computes in one format: "mine: figures from ./mine.json", "no source
/// states peak.int8", "interconnect.ici.latency has no part in this answer".
std::vector<std::string> caveats(const Machine& machine, const Work& work, const Estimate& e);

/// The notes of one row at a time. Rows that differ in nothing but dims allocate nothing, unless they are near a flip
/// or do not fit.
class Notes {
 public:
  /// Another machine follows.
  void start_machine() { caveats_of_.reset(); }
  /// Valid until the next call.
  std::span<const std::string_view> of(const Point& point);

  /// Of the last row.
  bool another_figure_flips() const { return flips_; }
  std::span<const std::string> last_caveats() const { return caveats_; }

 private:
  void add_flips(const Point& point);

  struct CaveatKey {
    Dtype dtype;
    std::size_t bounds, way;
    std::array<std::int64_t, kMaxAxes> sizes;
    double of_model;
    friend bool operator==(const CaveatKey&, const CaveatKey&) = default;
  };
  std::optional<CaveatKey> caveats_of_;
  std::vector<std::string> caveats_, texts_;
  std::vector<std::string_view> views_;
  bool flips_ = false;
};

/// Watches the rows of a table go by, for the notes below it.
class TableNotes {
 public:
  explicit TableNotes(const Query& query);
  void see(const Point& point, const Notes& notes);
  std::vector<std::string> all() const;

 private:
  /// Rows that share a note, and the first of them.
  struct Count {
    std::uint64_t rows = 0;
    std::string first{};
  };
  static void count(Count& counter, const Point& point);
  void see_regime(const Values& values, Regime regime);
  void add_common(std::string_view note);

  const Query& query_;
  std::optional<std::size_t> field_;  ///< the one input that varies
  std::optional<Regime> last_regime_;
  double last_value_ = 0;
  std::string flip_;
  Count unfit_, near_;
  std::vector<std::string> common_;
  bool has_more_ = false;  ///< distinct notes than are kept
};

}  // namespace roofline::cli
