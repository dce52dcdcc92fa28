#include "roofline/report/report.hpp"

#include <limits>

#include "roofline/base/error.hpp"
#include "roofline/report/assertion.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

const std::vector<std::string_view> kNotes{"first, of two", "second \"quoted\""};

const std::vector<Column> kColumns{
    {"chip", Show::word, 8},    {"B", Show::count, 2},
    {"t_lower", Show::seconds}, {"bytes", Show::bytes},
    {"margin", Show::number},   {"mfu_max", Show::percent},
    {"fits", Show::yes_no},     {"regime", Show::word, 0, {"compute-bound", "communication-bound"}},
    {"notes", Show::list},
};

std::vector<Cell> row(double b, double t) {
  return {Cell::of(std::string_view("toy")),
          Cell::of(b),
          Cell::of(t),
          Cell::of(1.5e9),
          Cell::of(std::numeric_limits<double>::infinity()),
          Cell::of(0.125),
          Cell::yes_no(1),
          Cell::of(std::string_view("compute-bound")),
          Cell::of(kNotes)};
}

std::string written(std::string_view format, Table::Rows rows = Table::Rows::many) {
  std::string text;
  Output out = Output::to_string(text);
  const Table table{"a question", kColumns, rows};
  Printer printer(find_view(format), out, table);
  printer.row(row(64, 1.25e-4));
  if (rows == Table::Rows::many) {
    std::vector<Cell> none(kColumns.size());
    printer.row(none);
  }
  const std::vector<std::string> notes{"of all rows"};
  printer.end(notes);
  out.flush();
  return text;
}

}  // namespace

TEST_CASE("json lines: base units, null for no value, never infinity") {
  CHECK(written("jsonl") ==
        "{\"chip\":\"toy\",\"B\":64,\"t_lower\":0.000125,\"bytes\":1500000000,\"margin\":null,\"mfu_max\":0.125,"
        "\"fits\":true,"
        "\"regime\":\"compute-bound\",\"notes\":[\"first, of two\",\"second \\\"quoted\\\"\"]}\n"
        "{\"chip\":null,\"B\":null,\"t_lower\":null,\"bytes\":null,\"margin\":null,\"mfu_max\":null,\"fits\":null,"
        "\"regime\":null,\"notes\":null}\n");
}

TEST_CASE("json: an object, or an array of them") {
  const std::string one = written("json", Table::Rows::one);
  CHECK(one.starts_with("{"));
  CHECK(one.ends_with("}\n"));
  const std::string many = written("json");
  CHECK(many.starts_with("[{"));
  CHECK(many.ends_with("}]\n"));
  CHECK(many.find("},\n{") != std::string::npos);
}

TEST_CASE("csv: one header, quoted where it must be, empty for no value") {
  CHECK(written("csv") ==
        "chip,B,t_lower,bytes,margin,mfu_max,fits,regime,notes\n"
        "toy,64,0.000125,1500000000,,0.125,true,compute-bound,\"first, of two; second \"\"quoted\"\"\"\n"
        ",,,,,,,,\n");
}

TEST_CASE("markdown and text round for people") {
  CHECK(written("markdown").starts_with("| chip | B | t_lower | bytes |"));
  CHECK(written("markdown").find("| toy | 64 | 125.0 us | 1.500 GB | - | 12.5% | true |") != std::string::npos);
  CHECK(written("text").starts_with("a question\n\nchip       B   t_lower     bytes  margin  mfu_max  fits  regime"));
  CHECK(written("text").find("\ntoy       64  125.0 us  1.500 GB       -    12.5%  true  compute-bound") !=
        std::string::npos);
  CHECK(written("text").ends_with("\nnote: of all rows\n"));
}

TEST_CASE("an answer without rows is an empty table") {
  const auto empty = [](std::string_view format, Table::Rows rows, const std::string& title) {
    std::string text;
    Output out = Output::to_string(text);
    const Table table{title, {{"chip", Show::word}, {"power", Show::watts}}, rows};
    Printer printer(find_view(format), out, table);
    printer.end(std::vector<std::string>{"none"});
    out.flush();
    return text;
  };
  using enum Table::Rows;
  CHECK(empty("json", many, "") == "[]\n");
  CHECK(empty("json", one, "").empty());
  CHECK(empty("jsonl", many, "").empty());
  CHECK(empty("csv", many, "") == "chip,power\n");
  CHECK(empty("markdown", many, "") == "| chip | power |\n| --- | ---: |\n\nnote: none\n");
  CHECK(empty("text", many, "title") == "title\n\nchip     power\n\nnote: none\n");
  CHECK(empty("text", many, "") == "chip     power\n\nnote: none\n");
}

TEST_CASE("watts are a file's, shown as given, and equal where they are the same") {
  const std::vector<Column> columns{{"power", Show::watts}};
  const std::vector<Cell> cells{Cell::of(350)};
  CHECK(show_cell(cells[0], Show::watts) == "350 W");
  CHECK(show_cell(Cell::of(1200), Show::watts) == "1.2 kW");
  CHECK(Assertion::parse("power == 350W", columns).holds(cells));
  CHECK(Assertion::parse("power <= 0.35kW", columns).holds(cells));
  CHECK(Assertion::parse("power <= 300W", columns).failure(cells) == "power <= 300W: is 350 W");
}

TEST_CASE("the view table") {
  for (const View& view : views()) CHECK(&find_view(view.name) == &view);
  CHECK_THROWS_AS(find_view("xml"), Error);
  CHECK_THROWS_AS(find_view("0"), Error);
  CHECK_THROWS_AS(find_view(""), Error);
}

TEST_CASE("assertions hold on full doubles") {
  const auto cells = row(64, 1.25e-4);
  const auto holds = [&](const char* text) { return Assertion::parse(text, kColumns).holds(cells); };
  CHECK(holds("t_lower <= 125us"));
  CHECK_FALSE(holds("t_lower < 125us"));
  CHECK(holds("t_lower<0.126ms"));
  CHECK(holds("B == 64"));
  CHECK(holds("B != 65"));
  CHECK(holds("bytes == 1.5GB"));
  CHECK(holds("bytes > 1GiB"));
  CHECK(holds("mfu_max >= 12.5%"));
  CHECK(holds("mfu_max >= 0.125"));
  CHECK(holds("regime == compute-bound"));
  CHECK_FALSE(holds("regime == communication-bound"));
  CHECK(holds("fits == true"));
  CHECK(holds("margin >= 1000"));  // no bytes: +infinity
  const std::vector<Cell> none(kColumns.size());
  for (const auto* text :
       {"t_lower <= 125us", "t_lower > 125us", "B != 64", "fits != true", "regime != compute-bound"}) {
    CHECK_FALSE(Assertion::parse(text, kColumns).holds(none));
  }
}

TEST_CASE("a failed assertion shows the value, with digits enough") {
  CHECK(Assertion::parse("t_lower <= 100us", kColumns).failure(row(64, 1.25e-4)) == "t_lower <= 100us: is 125.0 us");
  CHECK(Assertion::parse("t_lower <= 125us", kColumns).failure(row(64, 1.250001e-4)) ==
        "t_lower <= 125us: is 0.0001250001 s");
  const std::vector<Cell> none(kColumns.size());
  CHECK(Assertion::parse("B == 64", kColumns).failure(none) == "B == 64: has no value");
}

TEST_CASE("assertions that mean nothing are refused") {
  const auto error_of = [](const char* text) {
    try {
      Assertion::parse(text, kColumns);
    } catch (const Error& e) {
      return e.message + "; " + e.hint;
    }
    return std::string("no error");
  };
  CHECK(error_of("t_lowr <= 1s") == "unknown key 't_lowr'; did you mean t_lower?");
  CHECK(error_of("t_lower <= 5") == "'5' needs a unit; for example 1.5ms");
  CHECK(error_of("t_lower <= 5GB") == "expected s, got '5GB'; written like 1.5ms");
  CHECK(error_of("t_lower == 5ms") ==
        "t_lower is a computed figure: == would depend on its last bit; compare with <= or >=");
  CHECK(error_of("regime == memory-bound") ==
        "regime is compute-bound or communication-bound; for main memory write 'bottleneck == hbm'");
  CHECK(error_of("regime < compute-bound") == "regime is a word: only == and != compare it; ");
  CHECK(error_of("fits == yes") == "fits is true or false, got 'yes'; ");
  CHECK(error_of("notes == x") == "notes is a list, which has no comparison; ");
  CHECK(error_of("B = 64") == "unknown comparison '='; did you mean ==?");
  for (const auto* text : {"t_lower", "", "<= 5", "t_lower <=", "compute-bound"}) {
    CHECK(error_of(text).find("is not KEY OP VALUE") != std::string::npos);
  }
}

TEST_CASE("names of a file are as wide as they need, and cut where the line would pass 80 columns") {
  const auto table_of = [](const std::vector<std::string>& names, std::size_t others) {
    std::string text;
    Output out = Output::to_string(text);
    Table table{"title", {{"layer", Show::word, 8, {}, Column::Fit::first_rows}}};
    for (std::size_t i = 0; i < others; ++i) table.columns.push_back({"t_lower", Show::seconds});
    Printer printer(text_view(), out, table);
    for (const std::string& name : names) {
      std::vector<Cell> row{Cell::of(name)};
      row.resize(others + 1, Cell::of(1e-6));
      printer.row(row);
    }
    printer.end({});
    out.flush();
    return text;
  };
  CHECK(table_of({"qkv", "out"}, 1) == "title\n\nlayer   t_lower\nqkv    1.000 us\nout    1.000 us\n");
  // 80 - 6 * (2 + 8) are 20 columns for the name; a wide letter takes two.
  const std::string times = "  1.000 us  1.000 us  1.000 us  1.000 us  1.000 us  1.000 us\n";
  const std::string cut = table_of({"layers.0.self_attn.q_proj", "\xe6\x97\xa5\xe6\x9c\xac"}, 6);
  CHECK(cut.find("\nlayers.0.self_attn.." + times) != std::string::npos);
  CHECK(cut.find("\n\xe6\x97\xa5\xe6\x9c\xac                " + times) != std::string::npos);
}

TEST_CASE("hidden characters of a file are escaped in every format, line ends of a CSV field aside") {
  const std::string hostile = "a\x1b[2J\t\x7f\r\n\xe2\x80\xae\xf3\xa0\x80\x81\xff\xc3\xa9";
  std::string json;
  append_json_string(json, hostile);
  CHECK(json == "\"a\\u001b[2J\\u0009\\u007f\\u000d\\u000a\\u202e\\udb40\\udc01\xef\xbf\xbd\xc3\xa9\"");
  std::string csv;
  Output out = Output::to_string(csv);
  const Table table{"", {{hostile, Show::word}}};
  Printer printer(find_view("csv"), out, table);
  const std::vector<Cell> row{Cell::of(hostile)};
  printer.row(row);
  out.flush();
  const std::string field = "\"a\\x1b[2J\t\\x7f\r\n\\u{202e}\\u{e0001}\\xff\xc3\xa9\"\n";
  CHECK(csv == field + field);
}
