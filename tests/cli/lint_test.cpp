// `roofline chips --lint`: what it reads, prints and returns. What the rules catch is tests/hardware/lint_test.cpp's.

#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

const std::string kGood = R"({ "id": "mine", "confidence": "low", "date": "2026-08",
  "peak": { "bf16": "100 TFLOP/s" }, "memory": [{ "name": "hbm", "bandwidth": "1 TB/s" }],
  "sources": [{ "title": "t", "access": "read", "date": "2026", "covers": ["peak", "memory"] }] })";

std::string with(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

const std::string kSparse = with(kGood, R"("100 TFLOP/s" })", R"("100 TFLOP/s", "fp8": "400 TFLOP/s" })");

}  // namespace

TEST_CASE("without a name the whole catalogue is checked, and is clean") {
  const auto all = support::run("chips --lint");
  CHECK(all.exit == 0);
  CHECK(all.out.starts_with("0 findings in "));
  CHECK(support::run("chips --lint --format json").out == "[]\n");
  CHECK(support::run("chips --lint v5e,h100 4090").out == "0 findings in 3 files\n");
  CHECK(support::run("chips --lint " + support::source_path("hardware")).exit == 0);
}

TEST_CASE("a finding says where, what, what else and why, and exits with 1") {
  const support::TemporaryFile file(kSparse, "sparse.json");
  const auto text = support::run("chips --lint " + file.path());
  CHECK(text.exit == 1);
  CHECK(text.out == file.path() +
                        ":2: peak.fp8\n"
                        "  found 400 TFLOP/s, expected 200 TFLOP/s: fp8 runs at 2 x bf16 unless\n"
                        "  peak_ratio states another; it is twice that: with sparsity, or of two chips?\n"
                        "\n1 finding in 1 file\n");
  CHECK(support::run("chips --lint - --get line,key,found,rule", kSparse).out == "2\tpeak.fp8\t400 TFLOP/s\tladder\n");
  const auto csv = support::run("chips --lint " + file.folder() + " --format csv --get key,expected");
  CHECK(csv.out == "key,expected\npeak.fp8,200 TFLOP/s\n");
  CHECK(csv.exit == 1);
  CHECK(support::run("chips --lint --hardware " + file.folder()).exit == 1);
}

TEST_CASE("a file that cannot be checked is one line, the others go on, and 2 wins over 1") {
  const support::TemporaryFile sparse(kSparse, "sparse.json"), cut("{ \"id\": \"mi", "cut.json");
  const auto both = support::run("chips --lint " + cut.path() + " " + sparse.path());
  CHECK(both.exit == 2);
  CHECK(both.out.find("found 400 TFLOP/s") != std::string::npos);
  CHECK(both.out.ends_with("1 finding in 1 file\n"));
  CHECK(both.err.starts_with(cut.path() + ":1:"));
  CHECK(support::run("chips --lint ./nothing.json").exit == 2);
  CHECK(support::run("chips --lint ./nothing.json").err.find("nothing.json") != std::string::npos);
  CHECK(support::run("chips --lint nothing").err.find("unknown chip 'nothing'") != std::string::npos);
}

TEST_CASE("names are compared over all files") {
  const support::TemporaryFile one(kGood, "one.json");
  const support::TemporaryFile two(with(kGood, "\"mine\"", "\"other\", \"aliases\": [\"mine\", \"4090\"]"), "two.json");
  const auto both =
      support::run("chips --lint " + one.path() + " " + two.path() + " --format csv --get line,key,found,why");
  CHECK(both.out == "line,key,found,why\n1,aliases,'mine',mine of " + one.path() +
                        " has it\n1,aliases,'4090',rtx-4090 (built in) has it\n");
  CHECK(both.exit == 1);
}

TEST_CASE("a built-in chip is no clash with itself, a file of its id is, unless it replaces it") {
  const std::string path = support::source_path("hardware/h100-sxm.json"), text = support::read(path);
  const support::TemporaryFile copy(text, "copy.json");
  CHECK(support::run("chips --lint h100 h100-sxm " + path + " " + path + " " + copy.path()).out ==
        "0 findings in 3 files\n");
  CHECK(support::run("chips --lint '*' " + support::source_path("hardware")).exit == 0);
  const support::TemporaryFile other(with(kGood, "\"mine\"", "\"h100-sxm\""), "other.json");
  CHECK(support::run("chips --lint " + other.path() + " --get line,key,found").out == "1\tid\t'h100-sxm'\n");
  const support::TemporaryFile replacing(with(kGood, "\"mine\"", "\"h100-sxm\", \"override\": true"), "replacing.json");
  CHECK(support::run("chips --lint --hardware " + replacing.folder()).exit == 0);
}

TEST_CASE("--lint goes with files, not with a list's flags") {
  for (const std::string flag : {"--dtype int8", "--where 'vendor == AMD'", "--sort peak"})
    CHECK(support::run("chips --lint " + flag).exit == 2);
}
