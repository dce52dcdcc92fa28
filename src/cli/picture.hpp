#pragma once
// The picture of an answer: watches its rows go by, keeps the longest, and draws them under the roofs of their chips.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/picture_wish.hpp"
#include "cli/point.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::cli {

class Picture {
 public:
  Picture(const Invocation& run, const Query& query);

  const PictureWish& wish() const { return wish_; }
  bool is_wanted() const { return wish_.is_wanted(); }
  /// It stands where the table would.
  bool replaces_table() const { return wish_.table == PictureWish::Table::gives_way; }

  /// One row, as points under the roofs that it has.
  void see(const Point& point);
  /// The roofs alone.
  void see_roofs(const Point& point);
  /// Writes the files, and prints where the table gave way, or always. The notes qualify the answer.
  enum class Terminal { as_asked, always };
  void finish(const std::vector<std::string>& notes, Terminal terminal = Terminal::as_asked);

 private:
  /// Of one row or one of its operations.
  struct Mark {
    std::string name;
    const Estimate& estimate;
    Seconds time;
    std::optional<double> share;
  };
  void start(const Point& point);
  std::size_t machine_of(const Chip& chip, const Point& point);
  std::size_t series_of(const Point& point, std::size_t machine);
  void add_operations(const Point& point, std::size_t series);
  void add(const Point& point, std::size_t series, const Mark& mark);
  void add_beside(const Mark& mark, std::string_view why);
  bool is_too_short(Seconds time) const;
  void prune();
  std::vector<Plot::Twin> twins_of(const Point& point, const Estimate& e) const;
  std::string x_title() const;
  PlotPage page() const;
  std::string drawn(PictureWish::Kind kind) const;

  const Invocation& run_;
  const Query& query_;
  PictureWish wish_;
  std::optional<std::size_t> along_;  ///< the input that runs along a curve
  Plot plot_;
  decltype(PlotPage::sources) sources_;
  std::map<std::string, std::size_t, std::less<>> machines_, series_;
  std::vector<std::string> primaries_;  ///< what the operands cross, on any machine
  std::uint64_t rows_ = 0, left_out_ = 0, beside_left_out_ = 0;
  double least_kept_ = 0, seconds_ = 0, seconds_left_out_ = 0;
};

}  // namespace roofline::cli
