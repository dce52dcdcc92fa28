#pragma once
// The picture of an answer: watches its rows go by, keeps the longest, and draws them under the roofs of their chips.

#include <map>
#include <string>
#include <vector>

#include "cli/longest.hpp"
#include "cli/picture_roofs.hpp"
#include "cli/picture_wish.hpp"
#include "cli/point.hpp"
#include "cli/trail.hpp"
#include "roofline/report/plot.hpp"

namespace roofline::cli {

struct OperationRow;

class Picture {
 public:
  Picture(const Invocation& run, const Query& query, PictureWish wish);

  const PictureWish& wish() const { return wish_; }

  /// One row, as points under the roofs that it has.
  void see(const Point& point);
  /// The roofs alone.
  void see_roofs(const Point& point);
  /// Writes the files, and prints where the table gave way, or always. The notes qualify the answer.
  enum class Terminal { as_asked, always };
  void finish(const std::vector<std::string>& notes, Terminal terminal = Terminal::as_asked);

 private:
  /// A row, or one of its operations, on its way into the plot.
  struct Mark {
    const Estimate& estimate;
    Seconds time;
    double speed;                 ///< FLOP/s
    std::string_view operation;   ///< empty for a row
    std::optional<double> share;  ///< of an operation
  };
  std::size_t machine_of(const Point& point);
  std::size_t series_of(const Point& point, std::size_t machine, std::string_view operation);
  void add_operations(const Point& point);
  void add_row(const Point& point);
  void add(const Point& point, const Mark& mark);
  void add_point(const Point& point, const Mark& mark, const Plot::Vertex& vertex, std::size_t series);
  void add_beside(const Point& point, const Mark& mark, std::string why);
  std::string why_beside(const Point& point, const Estimate& e) const;
  std::string name_of(const Point& point, const Mark& mark) const;
  std::vector<Plot::Twin> twins_of(const Point& point, const Estimate& e) const;
  void conclude();
  std::string x_title() const;
  std::string drawn(PictureWish::Kind kind) const;

  const Invocation& run_;
  const Query& query_;
  PictureWish wish_;
  std::optional<std::size_t> along_;  ///< the input that runs along a curve
  Plot plot_;
  decltype(PlotPage::sources) sources_;
  std::map<std::string, std::size_t, std::less<>> machines_, series_;  ///< by what tells them apart
  std::optional<RoofsSeen> roofs_seen_;
  std::vector<std::string> primaries_;  ///< what the operands cross, on any machine
  std::vector<Trail> trails_;           ///< of each series
  Longest<Plot::Point> points_, faster_;
  Longest<Plot::Beside> beside_;
  std::uint64_t rows_ = 0;
  double seconds_ = 0;  ///< of all points
};

}  // namespace roofline::cli
