// Each rule of the lint catches what it is for, and lets pass what is right.

#include "roofline/hardware/lint.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lint_specs.hpp"
#include "roofline/base/error.hpp"
#include "roofline/hardware/catalog.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;

namespace {

std::string shipped(const std::string& id) {
  return support::read(support::source_path("hardware/" + id + ".json"));
}

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& changes) {
  for (const auto& [from, to] : changes) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
  }
  return text;
}

/// "rule key: found, expected", one a line; provenance aside.
std::string findings_of(const std::string& text) {
  std::string all;
  for (const Finding& f : lint_text(text)) {
    if (f.rule == "provenance") continue;
    all += std::string(f.rule) + " " + f.key + ": " + f.found + ", " + f.expected + "\n";
  }
  return all;
}

std::string tier(const std::string& body) {
  return spec(R"("interconnect": [{ "name": "x", "topology": "switch", "domain_size": 8, )" + body + " }], ");
}

}  // namespace

TEST_CASE("every shipped chip lints clean") {
  std::vector<Chip> chips;
  for (const EmbeddedChip& chip : embedded_chips()) {
    CAPTURE(chip.id);
    const Document document = parse_json(std::string(chip.json), chip.file);
    std::string found;
    for (const Finding& f : lint(document)) found += f.key + ": " + f.found + ", " + f.expected + ": " + f.why + "\n";
    CHECK(found.empty());
    chips.push_back(read_chip(document));
    chips.back().standing = Chip::Standing::built_in;
  }
  CHECK(lint_names(chips).empty());
}

TEST_CASE("an L40S whose fp8 is the figure with sparsity") {
  const auto text = replaced(shipped("l40s"), {{"\"fp8\": \"733 TFLOP/s\"", "\"fp8\": \"1466 TFLOP/s\""}});
  const auto found = lint_text(text);
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "ladder");
  CHECK(found[0].file == "x.json");
  CHECK(found[0].line == std::count(text.begin(), text.begin() + static_cast<long>(text.find("1466")), '\n') + 1);
  CHECK(found[0].key == "peak.fp8");
  CHECK(found[0].found == "1.466 PFLOP/s");
  CHECK(found[0].expected == "724.1 TFLOP/s");  // 2 x 362.05
  CHECK(found[0].why.find("it is twice that: with sparsity") != std::string::npos);
  CHECK(findings_of(spec("", "", R"(, "fp8": "405 TFLOP/s")")) == "ladder peak.fp8: 405 TFLOP/s, 200 TFLOP/s\n");
}

TEST_CASE("a B200 doubled against its clock") {
  const auto text = replaced(shipped("b200-sxm"), {{"\"tf32\": \"1125", "\"tf32\": \"2250"},
                                                   {"\"fp16\": \"2250", "\"fp16\": \"4500"},
                                                   {"\"bf16\": \"2250", "\"bf16\": \"4500"},
                                                   {"\"fp8\": \"4500", "\"fp8\": \"9000"},
                                                   {"\"fp6\": \"4500", "\"fp6\": \"9000"},
                                                   {"\"fp4\": \"9000", "\"fp4\": \"18000"},
                                                   {"\"int8\": \"4500", "\"int8\": \"9000"}});
  const auto found = lint_text(text);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].rule == "clock");
  CHECK(found[0].key == "peak.bf16");
  CHECK(found[0].expected == "2.255 PFLOP/s");  // 148 x 1.86e9 x 8192 = 2.25515e15
  // The peaks without a rate of their own a clock are held against the built-in chip.
  CHECK(std::count_if(found.begin(), found.end(), [](const Finding& f) { return f.rule == "namesake"; }) == 6);
}

TEST_CASE("NVLink's 900 GB/s of an H100 taken as one way") {
  const auto links =
      replaced(shipped("h100-sxm"), {{"\"link_bandwidth\": \"25 GB/s\"", "\"link_bandwidth\": \"50 GB/s\""}});
  CHECK(findings_of(links) ==
        "links interconnect.nvlink.link_bandwidth: 900 GB/s, 450 GB/s\n"
        "links interconnect.nvlink.link_bandwidth: 900 GB/s over all links, at most 450 GB/s\n"
        "generation interconnect.nvlink.link_bandwidth: 50 GB/s, at most 25.00 GB/s\n");
  // A file of its own that says nothing but its name.
  const std::string bare = R"({ "id": "my-h100", "peak": { "bf16": "989 TFLOP/s" },
    "memory": [{ "name": "hbm", "bandwidth": "3.35 TB/s" }], "interconnect": [{ "name": "nvlink",
    "topology": "switch", "domain_size": 8, "link_bandwidth": "900 GB/s" }] })";
  CHECK(findings_of(bare) == "generation interconnect.nvlink.link_bandwidth: 900 GB/s, at most 50.00 GB/s\n");
  const std::string split = replaced(bare, {{"900 GB/s\"", "50 GB/s\", \"links\": 18"}});
  CHECK(findings_of(split) ==
        "namesake interconnect.nvlink.link_bandwidth: 900 GB/s over all links, 450 GB/s over all links\n");
  const auto kind = [&](const std::string& text) {
    return replaced(split, {{"\"topology\"", "\"kind\": \"" + text + "\", \"topology\""}});
  };
  for (const std::string text :
       {"NVLink 4", "nvlink4", "NVLink-4", "NVLink gen 4", "4th-generation NVLink", "NVLink v4.0"}) {
    CAPTURE(text);
    CHECK(findings_of(kind(text)) == "generation interconnect.nvlink.link_bandwidth: 50 GB/s, at most 25.00 GB/s\n");
  }
}

TEST_CASE("an A10G with the A10's figures") {
  const auto text = replaced(shipped("a10g"), {{"\"tf32\": \"35 ", "\"tf32\": \"62.5 "},
                                               {"\"fp16\": \"70 ", "\"fp16\": \"125 "},
                                               {"\"bf16\": \"70 ", "\"bf16\": \"125 "},
                                               {"\"int8\": \"140 ", "\"int8\": \"250 "},
                                               {"\"int4\": \"280 ", "\"int4\": \"500 "}});
  CHECK(findings_of(text) == "clock peak.bf16: 125 TFLOP/s, 70.0416 TFLOP/s\n");  // 80 x 1.71e9 x 512
}

TEST_CASE("TiB/s where TB/s is meant") {
  const auto text = replaced(shipped("h100-sxm"), {{"\"bandwidth\": \"3.35 TB/s\"", "\"bandwidth\": \"3.35 TiB/s\""}});
  CHECK(findings_of(text) == "decimal-rate memory.hbm.bandwidth: 3.35 TiB/s, 3.35 TB/s\n");
  CHECK(lint_text(text)[0].why.find("this is 3.683 TB/s") != std::string::npos);  // 3.35 x 2^40
}

TEST_CASE("the ladder of dtypes, and what a file may state instead") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {spec("", "", R"(, "fp16": "100 TFLOP/s", "fp8": "200 TFLOP/s", "int8": "202 TFLOP/s", "int4": "400 TFLOP/s")"),
       ""},
      {spec("", "", R"(, "tf32": "50 TFLOP/s", "fp6": "200 TFLOP/s", "fp4": "400 TFLOP/s")"), ""},
      {spec("", "", R"(, "fp6": "400 TFLOP/s", "fp16_acc16": "200 TFLOP/s", "fp8_acc16": "400 TFLOP/s")"), ""},
      {spec("", "", R"(, "fp6": "300 TFLOP/s")"), "ladder peak.fp6: 300 TFLOP/s, 200 TFLOP/s\n"},
      {spec("", "", R"(, "fp8": "100 TFLOP/s")"), "ladder peak.fp8: 100 TFLOP/s, 200 TFLOP/s\n"},
      {spec(R"("peak_ratio": { "fp8": 1 }, )", "", R"(, "fp8": "100 TFLOP/s")"), ""},
      {spec(R"("peak_ratio": { "fp8": 1 }, )", "", R"(, "fp8": "200 TFLOP/s")"),
       "ladder peak.fp8: 200 TFLOP/s, 100 TFLOP/s\n"},
      {spec(R"("peak_ratio": { "fp8": 1 }, )"), "ladder peak_ratio.fp8: 1, the peak too\n"},
      {spec("", "", R"(, "fp32": "200 TFLOP/s")"), "ladder peak.fp32: 200 TFLOP/s, at most 100 TFLOP/s\n"},
  };
  for (const auto& [text, expected] : rows) {
    CAPTURE(text);
    CHECK(findings_of(text) == expected);
  }
}

TEST_CASE("parts multiply to the whole") {
  const auto units = [](const std::string& clock) {
    return spec(R"("units": { "count": 100, "clock": ")" + clock + R"(", "flops_per_clock": { "bf16": 1000 } }, )");
  };
  CHECK(findings_of(units("1 GHz")).empty());
  CHECK(findings_of(units("1.01 GHz")).empty());
  CHECK(findings_of(units("2 GHz")) == "clock peak.bf16: 100 TFLOP/s, 200 TFLOP/s\n");
  CHECK(findings_of(spec("", R"(, "bus_width": 8000, "pin_rate": "1 Gb/s")")).empty());
  CHECK(findings_of(spec("", R"(, "bus_width": 4000, "pin_rate": "1 Gb/s")")) ==
        "bus memory.hbm.bandwidth: 1 TB/s, 500 GB/s\n");
  CHECK(findings_of(tier(R"("links": 4, "link_bandwidth": "25 GB/s", "total_bandwidth": "100 GB/s")")).empty());
  CHECK(findings_of(tier(R"("links": 4, "link_bandwidth": "25 GB/s", "total_bandwidth": "200 GB/s")")) ==
        "links interconnect.x.link_bandwidth: 100 GB/s, 200 GB/s\n");
  CHECK(findings_of(tier(R"("links": 4, "link_bandwidth": "25 GB/s", "both_ways": "200 GB/s")")).empty());
  CHECK(findings_of(tier(R"("links": 4, "link_bandwidth": "25 GB/s", "both_ways": "100 GB/s")")) ==
        "links interconnect.x.link_bandwidth: 100 GB/s over all links, at most 50 GB/s\n");
  CHECK(findings_of(tier(R"("kind": "NVLink 5", "links": 18, "link_bandwidth": "50 GB/s")")).empty());
  CHECK(findings_of(tier(R"("kind": "PCIe 5.0 x16", "link_bandwidth": "126 GB/s")")) ==
        "generation interconnect.x.link_bandwidth: 126 GB/s, at most 63.01 GB/s\n");
  for (const std::string kind : {"PCIe 5.0, x16", "PCIe Gen5 x 16", "pcie 5", "PCI Express 5.0 (x16)"}) {
    CAPTURE(kind);
    CHECK(findings_of(tier(R"("kind": ")" + kind + R"(", "link_bandwidth": "63 GB/s")")).empty());
    CHECK_FALSE(findings_of(tier(R"("kind": ")" + kind + R"(", "link_bandwidth": "126 GB/s")")).empty());
  }
  CHECK(findings_of(tier(R"("kind": "PCIe 5.0 x99999999999999999999", "link_bandwidth": "63 GB/s")")).empty());
  CHECK(findings_of(tier(R"("kind": "NVLink 4", "links": 36, "link_bandwidth": "25 GB/s")")) ==
        "generation interconnect.x.links: 36, at most 18\n");
  CHECK(findings_of(tier(R"("kind": "NVLink 4", "total_bandwidth": "900 GB/s", "both_ways": "900 GB/s")")) ==
        "links interconnect.x.total_bandwidth: 900 GB/s over all links, at most 450 GB/s\n"
        "generation interconnect.x.total_bandwidth: 900 GB/s, at most 450.0 GB/s\n");
  const std::string mesh = R"("interconnect": [{ "name": "x", "topology": "full_mesh", "domain_size": 8, "links": )";
  CHECK(findings_of(spec(mesh + "7 }], ")).empty());
  CHECK(findings_of(spec(mesh + "8 }], ")) == "links interconnect.x.links: 8, 7\n");
}

TEST_CASE("memory is in GiB, and faster the nearer it is") {
  CHECK(findings_of(spec("", R"(, "capacity": "80 GiB")")).empty());
  CHECK(findings_of(spec("", R"(, "capacity": "80 GB")")) == "capacity memory.hbm.capacity: 80 GB, 80 GiB\n");
  CHECK(findings_of(spec("", R"(, "capacity": "80 MiB")")) ==
        "capacity memory.hbm.capacity: 80 MiB, 1 GiB to 8192 GiB\n");
  CHECK(findings_of(spec("", R"( }, { "name": "l2", "capacity": "50 MB", "bandwidth": "5 TB/s")")) ==
        "capacity memory.l2.capacity: 50 MB, 50 MiB\n");
  CHECK(findings_of(spec("", R"( }, { "name": "l2", "bandwidth": "0.5 TB/s")")) ==
        "order memory.l2.bandwidth: 500 GB/s, more than 1 TB/s\n");
  CHECK(findings_of(tier(R"("link_bandwidth": "2 TB/s")")) == "order memory.hbm.bandwidth: 1 TB/s, more than 2 TB/s\n");
  CHECK(findings_of(spec("", R"(, "capacity": "80 GB", "usable": "70 GB")")) ==
        "capacity memory.hbm.usable: 70 GB, 70 GiB\ncapacity memory.hbm.capacity: 80 GB, 80 GiB\n");
  CHECK(findings_of(spec("", R"(, "capacity": "85.9 GB")")) == "capacity memory.hbm.capacity: 85.9 GB, 80.00 GiB\n");
  CHECK(findings_of(spec("", R"( }, { "name": "sram", "capacity": "230 MB", "bandwidth": "5 TB/s")")).empty());
  CHECK(findings_of(spec("", R"( }, { "name": "lpddr", "capacity": "480 GiB", "bandwidth": "0.5 TB/s")")).empty());
}

TEST_CASE("a wrong prefix, bits for bytes, and main memory that does not come first") {
  const auto h100 = [](const std::string& peak, const std::string& bandwidth) {
    return R"({ "id": "x", "name": "NVIDIA H100", "peak": { "bf16": ")" + peak +
           R"(" }, "memory": [{ "name": "hbm", "bandwidth": ")" + bandwidth + R"(" }] })";
  };
  CHECK(findings_of(h100("989 TFLOP/s", "3.35 TB/s")).empty());
  CHECK(findings_of(h100("989 TFLOP/s", "3.35 GB/s")) == "namesake memory.hbm.bandwidth: 3.35 GB/s, 3.35 TB/s\n");
  CHECK(findings_of(h100("989 GFLOP/s", "3.35 TB/s")) == "namesake peak.bf16: 989 GFLOP/s, 989 TFLOP/s\n");
  CHECK(findings_of(spec(R"("nic": { "bandwidth": "400 GB/s" }, )")) ==
        "order nic.bandwidth: 400 GB/s, a rate in bits: 400 Gb/s is 50 GB/s\n");
  CHECK(findings_of(R"({ "id": "x", "peak": { "bf16": "1 TFLOP/s" }, "memory": [
    { "name": "l2", "bandwidth": "5 TB/s" }, { "name": "hbm", "bandwidth": "1 TB/s" }] })") ==
        "order memory.hbm.name: 'hbm', the first of memory\n");
  CHECK(findings_of(spec("", R"(, "capacity": "16 GiB" }, { "name": "l2", "capacity": "50 GiB")")) ==
        "order memory.l2.capacity: 50 GiB, less than 16 GiB\n");
}

TEST_CASE("figures are per chip") {
  const std::string source = R"("sources": [{ "title": "t", "access": "read", "date": "2026" }], )";
  CHECK(findings_of(spec(R"("peak_basis": "vendor, per GCD", )")) == "per-chip peak_basis: 'per gcd', per chip\n");
  CHECK(findings_of(spec(source + R"("devices_per_chip": 2, "alternatives": [{ "path": "peak.bf16",
                                     "value": "200 TFLOP/s", "source": 1 }], )")) ==
        "per-chip peak.bf16: 100 TFLOP/s, 200 TFLOP/s\n");
  const auto half = replaced(shipped("tpu-7x"),
                             {{"\"fp8\": \"4614 ", "\"fp8\": \"2307 "}, {"\"bf16\": \"2307 ", "\"bf16\": \"1153.5 "}});
  CHECK(findings_of(half) ==
        "per-chip peak.bf16: 1.1535 PFLOP/s, 2.31 PFLOP/s\n"
        "per-chip peak.fp8: 2.307 PFLOP/s, 4.6 PFLOP/s\n");
  const auto one_gcd =
      replaced(shipped("mi250x"), {{"\"bandwidth\": \"3.2768 TB/s\"", "\"bandwidth\": \"1.6384 TB/s\""}});
  CHECK(findings_of(one_gcd) == "namesake memory.hbm.bandwidth: 1.6384 TB/s, 3.2768 TB/s\n");
}

TEST_CASE("names are unique over the files and the built-in chips") {
  const auto chip = [](const std::string& id, const std::string& alias, const std::string& file) {
    return read_chip(parse_json(R"({ "id": ")" + id + R"(", "aliases": [")" + alias + R"("],
      "peak": { "bf16": "1 TFLOP/s" }, "memory": [{ "name": "hbm", "bandwidth": "1 GB/s" }] })",
                                file));
  };
  const auto found = [&](const std::vector<Chip>& chips) {
    std::string all;
    for (const Finding& f : lint_names(chips)) all += f.file + ": " + f.key + ": " + f.found + ": " + f.why + "\n";
    return all;
  };
  CHECK(found({chip("mine", "my", "a.json"), chip("other", "others", "b.json")}).empty());
  CHECK(found({chip("mine", "V5E", "a.json")}) == "a.json: aliases: 'V5E': tpu-v5e (built in) has it\n");
  CHECK(found({chip("mine", "my", "a.json"), chip("other", "my", "b.json")}) ==
        "b.json: aliases: 'my': mine of a.json has it\n");
  CHECK(found({chip("mine", "a", "a.json"), chip("mine", "b", "b.json")}) ==
        "b.json: id: 'mine': mine of a.json has it\n");
  CHECK(found({chip("tpu-v5e", "v5e", "a.json")}) == "a.json: id: 'tpu-v5e': it is that of a built-in chip\n");
  Chip replacing = chip("tpu-v5e", "v5e", "a.json"), itself = replacing;
  replacing.overrides = Chip::Override::yes;
  itself.standing = Chip::Standing::built_in;
  CHECK(found({replacing, itself}).empty());
}

TEST_CASE("a ratio that a file states is held, also where it says what nothing else does") {
  CHECK(findings_of(spec(R"("peak_ratio": { "fp32": 2 }, )", "", R"(, "fp32": "200 TFLOP/s")")).empty());
  CHECK(findings_of(spec(R"("peak_ratio": { "int32": 77 }, )", "", R"(, "int32": "200 TFLOP/s")")) ==
        "ladder peak.int32: 200 TFLOP/s, 7.7 PFLOP/s\n");
  CHECK(findings_of(spec(R"("peak_ratio": { "bf16": 2 }, )")) == "ladder peak_ratio.bf16: 2, another format's\n");
  CHECK(findings_of(spec(R"("vector": { "bf16": "150 TFLOP/s" }, )")) ==
        "ladder vector.bf16: 150 TFLOP/s, at most 100 TFLOP/s\n");
  CHECK(findings_of(spec(R"("units": { "flops_per_clock": { "fp8": 1 } }, )")) ==
        "clock units.flops_per_clock.fp8: 1, the peak too\n");
}

TEST_CASE("a file can say that a finding is right, but not in vain") {
  const auto accepting = [](const std::string& rule, const std::string& peaks) {
    return spec(R"("accepted": [{ "rule": ")" + rule + R"(", "key": "peak.fp8", "why": "w" }], )", "", peaks);
  };
  CHECK(findings_of(accepting("ladder", R"(, "fp8": "400 TFLOP/s")")).empty());
  CHECK(findings_of(accepting("clock", R"(, "fp8": "400 TFLOP/s")")) ==
        "ladder peak.fp8: 400 TFLOP/s, 200 TFLOP/s\naccepted accepted: clock at peak.fp8, nothing\n");
}
