#include "roofline/hardware/chip.hpp"

#include <string>
#include <vector>

#include "roofline/base/error.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;

namespace {

const std::string kSmallest =
    R"({ "id": "mine", "peak": { "bf16": "100 TFLOP/s" }, "memory": [{ "name": "hbm", "bandwidth": "1 TB/s" }] })";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kSmallest;
  text.replace(text.find(from), from.size(), to);
  return text;
}

Chip load(const std::string& text) {
  return read_chip(parse_json(text, "mine.json"));
}

/// "place: where: message"
std::string error_of(const std::string& text) {
  try {
    load(text);
  } catch (const Error& e) {
    return e.place + ": " + e.where + ": " + e.message;
  }
  return "no error";
}

}  // namespace

TEST_CASE("the smallest file that works") {
  const Chip chip = load(kSmallest);
  CHECK(chip.id == "mine");
  CHECK(chip.name == "mine");
  CHECK(chip.main().bandwidth->si() == 1e12);
  CHECK_FALSE(chip.main().capacity.has_value());
  CHECK(chip.origin == "mine.json");
}

TEST_CASE("complaints name file, line, column and key path") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {with("100 TFLOP/s", "989 TB/s"), "mine.json:1:35: peak.bf16: expected FLOP/s, got '989 TB/s'"},
      {with("\"100 TFLOP/s\"", "1e14"), "mine.json:1:35: peak.bf16: '1e14' needs a unit"},
      {with("100 TFLOP/s", "100"), "mine.json:1:35: peak.bf16: '100' needs a unit"},
      {with("100 TFLOP/s", "0"), "mine.json:1:35: peak.bf16: must be more than 0"},
      {with("\"100 TFLOP/s\"", "true"), "mine.json:1:35: peak.bf16: expected a string, found true"},
      {with("bf16", "bf61"), "mine.json:1:35: peak: unknown key 'bf61'"},
      {with("\"bf16\": \"100 TFLOP/s\"", ""), "mine.json:1:25: peak: has no dtype"},
      {with("1 TB/s", "1 Tb/s"), "mine.json:1:93: memory[0].bandwidth: expected B/s, got '1 Tb/s'"},
      {with(", \"bandwidth\": \"1 TB/s\"", ""), "mine.json:1:63: memory[0]: main memory needs the key \"bandwidth\""},
      {with("\"hbm\"", "\"comm\""),
       "mine.json:1:73: memory[0].name: 'comm' is a word of its own in keys such as t_comm"},
      {with("\"hbm\"", "\"HBM\""),
       "mine.json:1:73: memory[0].name: 'HBM' must be 1 to 15 of a-z, 0-9 and _, a letter first"},
      {with("\"mine\"", "\"my chip\""), "mine.json:1:9: id: 'my chip' must be of a-z, 0-9, . and -"},
      {with("\"id\": \"mine\", ", ""), "mine.json:1:1: : needs the key \"id\""},
      {with("{ \"id\"", "{ \"chip\": 1, \"id\""), "mine.json:1:11: : unknown key 'chip'"},
      {with("\"mine\"", "\"mine\", \"id\": \"mine\""), "mine.json:1:17: : duplicate key 'id'"},
      {with("\"mine\"", "\"mi\\u0000ne\""), "mine.json:1:9: id: 'mi\\x00ne' has a control or invisible character"},
      {"[]", "mine.json:1:1: : expected an object, found an array"},
  };
  for (const auto& [text, expected] : rows) {
    CAPTURE(text);
    CHECK(error_of(text) == expected);
  }
}

TEST_CASE("aliases are words that --chip takes") {
  const auto named = [](const std::string& alias) {
    return error_of(with("\"peak\"", "\"aliases\": [" + alias + "], \"peak\""));
  };
  CHECK(named("\"my\", \"my-1\"") == "no error");
  for (const std::string alias : {"\"\"", "\"a,b\"", "\"a/b\"", "\"a b\"", "\"a.json\"", "\"-\""})
    CHECK(named(alias).find("is no alias") != std::string::npos);
  for (const std::string alias : {"\"MINE\"", "\"a\", \"A\""})
    CHECK(named(alias).find("is named twice") != std::string::npos);
}

TEST_CASE("a large file is read or refused in no time") {
  std::string text = "{ \"id\": \"mine\", \"peak\": { \"bf16\": \"1 TFLOP/s\" }, \"memory\": [";
  for (int i = 0; i < 60000; ++i)
    text +=
        (i > 0 ? ",\n" : "") + std::string("{ \"name\": \"m") + std::to_string(i) + "\", \"bandwidth\": \"1 TB/s\" }";
  CHECK(error_of(text + "] }").find("memory: has more than 16 entries") != std::string::npos);
}

TEST_CASE("wires have a shape, a reach and a rule for wrapping") {
  const auto tier = [](const std::string& body) {
    return with("\"peak\"",
                R"("interconnect": [{ "name": "x", "link_bandwidth": "1 GB/s", )" + body + R"( }], "peak")");
  };
  CHECK(error_of(tier(R"("topology": "switch")")).ends_with("interconnect[0]: needs the key \"domain_size\""));
  CHECK(error_of(tier(R"("topology": "star", "domain_size": 8)")).find("unknown topology 'star'") != std::string::npos);
  CHECK(error_of(tier(R"("topology": "torus2d", "domain_size": 8, "dims": [4], "wrap": "always")"))
            .find("expected an array of 2 lengths") != std::string::npos);
  CHECK(error_of(tier(R"("topology": "ring", "domain_size": 8, "dims": [8], "wrap": "sometimes")"))
            .find("unknown wrap rule 'sometimes'") != std::string::npos);
  CHECK(error_of(tier(R"("topology": "ring", "domain_size": 9, "dims": [8], "wrap": "always")"))
            .find("is 9, but dims make 8 chips") != std::string::npos);
  CHECK(error_of(tier(R"("topology": "host", "dims": [8])")).find("unknown key 'dims'") != std::string::npos);
  const Chip chip =
      load(tier(R"("topology": "torus3d", "domain_size": 64, "dims": [4, 4, 4], "wrap": "axis % 4 == 0", "links": 6)"));
  CHECK(chip.interconnect[0].wrap.when == WrapRule::When::multiple_of);
  CHECK(chip.interconnect[0].wrap.length == 4);
  CHECK(chip.interconnect[0].path_bandwidth()->si() == 1e9);
  CHECK(*load(tier(R"("topology": "full_mesh", "domain_size": 8, "links": 7)")).interconnect[0].path_bandwidth() ==
        BytesPerSecond::from_si(1e9));
  CHECK(*load(tier(R"("topology": "switch", "domain_size": 8, "links": 7)")).interconnect[0].path_bandwidth() ==
        BytesPerSecond::from_si(7e9));
}

TEST_CASE("sources, alternatives and what they speak of") {
  const auto cited = [](const std::string& covers, const std::string& alternative) {
    return with("\"peak\"", R"("sources": [{ "title": "t", "access": "read", "date": "2026", "covers": [)" + covers +
                                R"(] }], "alternatives": [)" + alternative + R"(], "peak")");
  };
  CHECK(error_of(cited("\"peak.bf16\", \"memory\"", "")) == "no error");
  CHECK(error_of(cited("\"peak.bf61\"", "")).find("'peak.bf61' is no figure of this chip") != std::string::npos);
  CHECK(error_of(cited("", R"({ "path": "peak.bf16", "value": "90 TFLOP/s", "source": 2 })"))
            .find("there is no source 2, of 1") != std::string::npos);
  CHECK(error_of(cited("", R"({ "path": "peak.bf16", "value": "90 TB/s", "source": 1 })")).find("expected FLOP/s") !=
        std::string::npos);
  CHECK(error_of(cited("", R"({ "path": "peak.fp8", "value": "90 TFLOP/s", "source": 1 })"))
            .find("no figure of its own") != std::string::npos);
  const Chip chip = load(cited("\"peak\"", R"({ "path": "peak.bf16", "value": "90 TFLOP/s", "source": 1 })"));
  CHECK(sources_of(chip, "peak.bf16") == std::vector<std::size_t>{1});
  CHECK(sources_of(chip, "memory.hbm.bandwidth").empty());
  CHECK(chip.alternatives[0].ratio == 0.9);
}

TEST_CASE("a source covers a figure and what lies below it, no namesake") {
  CHECK(is_under("memory.hbm.bandwidth", "memory.hbm"));
  CHECK(is_under("memory.hbm", "memory.hbm"));
  CHECK_FALSE(is_under("memory.hbm2.bandwidth", "memory.hbm"));
  CHECK_FALSE(is_under("memory", "memory.hbm"));
}

TEST_CASE("figures have paths, and can be overlaid") {
  const Chip chip = load(kSmallest);
  CHECK(figure(chip, "memory.main.bandwidth").path == "memory.hbm.bandwidth");
  CHECK(with_figure(chip, "memory.main.bandwidth", 5e12).main().bandwidth->si() == 5e12);
  CHECK(chip.main().bandwidth->si() == 1e12);
  CHECK(figure(with_figure(chip, "peak.fp8", 2e14), "peak.fp8").value == 2e14);
  CHECK_FALSE(figure(chip, "peak.fp8").value.has_value());
  CHECK_THROWS_AS(figure(chip, "memory.l2.bandwidth"), Error);
  CHECK_THROWS_AS(figure(chip, "peak"), Error);
  CHECK_THROWS_AS(with_figure(chip, "bandwidth", 1), Error);
  const Chip h100 = Catalog().find("h100");
  CHECK_FALSE(with_figure(h100, "memory.hbm.capacity", 1e11).main().usable.has_value());
}

TEST_CASE("names match whole, case aside; users' chips add, and replace only when they say so") {
  Catalog catalog;
  CHECK(catalog.find("TPU-V5E").id == "tpu-v5e");
  CHECK(catalog.find("V5e").id == "tpu-v5e");
  for (const auto* name : {"tpu-v5", "h10", "h100-sxm-", "", "tpu", "v5e "}) CHECK_THROWS_AS(catalog.find(name), Error);
  CHECK(catalog.add(kSmallest, "mine.json") == "mine");
  CHECK(catalog.find("mine").origin == "mine.json");
  CHECK(catalog.ids().back() == "mine");
  CHECK_THROWS_AS(catalog.add(kSmallest, "again.json"), Error);
  CHECK_THROWS_AS(catalog.add(with("\"mine\"", "\"tpu-v5e\""), "v5e.json"), Error);
  CHECK_THROWS_AS(catalog.add(with("\"mine\"", "\"other\", \"aliases\": [\"H100\"]"), "other.json"), Error);
  CHECK(catalog.add(with("\"mine\"", "\"tpu-v5e\", \"override\": true, \"aliases\": [\"v5e\"]"), "v5e.json") ==
        "tpu-v5e");
  CHECK(catalog.find("v5e").main().bandwidth->si() == 1e12);
  Catalog nameless;
  nameless.add(with("\"mine\"", "\"tpu-v5e\", \"override\": true"), "v5e.json");
  CHECK(nameless.find("v5e").main().bandwidth->si() == 1e12);  // every name of the replaced chip
  CHECK(nameless.find("v5litepod").standing == Chip::Standing::replacing);
}

TEST_CASE("a folder gives all its chips but the schema") {
  const support::TemporaryFile file(kSmallest, "mine.json");
  const support::TemporaryFile nothing("", "readme.txt");
  Catalog catalog;
  catalog.add_folder(file.folder());
  CHECK(catalog.find("mine").id == "mine");
  CHECK_THROWS_AS(catalog.add_folder(nothing.folder()), Error);
  CHECK_THROWS_AS(catalog.add_folder("/nope"), Error);
  Catalog shipped;
  CHECK_THROWS_AS(shipped.add_folder(support::source_path("hardware")), Error);  // the same ids, without override
}
