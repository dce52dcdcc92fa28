// Inputs that are one of a few words, inputs that bound others, and formats that only what computes differs in.

#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using support::has;
using support::run;

namespace {

const std::string kDecode = "attention --B 1 --T 1 --N 8 --H 64 --chip v5e ";
const std::string kPrefill = "attention --B 1 --T 64 --N 8 --H 64 --chip v5e ";

}  // namespace

TEST_CASE("a word sweeps, stands in its column, and holds assertions") {
  CHECK(run(kPrefill + "--mask full,causal --get mask,flops").out == "full\t8388608\ncausal\t4259840\n");
  CHECK(run(kPrefill + "--mask full --format csv --get mask,T").out == "mask,T\nfull,64\n");
  CHECK(has(run(kPrefill + "--mask full").out, "T=64 N=8 H=64 mask=full bf16"));
  CHECK(run(kPrefill + "--mask full --assert 'mask == full' --get T").exit == 0);
  CHECK(run(kPrefill + "--mask full --assert 'mask == causal' --get T").exit == 1);
  CHECK(has(run(kPrefill + "--get mask").err, "unknown key 'mask'"));  // not given
  CHECK(has(run(kPrefill + "--mask causal:full").err, "--mask: "));
}

TEST_CASE("a word comes from a file, empty where the default counts") {
  const std::string from = "attention --B 1 --N 8 --H 64 --chip v5e --from - --get mask,flops";
  CHECK(run(from, "T,mask\n64,full\n64,\n64,causal\n").out == "full\t8388608\n\t4259840\ncausal\t4259840\n");
  const auto bad = run(from, "T,mask\n64,dense\n64,full\n");
  CHECK(bad.exit == 2);
  CHECK(has(bad.err, "standard input:2:4: error: mask: expected causal, full or chunked, got 'dense'"));
  CHECK(bad.out == "full\t8388608\n");
  CHECK(run(from + " --window 8", "T,mask\n64,causal\n").exit == 0);
}

TEST_CASE("words that do not go together blame no flag but theirs") {
  CHECK(run(kPrefill + "--mask full --window 8").err ==
        "roofline: error: a window goes with the causal or chunked mask, not with full\n");
  CHECK(has(run(kPrefill + "--kv-dtype fp16 --mask full").err, "--compute-dtype: bf16 and fp16 are equally wide"));
}

TEST_CASE("--solve looks at values that another input allows") {
  // S is never less than T, and T never more than S. 336: (820000 - 131072) / 2048 bytes of a token.
  CHECK(run(kPrefill + "--solve S --for 't_lower <= 1us' --get critical_whole,holds").out == "336\tbelow\n");
  CHECK(has(run("attention --B 1 --T 4096 --N 8 --H 64 --chip v5e --solve S --for 'memory_bytes <= 1kB'").out,
            "for no S: at best"));
  CHECK(run("attention --B 1 --S 100 --N 8 --H 64 --chip v5e --solve T").exit == 0);
  CHECK(has(run("attention --B 1 --S 100 --N 8 --H 64 --chip v5e --solve T").out, "communication-bound for every T"));
  // K divides N.
  const std::string heads = "attention --B 1 --T 16 --S 8192 --N 12 --H 64 --chip v5e ";
  CHECK(run(heads + "--solve K --for 't_lower <= 15us' --get critical_whole").out == "4\n");
  CHECK(run(heads + "--K 4 --assert 't_lower <= 15us' --get K").exit == 0);
  CHECK(run(heads + "--K 6 --assert 't_lower <= 15us' --get K").exit == 1);
}

TEST_CASE("where the vector units compute in another format, what is stored has keys of its own") {
  const std::string softmax = "softmax --B 8 --N 8 --chip h100 --format csv ";
  CHECK(run(softmax + "--dtype bf16 --get dtype,bytes").out == "dtype,bytes\nbf16,256\n");
  CHECK(run(softmax + "--dtype bf16,fp32 --ops-per-element 5 --get x_dtype,dtype,bytes").out ==
        "x_dtype,dtype,bytes\nbf16,fp32,256\nfp32,fp32,512\n");
  CHECK(run(softmax + "--ops-per-element 5 --compute-dtype bf16 --get dtype").out == "dtype\nbf16\n");
  CHECK(has(run(softmax + "--dtype bf16 --get x_dtype").err, "unknown key 'x_dtype'"));
  CHECK(run(kDecode + "--dtype bf16 --kv-dtype fp8 --compute-dtype bf16 --get q_dtype,kv_dtype,o_dtype").out ==
        "bf16\tfp8\tbf16\n");
}

TEST_CASE("of all chips those without a vector rate are left out of FLOPs, and of no bytes") {
  const auto rows = [](const std::string& flags) { return run("softmax --B 8 --N 8 --chip '*' --get chip " + flags); };
  CHECK(has(rows("").out, "tpu-v5e"));
  CHECK_FALSE(has(rows("--ops-per-element 5").out, "tpu-v5e"));
  CHECK(has(rows("--ops-per-element 5").out, "h100-sxm"));
  CHECK(rows("--ops-per-element 5").exit == 0);
}
