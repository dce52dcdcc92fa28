// `roofline limits`: its text, its rows, and what it refuses.

#include <algorithm>
#include <string>

#include "cli/command.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using support::has;

namespace {

const std::string kFixtures = " --hardware " + support::source_path("tests/fixtures");

support::Outcome limits(const std::string& flags) {
  return support::run("limits" + kFixtures + " " + flags);
}

/// The limit of a rule, as it is printed bare.
std::string limit_of(const std::string& flags, const std::string& rule) {
  const std::string out = "\n" + limits(flags + " --get rule,limit").out;
  const std::size_t start = out.find("\n" + rule + "\t");
  if (start == std::string::npos) return "";
  const std::size_t value = start + rule.size() + 2;
  return out.substr(value, out.find('\n', value) - value);
}

}  // namespace

TEST_CASE("text: the question, the rules, what their names mean") {
  CHECK(limits("--F 32768 --chip tpu-v5p --set peak.bf16=459TFLOP/s").out ==
        R"(limits F=32768 bf16 on tpu-v5p with peak.bf16=459TFLOP/s: past these,
communication binds

  rule                    limit                    formula
  dp or fsdp, 1 axis      >= 2550 tokens a chip    alpha = C / W = 459T / 180G
  dp or fsdp, 2 axes      >= 1275 tokens a chip    alpha / 2
  dp or fsdp, 3 axes      >= 850.0 tokens a chip   alpha / 3
  tp, 1 axis              <= 12.85 chips           F / alpha
  tp, 2 axes              <= 25.70 chips           2 * F / alpha
  fsdp + tp, overlapped   >= 99.22 tokens a chip   alpha^2 / (2 * F)
  fsdp + tp, in turn      >= 396.9 tokens a chip   4 * alpha^2 / (2 * F)
  dp over dcn             >= 73440 tokens a slice  C / W_dcn = 459T / 6.25G
  pp stage, no bubbles    >= 0.07782 layers        alpha / F

  C = peak.bf16, W = one axis both ways (2 x 90 GB/s), alpha = 2550 FLOP/B
)");
}

TEST_CASE("no line of text passes 80 columns") {
  for (const std::string flags :
       {"--F 9007199254740992 --B 9007199254740992 --N 9007199254740992 --chip v5p",
        "--F 1 --E 9007199254740992 --k 1 --Y 2 --B 2 --chip v5p --dtype int8",
        "--F 1 --E 512 --k 8 --X 9007199254740992 --Y 9007199254740992 --Z 9007199254740992 --chip h100",
        "--F 4096 --chip '*'", "--F 4096,8192 --chip toy,switched --dtype bf16"}) {
    CAPTURE(flags);
    const support::Outcome outcome = limits(flags);
    CHECK(outcome.exit == 0);
    std::size_t start = 0;
    for (std::size_t end; (end = outcome.out.find('\n', start)) != std::string::npos; start = end + 1) {
      CAPTURE(outcome.out.substr(start, end - start));
      CHECK(end - start <= 80);
    }
  }
}

TEST_CASE("a row a rule, in every machine format") {
  const support::Outcome json = limits("--F 8000 --chip toy --format json");
  CHECK(json.out.starts_with(R"([{"schema":1,"command":"limits","chip":"toy","F":8000,"dtype":"bf16",)"
                             R"("rule":"dp or fsdp, 1 axis","relation":">=","limit":1000,"unit":"tokens a chip",)"
                             R"("formula":"C / W","numbers":"100000000000000 / 100000000000",)"
                             R"("notes":["toy: figures from )"));
  CHECK(has(json.out, R"("rule":"tp, 2 axes","relation":"<=","limit":16,"unit":"chips","formula":"2 * F / alpha",)"
                      R"("numbers":"2 * 8000 / 1000")"));
  const support::Outcome csv = limits("--F 8000 --chip toy --format csv --get rule,limit,unit");
  CHECK(csv.out.starts_with("rule,limit,unit\n\"dp or fsdp, 1 axis\",1000,tokens a chip\n"));
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 9);
  CHECK(has(limits("--F 8000 --chip toy --format jsonl").out, "\n{\"schema\":1,"));
  CHECK(has(limits("--F 8000 --chip toy --format markdown").out, R"(| 4 \* alpha^2 / F |)"));
}

TEST_CASE("inputs that were given are keys, those that were not are none") {
  const support::Outcome some = limits("--F 8000 --B 32000 --N 400 --chip toy --format csv");
  CHECK(some.out.starts_with("schema,command,chip,F,B,N,dtype,rule,relation,limit,unit,formula,numbers,notes\n"));
  CHECK(limits("--chip toy --get F").exit == 2);
}

TEST_CASE("chips and inputs sweep") {
  const support::Outcome chips = limits("--F 8000 --chip toy,switched --get chip,rule,limit");
  CHECK(has(chips.out, "toy\ttp, 1 axis\t8\n"));
  CHECK(has(chips.out, "switched\ttp, in a node\t4\n"));
  const support::Outcome table = limits("--F 8000,16000 --chip toy,switched");
  CHECK(has(table.out, "limits bf16: past these, communication binds\n\nchip          F  rule "));
  CHECK(has(table.out, "\ntoy       16000  tp, 1 axis "));
  CHECK(has(table.out, "\nnote: rules beyond a node are left out: switched gives no bandwidth for nic\n"));
  CHECK(has(limits("--chip toy --set nic.bandwidth=10GB/s,20GB/s --get rule,limit").out, "dp over dcn\t5000\n"));
  CHECK(has(limits("--F 8000 --dtype bf16,int8 --chip toy --get dtype,rule,limit").out, "int8\ttp, 1 axis\t8\n"));
}

TEST_CASE("--set and --dtype change the figures") {
  CHECK(limit_of("--chip toy", "dp or fsdp, 1 axis") == "1000");
  CHECK(limit_of("--chip toy --set peak.bf16=50TFLOP/s", "dp or fsdp, 1 axis") == "500");
  CHECK(limit_of("--chip toy --set interconnect.ici.link_bandwidth=25GB/s", "dp or fsdp, 1 axis") == "2000");
  CHECK(limit_of("--chip switched --set nic.bandwidth=100Gb/s", "dp or fsdp, over nodes") == "4000");
  const support::Outcome int8 = limits("--chip toy --dtype int8");
  CHECK(has(int8.out, "  alpha = b / 2 * C / W\n"));
  CHECK(has(int8.out, "C = peak.int8, b = 1 B an element, "));
}

TEST_CASE("what has no part in the answer is told") {
  CHECK(has(limits("--X 4 --chip toy").out, "note: X has no part in the rules for toy\n"));
  CHECK(has(limits("--N 4 --F 8 --chip toy").out, "note: N has no part in the rules for toy\n"));
  CHECK(!has(limits("--F 8000 --B 40 --chip toy").out, "has no part"));
  const std::string figure = "--chip toy --set memory.hbm.bandwidth=2TB/s";
  CHECK(has(limits(figure).out, "note: memory.hbm.bandwidth has no part in this answer\n"));
  CHECK(!has(limits(figure + " --F 8000 --B 40").out, "has no part"));
}

TEST_CASE("a chip of * that lacks links or a peak is left out with a note, one that was named is an error") {
  const support::Outcome star = limits("--chip '*' --get chip --format csv --dtype int8");
  CHECK(star.exit == 0);
  CHECK(has(star.out, "\ntoy\n"));
  CHECK(!has(star.out, "\nl4\n"));
  CHECK(!has(star.out, "\nswitched\n"));
  CHECK(has(star.err, " no link to another chip and are left out: "));
  CHECK(has(star.err, " no int8 peak and are left out"));
  const support::Outcome named = limits("--chip l4,toy");
  CHECK(named.exit == 2);
  CHECK(named.out.empty());
  CHECK(named.err == "roofline: error: --chip: l4 has no link to another chip\n");
  CHECK(has(limits("--chip switched --dtype int8").err, "--dtype: switched has no int8 rate; it has bf16"));
}

TEST_CASE("bad inputs name the flag and the fix") {
  CHECK(limits("--chip toy --E 8").err ==
        "roofline: error: --E and --k go together\n"
        "  hint: experts stored and experts active for a token: --E 128 --k 4\n");
  CHECK(has(limits("--chip switched --X 1 --format json").out, R"("message":"--X: one node)"));
  CHECK(has(limits("--F 8000").err, "limits needs --chip\n  hint: roofline limits --chip "));
  CHECK(has(limits("--chip toy --F 8k").err, "--F: '8k' is ambiguous"));
  CHECK(limits("--chip toy --F 0").exit == 2);
  const support::Outcome sweep = limits("--chip switched --set nic.bandwidth=10GB/s --X 1,2 --get X,rule");
  CHECK(sweep.exit == 2);
  CHECK(has(sweep.out, "2\tdp or fsdp, X nodes\n"));
  CHECK(has(sweep.err, "X=1: --X: one node"));
}

TEST_CASE("--assert holds against every rule") {
  CHECK(limits("--chip toy --assert 'limit >= 500'").exit == 0);
  const support::Outcome broken = limits("--chip toy,switched --assert 'limit >= 600' --get chip");
  CHECK(broken.exit == 1);
  CHECK(has(broken.err, "roofline: assert failed: toy: dp or fsdp, 2 axes: limit >= 600: is 500"));
}

TEST_CASE("the examples of limits run") {
  for (const std::string& example : roofline::cli::make_command("limits").examples) {
    CAPTURE(example);
    const support::Outcome outcome = support::run(example.substr(9));
    CHECK(outcome.exit == 0);
    CHECK(outcome.err.empty());
  }
}
