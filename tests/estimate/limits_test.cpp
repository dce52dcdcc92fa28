#include "roofline/estimate/limits.hpp"

#include <algorithm>

#include "roofline/base/error.hpp"
#include "roofline/estimate/estimate.hpp"
#include "support/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using namespace roofline;
using namespace roofline::unit;

namespace {

Chip fixture(const std::string& name) {
  return read_chip(parse_json(support::read(support::source_path("tests/fixtures/" + name + ".json")), name));
}
/// 100 TFLOP/s bf16, 200 int8; hbm 1 TB/s; a torus of two axes, 50 GB/s a link: alpha = 100T / 100G = 1000; nic 10
/// GB/s.
Chip toy() {
  return fixture("toy");
}
Chip toy_of(Topology topology, std::vector<std::int64_t> dims) {
  Chip chip = toy();
  chip.interconnect[0].topology = topology;
  chip.interconnect[0].dims = std::move(dims);
  return chip;
}
/// 400 TFLOP/s; a switch of 8, 10 links of 20 GB/s: alpha_g = 400T / 200G = 2000; NICs of 12.5 GB/s: alpha_n = 4000.
Chip switched() {
  Chip chip = fixture("switched");
  chip.nic = 12.5 * GB / s;
  return chip;
}

bool is_known(const Limits& found, const std::string& rule) {
  return std::any_of(found.rules.begin(), found.rules.end(), [&](const Limit& l) { return l.rule == rule; });
}

double value_of(const Limits& found, const std::string& rule) {
  CAPTURE(rule);
  REQUIRE(is_known(found, rule));
  return std::find_if(found.rules.begin(), found.rules.end(), [&](const Limit& l) { return l.rule == rule; })->value;
}

double symbol_of(const Limits& found, const std::string& name) {
  for (const LimitSymbol& symbol : found.symbols) {
    if (symbol.name == name) return symbol.value;
  }
  FAIL("no symbol " << name);
  return 0;
}

struct Row {
  LimitInputs inputs;
  std::string rule;
  double value;
};

void check_rows(const Chip& chip, const std::vector<Row>& rows) {
  for (const Row& row : rows) CHECK_THAT(value_of(limits(chip, row.inputs), row.rule), WithinRel(row.value, 1e-12));
}

}  // namespace

TEST_CASE("a torus of two axes, by hand") {
  check_rows(toy(), {
                        {{}, "dp or fsdp, 1 axis", 1000},
                        {{}, "dp or fsdp, 2 axes", 500},
                        {{.f = 8000}, "tp, 1 axis", 8},
                        {{.f = 8000}, "tp, 2 axes", 16},
                        {{.f = 8000}, "fsdp + tp, overlapped", 125},
                        // 4 B D 8000 l / 100T = 2 B D / 50G
                        {{.f = 8000}, "pp stage, no bubbles", 0.125},
                        {{.f = 8000}, "fsdp + tp, in turn", 500},
                        {{.f = 8000, .b = 32000, .n = 400}, "fsdp + tp, best X", 40},
                        {{.y = 4}, "fsdp beside tp of Y", 250},
                        {{}, "dp over dcn", 10000},
                        {{.e = 64, .k = 4}, "dp or fsdp, 1 axis", 16000},
                        {{.e = 64, .k = 4}, "dp or fsdp, 2 axes", 8000},
                        {{.e = 64, .k = 4, .y = 4}, "fsdp beside tp of Y", 4000},
                        {{.e = 64, .k = 4}, "dp over dcn", 160000},
                        {{.f = 8000, .e = 64, .k = 4}, "ep, 1 axis", 32},
                        {{.f = 8000, .b = 40}, "tp, decode of B tokens", 20},
                    });
  CHECK(!is_known(limits(toy(), {}), "dp or fsdp, 3 axes"));
}

TEST_CASE("three axes and one") {
  check_rows(toy_of(Topology::torus3d, {4, 4, 4}), {
                                                       {{}, "dp or fsdp, 3 axes", 1000.0 / 3},
                                                       {{.f = 8000}, "tp, 2 axes", 16},
                                                       {{.f = 8000}, "fsdp + tp, overlapped", 62.5},
                                                       {{.f = 8000}, "fsdp + tp, in turn", 250},
                                                       {{.f = 8000, .b = 16000, .n = 400}, "fsdp + tp, best X", 40},
                                                       {{.y = 4}, "fsdp beside tp of Y", 125},
                                                   });
  CHECK(!is_known(limits(toy_of(Topology::torus3d, {4, 4, 4}), {.f = 8000}), "tp, 3 axes"));
  const Limits ring = limits(toy_of(Topology::ring, {12}), {.f = 8000, .y = 4});
  CHECK(value_of(ring, "dp or fsdp, 1 axis") == 1000);
  CHECK(value_of(ring, "tp, 1 axis") == 8);
  for (const std::string rule : {"dp or fsdp, 2 axes", "tp, 2 axes", "fsdp + tp, overlapped", "fsdp beside tp of Y"})
    CHECK(!is_known(ring, rule));
}

TEST_CASE("a switch, by hand") {
  check_rows(switched(), {
                             {{}, "dp or fsdp, in a node", 2000},
                             {{}, "dp or fsdp, over nodes", 4000},
                             {{.x = 4}, "dp or fsdp, X nodes", 3000},
                             {{.y = 4}, "dp or fsdp, over nodes", 4000},
                             {{.y = 32}, "dp or fsdp, over nodes", 1000},
                             {{.e = 64, .k = 4, .x = 4, .y = 32}, "dp or fsdp, X nodes", 12000},
                             {{.e = 64, .k = 4}, "dp or fsdp, in a node", 32000},
                             {{.f = 8000}, "tp, in a node", 4},
                             {{.f = 16000}, "tp, 2 nodes", 12},
                             // 4 B D 8000 l / (8 * 400T) = 2 B D / 100G
                             {{.f = 8000}, "pp stage, no bubbles", 2},
                             {{.e = 64, .k = 4}, "ep over any chips", 32000},
                             {{.e = 64, .k = 4, .z = 16}, "ep over Z chips", 8000},
                             {{.e = 64, .k = 4, .z = 64}, "ep over Z chips", 28000},
                             {{.f = 8000, .b = 40}, "tp, decode of B tokens", 20},
                         });
  CHECK(!is_known(limits(switched(), {.e = 64, .k = 4, .z = 8}), "ep over Z chips"));
}

TEST_CASE("a full mesh counts all links of a chip") {
  Chip chip = switched();
  chip.interconnect[0].topology = Topology::full_mesh;
  CHECK(value_of(limits(chip, {}), "dp or fsdp, in a node") == 2000);
}

TEST_CASE("at its limit a rule's two times are equal") {
  // Backward, one layer of two matmuls over 64 chips on one axis: 8 (B/X) D F / C against 8 D F / W.
  const Limits found = limits(toy(), {.f = 8000, .b = 32000, .n = 400});
  const double c = symbol_of(found, "C"), w = symbol_of(found, "W"), d = 4096, f = 8000;
  CHECK_THAT(8 * value_of(found, "dp or fsdp, 1 axis") * d * f / c, WithinRel(8 * d * f / w, 1e-12));
  const double y = value_of(found, "tp, 1 axis"), b = 512;
  CHECK_THAT(4 * b * d * f / (y * c), WithinRel(4 * b * d / w, 1e-12));
  // Forward at the best X: t_fsdp = 4DF / (Y W) and t_tp = 4BD / (X W) are one, and so is t_math at the limit.
  const double n = 400, batch = n * value_of(found, "fsdp + tp, overlapped");
  const double x =
      value_of(limits(toy(), {.f = 8000, .b = static_cast<std::int64_t>(batch), .n = 400}), "fsdp + tp, best X");
  CHECK_THAT(4 * d * f / (n / x * w), WithinRel(4 * batch * d / (x * w), 1e-12));
  CHECK_THAT(4 * batch * d * f / (n * c), WithinRel(4 * batch * d / (x * w), 1e-12));
  // Decode: 2DF / (Y W_hbm) against 2BD / W.
  const double few = 40, wide = value_of(limits(toy(), {.f = 8000, .b = 40}), "tp, decode of B tokens");
  CHECK_THAT(2 * d * f / (wide * 1e12), WithinRel(2 * few * d / w, 1e-12));
}

TEST_CASE("elements of another size carry another load") {
  CHECK(value_of(limits(toy(), {.dtype = Dtype::int8}), "dp or fsdp, 1 axis") == 1000);  // 1 / 2 * 200T / 100G
  CHECK(value_of(limits(toy(), {.dtype = Dtype::fp4}), "dp or fsdp, 1 axis") == 1000);   // 0.5 / 2 * 400T / 100G
  CHECK(value_of(limits(toy(), {.f = 8000, .dtype = Dtype::int8}), "tp, 1 axis") == 8);
  CHECK(value_of(limits(toy(), {.dtype = Dtype::int8}), "dp over dcn") == 10000);
}

TEST_CASE("the decode rule holds while weights bind") {
  // The ridge of hbm is 100 FLOP/B: from 100 tokens on compute binds.
  CHECK(is_known(limits(toy(), {.f = 8000, .b = 99}), "tp, decode of B tokens"));
  CHECK(!is_known(limits(toy(), {.f = 8000, .b = 100}), "tp, decode of B tokens"));
  CHECK(!is_known(limits(toy(), {.b = 40}), "tp, decode of B tokens"));
}

TEST_CASE("every formula gives its value") {
  const LimitInputs all{.f = 8000, .b = 40, .n = 64, .e = 64, .k = 4, .x = 4, .y = 32, .z = 64};
  for (LimitInputs inputs : {LimitInputs{}, LimitInputs{.f = 5000}, LimitInputs{.f = 5000, .y = 2}, all}) {
    for (const Chip& chip : {toy(), toy_of(Topology::torus3d, {4, 4, 4}), toy_of(Topology::ring, {4}), switched()}) {
      for (const Dtype dtype : {Dtype::bf16, Dtype::int8}) {
        if (dtype == Dtype::int8 && chip.id == "switched") continue;
        inputs.dtype = dtype;
        const Limits found = limits(chip, inputs);
        support::Names names;
        for (const LimitSymbol& symbol : found.symbols) names[symbol.name] = symbol.value;
        for (const Limit& limit : found.rules) {
          CAPTURE(chip.id, limit.rule, limit.formula);
          CHECK_THAT(support::evaluate(limit.formula, names), WithinRel(limit.value, 1e-12));
        }
      }
    }
  }
}

TEST_CASE("what is left out is told") {
  const auto has_note = [](const Limits& found, const std::string& part) {
    return std::any_of(found.notes.begin(), found.notes.end(), [&](const auto& n) { return support::has(n, part); });
  };
  Chip alone = toy();
  alone.nic.reset();
  CHECK(has_note(limits(alone, {}), "dp over dcn is left out: toy gives no bandwidth for nic"));
  CHECK(has_note(limits(fixture("switched"), {}), "rules beyond a node are left out: switched gives no"));
  CHECK(has_note(limits(toy(), {}), "--F gives the rules of tp and of fsdp + tp"));
  CHECK(limits(toy(), {.f = 8000}).notes.empty());
}

TEST_CASE("what a chip lacks, and inputs that contradict each other") {
  Chip chip = toy();
  chip.interconnect.erase(chip.interconnect.begin());
  CHECK(support::error_of([&] { limits(chip, {}); }).message == "toy has no link to another chip");
  CHECK_THROWS_AS(limits(chip, {}), Lack);
  chip = toy();
  chip.interconnect[0].link_bandwidth.reset();
  CHECK(support::error_of([&] { limits(chip, {}); }).message == "toy gives no bandwidth for ici");
  CHECK_THROWS_AS(limits(toy_of(Topology::mesh2d, {4, 4}), {}), Lack);
  CHECK_THROWS_AS(limits(switched(), {.dtype = Dtype::int8}), Lack);
  CHECK(support::has(support::error_of([&] { limits(toy(), {.e = 8}); }).message, "--E and --k go together"));
  CHECK(support::has(support::error_of([&] { limits(toy(), {.k = 8}); }).message, "--E and --k go together"));
  CHECK(support::has(support::error_of([&] { limits(toy(), {.e = 2, .k = 4}); }).message, "--k: of 2 experts 4"));
  CHECK(support::has(support::error_of([&] { limits(toy(), {.x = 1}); }).message, "--X: one node"));
}
