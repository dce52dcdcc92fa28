// What a picture is made of: scales, roofs, zones, room for words, colours. tests/plot holds whole pictures against
// answers, tests/browser opens them.

#include "roofline/report/plot.hpp"

#include <cmath>

#include "report/plot/axes.hpp"
#include "report/plot/canvas.hpp"
#include "report/plot/labels.hpp"
#include "report/plot/markup.hpp"
#include "report/plot/paint.hpp"
#include "report/plot/roofs.hpp"
#include "report/plot/words.hpp"
#include "support/catch.hpp"

namespace {

using namespace roofline;
using namespace roofline::plot;

constexpr auto kOther = Roof::Standing::alternative;

/// 100 TFLOP/s over 1 TB/s: the ridge is 100 FLOP/B.
Plot toy() {
  Plot p;
  p.title = "toy";
  p.x_title = "FLOP per byte";
  p.y_title = "FLOP/s";
  p.machines.push_back({"toy",
                        {{Roof::Kind::peak, {}, "bf16", "peak.bf16", "100 TFLOP/s", 1e14},
                         {Roof::Kind::main_memory, {}, "hbm", "memory.hbm.bandwidth", "1 TB/s", 1e12},
                         {Roof::Kind::main_memory, kOther, "hbm", "memory.hbm.bandwidth", "900 GB/s", 9e11}}});
  p.series.push_back({"", 0});
  return p;
}

Plot::Point point(double x, double y) {
  Plot::Point p;
  p.name = "p";
  p.x = x;
  p.y = y;
  p.seconds = 1;
  p.regime = "compute-bound";
  p.bottleneck = "compute";
  return p;
}

/// WCAG 2: relative luminance of #rrggbb, and the contrast of two.
double luminance(std::string_view colour) {
  const auto channel = [&](std::size_t at) {
    const double c = std::stoi(std::string(colour.substr(at, 2)), nullptr, 16) / 255.0;
    return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
double contrast(std::string_view a, std::string_view b) {
  const double high = std::max(luminance(a), luminance(b)), low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("an axis has whole decades around what is drawn, and a power of ten at each end") {
  Plot p = toy();
  p.points = {point(2, 2e12), point(300, 1e14)};
  const Axes axes = axes_of(p);
  CHECK(axes.x.first == 0);  // 2 .. 300
  CHECK(axes.x.last == 3);
  CHECK(axes.y.last == 15);  // room above 1e14
  CHECK(axes.y.first == 12);
  LogAxis x = axes.x;
  x.from = 100;
  x.to = 400;
  CHECK_THAT(x.at(1), WithinRel(100.0, 1e-12));
  CHECK_THAT(x.at(10), WithinRel(200.0, 1e-12));
  CHECK_THAT(x.at(1000), WithinRel(400.0, 1e-12));
  CHECK_THAT(x.value_at(x.at(37)), WithinRel(37.0, 1e-12));
}

TEST_CASE("an axis has at least 3 decades and at most 12") {
  Plot p = toy();
  const Axes bare = axes_of(p);  // of one ridge at 100
  CHECK(bare.x.last - bare.x.first == 3);
  CHECK(bare.y.last - bare.y.first == 3);
  p.points = {point(1e-9, 1e3), point(1e9, 1e14)};
  const Axes wide = axes_of(p);
  CHECK(wide.x.last - wide.x.first == 12);
  CHECK(wide.y.last - wide.y.first == 12);
  CHECK(drawn_points(p, wide).size() == 1);
  REQUIRE(footnotes(p, wide).size() == 1);
  CHECK(footnotes(p, wide)[0].find("off the axes") != std::string::npos);
}

TEST_CASE("ridges are peak / bandwidth, of the chip's own figures") {
  Plot p = toy();
  const auto ridges = ridges_of(p.machines[0]);
  REQUIRE(ridges.size() == 1);
  CHECK(ridges[0].x == 100);
  CHECK(ridges[0].y == 1e14);
  p.machines[0].roofs.push_back({Roof::Kind::other, {}, "ici", "interconnect.ici.link_bandwidth", "10 GB/s", 1e10});
  REQUIRE(ridges_of(p.machines[0]).size() == 2);
  CHECK(ridges_of(p.machines[0])[1].x == 10000);
}

TEST_CASE("a bandwidth ends at the highest peak, a peak begins at the first ridge, both within the frame") {
  Plot p = toy();
  const Plot::Machine& m = p.machines[0];
  const Window window{1, 1e4, 1e13, 1e15};
  const Segment slope = segment_of(p, m, m.roofs[1], window);
  CHECK(slope.x1 == 10);  // where it enters from below: 1e13 / 1e12
  CHECK(slope.x2 == 100);
  CHECK(slope.y2 == 1e14);
  const Segment level = segment_of(p, m, m.roofs[0], window);
  CHECK(level.x1 == 100);
  CHECK(level.x2 == 1e4);
  p.across = Plot::Across::input;
  CHECK(segment_of(p, m, m.roofs[0], window).x1 == 1);
  CHECK_FALSE(segment_of(p, m, m.roofs[1], window).x1 < segment_of(p, m, m.roofs[1], window).x2);
}

TEST_CASE("zones say what binds, left of the first ridge, between and right of the last") {
  Plot p = toy();
  const Window window{1, 1e4, 1e12, 1e15};
  auto zones = zones_of(p, window);
  REQUIRE(zones.size() == 2);
  CHECK(zones[0].text == "communication-bound");
  CHECK(zones[0].to == 100);
  CHECK(zones[1].text == "compute-bound");
  p.machines[0].roofs.push_back({Roof::Kind::main_memory, {}, "hbm", "memory.hbm.bandwidth", "500 GB/s", 5e11});
  zones = zones_of(p, window);
  REQUIRE(zones.size() == 3);
  CHECK(zones[0].text == "communication-bound at every bandwidth drawn");
  CHECK(zones[1].text == "bound only at the slower bandwidth");
  CHECK(zones[1].from == 100);
  CHECK(zones[1].to == 200);
  Plot dtypes = toy();
  dtypes.machines[0].roofs.push_back({Roof::Kind::peak, {}, "int8", "peak.int8", "200 TFLOP/s", 2e14});
  CHECK(zones_of(dtypes, window)[1].text == "bound only at the higher peak");
  Plot chips = toy();
  chips.machines.push_back(chips.machines[0]);
  chips.machines[1].roofs[1].rate = 5e11;
  CHECK(zones_of(chips, window)[1].text == "bound on some of the chips");
}

TEST_CASE("a point lies on a roof: the peak's, its memory's, or that of a twin over another resource") {
  Plot p = toy();
  Plot::Machine& m = p.machines[0];
  CHECK(is_on_a_roof(m, point(500, 1e14)));
  CHECK(is_on_a_roof(m, point(10, 1e13)));
  CHECK_FALSE(is_on_a_roof(m, point(10, 9e12)));  // on another source's roof
  Plot::Point low = point(50, 2e13);
  low.twins = {{"ici", 2000}};
  CHECK_FALSE(is_on_a_roof(m, low));
  m.roofs.push_back({Roof::Kind::other, {}, "ici", "interconnect.ici.link_bandwidth", "10 GB/s", 1e10});
  CHECK(is_on_a_roof(m, low));
  p.points = {low};
  CHECK(subtitle(p).find("they lie on a roof by construction; squares: the same over a link") != std::string::npos);
}

TEST_CASE("words find room without covering each other") {
  Room room({0, 0, 300, 200});
  std::vector<Box> taken;
  for (int i = 0; i < 30; ++i) {
    const auto place = room.find(places_around(150, 100, 5, 12), "B=1024", 12);
    if (!place) break;
    for (const Box& box : boxes_of(*place, "B=1024", 12)) {
      CHECK(box.left >= 0);
      CHECK(box.right <= 300);
      for (const Box& other : taken) CHECK_FALSE(overlap(box, other));
      taken.push_back(box);
    }
  }
  CHECK(taken.size() > 8);
  CHECK(taken.size() < 30);
}

TEST_CASE("turned words take the boxes that they lie in") {
  const Place up{Place::Anchor::start, 100, 100, -90};
  for (const Box& box : boxes_of(up, "hbm 820 GB/s", 12)) {
    CHECK(box.left > 80);
    CHECK(box.right < 110);
    CHECK(box.bottom <= 101);
  }
}

TEST_CASE("words and lines stand out from the paper and the zones, light and dark") {
  for (const auto shade : {&Paint::light, &Paint::dark}) {
    std::vector<std::string_view> grounds{kPaper.*shade};
    for (const Paint& zone : kZones) grounds.push_back(zone.*shade);
    for (const std::string_view ground : grounds) {
      CHECK(contrast(kInk.*shade, ground) >= 7);
      CHECK(contrast(kMuted.*shade, kPaper.*shade) >= 4.5);
      for (const Paint& line : kLines) {
        CAPTURE(line.name, ground);
        CHECK(contrast(line.*shade, ground) >= 4.5);
      }
    }
  }
}

TEST_CASE("what comes from outside is no markup") {
  CHECK(markup("</title><script>") == "&lt;/title&gt;&lt;script&gt;");
  CHECK(markup("a\"b'c&amp;") == "a&quot;b&#39;c&amp;amp;");
  CHECK(markup("\x1b[2J") == "\\x1b[2J");
  CHECK(markup("\xe2\x80\xae") == "\\u{202e}");
  CHECK(markup("\xef\xbf\xbe") == "\\u{fffe}");
  CHECK(markup("\xff") == "\\xff");
  Plot p = toy();
  p.title = "<b>";
  p.machines[0].name = "<i>";
  p.points = {point(10, 1e13)};
  p.points[0].name = "<img>";
  p.beside = {{"<s>", "<why>", 1, {}}};
  p.notes = {"<note>"};
  const std::string page = plot_html(p, {"<cmd>", {{"<name>", "<value>"}}, {{"<chip>", {"<line>"}}}});
  for (const char* tag :
       {"<b>", "<i>", "<img", "<s>", "<why>", "<note>", "<cmd>", "<name>", "<value>", "<chip>", "<line>"})
    CHECK(page.find(tag) == std::string::npos);
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find("<script") == std::string::npos);
}

TEST_CASE("every point is in the table of a page, and what is beside the picture too") {
  Plot p = toy();
  p.points = {point(10, 1e13), point(500, 1e14)};
  p.beside = {{"all-gather", "no FLOPs", 1e-5, {}}};
  const std::string page = plot_html(p, {});
  CHECK(count(page, "<tr><th scope=\"row\">") == 3);
  CHECK(page.find("10.00 us") != std::string::npos);
}

TEST_CASE("text stays within 80 columns, ASCII as ASCII, braille as braille") {
  Plot p = toy();
  p.points = {point(10, 1e13), point(500, 1e14)};
  p.points[0].name = std::string(200, 'x');
  const std::string ascii = plot_text(p, PlotLines::ascii), braille = plot_text(p, PlotLines::braille);
  std::size_t column = 0;
  for (const char c : ascii) {
    CHECK((c == '\n' || (c >= ' ' && c < 0x7f)));
    column = c == '\n' ? 0 : column + 1;
    CHECK(column <= 80);
  }
  CHECK(braille.find("\xe2\xa0\xb4") != std::string::npos);
}

TEST_CASE("a dot of a canvas is where it is put") {
  Canvas canvas(PlotLines::ascii);
  canvas.dot(0.2, 0.1);  // the lowest quarter of the lowest row
  canvas.dot(1.2, 0.9);  // its highest
  canvas.dot(-1, 3);     // beyond the edges
  canvas.dot(3, 1e9);
  CHECK(canvas.row(Canvas::kRows - 1) == "_'");
  canvas.letter(0.5, 0.5, 'A');
  canvas.letter(0.5, 0.5, 'B');
  CHECK(canvas.row(Canvas::kRows - 1) == "A'");
  CHECK(canvas.row(0).empty());
}

TEST_CASE("names are cut by columns, and told whole elsewhere") {
  CHECK(short_name("abc", 5) == "abc");
  CHECK(short_name("abcdef", 5) == "abc..");
  CHECK(short_name("\xe5\xad\x97\xe5\xad\x97\xe5\xad\x97", 5) == "\xe5\xad\x97..");  // wide letters
}
