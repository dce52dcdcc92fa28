// roofline check: what it judges, what it refuses, and its exit codes. tests/check holds its reports against parsers of
// their formats.

#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

using support::Outcome;
using support::run;
using support::TemporaryFile;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

const std::string kMatmul = R"("run":"matmul","args":{"B":64,"D":8192,"F":8192,"chip":"tpu-v5e"})";

std::string file_of(const std::string& cases) {
  return R"({"roofline_check":1,"cases":[)" + cases + "]}";
}
std::string case_of(const std::string& name, const std::string& expect, const std::string& more = "") {
  return R"({"name":")" + name + "\"," + kMatmul + more + R"(,"expect":[)" + expect + "]}";
}

/// Text as it was before it was wrapped.
std::string unwrapped(std::string text) {
  for (std::size_t at = text.find("\n      "); at != std::string::npos; at = text.find("\n      "))
    text.replace(at, 7, " ");
  return text;
}

Outcome check(const std::string& content, const std::string& flags = "") {
  const TemporaryFile file(content, "check.json");
  return run("check " + file.path() + flags);
}

}  // namespace

TEST_CASE("an assertion is judged as --assert judges it, on full doubles") {
  // B=64: t_lower is 136314880 B / 820 GB/s = 166.2376585... us
  const auto outcome =
      check(file_of(case_of("a", R"("t_lower <= 166.24us","t_lower <= 166.2us","regime == compute-bound")")));
  CHECK(outcome.exit == 1);
  CHECK(has(outcome.out, "FAIL  a               t_lower <= 166.2us"));
  CHECK(has(outcome.out, "is 0.00016623765853658536"));  // digits enough to tell the two apart
  CHECK(has(outcome.out, "is communication-bound"));
  CHECK(has(outcome.out, "3 assertions in 1 case: 1 passed, 2 failed\n"));
}

TEST_CASE("the exit code: 0 all hold, 1 one is broken, 2 something could not be checked") {
  const std::string pass = case_of("pass", R"("t_lower <= 1s")"), fail = case_of("fail", R"("t_lower <= 1us")"),
                    warn = case_of("warn", R"({"assert":"t_lower <= 1us","level":"warn"})"),
                    skip = case_of("skip", R"("t_lower <= 1us")", R"(,"skip":"later")"),
                    error = case_of("error", R"("t_lwer <= 1us")");
  struct Row {
    std::string cases;
    int usual, strict, warn_only;
  };
  const std::vector<Row> rows{{pass, 0, 0, 0},
                              {warn, 0, 1, 0},
                              {fail, 1, 1, 0},
                              {error, 2, 2, 2},
                              {skip, 0, 0, 0},
                              {pass + "," + fail, 1, 1, 0},
                              {fail + "," + error, 2, 2, 2},
                              {warn + "," + skip, 0, 1, 0}};
  for (const Row& row : rows) {
    CAPTURE(row.cases);
    CHECK(check(file_of(row.cases)).exit == row.usual);
    CHECK(check(file_of(row.cases), " --strict").exit == row.strict);
    CHECK(check(file_of(row.cases), " --warn-only").exit == row.warn_only);
  }
  CHECK(check(file_of(skip)).err == "roofline: note: all cases are skipped\n");
  CHECK(check(file_of(fail), " --warn-only").err == "roofline: note: --warn-only: what failed sets no exit code\n");
  CHECK(check(file_of(pass), " --strict --warn-only").exit == 2);
}

TEST_CASE("what is no check file is refused with its place, and nothing is printed") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {R"({"roofline_check":1,"cases":[]})", "check.json:1:29: error: cases: checks nothing: there is no case"},
      {R"({"roofline_check":1})", "needs the key \"cases\""},
      {R"({"roofline_check":2,"cases":[]})", "roofline_check: '2' is no version that is known"},
      {R"({"roofline_check":"1","cases":[]})", "is no version that is known"},
      {R"({"cases":[]})", "needs the key \"roofline_check\""},
      {R"([])", "object"},
      {R"({"roofline_check":1,"case":[]})", "cases"},
      {file_of(R"({"name":"a",)" + kMatmul + "}"), "'a' checks nothing: it has no expect"},
      {file_of(R"({"name":"a",)" + kMatmul + R"(,"expect":[]})"), "expect: 'a' checks nothing"},
      {file_of(R"({"name":"a",)" + kMatmul + R"(,"expect":{}})"), "expected a list of assertions"},
      {file_of(R"({"name":"a",)" + kMatmul + R"(,"expect":"t_lower <= 1s"})"), "expected a list of assertions"},
      {file_of(case_of("a", R"({"assert":"t_lower <= 1us","level":"warning"})")), "did you mean warn?"},
      {file_of(case_of("a", R"({"level":"warn"})")), "assert"},
      {file_of(case_of("a", R"({"assert":"t_lower <= 1us","why":"x"})")), "unknown key 'why'"},
      {file_of(case_of("a", "7")), "expected 'KEY OP VALUE'"},
      {file_of(case_of("a", R"("t_lower <= 1s")") + "," + case_of("a", R"("t_lower <= 1s")")), "'a' is there twice"},
      {file_of(case_of("a", R"("t_lower <= 1s")", R"(,"skip":"")")), "skip: needs a reason"},
      {file_of(case_of("a", R"("t_lower <= 1s")", R"(,"only":true)")), "unknown key 'only'"},
      {file_of(case_of("a\\u001bb", R"("t_lower <= 1s")")), "has a control or invisible character"},
      {file_of(case_of("a\\u202eb", R"("t_lower <= 1s")")), "has a control or invisible character"},
      {file_of(case_of("", R"("t_lower <= 1s")")), "a name has 1 to 120 characters, got 0"},
      {file_of(case_of(std::string(121, 'n'), R"("t_lower <= 1s")")), "a name has 1 to 120 characters, got 121"},
      {file_of(R"({"name":"a","run":"matmul","args":{"B":null},"expect":["t_lower <= 1s"]})"),
       "cases[0].args.B: expected a number or a string, found null"},
      {file_of(R"({"name":"a","run":"matmul","args":{"B":false},"expect":["t_lower <= 1s"]})"),
       "is false: leave it out"},
      {file_of(R"({"name":"a","run":"matmul","args":{"B":[[1]]},"expect":["t_lower <= 1s"]})"), "found an array"},
      {file_of(R"({"name":"a","run":"matmul","args":{"B":[]},"expect":["t_lower <= 1s"]})"), "B: has no values"},
      {file_of(R"({"name":"a","run":"matmul","args":{"B":1,"B":2},"expect":["t_lower <= 1s"]})"), "B"},
      {R"({"roofline_check":1,"defaults":{"chp":"v5e"},"cases":[)" + case_of("a", R"("t_lower <= 1s")") + "]}",
       "defaults: no case takes 'chp'"},
      {file_of(case_of("a", R"("t_lower <= 1s")") + ","), "not JSON"},
  };
  for (const auto& [content, message] : rows) {
    const auto outcome = check(content);
    CAPTURE(content, outcome.err);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
    CHECK(has(outcome.err, "check.json:1:"));
    CHECK(has(outcome.err, message));
  }
  CHECK(check(file_of(case_of(std::string(120, 'n'), R"("t_lower <= 1s")"))).exit == 0);
  CHECK(run("check").exit == 2);
  CHECK(run("check /no/such.json").exit == 2);
}

TEST_CASE("a case that cannot be evaluated is a row of its own, and the others run") {
  const std::string good = case_of("good", R"("t_lower <= 1s")");
  const auto args = [](const std::string& all) {
    return R"({"name":"bad","run":"matmul","args":{)" + all + R"(},"expect":["t_lower <= 1s"]})";
  };
  const std::vector<std::pair<std::string, std::string>> rows{
      {R"({"name":"bad","run":"matmull","args":{"B":1},"expect":["t_lower <= 1s"]})",
       "'matmull' is no command that gives rows"},
      {R"({"name":"bad","run":"generate","args":{},"expect":["t_lower <= 1s"]})", "is no command that gives rows"},
      {R"({"name":"bad","run":"check","args":{},"expect":["t_lower <= 1s"]})", "is no command that gives rows"},
      {args(R"("B":64,"D":64,"F":64,"chp":"v5e")"), "chp: matmul has no input of this name"},
      {args(R"("B":64,"D":64,"F":64,"chip":"v5e","format":"csv")"), "format: matmul has no input of this name"},
      {args(R"("B":64,"D":64,"F":64,"chip":"v5e","assert":"t_lower <= 1s")"), "assertions stand in expect"},
      {args(R"("B":64,"D":64,"chip":"v5e")"), "matmul needs --F"},
      {args(R"("B":64,"D":64,"F":64)"), "needs --chip"},
      {args(R"("B":true,"D":64,"F":64,"chip":"v5e")"), "B: takes a value, not true"},
      {args(R"("B":64,"D":64,"F":64,"chip":"v5e","sensitivity":"yes")"), "sensitivity: is a switch: its value is true"},
      {args(R"("B":"8k","D":64,"F":64,"chip":"v5e")"), "'8k' is ambiguous on a shape"},
      {args(R"("B":-5,"D":64,"F":64,"chip":"v5e")"), "B:"},
      {args(R"("B":1e30,"D":64,"F":64,"chip":"v5e")"), "B:"},
      {args(R"("B":64,"D":64,"F":64,"chip":"tpu-v5")"), "chip: 'tpu-v5' is ambiguous"},
      {args(R"("B":64,"D":64,"F":64,"chip":"v5e","dtype":"fp7")"), "unknown dtype 'fp7'"},
      {args(R"("B":"1:1000000000","D":64,"F":64,"chip":"v5e")"),
       "has more rows than the 10000 that a check file may have"},
      {case_of("bad", R"("t_lwer <= 1us")"), "did you mean t_lower?"},
      {case_of("bad", R"("compute-bound")"), "is not KEY OP VALUE"},
      {case_of("bad", R"("regime == memory-bound")"), "for main memory write 'bottleneck == hbm'"},
      {case_of("bad", R"("t_lower == 1us")"), "compare with <= or >="},
      {case_of("bad", R"("t_lower <= 1GB")"), "expected s, got '1GB'"},
      {case_of("bad", R"("t_lower <= fast")"), "expected s, got 'fast'"},
      {case_of("bad", R"("t_lower <= 400")"), "needs a unit"},
      {case_of("bad", R"("t_lower <= 1us","t_lower >= 2us")"), "can never pass together with 't_lower <= 1us'"},
  };
  for (const auto& [bad, message] : rows) {
    const auto outcome = check(file_of(bad + "," + good));
    CAPTURE(bad, outcome.out, outcome.err);
    CHECK(outcome.exit == 2);
    CHECK(has(outcome.out, "ERROR bad"));
    const std::string flat = unwrapped(outcome.out);
    CHECK(has(flat, message));
    CHECK(has(flat, "1 could not be checked"));
    CHECK(has(flat, " in 2 cases: 1 passed"));
  }
}

TEST_CASE("lists make cases of their own, named by their values; ranges make rows") {
  const auto outcome = check(
      R"({"roofline_check":1,"defaults":{"chip":["tpu-v5e","h100"]},"cases":[
        {"name":"up","run":"matmul","args":{"B":[64,512],"D":8192,"F":8192},"expect":["t_lower <= 1s"]},
        {"name":"range","run":"matmul","args":{"B":"64:256:x2","D":8192,"F":8192,"chip":"v5e"},"expect":["t_lower <= 1s"]}]})",
      " --format jsonl");
  CHECK(outcome.exit == 0);
  for (const char* name : {"up[chip=tpu-v5e,B=64]", "up[chip=h100,B=512]", "range[B=64]", "range[B=256]"})
    CHECK(has(outcome.out, std::string("\"case\":\"") + name + "\""));
  CHECK(outcome.err == "roofline: 7 assertions in 2 cases: 7 passed\n");
  const auto many =
      check(R"({"roofline_check":1,"cases":[{"name":"a","run":"matmul","args":{"B":[1,2,3,4,5,6,7,8,9,10],)"
            R"("D":[1,2,3,4,5,6,7,8,9,10],"F":[1,2,3,4,5,6,7,8,9,10],"x_dtype":[1,2,3,4,5,6,7,8,9,10],)"
            R"("y_dtype":[1,2]},"expect":["t_lower <= 1s"]}]})");
  CHECK(many.exit == 2);
  CHECK(has(unwrapped(many.out), "at most 10000 cases"));
}

TEST_CASE("every command that gives rows can be checked, with its own words and keys") {
  const auto outcome = check(
      R"({"roofline_check":1,"cases":[
        {"name":"einsum","run":"einsum","args":{"einsum":"bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]","B":1024,"D":8192,
          "F":8192,"mesh":{"X":2},"chip":"v5e"},"expect":["bottleneck_axis == X","t_X <= 373us"]},
        {"name":"collective","run":"collective","args":{"collective":"all-gather","size":"34MB","mesh":"X=8,Y=4","axis":"Y",
          "chip":"v5e"},"expect":["t_floor <= 142us","busbw >= 44GB/s"]},
        {"name":"model","run":"model","args":{"model":"llama-3-8b","phase":"decode","batch":32,"context":8192,"chip":"h100"},
          "expect":["fits == true","t_step <= 40ms"]},
        {"name":"limits","run":"limits","args":{"F":32768,"chip":"v5p"},"expect":["limit >= 0"]},
        {"name":"chips","run":"chips","args":{"chips":"h100"},"expect":["peak.bf16 == 989TFLOP/s"]},
        {"name":"roofs","run":"plot","args":{"chip":"v5e"},"expect":["ridge <= 241"]},
        {"name":"set","run":"matmul","args":{"B":64,"D":8192,"F":8192,"chip":"v5e",
          "set":{"memory.hbm.bandwidth":"8TB/s","peak.bf16":"100TFLOP/s"}},"expect":["regime == compute-bound"]},
        {"name":"solve","run":"matmul","args":{"D":8192,"F":8192,"chip":"v5e","solve":"B"},"expect":["critical <= 256"]}]})");
  CAPTURE(outcome.out);
  CHECK(outcome.exit == 0);
  CHECK(has(outcome.out, "in 8 cases"));
}

TEST_CASE("a model that does not fit fails, it is no error") {
  const auto outcome = check(file_of(
      R"({"name":"serve","run":"model","args":{"model":"llama-3.1-405b","phase":"decode","batch":1,"context":8192,"chip":"h100"},
          "expect":["fits == true","t_step <= 40ms"]})"));
  CHECK(outcome.exit == 1);
  CHECK(has(outcome.out, "fits == true             is false"));
  CHECK(has(outcome.out, "has no value: it does not fit"));
}

TEST_CASE("paths are relative to the check file") {
  const TemporaryFile file("", "check.json");
  const std::string folder = file.folder();
  std::filesystem::create_directory(folder + "/models");
  std::filesystem::copy(support::source_path("tests/fixtures/models/llama.json"), folder + "/models/mine.json");
  std::filesystem::copy(support::source_path("tests/fixtures/toy.json"), folder + "/toy.json");
  std::ofstream(folder + "/rows.csv") << "B,D,F,measured_us\n1000,1000,1000,25\n64,64,64,0.001\n";
  std::ofstream(file.path()) << R"({"roofline_check":1,"cases":[
    {"name":"model","run":"model","args":{"model":"models/mine.json","chip":"./toy.json"},"expect":["fits == true"]},
    {"name":"rows","run":"matmul","args":{"from":"rows.csv","chip":"toy.json"},"expect":["efficiency <= 1"]}]})";
  const auto outcome = run("check " + file.path());
  CAPTURE(outcome.out);
  CHECK(outcome.exit == 1);
  CHECK(has(outcome.out, "rows.csv:3]"));
  CHECK(has(outcome.out, "3 assertions in 2 cases: 2 passed, 1 failed"));
}

TEST_CASE("a filter chooses cases; one that chooses none is an error") {
  const std::string two =
      file_of(case_of("serve/one", R"("t_lower <= 1s")") + "," + case_of("train/one", R"("t_lower <= 1us")"));
  CHECK(check(two, " --filter 'serve*'").exit == 0);
  CHECK(check(two, " --filter '*/on?'").exit == 1);
  CHECK(check(two, " --filter serve").exit == 2);
  const std::string shared =
      R"({"roofline_check":1,"defaults":{"size":"1MB","chip":"v5e"},"cases":[)" + case_of("a", R"("t_lower <= 1s")") +
      R"(,{"name":"w","run":"collective","args":{"collective":"all-gather","mesh":4},"expect":["t_lower <= 1s"]}]})";
  CHECK(check(shared).exit == 0);
  CHECK(check(shared, " --filter a").exit == 0);  // the default is of the case that is left out
}

TEST_CASE("reports go into files, whole or not at all, and never over an input") {
  const TemporaryFile file(file_of(case_of("a", R"("t_lower <= 1us")")), "check.json");
  const std::string to = file.folder() + "/";
  const auto outcome = run("check " + file.path() + " --report junit=" + to + "a.xml --report json=" + to +
                           "a.json --summary " + to + "s.md");
  CHECK(outcome.exit == 1);
  CHECK(has(support::read(to + "a.xml"), "<failure"));
  CHECK(has(support::read(to + "a.json"), "\"exit\":1"));
  run("check " + file.path() + " --summary " + to + "s.md");
  const std::string summary = support::read(to + "s.md");
  CHECK(summary.find("### roofline check") != summary.rfind("### roofline check"));  // appended
  for (const std::string& flags : std::vector<std::string>{
           "--report junit=" + file.path(), "--report junit=" + to + "x --report sarif=" + to + "x",
           "--summary " + file.path(), "--report junit=-", std::string("--report junit"), "--report jnit=" + to + "x",
           "--report junit=/dev/full", "--report junit=" + to + "no/x", std::string("--format junti")})
    CHECK(run("check " + file.path() + " " + flags).exit == 2);
  CHECK(has(support::read(file.path()), "roofline_check"));
}

TEST_CASE("the same cases give the same bytes") {
  const std::string path = support::source_path("examples/ci/halved.json");
  for (const std::string format : {"text", "json", "jsonl", "junit", "sarif", "github", "markdown"})
    CHECK(run("check " + path + " --format " + format).out == run("check " + path + " --format " + format).out);
}

TEST_CASE("a file that cannot be read hides no other, and reports tell of it") {
  const TemporaryFile good(file_of(case_of("a", R"("t_lower <= 1us")")), "good.json"), bad("{", "bad.json");
  const std::string report = good.folder() + "/r.xml";
  const auto both = run("check " + bad.path() + " " + good.path() + " --report junit=" + report);
  CHECK(both.exit == 2);
  CHECK(has(both.out, "ERROR check file"));
  CHECK(has(both.out, "FAIL  a"));
  CHECK(has(support::read(report), "<error"));
  const auto alone = run("check " + bad.path() + " --report junit=" + report + " --format github");
  CHECK(alone.exit == 2);
  CHECK(has(alone.out, "::error file="));
  CHECK(has(alone.err, "error: not JSON"));
  CHECK(has(support::read(report), "failures=\"0\" errors=\"1\""));
  const TemporaryFile unused(
      R"({"roofline_check":1,"defaults":{"chp":"v5e"},"cases":[)" + case_of("u", R"("t_lower <= 1s")") + "]}",
      "u.json");
  const auto mistaken = run("check " + unused.path() + " " + good.path());
  CHECK(mistaken.exit == 2);
  CHECK(has(unwrapped(mistaken.out), "no case takes 'chp'"));
  CHECK(has(mistaken.out, "FAIL  a"));
  const auto answer = check(run("matmul --B 64 --D 64 --F 64 --chip v5e --format json").out);
  CHECK(has(answer.err, "is an answer of roofline, not a check file"));
}

TEST_CASE("names are identities: what would have one twice is a mistake") {
  const auto values = check(file_of(
      R"({"name":"a","run":"matmul","args":{"B":[64,64],"D":64,"F":64,"chip":"v5e"},"expect":["t_lower <= 1s"]})"));
  CHECK(has(values.err, "args.B: '64' is there twice"));
  CHECK(has(check(file_of(case_of("a", R"("t_lower <= 1s","t_lower <= 1s")"))).err, "'t_lower <= 1s' is there twice"));
  const auto range = check(file_of(
      R"({"name":"a","run":"matmul","args":{"B":"64,64","D":64,"F":64,"chip":"v5e"},"expect":["t_lower <= 1s"]})"));
  CHECK(range.exit == 2);
  CHECK(has(unwrapped(range.out), "names are identities"));
}

TEST_CASE("a case that is skipped is no place to hide a mistake") {
  CHECK(check(file_of(R"({"name":"a","run":"nosuch","skip":"later","expect":["t_lower <= 1s"]})")).exit == 2);
  CHECK(check(file_of(R"({"name":"a","run":"matmul","args":{"chp":"v5e"},"skip":"later","expect":["t_lower <= 1s"]})"))
            .exit == 2);
}

TEST_CASE("defaults give way to a case, whatever name it uses") {
  const auto outcome = check(
      R"({"roofline_check":1,"defaults":{"M":3,"chip":"v5e"},"cases":[
        {"name":"a","run":"matmul","args":{"B":256,"D":8192,"F":8192},"expect":["B == 256"]},
        {"name":"e","run":"einsum","args":{"einsum":"bf16[M, D] * bf16[D, F] -> bf16[M, F]","D":64,"F":64},"expect":["M == 3"]}]})");
  CAPTURE(outcome.out, outcome.err);
  CHECK(outcome.exit == 0);
  const auto words = check(
      file_of(R"({"name":"a","run":"chips","args":{"chips":{"h100":1}},"expect":["memory.hbm.bandwidth >= 1TB/s"]})"));
  CHECK(has(unwrapped(words.out), "chips: is a word: a string"));
  const auto flag = check(file_of(R"({"name":"a","run":"chips","args":{"chips":"--lint"},"expect":["line >= 0"]})"));
  CHECK(has(unwrapped(flag.out), "'--lint' is a flag, not a word"));
}
