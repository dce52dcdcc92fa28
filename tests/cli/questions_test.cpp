// --solve, --for and --sensitivity: the answers hold when they are asked again as plain questions.

#include "cli/inputs.hpp"
#include "roofline/base/records.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::has;
using support::run;

namespace {

struct Solved {
  std::string critical, whole, holds;
};

/// The answer of a question with --solve; empty texts where there is none.
Solved solve(const std::string& question) {
  const auto outcome = run(question + " --format csv --get critical,critical_whole,holds");
  CAPTURE(question, outcome.err);
  REQUIRE(outcome.exit == 0);
  Records rows(read_string(outcome.out), "answer");
  REQUIRE(rows.next());
  const auto text = [&](std::size_t i) { return std::string(rows.fields()[i].text); };
  return {text(0), text(1), text(2)};
}

bool holds(const std::string& question, const std::string& condition) {
  const auto outcome = run(question + " --assert '" + condition + "' --get t_lower");
  CAPTURE(question, condition, outcome.err);
  REQUIRE(outcome.exit <= 1);
  return outcome.exit == 0;
}

/// The question of an op with every input but one given.
std::string question_without(const Op& op, std::size_t left_out) {
  std::string text(op.name);
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const FieldInfo& field = op.fields[i];
    if (field.given != Given::always || i == left_out) continue;
    text += " --" + cli::flag_of(field) + (field.kind == FieldKind::bytes ? " 4MB" : " 4096");
  }
  return text + " --chip v5e";
}

const std::vector<std::string> kConditions{"t_lower <= 1ms",           "t_lower < 50us",     "t_upper >= 2ms",
                                           "intensity >= 50",          "margin > 0.5",       "fits == true",
                                           "regime == compute-bound",  "bottleneck == hbm",  "regime != compute-bound",
                                           "attainable >= 100TFLOP/s", "memory_bytes <= 1GB"};

}  // namespace

TEST_CASE("every input of every op solves for every condition, true on one side and false on the other") {
  int crossings = 0;
  for (const Op& op : ops()) {
    for (std::size_t i = 0; i < op.fields.size(); ++i) {
      const FieldInfo& field = op.fields[i];
      if (field.kind != FieldKind::count || field.given != Given::always) continue;
      for (const std::string& condition : kConditions) {
        const std::string question = question_without(op, i), flag = " --" + cli::flag_of(field) + " ";
        CAPTURE(question, field.name, condition);
        const Solved s = solve(question + " --solve " + std::string(field.name) + " --for '" + condition + "'");
        if (s.whole.empty()) {
          CHECK((s.holds == "always" || s.holds == "never"));
          CHECK(holds(question + flag + "1", condition) == (s.holds == "always"));
          CHECK(holds(question + flag + "1e12", condition) == (s.holds == "always"));
          continue;
        }
        ++crossings;
        const auto whole = std::stoll(s.whole), other = whole + (s.holds == "above" ? -1 : 1);
        CHECK(holds(question + flag + std::to_string(whole), condition));
        CHECK_FALSE(holds(question + flag + std::to_string(other), condition));
      }
    }
  }
  CHECK(crossings >= 20);
}

TEST_CASE("every figure of a chip solves, true on one side and false on the other") {
  const std::string question = "matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e";
  int crossings = 0;
  for (const Figure& figure : figures(Catalog().find("v5e"))) {
    if (figure.path.ends_with("domain_size")) continue;
    for (const std::string condition :
         {"regime == compute-bound", "t_lower <= 360us", "t_upper <= 500us", "fits == true"}) {
      CAPTURE(figure.path, condition);
      const Solved s = solve(question + " --solve " + figure.path + " --for '" + condition + "'");
      if (s.critical.empty()) {
        CHECK(holds(question, condition) == (s.holds == "always"));
        continue;
      }
      ++crossings;
      const double critical = std::stod(s.critical);
      const std::string unit(figure.dim == Bytes::dim ? "B" : figure.dim == BytesPerSecond::dim ? "B/s" : "FLOP/s");
      const auto at = [&](double factor) {
        return question + " --set " + figure.path + "=" + std::to_string(critical * factor) + unit;
      };
      CHECK(holds(at(1 + 1e-6), condition) == (s.holds == "above"));
      CHECK(holds(at(1 - 1e-6), condition) == (s.holds == "below"));
    }
  }
  CHECK(crossings >= 6);
}

TEST_CASE("figures and conditions worked by hand") {
  // 136314880 bytes in the time of 8589934592 FLOP at 197 TFLOP/s.
  CHECK_THAT(std::stod(solve("matmul --B 64 --D 8192 --F 8192 --chip tpu-v5e --solve memory.hbm.bandwidth "
                             "--for 'regime == compute-bound'")
                           .critical),
             WithinRel(136314880 / (8589934592 / 197e12), 1e-12));
  // 2 * 7368 * 8192^2 = 988916219904 <= 989e9 < 2 * 7369 * 8192^2 = 989050437632.
  const Solved b = solve("matmul --D 8192 --F 8192 --chip h100 --solve B --for 't_lower <= 1ms'");
  CHECK(b.whole == "7368");
  CHECK(b.holds == "below");
  CHECK_THAT(std::stod(b.critical), WithinRel(989e9 / (2.0 * 8192 * 8192), 1e-12));
  // Beside a kink: compute takes over at 255.213, and 174 us are reached on its line, at 174e-6 * 197e12 / 2 / 8192^2.
  const std::string v5e = "matmul --D 8192 --F 8192 --chip v5e --solve B ";
  const double ridge = std::stod(run(v5e + "--get critical").out);
  CHECK_THAT(std::stod(solve(v5e + "--for 'mfu_max >= 1'").critical), WithinRel(ridge, 1e-9));
  CHECK_THAT(std::stod(solve(v5e + "--for 't_lower <= 174us'").critical),
             WithinRel(174e-6 * 197e12 / (2.0 * 8192 * 8192), 1e-12));
  const double split = std::stod(run(v5e + "--shard B=16 --get critical").out);
  CHECK_THAT(std::stod(solve(v5e + "--shard B=16 --for 'mfu_max >= 1'").critical), WithinRel(split, 1e-9));
  // A strict condition is not yet true where both sides are equal: 2e6 B FLOP at 1e14 is 1 ms at B = 50000.
  const std::string toy = "matmul --D 1000 --F 1000 --chip " + support::source_path("tests/fixtures/toy.json");
  CHECK(solve(toy + " --solve B --for 't_lower <= 1ms'").whole == "50000");
  CHECK(solve(toy + " --solve B --for 't_lower < 1ms'").whole == "49999");
  CHECK(solve(toy + " --solve B --for 't_lower >= 1ms'").whole == "50000");
  CHECK(solve(toy + " --solve B --for 't_lower > 1ms'").whole == "50001");
  // A figure that is a plain number has a whole answer.
  CHECK(solve("op --flops 1e12 --bytes 1GB --chip h100 --over nvlink --solve interconnect.nvlink.links "
              "--for 't_comm <= 1ms'")
            .whole == "40");
}

TEST_CASE("what comes nearest is looked for among all chip counts") {
  // t_lower over 1, 2, 4, 8 chips: 139.0, 69.48, 55.92 and 65.24 us.
  const std::string question = "matmul --B 1024 --D 8192 --F 8192 --chip h100 --solve shard_D ";
  CHECK(has(run(question + "--for 't_lower <= 55us'").out, "t_lower <= 55us for no valid"));
  CHECK(has(run(question + "--for 't_lower <= 55us'").out, "55.92 us"));
  CHECK(has(run(question + "--for 't_lower >= 55us'").out, "55.92 us"));
}

TEST_CASE("neighbours are told apart, and from the limit, in as many digits as it takes") {
  const std::string out = run("matmul --D 8192 --F 8192 --chip v5e --solve B --for 'intensity >= 4095.9'").out;
  CHECK(has(out, "B=167768064"));
  CHECK(has(out, "(4095.899999999404)"));
  CHECK(has(run("matmul --D 8192 --F 8192 --chip v5e --solve B --for 'memory_bytes <= 1GiB'").out, "(1073774592 B)"));
}

TEST_CASE("bad questions") {
  const std::string question = "matmul --B 8 --D 8 --F 8 --chip v5e ";
  CHECK(has(run(question + "--solve peak.bf61").err, "--solve: tpu-v5e has no figure 'peak.bf61'"));
  CHECK(has(run(question + "--solve interconnect.ici.domain_size").err, "no time depends on"));
  CHECK(has(run(question + "--solve B --for 'speed > 1'").err, "--for: unknown key 'speed'"));
  CHECK(has(run(question + "--solve B --for 'regime == memory-bound'").err, "'bottleneck == hbm'"));
  CHECK(has(run(question + "--solve B --for 'D == 8'").err, "--for: D does not change with B"));
  CHECK(has(run(question + "--solve B --for 'chip == tpu-v5e'").err, "--for: chip does not change with B"));
  CHECK(has(run(question + "--solve B --for 'flops == 1024'").err, "--for: a figure is equal at one point at most"));
  CHECK(has(run(question + "--solve B --for fast").err, "--for: 'fast' is not KEY OP VALUE"));
  CHECK(has(run(question + "--solve B --measured 1us").err, "--measured: does not go with --solve"));
  CHECK(
      has(run(question + "--explain --sensitivity").err, "--explain: goes with neither --measured nor --sensitivity"));
  CHECK(
      has(run(question + "--explain --measured 1us").err, "--explain: goes with neither --measured nor --sensitivity"));
  CHECK(has(run(question + "--solve B --sensitivity").err, "--sensitivity: does not go with --solve"));
}

TEST_CASE("sensitivity is what --set says") {
  // 1% more of each figure, asked as a question of its own.
  const std::string question = "matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e";
  const auto times = [&](const std::string& more) {
    const std::string out = run(question + more + " --get t_lower,t_upper").out;
    return std::pair(std::stod(out), std::stod(out.substr(out.find('\t'))));
  };
  const auto before = times("");
  const std::vector<std::pair<std::string, std::string>> resources{
      {"compute", "peak.bf16=198.97TFLOP/s"},
      {"hbm", "memory.hbm.bandwidth=828.2GB/s"},
      {"ici", "interconnect.ici.link_bandwidth=45.45GB/s"}};
  for (const auto& [resource, setting] : resources) {
    CAPTURE(resource);
    const auto after = times(" --set " + setting);
    const std::string out =
        run(question + " --sensitivity --get lower_change_" + resource + ",upper_change_" + resource).out;
    CHECK_THAT(std::stod(out) + 1, WithinRel(after.first / before.first, 1e-12));
    CHECK_THAT(std::stod(out.substr(out.find('\t'))) + 1, WithinRel(after.second / before.second, 1e-12));
  }
  CHECK(run(question + " --sensitivity --get raise_first").out == "ici\n");
  CHECK(run(question + " --sensitivity --assert 'lower_change_ici <= -0.5%'").exit == 0);
  CHECK(run(question + " --sensitivity --assert 'lower_change_ici <= -2%'").exit == 1);
  CHECK(run("op --flops 0 --bytes 0 --chip v5e --sensitivity --get raise_first").out == "\n");
}
