// roofline diff: what changed between two kept answers, flips first.

#include <sstream>

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

using support::run;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// One blank for every gap: where lines are broken hangs on the names of files.
std::string flat(const std::string& text) {
  std::string out;
  std::istringstream words(text);
  for (std::string word; words >> word;) out += (out.empty() ? "" : " ") + word;
  return out;
}

/// Two answers as files, and what diff says of them.
support::Outcome diff(const std::string& before, const std::string& after, const std::string& flags = "") {
  const support::TemporaryFile a(run(before + " --format json").out, "old.json"),
      b(run(after + " --format json").out, "new.json");
  return run("diff " + a.path() + " " + b.path() + flags);
}

const std::string kMatmul = "matmul --D 8192 --F 8192 --chip v5e --B ";

}  // namespace

TEST_CASE("what changed beyond the tolerance is told, flips first, relative to the old value") {
  const auto outcome = diff(kMatmul + "256", kMatmul + "128", " --tolerance 3%");
  CHECK(outcome.exit == 1);
  CHECK(
      outcome.out.starts_with("matmul D=8192 F=8192 bf16 on tpu-v5e: B 256 -> 128\n\n"
                              "  regime      compute-bound -> communication-bound            flipped\n"
                              "  bottleneck  compute -> hbm                                  flipped\n"));
  CHECK(has(outcome.out, "  t_comp           174.4 us -> 87.21 us       -50.0%\n"));
  CHECK(has(outcome.out, "  t_lower          174.4 us -> 168.8 us       -3.22%\n"));
  CHECK_FALSE(has(outcome.out, "t_hbm"));  // -2.94%
  CHECK(has(outcome.err, "roofline: regime and bottleneck flipped, "));
  CHECK(has(outcome.err, "figures beyond 3%\n"));
}

TEST_CASE("no change is exit 0") {
  const auto same = diff(kMatmul + "256", kMatmul + "256");
  CHECK(same.exit == 0);
  CHECK(same.out == "no figure changed beyond 0%\n");
  CHECK(diff(kMatmul + "512", kMatmul + "511", " --tolerance 50%").exit == 0);
}

TEST_CASE("rows of a sweep are paired by their inputs, and one that is alone is a change") {
  const auto outcome = diff(kMatmul + "64,128,256", kMatmul + "128,256,512");
  CHECK(outcome.exit == 1);
  CHECK(outcome.out ==
        "matmul B=64 D=8192 F=8192 bf16 on tpu-v5e\n  only in the old answer\n\n"
        "matmul B=512 D=8192 F=8192 bf16 on tpu-v5e\n  only in the new answer\n");
  const auto set = diff(kMatmul + "64,256", kMatmul + "64,256 --set memory.hbm.bandwidth=410GB/s");
  CHECK(has(set.out, "matmul B=64 D=8192 F=8192 bf16 on tpu-v5e: memory.hbm.bandwidth - ->"));
  CHECK(has(set.out, "410000000000"));
  CHECK(has(set.out, "166.2 us -> 332.5 us       +100%"));
}

TEST_CASE("values that appear, vanish or come from zero are changes") {
  const std::string op = "op --flops 0 --chip v5e --bytes ";
  const auto outcome = diff(op + "1GB", op + "2GB");
  CHECK(has(outcome.out, "t_hbm"));
  const auto zero = diff("op --flops 0 --bytes 1GB --chip v5e", "op --flops 1e9 --bytes 1GB --chip v5e");
  CHECK(has(zero.out, "from zero"));
  const auto lost = diff("op --flops 1e9 --bytes 1GB --chip v5e", "op --flops 1e9 --bytes 0 --chip v5e");
  CHECK(has(lost.out, "lost"));
}

TEST_CASE("checks are compared case by case") {
  const auto kept = [](const std::string& file) {
    return run("check " + support::source_path("examples/ci/" + file) + " --format json").out;
  };
  std::string halved = kept("halved.json");
  for (std::size_t at = halved.find("halved.json"); at != std::string::npos; at = halved.find("halved.json"))
    halved.replace(at, 11, "roofline.json");
  const support::TemporaryFile a(kept("roofline.json"), "old.json"), b(halved, "new.json");
  const auto outcome = run("diff " + a.path() + " " + b.path());
  CHECK(outcome.exit == 1);
  CHECK(has(flat(outcome.out), "assertion=regime == compute-bound status pass -> fail"));
  CHECK(run("diff " + a.path() + " " + a.path()).exit == 0);
}

TEST_CASE("a diff has rows for programs, and can be asserted on") {
  const auto lines = diff(kMatmul + "256", kMatmul + "128", " --format jsonl --get key,old,new,change,flipped");
  CHECK(lines.exit == 1);
  CHECK(has(lines.out,
            R"({"key":"regime","old":"compute-bound","new":"communication-bound","change":null,"flipped":true})"));
  CHECK(has(
      lines.out,
      R"({"key":"t_comp","old":0.00017441491557360406,"new":8.720745778680203e-05,"change":-0.5,"flipped":false})"));
  // A gate that lets figures fall.
  CHECK(diff(kMatmul + "1024", kMatmul + "512", " --assert 'change <= 5%'").exit == 0);
  const auto grown = diff(kMatmul + "512", kMatmul + "1024", " --assert 'change <= 5%'");
  CHECK(grown.exit == 1);
  CHECK(has(grown.err, "roofline: assert failed: "));
}

TEST_CASE("what is no answer is refused") {
  const support::TemporaryFile answer(run(kMatmul + "64 --format json").out, "a.json"),
      other(run("limits --F 8192 --chip v5p --format json").out, "b.json"),
      error(run("matmul --format json").out, "c.json"), none("[]", "d.json"), strange(R"({"a":1})", "e.json");
  for (const std::string& typed : std::vector<std::string>{
           "diff " + answer.path(), "diff " + answer.path() + " " + other.path(),
           "diff " + answer.path() + " " + error.path(), "diff " + answer.path() + " " + none.path(),
           "diff " + answer.path() + " " + strange.path(), "diff " + answer.path() + " /no/such.json", "diff - -",
           "diff " + answer.path() + " " + answer.path() + " --tolerance lots"}) {
    const auto outcome = run(typed);
    CAPTURE(typed, outcome.err);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
  }
  CHECK(run("diff " + answer.path() + " -", run(kMatmul + "64 --format json").out).exit == 0);
}

TEST_CASE("answers of every command can be compared, rows in any order") {
  struct Row {
    std::string before, after, expected;
  };
  const std::vector<Row> rows{
      {"chips h100", "chips h200", "memory.hbm.bandwidth"},
      {"limits --F 32768 --chip v5p", "limits --F 16384 --chip v5p", "F 32768 -> 16384"},
      {"plot --chip v5e", "plot --chip v6e", "chip tpu-v5e -> tpu-v6e"},
      {"collective all-gather --size 1MB --mesh 4 --chip v5e", "collective all-gather --size 2MB --mesh 4 --chip v5e",
       "t_floor"},
      {"model llama-3-8b --phase decode --batch 1 --context 8192 --chip h100",
       "model llama-3-8b --phase decode --batch 2 --context 8192 --chip h100", "t_step"},
      {"einsum 'bf16[B, D] * bf16[D, F] -> bf16[B, F]' --B 64 --D 64 --F 64 --chip v5e",
       "einsum 'bf16[B, D] * bf16[D, F] -> bf16[B, F]' --B 128 --D 64 --F 64 --chip v5e", "t_lower"},
      {kMatmul + "64,256 --chip v5e", "matmul --D 8192 --F 8192 --chip v6e --B 64,256", "chip tpu-v5e -> tpu-v6e"},
  };
  for (const Row& row : rows) {
    std::string before = row.before;
    const std::size_t twice = before.find(" --chip v5e", before.find(" --chip v5e") + 1);
    if (twice != std::string::npos) before.erase(twice);
    CAPTURE(before);
    const auto changed = diff(before, row.after);
    CAPTURE(changed.out, changed.err);
    CHECK(changed.exit == 1);
    CHECK(has(flat(changed.out), row.expected));
    CHECK_FALSE(has(changed.out, "only in"));
    CHECK(diff(before, before).exit == 0);
  }
  CHECK(diff(kMatmul + "64,256 --dtype bf16,int8", kMatmul + "256,64 --dtype int8,bf16").exit == 0);
  CHECK(diff("op --flops 1e9 --bytes 1GB,2GB --chip v5e", "op --flops 1e9 --bytes 2GB,1GB --chip v5e").exit == 0);
}

TEST_CASE("changed inputs are told where no figure changed") {
  const auto outcome = diff(kMatmul + "512", kMatmul + "1024", " --tolerance 1000%");
  CHECK(outcome.exit == 0);
  CHECK(outcome.out == "matmul D=8192 F=8192 bf16 on tpu-v5e: B 512 -> 1024\n  no figure changed beyond 1000%\n");
}
