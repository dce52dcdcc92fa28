// `roofline chips`: which chips, in which order, and how the list shows them.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "roofline/hardware/catalog.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

const std::string kFixtures = " --hardware " + support::source_path("tests/fixtures");

/// toy: 100 TFLOP/s bf16, 200 fp8, 16 GiB, no vendor, no tdp. switched: 400 bf16, 32 GiB, gddr. full: 8 bf16, 16 fp8,
/// 10 GiB, vendor Nobody, 2026, 100 W.
support::Outcome toys(const std::string& flags) {
  return support::run("chips toy,switched,full" + kFixtures + " " + flags);
}

/// The ids that are left, in their order: "full toy".
std::string left(const std::string& flags) {
  const support::Outcome outcome = toys("--get chip " + flags);
  CAPTURE(flags, outcome.err);
  CHECK(outcome.exit == 0);
  std::string text = outcome.out.substr(0, outcome.out.empty() ? 0 : outcome.out.size() - 1);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, line.size());
  return widest;
}

}  // namespace

TEST_CASE("--where keeps the chips that hold every condition") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"--where 'peak.fp8 >= 16TFLOP/s'", "toy full"},
      {"--where 'peak.fp8 > 16TFLOP/s'", "toy"},
      {"--where 'memory.hbm.bandwidth <= 1TB/s'", "toy full"},
      {"--where 'memory.main.bandwidth >= 1TB/s'", "toy switched full"},
      {"--where 'memory.main.capacity == 32GiB'", "switched"},
      {"--where 'memory.main.usable < 30GiB'", "full"},
      {"--where 'interconnect.ici.links == 4'", "toy full"},
      {"--where 'interconnect.nvlink.link_bandwidth >= 20GB/s'", "switched"},
      {"--where 'interconnect.ici.latency <= 1us'", "full"},
      {"--where 'nic.bandwidth >= 12GB/s'", "full"},
      {"--where 'power.tdp <= 300W'", "full"},
      {"--where 'power.tdp == 100W'", "full"},
      {"--where 'power.tdp > 100W'", ""},
      {"--where 'year >= 2022'", "full"},
      {"--where 'year == 2026'", "full"},
      {"--where 'vendor == Nobody'", "full"},
      {"--where 'vendor != NVIDIA'", "full"},  // those of no vendor are no other's
      {"--where 'kind == gpu'", "full"},
      {"--where 'confidence == low'", "full"},
      {"--where 'chip != toy'", "switched full"},
      {"--where 'name == Toy with a switch'", "switched"},
      {"--where 'peak >= 100TFLOP/s'", "toy switched"},
      {"--where 'capacity_bytes >= 16GiB'", "toy switched"},
      {"--where 'bandwidth > 1TB/s'", "switched"},
      {"--where 'ridge >= 100'", "toy switched"},
      {"--where 'link == ici'", "toy full"},
      {"--where 'links == 10'", "switched"},
      {"--where 'link_bandwidth >= 20GB/s'", "toy switched"},
      {"--where 'peak >= 100TFLOP/s' --where 'link == ici'", "toy"},
      {"--where 'peak.int4 >= 1TFLOP/s' --where 'peak.fp4 >= 1FLOP/s'", "full"},
  };
  for (const auto& [flags, expected] : rows) {
    CAPTURE(flags);
    CHECK(left(flags) == expected);
  }
}

TEST_CASE("--sort orders by a key, either way, and chips without it come last") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"--sort peak", "full toy switched"},
      {"--sort -peak", "switched toy full"},
      {"--sort=-peak", "switched toy full"},
      {"--sort peak.fp8", "full toy switched"},
      {"--sort -peak.fp8", "toy full switched"},
      {"--sort memory.main.capacity", "full toy switched"},
      {"--sort bandwidth", "toy full switched"},  // ties in the order asked
      {"--sort -bandwidth", "switched toy full"},
      {"--sort vendor", "full toy switched"},
      {"--sort -vendor", "full toy switched"},
      {"--sort chip", "full switched toy"},
      {"--sort -name", "toy switched full"},
      {"--sort link", "toy full switched"},
      {"--sort -peak --where 'link == ici'", "toy full"},
  };
  for (const auto& [flags, expected] : rows) {
    CAPTURE(flags);
    CHECK(left(flags) == expected);
  }
}

TEST_CASE("what --where and --sort do not know is told") {
  struct Row {
    std::string flags, error, hint;
  };
  const std::vector<Row> rows{
      {"--where 'vendr == Nobody'", "--where: unknown key 'vendr'", "did you mean vendor?"},
      {"--where 'vendor == Nobdy'", "--where: vendor is ", "did you mean Nobody?"},
      {"--where 'vendor == nobody'", "--where: vendor is ", "did you mean Nobody?"},
      {"--where 'kind == gpus'", "--where: kind is ", "did you mean gpu"},
      {"--where 'confidence == lo'", "--where: confidence is ", "did you mean low?"},
      {"--where 'chip == switch'", "--where: chip is ", "did you mean switched?"},
      {"--where 'peak.fp9 >= 1PFLOP/s'", "--where: unknown key 'peak.fp9'", "did you mean peak.fp8"},
      {"--where 'fp8 >= 1PFLOP/s'", "--where: unknown key 'fp8'", "did you mean peak.fp8"},
      {"--where 'tdp >= 1W'", "--where: unknown key 'tdp'", "did you mean power.tdp?"},
      {"--where 'xyzzy >= 1'", "--where: unknown key 'xyzzy'", "one of chip, name, vendor, year, kind, confidence"},
      {"--where 'peak.fp8 >= 1PFLOPS'", "--where: peak.fp8: unknown unit in '1PFLOPS'", "did you mean PFLOP/s?"},
      {"--where 'power.tdp <= 300'", "--where: power.tdp: '300' needs a unit", ""},
      {"--where 'power.tdp <= 300GB/s'", "--where: power.tdp: expected W", ""},
      {"--where 'bandwidth == 1TB/s'", "--where: bandwidth is a computed figure", "<= or >="},
      {"--where 'vendor = Nobody'", "--where: unknown comparison '='", "did you mean ==?"},
      {"--where 'vendor > Nobody'", "--where: vendor is a word", ""},
      {"--where Nobody", "--where: 'Nobody' is not KEY OP VALUE", "written like 'year >= 2024', quoted"},
      {"--where 'wires == x'", "--where: unknown key 'wires'", ""},
      {"--sort vendr", "--sort: unknown key 'vendr'", "did you mean vendor?"},
      {"--sort -peek", "--sort: unknown key 'peek'", "did you mean peak?"},
      {"--sort -", "--sort: a key is empty", "one of "},
      {"--sort peak --sort year", "--sort: is given twice", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.flags);
    const support::Outcome outcome = toys(row.flags);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
    CHECK(has(outcome.err, "error: " + row.error));
    CHECK(has(outcome.err, row.hint));
  }
}

TEST_CASE("a figure that another chip has can be asked for: it does not hold") {
  CHECK(support::run("chips toy --where 'memory.gddr.bandwidth >= 1TB/s' --get chip" + kFixtures).exit == 0);
  CHECK(support::run("chips toy --where 'memory.gddr.bandwidth >= 1TB/s' --get chip" + kFixtures).out.empty());
}

TEST_CASE("no chip that holds is an answer") {
  const std::string none = "chips" + kFixtures + " --where 'year >= 2900' --where 'peak.bf16 >= 1TFLOP/s'";
  const std::string count = std::to_string(roofline::embedded_chips().size() + 3);
  const support::Outcome text = support::run(none);
  CHECK(text.exit == 0);
  CHECK(text.err.empty());
  CHECK(text.out == "0 of " + count + " chips where year >= 2900 and peak.bf16 >= 1TFLOP/s\n");
  CHECK(support::run(none + " --format json").out == "[]\n");
  CHECK(support::run(none + " --format jsonl").out.empty());
  CHECK(support::run(none + " --get chip").out.empty());
  CHECK(support::run(none + " --get chip,peak --format csv").out == "chip,peak\n");
  CHECK(has(support::run(none + " --format markdown").out, "\nnote: 0 of " + count + " chips where "));
  CHECK(toys("--where 'year >= 2900'").out == "0 of 3 chips where year >= 2900\n");
  CHECK(toys("--where 'year >= 2900' --format json").out == "[]\n");
  CHECK(toys("--where 'year >= 2900' --format csv").out.starts_with("schema,command,chip,name,vendor,"));
}

TEST_CASE("the heading says how many of how many, and the list follows --dtype") {
  const std::string count = std::to_string(roofline::embedded_chips().size() + 3);
  const std::string rest = " dense, main memory, links out of one chip\n";
  CHECK(support::run("chips" + kFixtures).out.starts_with(count + " chips, peak bf16" + rest));
  CHECK(support::run("chips --where 'vendor == Nobody'" + kFixtures)
            .out.starts_with("1 of " + count + " chips, peak bf16" + rest));
  const support::Outcome fp4 =
      support::run("chips --dtype mxfp4 --where 'peak == 400TFLOP/s' --where 'vendor == Nobody'" + kFixtures);
  CHECK(fp4.exit == 2);  // a peak is a rate
  const support::Outcome some =
      support::run("chips --dtype mxfp4 --where 'peak <= 32TFLOP/s' --where 'vendor == Nobody'" + kFixtures);
  CHECK(some.out.starts_with("1 of " + count + " chips, peak mxfp4" + rest));
  CHECK(has(some.out, "\nfull       32 "));
}

TEST_CASE("with names, --where and --sort choose what is compared") {
  const std::string two = toys("--where 'link == ici' --sort peak").out;
  CHECK(has(two.substr(0, two.find('\n')), "full"));
  CHECK(has(two, "peak.bf16               TFLOP/s            8       100   12.5x\n"));
  CHECK(toys("--where 'vendor == Nobody'").out == support::run("chips full" + kFixtures).out);
  CHECK(support::run("chips full --where 'year >= 2026'" + kFixtures).out ==
        support::run("chips full" + kFixtures).out);
  CHECK(support::run("chips full --format json" + kFixtures).out.starts_with("{"));
  CHECK(support::run("chips full --where 'year >= 2026' --format json" + kFixtures).out.starts_with("[{"));
}

TEST_CASE("* is every chip in full") {
  const std::string all = support::run("chips '*' --get chip" + kFixtures).out;
  CHECK(all == support::run("chips --get chip" + kFixtures).out);
  CHECK(has(support::run("chips '*' --format csv" + kFixtures).out, ",peak.fp6,"));
}

TEST_CASE("what a chip's file does not say is no value") {
  CHECK(support::run("chips toy --format json --get vendor,year,kind" + kFixtures).out ==
        "{\"vendor\":null,\"year\":null,\"kind\":null}\n");
}

TEST_CASE("long ids and figures far apart stay within a screen") {
  const auto file = [](const std::string& id, const std::string& peak, const std::string& capacity,
                       const std::string& bandwidth) {
    return R"({ "id": ")" + id + R"(", "peak": { "bf16": ")" + peak +
           R"(" }, "memory": [{ "name": "sram", "capacity": ")" + capacity + R"(", "bandwidth": ")" + bandwidth +
           R"(" }], "interconnect": [{ "name": "nvlink",
           "topology": "switch", "links": 18, "link_bandwidth": "100 GB/s", "domain_size": 8 }] })";
  };
  const support::TemporaryFile large(file("a-chip-of-22-letters-x", "10070 TFLOP/s", "44 GB", "21 PB/s"), "large.json");
  const support::TemporaryFile small(file("b-chip-of-22-letters-x", "1307.4 TFLOP/s", "230 MB", "80 GB/s"),
                                     "small.json");
  const std::string folders = " --hardware " + large.folder() + " --hardware " + small.folder();
  const std::string list = support::run("chips" + folders).out;
  CHECK(widest_line(list) <= 80);
  CHECK(has(list, "\na-chip-of-22-letters-x    10070     40.98   21000000  0.4795  nvlink 18 x 100\n"));
  CHECK(has(list, "\nb-chip-of-22-letters-x   1307.4    0.2142         80   16342  nvlink 18 x 100\n"));
  const std::string names = "chips b-chip-of-22-letters-x,a-chip-of-22-letters-x,h100,v5e";
  const std::string compared = support::run(names + folders).out;
  CHECK(widest_line(compared) <= 80);
  CHECK(has(compared, "21000000 262500x\n"));
  CHECK(has(compared, "40.98    191x\n"));
}

TEST_CASE("conditions are in the units of the files, and what --where can name --get can show") {
  const auto chips = [](const std::string& flags) { return support::run("chips " + flags + " --get chip").out; };
  CHECK(has(chips("--where 'units.clock >= 1.83GHz'"), "h100-sxm\n"));
  CHECK(!has(chips("--where 'units.clock > 1.83GHz'"), "h100-sxm\n"));
  CHECK(has(chips("--where 'nic.bandwidth == 400Gb/s'"), "h100-sxm\n"));
  CHECK(has(chips("--where 'interconnect.nvlink.link_bandwidth == 200Gb/s'"), "h100-sxm\n"));
  CHECK(has(chips("--where 'memory.main.bandwidth == 3.35TB/s'"), "h100-sxm\n"));
  CHECK(support::run("chips --where 'memory.main.bandwidth >= 400Gb/s'").exit == 2);  // bits are for wires
  CHECK(support::run("chips --where 'ridge == 240'").exit == 2);                      // computed
  CHECK(support::run("chips h100 --get power.tdp,year,memory.main.capacity,date").out ==
        "700\t2022\t85899345920\t2026-08\n");
  CHECK(has(support::run("chips --sort -power.tdp --get chip,power.tdp").out, "h100-sxm\t700\n"));
  const support::Outcome all = support::run("chips --assert 'year >= 2010' --format csv");
  CHECK(all.exit == 0);
  CHECK(all.out.starts_with(
      "schema,command,chip,name,dtype,peak,capacity_bytes,bandwidth,ridge,link,links,link_bandwidth\n"));
}

TEST_CASE("long names of levels and links keep the page apart and within a screen") {
  std::string levels, links;
  for (int i = 0; i < 6; ++i) {
    levels += R"(, { "name": "level_of_word_)" + std::to_string(i) + R"(", "bandwidth": "9 TB/s" })";
    links += std::string(i > 0 ? "," : "") + R"({ "name": "link_of_words_)" + std::to_string(i) +
             R"(", "topology": "host", "link_bandwidth": "1 GB/s" })";
  }
  const support::TemporaryFile file(R"({ "id": "wide", "peak": { "fp16_acc16": "1.0001 PFLOP/s" }, "memory": [
    { "name": "hbm", "bandwidth": "1 TB/s" })" +
                                    levels + R"(], "interconnect": [)" + links + "] }");
  const std::string page = support::run("chips " + file.path()).out;
  CHECK(widest_line(page) <= 80);
  CHECK(has(page, " level_of_word_0 "));
  CHECK(has(page, "\n  link_of_words_5  1 GB/s"));
}
