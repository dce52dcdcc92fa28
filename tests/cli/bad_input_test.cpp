// What a user can get wrong: exit 2, standard output empty, one line that names the place, and a hint.

#include <cstdlib>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

struct Row {
  std::string typed, error, hint;
};

const std::string kRest = " --D 8192 --F 8192 --chip tpu-v5e";
const std::string kWhole = "matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e";

const std::vector<Row> kRows{
    // commands and flags
    {"matmull --B 1", "unknown command 'matmull'", "did you mean matmul?"},
    {"xyzzy", "unknown command 'xyzzy'", "`roofline --help` lists the commands"},
    {"matmul", "matmul needs --B, --D, --F and --chip", "roofline matmul --B 256"},
    {"matmul --D 8192 --chip v5e", "matmul needs --B and --F", "roofline matmul"},
    {"dot --chip v5e", "dot needs --N", "roofline dot"},
    {"matmul --B 1 --B 2" + kRest, "--B: is given twice: '1' and '2'", "sweeps"},
    {"matmul --B 1 --M 2" + kRest, "--B: is given twice: '1' and '2'", "sweeps"},
    {"matmul --B 256 --D 8192 --F 8192 --chip", "--chip needs a value", ""},
    {"matmul --B 256 --D 8192 --F 8192 --chip --explain",
     "--chip needs a value, but the next word is the option '--explain'", ""},
    {"matmul --B=" + kRest, "--B is empty", ""},
    {"matmul --B ''" + kRest, "--B is empty", ""},
    {"matmul --B 256 --D 8192 --F 8192 --chip=", "--chip is empty", ""},
    {kWhole + " --explain=yes", "--explain takes no value", ""},
    {kWhole + " --verbos", "unknown option '--verbos'", "lists the options"},
    {kWhole + " --format-x json", "unknown option '--format-x'", "did you mean --format?"},
    {"matmul --b 256" + kRest, "unknown option '--b'", "did you mean --B"},
    {"matmul -B 256" + kRest, "unknown option '-B'", "did you mean --B"},
    {kWhole + " --ch x", "unknown option '--ch'", ""},
    {kWhole + " TB/s", "unexpected argument 'TB/s'", "3.35TB/s"},
    {kWhole + " matmul", "unexpected argument 'matmul'", ""},
    // shapes
    {"matmul --B 0" + kRest, "--B: must be at least 1, got '0'", ""},
    {"matmul --B -5" + kRest, "--B: must be a whole number from 1 to 2^53, got '-5'", "written like 8192"},
    {"matmul --B 1.5" + kRest, "--B: '1.5' is not a whole number", ""},
    {"matmul --B 1e-3" + kRest, "--B: '1e-3' is not a whole number", ""},
    {"matmul --B 18446744073709551616" + kRest, "--B: '18446744073709551616' is too large (limit 2^53)", ""},
    {"matmul --B 9007199254740993" + kRest, "--B: '9007199254740993' is too large (limit 2^53)", ""},
    {"matmul --B 1e400" + kRest, "--B: '1e400' is too large (limit 2^53)", "up to 9007199254740992"},
    {"matmul --B " + std::string(10000, '9') + kRest, "...' (10000 characters) is too large", ""},
    {"matmul --B nan" + kRest, "got 'nan'", "written like 8192"},
    {"matmul --B inf" + kRest, "got 'inf'", ""},
    {"matmul --B 0x10" + kRest, "got '0x10'", ""},
    {"matmul --B +5" + kRest, "got '+5'", ""},
    {"matmul --B ' 5'" + kRest, "got ' 5'", ""},
    {"matmul --B '1 024'" + kRest, "got '1 024'", "1_024"},
    {"matmul --B 1,024" + kRest, "groups digits with a comma", "1_024"},
    {"matmul --B \"1'024\"" + kRest, "got '1'024'", "1_024"},
    {"matmul --B 8k" + kRest, "--B: '8k' is ambiguous on a shape", "write 8e3 (8000) or 8Ki (8192)"},
    {"matmul --B 8K" + kRest, "'8K' is ambiguous", "8192"},
    {"matmul --B 8kB" + kRest, "bytes are not expected here", ""},
    {"matmul --B 10:1" + kRest, "--B: the range '10:1' ends before it begins", "try 1:10"},
    {"matmul --B 1:10:x1" + kRest, "a factor must be more than 1", "1:4096:x2"},
    {"matmul --B 1:10:x0" + kRest, "--B: step: must be at least 1", ""},
    {"matmul --B 1:10:+0" + kRest, "--B: step: must be at least 1", ""},
    {"matmul --B 1: " + kRest, "the range '1:' lacks a number", ""},
    {"matmul --B 1:10:2" + kRest, "the step '2' must be xN or +N", "1:4096:x2"},
    {"matmul --B 1:2:3:4" + kRest, "is not a value", "1:4096:x2"},
    {"matmul --B 1,,2" + kRest, "--B: a value is empty in '1,,2'", ""},
    // quantities
    {"op --flops 1e12 --bytes 16 --chip v5e", "--bytes: '16' needs a unit", "16GiB"},
    {"op --flops 1e12 --bytes 16gb --chip v5e", "--bytes: unknown unit in '16gb'", "did you mean GB?"},
    {"op --flops 1e12 --bytes 16Gb --chip v5e", "--bytes: expected B, got '16Gb'", "did you mean GB?"},
    {"op --flops 1e12 --bytes 16GB/s --chip v5e", "--bytes: expected B, got '16GB/s'", ""},
    {"op --flops 1e999 --bytes 0 --chip v5e", "--flops: '1e999' is too large", ""},
    {"op --flops 1e-999 --bytes 0 --chip v5e", "--flops: '1e-999' is too small", ""},
    {"op --flops -1 --bytes 0 --chip v5e", "--flops: expected FLOP", ""},
    // chips and dtypes
    {"matmul --B 1 --D 1 --F 1 --chip tpu-v5", "--chip: 'tpu-v5' is ambiguous", "tpu-v5e"},
    {"matmul --B 1 --D 1 --F 1 --chip h10", "--chip: 'h10' is ambiguous", "h100-sxm"},
    {"matmul --B 1 --D 1 --F 1 --chip zzzzzz", "--chip: unknown chip 'zzzzzz'", "`roofline chips` lists them all"},
    {"matmul --B 1 --D 1 --F 1 --chip v5e,", "--chip: a name is empty in 'v5e,'", ""},
    {"matmul --B 1 --D 1 --F 1 --chip v5e,tpu-v5e", "--chip: tpu-v5e is named twice", ""},
    {"matmul --B 1 --D 1 --F 1 --chip ./nope.json", "--chip: cannot open './nope.json': No such file or directory", ""},
    {"matmul --B 1 --D 1 --F 1 --chip /", "--chip: '/' is a directory", ""},
    {"matmul --B 1 --D 1 --F 1 --chip /dev/zero", "--chip: '/dev/zero' is not a regular file", ""},
    {"matmul --B 1 --D 1 --F 1 --chip -", "standard input:1:1: error: the file is empty", ""},
    {kWhole + " --dtype fp7", "--dtype: unknown dtype 'fp7'", "did you mean fp8, fp6 or fp4?"},
    {kWhole + " --dtype fp8", "--dtype: tpu-v5e has no fp8 rate; it has bf16, int8 and int4", ""},
    {kWhole + " --dtype bf16,fp8", "--dtype: tpu-v5e has no fp8 rate", ""},
    {kWhole + ",h100 --dtype int4", "--dtype: h100-sxm has no int4 rate", ""},
    {kWhole + " --dtype bf-16", "unknown dtype 'bf-16'", "did you mean bf16"},
    {kWhole + " --x-dtype fp16 --y-dtype bf16", "fp16 and bf16 are equally wide", "--compute-dtype"},
    {kWhole + " --hardware /nope", "--hardware: cannot read folder '/nope': No such file or directory",
     "one chip a *.json"},
    // overlays, resources, shards
    {kWhole + " --set bandwidth=1TB/s", "--set: tpu-v5e has no figure 'bandwidth'", "memory.hbm.bandwidth"},
    {kWhole + " --set memory.hbm.bandwith=1TB/s", "has no figure", "did you mean memory.hbm.bandwidth?"},
    {kWhole + " --set memory.hbm.bandwidth", "is not PATH=VALUE", "1.64TB/s"},
    {kWhole + " --set memory.hbm.bandwidth=1.64", "--set: memory.hbm.bandwidth: '1.64' needs a unit", "3.35TB/s"},
    {kWhole + " --set memory.hbm.bandwidth=3.35Tb/s", "expected B/s, got '3.35Tb/s'", "8x apart"},
    {kWhole + " --set peak.bf16=989TB/s", "--set: peak.bf16: expected FLOP/s", ""},
    {kWhole + " --set peak.bf16=0", "must be more than 0", ""},
    {kWhole + " --over l9", "--over: tpu-v5e has no memory or link 'l9'; it has hbm, vmem, smem, ici, pcie and nic",
     ""},
    {kWhole + " --over smem", "--over: tpu-v5e gives no bandwidth for smem", ""},
    {kWhole + " --shard D", "--shard: 'D' is not DIM=N", "--shard B=2"},
    {kWhole + " --shard Q=2", "--shard: 'Q=2' is not DIM=N with DIM one of B, D or F", ""},
    {kWhole + " --shard D=2,D=4", "--shard: D is given twice", ""},
    {kWhole + " --shard D=3", "D=8192 does not divide over 3 chips", "8190 and 8193 do"},
    {kWhole + " --shard D=32", "an axis of ici on tpu-v5e is 16 chips long, 32 are asked for", ""},
    {"matmul --B 256 --D 8192 --F 8192 --chip tpu-v2 --shard B=2,D=2,F=2", "ici of tpu-v2 has only 2 axes",
     "einsum and collective have --mesh X=ici:2"},
    {"matmul --B 256 --D 8192 --F 8192 --chip a30 --shard B=16", "nvlink of a30 joins 2 chips, 16 are asked for", ""},
    // answers
    {kWhole + " --format xml", "--format: unknown format 'xml'", "one of text, json, jsonl, csv or markdown"},
    {kWhole + " --format 0", "--format: unknown format '0'", ""},
    {kWhole + " --get t_lowr", "--get: unknown key 't_lowr'", "did you mean t_lower?"},
    {kWhole + " --get t_lower,", "--get: a key is empty", ""},
    {kWhole + " --assert regime", "--assert: 'regime' is not KEY OP VALUE", "quoted"},
    {kWhole + " --assert 't_lowr <= 1s'", "--assert: unknown key 't_lowr'", "did you mean t_lower?"},
    {kWhole + " --assert 'regime == memory-bound'", "regime is compute-bound or communication-bound",
     "bottleneck == hbm"},
    {kWhole + " --solve Q", "--solve: matmul has no input 'Q' to solve for", "one of B, D, F"},
    {kWhole + " --solve dtype", "--solve: matmul has no input 'dtype'", ""},
    {kWhole + " --solve B --explain", "--explain: does not go with --solve", ""},
    {"matmul --B 1:39" + kRest + " --explain", "--explain: shows one row; this is 39", ""},
    {"chips tpu-v5", "'tpu-v5' is ambiguous", "tpu-v5e"},
    {"chips v5e --dtype int8", "--dtype is for the list", ""},
    {kWhole + " --get B,B", "--get: B is named twice", ""},
    {kWhole + " --set memory.main.bandwidth=1TB/s --set memory.hbm.bandwidth=2TB/s",
     "--set: memory.hbm.bandwidth is set twice", ""},
    {kWhole + " --assert 'chip == h100'", "--assert: chip is tpu-v5e", ""},
    {kWhole + " --assert 'dtype == bf61'", "--assert: dtype is fp64", ""},
    {kWhole + " --explain --get t_lower", "--explain: goes with text", ""},
    {"op --flops 1e300 --bytes 0 --chip v5e", "--flops: '1e300' is too large", "from 1e-60 to 1e60"},
    {kWhole + " --set peak.bf16=1e-61FLOP/s", "--set: peak.bf16: '1e-61FLOP/s' is too small", "from 1e-60 to 1e60"},
    {"chips --dtype fp7", "--dtype: unknown dtype 'fp7'", ""},
};

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    all.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return all;
}

}  // namespace

TEST_CASE("bad input: exit 2, standard output empty, one line, a hint") {
  for (const Row& row : kRows) {
    CAPTURE(row.typed.substr(0, 200));
    const support::Outcome outcome = support::run(row.typed);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
    const auto printed = lines(outcome.err);
    REQUIRE(!printed.empty());
    CAPTURE(outcome.err);
    CHECK(printed[0].find("error: ") != std::string::npos);
    CHECK(printed[0].find(row.error) != std::string::npos);
    CHECK(printed.size() == (outcome.err.find("\n  hint: ") == std::string::npos ? 1 : 2));
    if (!row.hint.empty()) {
      REQUIRE(printed.size() == 2);
      CHECK(printed[1].find(row.hint) != std::string::npos);
    }
  }
}

TEST_CASE("in JSON the error is an object too, one line, and the exit code the same") {
  for (const std::string format : {"json", "jsonl"}) {
    const support::Outcome outcome = support::run(kWhole + " --dtype fp7 --format " + format);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out ==
          "{\"schema\":1,\"error\":{\"where\":\"--dtype\",\"message\":\"unknown dtype 'fp7'\",\"hint\":"
          "\"did you mean fp8, fp6 or fp4?\",\"exit\":2}}\n");
    CHECK(outcome.err.find("--dtype: unknown dtype 'fp7'") != std::string::npos);
  }
  CHECK(support::run("matmull --format=json").out.find("\"exit\":2") != std::string::npos);
  CHECK(support::run(kWhole + " --dtype fp7 --format csv").out.empty());
}

TEST_CASE("what a terminal would obey is shown, not sent") {
  const std::string err = support::run_words({"matmul", "--B", "\x1b[2J", "--D", "1", "--F", "1", "--chip", "v5e"}).err;
  CHECK(err.find('\x1b') == std::string::npos);
  CHECK(err.find("\\x1b[2J") != std::string::npos);
  CHECK(support::run_words({"\xff\xfe"}).err.find("'\\xff\\xfe'") != std::string::npos);
  CHECK(support::run_words({"matmul", "\u202ex"}).err.find("\\u{202e}") != std::string::npos);
}

TEST_CASE("spec files of users: names, places, overriding") {
  const std::string spec =
      R"({ "id": "mine", "aliases": ["my"], "peak": { "bf16": "989 TB/s" }, "memory": [{ "name": "hbm", "bandwidth": "1 TB/s" }] })";
  const support::TemporaryFile bad(spec);
  const support::Outcome outcome = support::run("matmul --B 1 --D 1 --F 1 --chip " + bad.path());
  CHECK(outcome.exit == 2);
  CHECK(outcome.err ==
        bad.path() + ":1:54: error: peak.bf16: expected FLOP/s, got '989 TB/s'\n  hint: written like 989TFLOP/s\n");

  std::string good = spec;
  good.replace(good.find("TB/s"), 4, "TFLOP/s");
  const support::TemporaryFile mine(good);
  const std::string question = "op --flops 989e12 --bytes 0 --get chip,t_comp --chip ";
  CHECK(support::run(question + mine.path()).out == "mine\t1\n");
  CHECK(support::run(question + "my --hardware " + mine.folder()).out == "mine\t1\n");
  CHECK(support::run(question + "-", good).out == "mine\t1\n");
  ::setenv("ROOFLINE_HARDWARE", mine.folder().c_str(), 1);
  CHECK(support::run(question + "MY").out == "mine\t1\n");
  CHECK(support::run(question + "my --hardware " + mine.folder()).exit == 2);  // the same id twice
  ::unsetenv("ROOFLINE_HARDWARE");

  std::string taken = good;
  taken.replace(taken.find("mine"), 4, "tpu-v5e");
  const support::TemporaryFile again(taken);
  const support::Outcome refused = support::run(question + again.path());
  CHECK(refused.exit == 2);
  CHECK(refused.err.find("'tpu-v5e' is built in, as tpu-v5e") != std::string::npos);
  CHECK(refused.err.find("\"override\": true") != std::string::npos);
  taken.replace(taken.find("\"peak\""), 6, "\"override\": true, \"peak\"");
  const support::TemporaryFile replacing(taken);
  CHECK(support::run(question + replacing.path()).out == "tpu-v5e\t1\n");
  CHECK(support::run("op --flops 1e12 --bytes 0 --chip " + replacing.path()).out.find("note: tpu-v5e: figures from") !=
        std::string::npos);
}

TEST_CASE("a command line of 100 000 words, or one long word") {
  std::vector<std::string> args(100000, "x");
  args[0] = "matmul";
  CHECK(support::run_words(args).exit == 2);
  const support::Outcome outcome =
      support::run_words({"matmul", "--chip", std::string(120000, 'x'), "--B", "1", "--D", "1", "--F", "1"});
  CHECK(outcome.exit == 2);
  CHECK(outcome.err.size() < 300);
}
