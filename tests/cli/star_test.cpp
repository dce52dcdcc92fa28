// --chip '*': every chip of the catalogue, and which of them have a part in the answer.

#include <algorithm>
#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

const std::string kFixtures = " --hardware " + support::source_path("tests/fixtures");

/// A matmul with the built-in chips and the toys: toy has hbm, int8, fp4 and ici, switched gddr, bf16 and nvlink, full
/// a dtype of each kind.
std::string matmul(const std::string& flags) {
  return "matmul --B 256 --D 8192 --F 8192" + kFixtures + " " + flags;
}

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::size_t built_in() {
  return count_lines(support::run("chips --get chip").out);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("* is every chip, those of --hardware too") {
  const std::string all = support::run("chips --get chip" + kFixtures).out;
  CHECK(support::run(matmul("--chip '*' --dtype bf16 --set peak.bf16=1PFLOP/s --get chip")).out == all);
  CHECK(count_lines(all) == built_in() + 3);
}

TEST_CASE("chips that were named come where they were named, and once") {
  const std::string rest = " --set peak.bf16=1PFLOP/s --get chip";
  const std::string first = support::run(matmul("--chip 'toy,*'" + rest)).out;
  CHECK(first.starts_with("toy\n"));
  CHECK(first.find("toy\n", 1) == std::string::npos);
  CHECK(count_lines(first) == built_in() + 3);
  CHECK(support::run(matmul("--chip '*,toy'" + rest)).out == support::run(matmul("--chip '*'" + rest)).out);
  CHECK(support::run(matmul("--chip 'toy,*,toy'")).exit == 2);
  CHECK(has(support::run(matmul("--chip '*,*'")).err, "'*' is given twice"));
}

TEST_CASE("a chip of * that cannot answer is left out with a note, one that was named is an error") {
  const support::Outcome text = support::run(matmul("--chip '*' --dtype int8"));
  CHECK(text.exit == 0);
  CHECK(text.err.empty());
  CHECK(has(text.out, "\ntoy "));
  CHECK(!has(text.out, "\nswitched "));
  CHECK(has(text.out, " no int8 peak and "));
  CHECK(has(support::run(matmul("--chip '*' --dtype int8 --format markdown")).out, " no int8 peak and "));
  for (const std::string names : {"switched,*", "*,switched", "toy,switched"}) {
    const support::Outcome named = support::run(matmul("--dtype int8 --chip " + names));
    CHECK(named.exit == 2);
    CHECK(named.out.empty());
    CHECK(has(named.err, "--dtype: switched has no int8 rate"));
  }
}

TEST_CASE("in machine formats the note goes to standard error") {
  for (const std::string format : {"json", "jsonl", "csv"}) {
    const support::Outcome outcome = support::run(matmul("--chip '*' --dtype int8 --format " + format));
    CHECK(outcome.exit == 0);
    CHECK(outcome.err.starts_with("roofline: note: "));
    CHECK(has(outcome.err, " no int8 peak and "));
    CHECK(count_lines(outcome.err) == 1);
    CHECK(!has(outcome.out, "switched"));
  }
}

TEST_CASE("a list of dtypes leaves a chip out of the rows of those it lacks") {
  const support::Outcome outcome = support::run(matmul("--chip '*' --dtype bf16,int8 --get chip,dtype"));
  CHECK(has(outcome.out, "switched\tbf16\n"));
  CHECK(!has(outcome.out, "switched\tint8"));
  CHECK(has(outcome.out, "toy\tbf16\ntoy\tint8\n"));
  CHECK(has(outcome.err, " no int8 peak and "));
  CHECK(has(outcome.err, " left out of those rows"));
  const support::Outcome fed = support::run("matmul --D 8192 --F 8192 --chip '*' --from - --get chip,B" + kFixtures,
                                            "B,dtype\n8,int8\n16,bf16\n");
  CHECK(fed.exit == 0);
  CHECK(!has(fed.out, "switched\t8\n"));
  CHECK(has(fed.out, "switched\t16\n"));
}

TEST_CASE("what has no such memory, link, figure or wires is left out") {
  const auto rows = [](const std::string& flags) { return support::run(matmul("--chip '*' --get chip " + flags)); };
  const support::Outcome over = rows("--over gddr");
  CHECK(has(over.out, "switched\n"));
  CHECK(!has(over.out, "toy\n"));
  CHECK(has(over.err, " have no memory or link 'gddr' and are left out: "));
  const support::Outcome set = rows("--set memory.gddr.bandwidth=1TB/s,2TB/s");
  CHECK(has(set.out, "switched\nswitched\n"));
  CHECK(has(set.err, " have no figure 'memory.gddr.bandwidth' and are left out: "));
  CHECK(!has(rows("--solve memory.hbm.bandwidth").out, "switched"));
  const support::Outcome shard = rows("--shard D=16");
  CHECK(shard.exit == 0);
  CHECK(has(shard.out, "toy\n"));
  CHECK(has(shard.err, " no link to that many chips and are left out of those rows: "));
  const support::TemporaryFile alone(R"({ "id": "alone", "peak": { "bf16": "1 TFLOP/s" },
                                          "memory": [{ "name": "hbm", "bandwidth": "1 TB/s" }] })");
  for (const std::string question : {"--shard D=2", "--solve shard_D"}) {
    const support::Outcome wires = support::run("matmul --B 256 --D 8192 --F 8192 --chip '*' --hardware " +
                                                alone.folder() + " --format csv " + question);
    CHECK(wires.exit == 0);
    CHECK(!has(wires.out, "alone"));
    CHECK(has(wires.err, " no link to another chip and "));
  }
}

TEST_CASE("a file named beside * is asked, before it or after") {
  const support::TemporaryFile file(R"({ "id": "tpu-v5e", "override": true, "peak": { "bf16": "1 TFLOP/s" },
                                         "memory": [{ "name": "hbm", "bandwidth": "1 GB/s" }] })");
  for (const std::string& chips : {"'*'," + file.path(), file.path() + ",'*'"}) {
    const support::Outcome rows = support::run("op --flops 1e12 --bytes 0 --get chip,t_comp --chip " + chips);
    CHECK(rows.exit == 0);
    CHECK(has(rows.out, "tpu-v5e\t1\n"));
  }
}

TEST_CASE("rows that a chip lacks are left out wherever they stand in a sweep") {
  const support::Outcome rows =
      support::run("matmul --B 1:3 --D 64 --F 64 --dtype int4,bf16,fp64,bf16 --chip 'h100,*' --get chip,dtype,B");
  CHECK(rows.exit == 2);  // h100 is named
  const support::Outcome all =
      support::run("matmul --B 1:3 --D 64 --F 64 --dtype int4,bf16,fp64 --chip '*' --get chip,dtype,B");
  CHECK(has(all.out, "tpu-v5e\tint4\t1\ntpu-v5e\tint4\t2\ntpu-v5e\tint4\t3\ntpu-v5e\tbf16\t1\n"));
  CHECK(has(all.out, "h100-sxm\tbf16\t1\nh100-sxm\tbf16\t2\nh100-sxm\tbf16\t3\nh100-sxm\tfp64\t1\n"));
  CHECK(!has(all.out, "h100-sxm\tint4"));
}

TEST_CASE("no chip left is an error, and a name nearly right is told") {
  const support::Outcome peak = support::run(matmul("--chip '*' --over vmem --dtype fp64 --format json"));
  CHECK(peak.exit == 2);
  CHECK(has(peak.out, "\"where\":\"--dtype\",\"message\":\"no chip of '*' is left: "));
  CHECK(has(peak.err, " no fp64 peak"));
  for (const std::string flags : {"--over vmm", "--set memory.hbmm.bandwidth=1TB/s", "--solve peak.bf61"}) {
    const support::Outcome typo = support::run(matmul("--chip '*' " + flags));
    CHECK(typo.exit == 2);
    CHECK(typo.out.empty());
    CHECK(has(typo.err, "no chip of '*' is left: "));
    CHECK(has(typo.err, "\n  hint: did you mean "));
  }
  const support::Outcome late =
      support::run(matmul("--chip '*' --set interconnect.ici.link_bandwidth=1GB/s --shard D=4096"));
  CHECK(late.exit == 2);
  CHECK(late.out.empty());
  CHECK(has(late.err, "no chip of '*' is left: "));
}

TEST_CASE("what is no lack of a chip is an error with * too") {
  CHECK(has(support::run(matmul("--chip '*' --set memory.main.bandwidth=1TFLOP/s")).err, "expected B/s"));
  CHECK(support::run(matmul("--chip '*' --shard D=3")).exit == 2);
}

TEST_CASE("columns are the union over the chips left, and one chip left is still a list") {
  const std::string header = support::run(matmul("--chip '*' --format csv")).out;
  CHECK(has(header.substr(0, header.find('\n')), ",t_hbm,"));
  CHECK(has(header.substr(0, header.find('\n')), ",t_gddr"));
  const std::string json = support::run(matmul("--chip '*' --set memory.gddr.bandwidth=1TB/s --format json")).out;
  CHECK(json.starts_with("[{"));
  CHECK(!has(json, "t_hbm"));
}

TEST_CASE("--assert holds against every row of *") {
  CHECK(support::run(matmul("--chip '*' --assert 't_lower <= 1h' --get chip")).exit == 0);
  CHECK(support::run(matmul("--chip '*' --assert 't_lower <= 40us' --get chip")).exit == 1);
}
