// Every formula that --explain displays is evaluated, and must give the number displayed below it and in the row.

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "roofline/base/json.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"
#include "support/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;

namespace {

constexpr double kSixDigits = 1e-6;

/// "flops = 2 * B * D * F = 2 * 256 * 8192 * 8192 = 34359738368 FLOP" in its parts.
std::vector<std::string> parts_of(const std::string& step) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t at = step.find(" = "); at != std::string::npos; at = step.find(" = ", start)) {
    parts.push_back(step.substr(start, at - start));
    start = at + 3;
  }
  parts.push_back(step.substr(start));
  return parts;
}

double number_before_unit(const std::string& text) {
  return support::evaluate(text.substr(0, text.find(' ')));
}

support::Names figures_of(const std::string& chip, const Json& row) {
  support::Names names;
  Catalog catalog;
  catalog.add_folder(support::source_path("tests/fixtures"));
  for (const Figure& f : figures(catalog.find(chip))) {
    if (f.value) names[f.path] = *f.value;
  }
  for (const auto& [key, value] : row.members) {
    if (value.kind == Json::Kind::number) names[key] = support::evaluate(value.text);
  }
  return names;
}

const Json& member(const Json& row, std::string_view key) {
  for (const auto& [name, value] : row.members) {
    if (name == key) return value;
  }
  FAIL("no key " << key);
  return row;
}

/// What only an explanation has, and no row.
bool is_own_step(const std::string& key) {
  static const std::set<std::string> kKeys{"V", "operands", "t_operands", "t_x", "t_y", "t_z"};
  return kKeys.contains(key) || key.starts_with("E_") || key.starts_with("link_") || key.starts_with("lacking_");
}

}  // namespace

TEST_CASE("every displayed formula gives the displayed number") {
  const std::vector<std::string> questions{
      "matmul --B 256 --D 8192 --F 8192",
      "matmul --B 7 --D 8190 --F 333",
      "matmul --B 256 --D 8192 --F 8192 --y-dtype int4",
      "matmul --B 1024 --D 8192 --F 8192 --shard D=2",
      "matmul --B 1024 --D 8192 --F 8192 --shard D=4,B=2",
      "matmul --B 256 --D 8192 --F 8192 --over pcie",
      "matmul --B 1024 --D 8192 --F 8192 --shard D=2 --over nic",
      "matmul --B 1024 --D 8192 --F 8192 --shard D=2 --over pcie",
      "matmul --B 256 --D 8192 --F 8192 --shard D=2 --over ici",
      "matmul --B 256 --D 8192 --F 8192 --shard D=4,F=2 --over nvlink",
      "matmul --B 2^40 --D 2^40 --F 2^40",
      "matmul --B 1 --D 1 --F 1",
      "dot --N 12345678",
      "dot --N 1",
      "attention --B 4 --T 8192 --N 32 --H 128",
      "attention --B 4 --T 1 --S 8192 --N 32 --K 8 --H 128 --over pcie",
      "attention --B 4 --T 100 --S 8192 --N 32 --K 8 --H 192 --Hv 128 --window 1000",
      "attention --B 4 --T 100 --S 150 --N 32 --H 128 --window 120",
      "attention --B 4 --T 100 --S 150 --N 32 --H 128 --window 120 --mask chunked",
      "attention --B 4 --T 1 --S 8192 --N 32 --K 1 --H 576 --Hv 512 --values keys --mask full",
      "copy --N 12345678",
      "elementwise --N 12345678 --inputs 3",
      "softmax --B 123 --N 4567 --dtype fp32",
      "norm --B 123 --D 4567 --dtype int4",
      "elementwise --N 12345678 --ops-per-element 7",
      "softmax --B 123 --N 4567 --ops-per-element 5",
      "norm --B 123 --D 4567 --ops-per-element 4 --over pcie",
      "op --flops 1e12 --bytes 3.7GB",
      "op --flops 1e12 --bytes 0",
      "op --flops 0 --bytes 5GB",
  };
  for (const std::string chip : {"tpu-v5e", "h100-sxm", "tpu-v6e", "switched"}) {
    for (const std::string& question : questions) {
      CAPTURE(chip, question);
      const bool tpu = chip.starts_with("tpu");
      if (question.find(tpu ? "over nvlink" : "over ici") != std::string::npos) continue;
      if (chip == "switched" && question.find("nic") + question.find("int4") < 200) continue;  // it has neither
      const bool on_vector_units = question.find("ops-per-element") != std::string::npos;
      if (on_vector_units && chip != "h100-sxm") continue;  // the others give no rate of them
      const support::Outcome outcome =
          support::run(question + " --chip " + chip + " --explain --format json --hardware " +
                       support::source_path("tests/fixtures"));
      REQUIRE(outcome.exit == 0);
      const Json row = parse_json(outcome.out, "row").root;
      support::Names names = figures_of(chip, row);
      names["n"] = question.find("D=4") != std::string::npos ? 4 : 2;
      CHECK(member(row, "explain").items.size() >= 8);
      for (const Json& step : member(row, "explain").items) {
        CAPTURE(step.text);
        const auto parts = parts_of(step.text);
        if (parts.size() == 1) {
          CHECK(step.text.find(": ") != std::string::npos);  // where a figure comes from
          continue;
        }
        REQUIRE(parts.size() >= 3);
        const double shown = number_before_unit(parts.back());
        const bool own_step = is_own_step(parts[0]);
        REQUIRE(names.contains(parts[0]) == !own_step);
        if (!own_step) CHECK_THAT(shown, WithinRel(names[parts[0]], kSixDigits));
        CHECK_THAT(support::evaluate(parts[1], names), WithinRel(shown, kSixDigits));
        CHECK_THAT(support::evaluate(parts[parts.size() - 2], names), WithinRel(shown, kSixDigits));
        names.emplace(parts[0], shown);
      }
    }
  }
}

TEST_CASE("meshes and collectives: every line of numbers gives the number displayed, and that of the row") {
  const std::string two = "einsum 'bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]' --B 1024 --D 8192 --F 8192 ";
  const std::vector<std::string> questions{
      two + "--mesh X=4 --chip v5e",
      two + "--mesh X=4 --strategy gather-first --chip v5p",
      two + "--mesh X=16 --chip h100",
      "einsum 'bf16[B_XY, D] * bf16[D, F] -> bf16[B, F]' --B 4096 --D 8192 --F 8192 --mesh X=4,Y=4 --chip v5p",
      "einsum 'bf16[B, D_X] * bf16[D_Y, F] -> bf16[B, F]' --B 4096 --D 8192 --F 8192 --mesh X=4,Y=8 --chip h100",
      "einsum 'bf16[I_X, J] * bf16[J, K_X] -> bf16[I_X, K]' --I 4096 --J 8192 --K 8192 --mesh 8 --chip mi300x",
      "matmul --B 64 --D 64 --F 8192 --shard D=4,B=2 --chip v5p",
      "matmul --B 1024 --D 16 --F 8192 --shard D=2 --over ici --chip v5e",
      "collective all-gather --size 34MB --mesh X=8,Y=4 --axis Y --chip v5e",
      "collective all-reduce --size-per-chip 34MB --mesh 8 --in-switch --chip h100",
      "collective all-gather --size-per-chip 1kB --mesh 4 --chip v5e",
      "collective all-to-all --size 1GB --mesh X=8,Y=8 --chip h100",
      "collective ragged-all-to-all --size 1GB --k 4 --mesh X=4,Y=4 --chip v5p",
      "collective ragged-all-to-all --size 1GB --k 4 --mesh 64 --chip h100",
      "collective permute --size 1GB --mesh 64 --chip h100",
      "collective broadcast --size 1GB --mesh X=8,Y=2 --axis Y --chip h100",
  };
  for (const std::string& question : questions) {
    CAPTURE(question);
    const support::Outcome outcome = support::run(question + " --explain --format json");
    REQUIRE(outcome.exit == 0);
    const Json row = parse_json(outcome.out, "row").root;
    std::set<std::string> explained;
    for (const Json& step : member(row, "explain").items) {
      CAPTURE(step.text);
      const auto parts = parts_of(step.text);
      if (parts.size() == 1) continue;
      const double shown = number_before_unit(parts.back());
      if (parts.size() == 4) CHECK_THAT(support::evaluate(parts[2]), WithinRel(shown, kSixDigits));
      for (const auto& [key, value] : row.members) {
        if (key != parts[0] || value.kind != Json::Kind::number) continue;
        CHECK_THAT(shown, WithinRel(support::evaluate(value.text), kSixDigits));
        explained.insert(key);
      }
    }
    const bool collective = question.starts_with("collective");
    for (const char* key : {"t_lower", collective ? "t_floor" : "t_upper", collective ? "t_bandwidth" : "t_comp"})
      CHECK(explained.contains(key));
  }
}

TEST_CASE("lines of numbers are plain arithmetic") {
  const support::Outcome outcome =
      support::run("matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e --explain --format json");
  const Json row = parse_json(outcome.out, "row").root;
  for (const Json& step : member(row, "explain").items) {
    const auto parts = parts_of(step.text);
    if (parts.size() == 4) CHECK_NOTHROW(support::evaluate(parts[2]));
  }
}

TEST_CASE("explain names file, line and source of each figure, in the text too") {
  const std::string text = support::run("matmul --B 256 --D 8192 --F 8192 --chip v5e --explain").out;
  CHECK(text.find("from hardware/tpu-v5e.json (built in)") != std::string::npos);
  const Chip chip = Catalog().find("v5e");
  const std::string line = "820 GB/s      line " + std::to_string(line_of(chip, "memory.hbm.bandwidth"));
  CHECK(text.find(line) != std::string::npos);
  CHECK(text.find("[2] JAX source, tpu_info.py") != std::string::npos);
}

TEST_CASE("models: every formula gives the number displayed, and that of the row") {
  for (const std::string asked :
       {"llama-3-8b --phase decode --batch 32 --context 8192 --chip h100",
        "gpt-oss-20b --phase prefill --context 4096 --tp 4 --chip h100",
        "deepseek-v3 --phase decode --batch 64 --context 4096 --tp 8 --dp 2 --ep 16 --chip h200",
        "gemma-3-27b --requests 2x0+2000,8x4000+1 --activations unfused --chip mi300x",
        "mixtral-8x7b --context 4096 --chip h200"}) {
    const support::Outcome outcome = support::run("model " + asked + " --explain --format json");
    CAPTURE(asked, outcome.err);
    REQUIRE(outcome.exit == 0);
    const Json row = parse_json(outcome.out, "row").root;
    support::Names known, names = figures_of(asked.substr(asked.rfind(' ') + 1), row);
    for (const auto& [key, value] : row.members) {
      if (value.kind == Json::Kind::number) known[key] = support::evaluate(value.text);
    }
    for (const Json& step : member(row, "explain").items) {
      CAPTURE(step.text);
      const auto parts = parts_of(step.text);
      if (parts.size() < 3) continue;  // where a figure comes from; parameters by part, which are no keys
      const double shown = number_before_unit(parts.back());
      CHECK_THAT(support::evaluate(parts[parts.size() - 2], names), WithinRel(shown, kSixDigits));
      if (known.contains(parts[0])) CHECK_THAT(shown, WithinRel(known[parts[0]], kSixDigits));
      names[parts[0]] = shown;
    }
    CHECK(names.contains("memory_bytes"));
    CHECK(names.contains("t_step") == (asked.find("--context 4096 --chip h200") == std::string::npos));
  }
}
