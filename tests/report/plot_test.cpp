// What a picture is made of: scales, roofs, zones, room for words, colours. tests/plot holds whole pictures against
// answers, tests/browser opens them.

#include "roofline/report/plot.hpp"

#include <cmath>

#include "report/plot/axes.hpp"
#include "report/plot/canvas.hpp"
#include "report/plot/curves.hpp"
#include "report/plot/labels.hpp"
#include "report/plot/markup.hpp"
#include "report/plot/paint.hpp"
#include "report/plot/roofs.hpp"
#include "report/plot/words.hpp"
#include "roofline/base/text.hpp"
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
  p.binds = Plot::Binds::compute;
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

TEST_CASE("zones say what binds over main memory, left of the first ridge, between and right of the last") {
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
  CHECK(zones[1].text == "communication-bound only at the slower bandwidth");
  CHECK(zones[1].from == 100);
  CHECK(zones[1].to == 200);
  Plot dtypes = toy();
  dtypes.machines[0].roofs.push_back({Roof::Kind::peak, {}, "int8", "peak.int8", "200 TFLOP/s", 2e14});
  CHECK(zones_of(dtypes, window)[0].text == "communication-bound at every peak drawn");
  CHECK(zones_of(dtypes, window)[1].text == "communication-bound only at the higher peak");
  Plot chips = toy();
  chips.machines.push_back(chips.machines[0]);
  chips.machines[1].roofs[1].rate = 5e11;
  CHECK(zones_of(chips, window)[1].text == "communication-bound on some of the chips");
  // A point over 200 FLOP/B of hbm may still be bound by the link.
  Plot link = toy();
  link.machines[0].roofs.push_back({Roof::Kind::other, {}, "ici", "interconnect.ici.link_bandwidth", "10 GB/s", 1e10});
  zones = zones_of(link, window);
  REQUIRE(zones.size() == 2);
  CHECK(zones[1].text == "compute-bound over hbm");
  CHECK(zones[1].from == 100);
}

TEST_CASE("a point rests on a roof: the peak's, its memory's, or that of a twin over another resource") {
  Plot p = toy();
  Plot::Machine& m = p.machines[0];
  CHECK(rest_of(p, point(500, 1e14)) == Rest::on_a_roof);
  CHECK(rest_of(p, point(10, 1e13)) == Rest::on_a_roof);
  CHECK(rest_of(p, point(10, 9e12)) == Rest::below);  // on another source's roof
  Plot::Point low = point(50, 2e13);
  low.twins = {{"X (ici)", "interconnect.ici.link_bandwidth", 2000}};
  CHECK(rest_of(p, low) == Rest::below);
  m.roofs.push_back({Roof::Kind::other, {}, "ici", "interconnect.ici.link_bandwidth", "10 GB/s", 1e10});
  CHECK(rest_of(p, low) == Rest::by_its_twin);
  p.points = {low};
  CHECK(subtitle(p) == "Points are predictions: they, or their squares over a link, lie on a roof by construction.");
  p.points.push_back(point(10, 9e12));
  CHECK(subtitle(p).find("below a roof") != std::string::npos);
}

TEST_CASE("a curve turns where the slope that it comes up meets the level that it goes on at") {
  Plot p = toy();
  using enum Plot::Binds;
  p.series[0].path = {{10, 1e13, communication}, {500, 1e14, compute}, {900, 1e14, compute}};
  const auto path = path_of(p, p.series[0]);
  REQUIRE(path.size() == 4);
  CHECK(path[1].x == 100);
  CHECK(path[1].y == 1e14);
  p.series[0].path = {{10, 9e12, communication}, {500, 1e14, compute}};  // no roof there
  CHECK(path_of(p, p.series[0]).size() == 2);
}

TEST_CASE("a curve says where along it compute binds, whichever way that is") {
  Plot p = toy();
  p.along = "B";
  Plot::Series s;
  s.communication = Plot::Span{1, 128};
  CHECK(turn_words(p, s) == "communication-bound throughout");
  s.compute = Plot::Span{256, 4096};
  CHECK(turn_words(p, s) == "compute-bound from B = 256");
  s.communication = Plot::Span{8192, 16384};
  CHECK(turn_words(p, s) == "compute-bound up to B = 4096");
  s.communication = Plot::Span{512, 1024};
  CHECK(turn_words(p, s) == "compute-bound here and there");
  s.communication.reset();
  CHECK(turn_words(p, s) == "compute-bound throughout");
  p.along = "bytes";
  p.along_dim = Bytes::dim;
  s.communication = Plot::Span{2e9, 3e9};
  s.compute = Plot::Span{1e6, 1e9};
  CHECK(turn_words(p, s) == "compute-bound up to bytes = 1 GB");
}

TEST_CASE("no two curves look alike, as long as there are colours and dashes") {
  Plot one = toy(), two = toy();
  two.machines.push_back(two.machines[0]);
  one.series.assign(16, {"", 0});
  two.series = {{"a", 0}, {"b", 0}, {"a", 1}, {"b", 1}};
  for (const Plot* p : {&one, &two}) {
    for (std::size_t i = 0; i < p->series.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Stroke a = stroke_of(*p, i), b = stroke_of(*p, j);
        CHECK((a.paint != b.paint || a.dash != b.dash));
      }
    }
  }
}

TEST_CASE("ridges of roofs with one name are told apart by their values") {
  Plot p = toy();
  p.machines[0].roofs.push_back({Roof::Kind::peak, {}, "bf16", "peak.bf16", "200 TFLOP/s", 2e14});
  const std::string words = machine_words(p, p.machines[0]);
  CHECK(words.find("100.0 (bf16 100 TFLOP/s, hbm)") != std::string::npos);
  CHECK(words.find("200.0 (bf16 200 TFLOP/s, hbm)") != std::string::npos);
}

TEST_CASE("a measured point off the axes is named, and so is its share of nothing") {
  Plot p = toy();
  p.points = {point(500, 1e14)};
  p.points[0].measured = Plot::Measured{1e-6, 1e-20};
  const auto notes = footnotes(p, axes_of(p));
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "Not in the picture: p as measured (1.000e-6 FLOP/s): off the axes.");
  CHECK(share_words(1e-7) == "<0.01%");
  CHECK(share_words(0.5) == "50.0%");
}

TEST_CASE("words find room without covering each other") {
  Room room({0, 0, 300, 200});
  std::vector<Box> taken;
  for (int i = 0; i < 30; ++i) {
    const auto place = room.find(places_around(150, 100, 5, 12), "B=1024", 12, Room::Over::lines);
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
  CHECK(escape_markup("</title><script>") == "&lt;/title&gt;&lt;script&gt;");
  CHECK(escape_markup("a\"b'c&amp;") == "a&quot;b&#39;c&amp;amp;");
  CHECK(escape_markup("\x1b[2J") == "\\x1b[2J");
  CHECK(escape_markup("\xe2\x80\xae") == "\\u{202e}");
  CHECK(escape_markup("\xef\xbf\xbe") == "\\u{fffe}");
  CHECK(escape_markup("\xff") == "\\xff");
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
  p.points[0].twins = {{"ici", "interconnect.ici.link_bandwidth", 2000}};
  p.points[1].measured = Plot::Measured{5e13, 0.5};
  p.beside = {{"all-gather", "no FLOPs", 1e-5, {}}};
  p.notes = {"note: of the answer"};
  const std::string page = plot_html(p, {});
  CHECK(count(page, "<tr><th scope=\"row\">") == 3);
  for (const char* text : {"10.00 us", "2000 FLOP/B over ici", "50.00 TFLOP/s", "0.5000", "3 rows",
                           "note: of the answer", "100.0 to 10000 FLOP/B: compute-bound"})
    CHECK(page.find(text) != std::string::npos);
}

TEST_CASE("text stays within 80 columns, ASCII as ASCII, braille as braille") {
  Plot p = toy();
  p.title = std::string(100, 't') + " of a question";
  for (int i = 0; i < 5; ++i) {
    Plot::Point q = point(10, 1e13);
    q.name = std::string(100, 'x');
    q.measured = Plot::Measured{5e12, 0.12345};
    q.twins = {{"X (ici)", "interconnect.ici.link_bandwidth", 2000}};
    p.points.push_back(q);
  }
  Plot curves = p;
  curves.along = "new_tokens";
  curves.series.assign(30, {std::string(50, 's'), 0});
  for (Plot::Series& s : curves.series) {
    s.path = {{1, 1e12, {}}, {100, 1e14, {}}};
    s.compute = Plot::Span{1, 9007199254740991};
    s.communication = Plot::Span{0.5, 0.5};
  }
  curves.across = Plot::Across::input;
  for (const Plot* plot : {&p, &curves}) {
    std::size_t column = 0;
    for (const char c : plot_text(*plot, PlotLines::ascii)) {
      CHECK((c == '\n' || (c >= ' ' && c < 0x7f)));
      const bool title = column >= 80 && c == 't';  // has no place to be broken
      column = c == '\n' ? 0 : column + 1;
      CHECK((column <= 80 || title));
    }
  }
  CHECK(plot_text(p, PlotLines::braille).find("\xe2\xa0\xb4") != std::string::npos);
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

TEST_CASE("lines are broken at spaces, and cut where there are none") {
  CHECK(lines_of("one two\nthree", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(lines_of("abcdefghij", 5) == std::vector<std::string>{"abc.."});
}

TEST_CASE("names are cut by columns, and told whole elsewhere") {
  CHECK(short_name("abc", 5) == "abc");
  CHECK(short_name("abcdef", 5) == "abc..");
  CHECK(short_name("\xe5\xad\x97\xe5\xad\x97\xe5\xad\x97", 5) == "\xe5\xad\x97..");  // wide letters
}
