// `roofline model`: figures worked by hand, from a shipped name to what is printed.

#include <cmath>
#include <sstream>
#include <string>
#include <vector>
#include "support/catch.hpp"

#include "roofline/base/text.hpp"
#include "support/cli.hpp"

namespace {

using roofline::split;
using support::run;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The values of --get, in their order.
std::vector<double> figures(const std::string& asked, const std::string& keys) {
  const support::Outcome answer = run("model " + asked + " --get " + keys);
  CAPTURE(asked, answer.err);
  REQUIRE(answer.exit == 0);
  std::vector<double> values;
  for (const std::string& word : split(answer.out.substr(0, answer.out.size() - 1), '\t'))
    values.push_back(std::stod(word));
  return values;
}

double figure(const std::string& asked, const std::string& key) {
  return figures(asked, key)[0];
}

/// Within half of the last of `digits`.
bool rounds_to(double value, double wanted, int digits) {
  return std::fabs(value / wanted - 1) <= 0.51 * std::pow(10, 1 - digits);
}

}  // namespace

TEST_CASE("parameters and cache of models that everybody knows") {
  struct Row {
    const char* name;
    double params, kv_bytes_per_token;
  };
  // 2 * layers * KV heads * head dim * 2 B; DeepSeek: 61 * (512 + 64) * 2 B; every layer of Mistral has a window.
  for (const Row& row :
       {Row{"llama-2-7b", 6738415616, 2 * 32 * 32 * 128 * 2}, Row{"llama-3-8b", 8030261248, 2 * 32 * 8 * 128 * 2},
        Row{"llama-3-70b", 70553706496, 2 * 80 * 8 * 128 * 2},
        Row{"llama-3.1-405b", 405853388800, 2 * 126 * 8 * 128 * 2}, Row{"mistral-7b", 7241732096, 0},
        Row{"mixtral-8x7b", 46702792704, 2 * 32 * 8 * 128 * 2}, Row{"qwen3-32b", 32762123264, 2 * 64 * 8 * 128 * 2},
        Row{"qwen3-30b-a3b", 30532122624, 2 * 48 * 4 * 128 * 2},
        Row{"deepseek-v3", 671026404352, 61 * (512 + 64) * 2}}) {
    CAPTURE(row.name);
    CHECK(figures(row.name, "params,kv_bytes_per_token") == std::vector{row.params, row.kv_bytes_per_token});
  }
}

TEST_CASE("Llama-3-8B, step by step") {
  // 8,030,261,248 parameters but for the table of 128256 x 4096, 2 B each, one row of it, and 2048 tokens of cache.
  const double weights = 2.0 * (8030261248.0 - 128256.0 * 4096), row = 2.0 * 4096, cache = 2048.0 * 131072;
  const std::string decode = "llama-3-8b --phase decode --context 2048 --chip a100-80gb-sxm ";
  CHECK(figure(decode, "bytes") == weights + row + cache);
  CHECK(rounds_to(figure(decode, "t_step"), 7.493e-3, 4));
  CHECK(rounds_to(figure(decode + "--batch 16", "t_step"), 9.468e-3, 4));
  const auto many = figures(decode + "--batch 256", "t_lower,t_step,t_upper");
  CHECK(rounds_to(many[0], 41.06e-3, 4));
  CHECK(rounds_to(many[1], 46.02e-3, 4));
  CHECK(rounds_to(many[2], 54.26e-3, 4));
  const auto prefill = [](const std::string& chip) {
    return figures("llama-3-8b --phase prefill --context 2048 --chip " + chip, "t_lower,t_step,t_upper,flops");
  };
  const auto a100 = prefill("a100-80gb-sxm"), h100 = prefill("h100-sxm");
  CHECK(rounds_to(a100[0], 95.16e-3, 4));
  CHECK(rounds_to(a100[1], 95.68e-3, 4));
  CHECK(rounds_to(a100[2], 102.7e-3, 4));
  CHECK(rounds_to(h100[0], 30.02e-3, 4));
  CHECK(rounds_to(h100[1], 30.34e-3, 4));
  CHECK(rounds_to(h100[2], 34.58e-3, 4));
  CHECK(rounds_to(figure("llama-3-8b --phase decode --context 2048 --chip h100-sxm", "t_step"), 4.561e-3, 4));
  // 2 FLOPs a parameter of layers and token, 4 * 32 * 128 a pair and layer, the head once or for every token.
  const double layers = 8030261248.0 - 2.0 * 128256 * 4096 - 65.0 * 4096, head = 128256.0 * 4096;
  const double pairs = 2048.0 * 2049 / 2, square = 2048.0 * 2048;
  CHECK(a100[3] == 2 * 2048 * layers + 32 * 4.0 * 32 * 128 * pairs + 2 * head);
  CHECK(rounds_to(a100[3], 29.69e12, 4));
  const double dense = figure(
      "llama-3-8b --phase prefill --context 2048 --chip h100 --logits all "
      "--attention-flops dense",
      "flops");
  CHECK(dense == 2 * 2048 * layers + 32 * 4.0 * 32 * 128 * square + 2 * 2048 * head);
  CHECK(rounds_to(dense, 32.94e12, 4));
}

TEST_CASE("caches of windows and latents") {
  const double GiB = 1073741824;
  // 10 of 62 layers hold all, 52 a window of 1024: 2 * 16 heads * 128 * 2 B a token.
  CHECK(figure("gemma-3-27b --context 131072", "kv_bytes") == (10.0 * 131072 + 52.0 * 1024) * 2 * 16 * 128 * 2);
  CHECK(rounds_to(figure("gemma-3-27b --context 131072", "kv_bytes"), 10.41 * GiB, 4));
  // Half of 24 layers hold all, half a window of 128: 2 * 8 heads * 64 * 2 B a token.
  CHECK(figure("gpt-oss-20b --batch 32 --context 8192", "kv_bytes") == 32.0 * 12 * (8192 + 128) * 2 * 8 * 64 * 2);
  CHECK(rounds_to(figure("gpt-oss-20b --batch 32 --context 8192", "kv_bytes"), 6.09 * GiB, 3));
  // The latent is on every chip.
  for (const char* tp : {"1", "2", "8", "16"})
    CHECK(figure(std::string("deepseek-v3 --tp ") + tp, "kv_bytes_per_token") == 70272);
  // 8 key-value heads: 1 a chip at the least.
  CHECK(figure("llama-3-8b --tp 8", "kv_bytes_per_token") == 131072.0 / 8);
  CHECK(figure("llama-3-8b --tp 16", "kv_bytes_per_token") == 131072.0 / 8);
  CHECK(figure("llama-3-8b --kv-dtype fp8", "kv_bytes_per_token") == 131072.0 / 2);
}

TEST_CASE("absorbed latent attention has an intensity between the ridges of two chips") {
  const auto attention = [](const std::string& chip) {
    const std::string out =
        run("model deepseek-v3 --phase decode --context 32768 --kv-dtype bf16 --by kind --format json "
            "--set memory.hbm.usable=1TB --compute-dtype bf16 --chip " +
            chip)
            .out;
    const std::size_t at = out.find("{\"kind\":\"attention\"");
    REQUIRE(at != std::string::npos);
    return out.substr(at, out.find('}', at) - at);
  };
  // 2 * 128 * (576 + 512) FLOPs a token of the cache over 576 * 2 B: 241.8.
  const std::string h100 = attention("h100-sxm"), h200 = attention("h200-sxm");
  CHECK(has(h100, "\"intensity\":241.77"));
  CHECK(has(h100, "\"regime\":\"communication-bound\""));
  CHECK(has(h200, "\"intensity\":241.77"));
  CHECK(has(h200, "\"regime\":\"compute-bound\""));
}

TEST_CASE("experts that are expected to be chosen, between their bounds") {
  CHECK(has(run("model mixtral-8x7b --phase decode --batch 3 --context 4096 --tp 2 --chip h100").out,
            "4.625 of 8 experts are read a layer"));
  CHECK(has(run("model mixtral-8x7b --phase decode --batch 3 --context 4096 --tp 2 --chip h100").out,
            "at least 2, at most"));
  // One token reads its 2: all parameters but 6 of 8 experts and the table, 1 row of it, 1 token of cache.
  const double expert = 3.0 * 4096 * 14336, table = 32000.0 * 4096;
  const double read = 46702792704.0 - 32 * 6 * expert - table + 4096;
  CHECK(figure("mixtral-8x7b --phase decode --context 1 --chip mi300x", "bytes") == 2 * read + 131072);
}

TEST_CASE("experts over chips: their width, whole ones, or whole ones of all replicas") {
  const std::string asked = "mixtral-8x7b --phase decode --batch 3 --context 4096 --chip h200 ";
  const std::string keys = "flops,bytes,weight_bytes";
  const double expert = 2 * 3.0 * 4096 * 14336;  // bytes
  const auto width = figures(asked + "--tp 2", keys), whole = figures(asked + "--tp 2 --ep 2", keys);
  CHECK(width == whole);  // half of 8 experts, or 8 halves
  // Four replicas choose together, 12 tokens: 8 (1 - 0.75^12) experts are read by 8 chips, one each.
  const auto spread = figures(asked + "--tp 2 --dp 4 --ep 8", keys);
  CHECK(std::fabs(spread[0] / width[0] - 1) < 1e-12);
  CHECK(width[2] - spread[2] == 32 * 3 * expert);
  const double chosen = 8 * (1 - std::pow(0.75, 12)) / 8, before = 4.625 / 2;
  CHECK(std::fabs(spread[1] - width[1] - 32 * (chosen - before) * expert) < 1);
}

TEST_CASE("activations are those of the widest operation of one chip") {
  // Llama-3-70B over 8: 8192 in, 2 * 28672 / 8 out of gate and up; the residual stream; 4 tokens' logits.
  CHECK(figure("llama-3-70b --phase prefill --batch 4 --context 8192 --tp 8 --chip h100", "activation_bytes") ==
        2 * (32768.0 * (8192 + 7168 + 8192) + 4.0 * 128256 / 8));
  // Whole experts: 2 of 8 chosen by each token, over 8 chips a quarter of a row each; so qkv is the widest.
  CHECK(figure("mixtral-8x7b --phase prefill --batch 4 --context 8192 --tp 8 --ep 8 --chip h100", "activation_bytes") ==
        2 * (32768.0 * (0.25 * (4096 + 2 * 14336) + 4096) + 4.0 * 32000 / 8));
}

TEST_CASE("mfu_max is of a step, not of a bound") {
  const auto f = figures("llama-3-8b --phase decode --batch 256 --context 2048 --chip a100-80gb-sxm",
                         "mfu_max,t_comp,t_step,t_lower");
  CHECK(f[0] == f[1] / f[2]);
  CHECK(f[2] > f[3]);
}

TEST_CASE("what does not fit has sizes and no time") {
  const support::Outcome one = run("model llama-3.1-405b --phase decode --context 8192 --chip h100");
  CHECK(one.exit == 3);
  CHECK(has(one.out, "fits                false"));
  CHECK(!has(one.out, "t_step"));
  CHECK(!has(one.out, "tokens_per_s"));
  CHECK(one.err ==
        "roofline: error: llama-3.1-405b does not fit on one h100-sxm; no time is given\n"
        "  hint: --tp 16 fits (48.24 GiB a chip), --weight-dtype fp8 --tp 8 too\n");
  const support::Outcome json = run("model llama-3.1-405b --phase decode --context 8192 --chip h100 --format json");
  CHECK(json.exit == 3);
  CHECK(has(json.out, "\"fits\":false"));
  CHECK(has(json.out, "\"t_step\":null"));
  CHECK(!has(json.out, "error"));
  // In a sweep only where no row fits.
  CHECK(run("model llama-3-8b --phase decode --batch 1,400 --context 8192 --chip h100").exit == 0);
  CHECK(run("model llama-3-8b --phase decode --batch 300,400 --context 8192 --chip h100").exit == 3);
  // 3 wins over a failed assertion, 2 over 3.
  CHECK(run("model llama-3-8b --phase decode --batch 400 --context 8192 --chip h100 --assert 't_step <= 1s'").exit ==
        3);
  CHECK(run("model llama-3-8b --phase decode --batch 400 --context 8192 --tp 1,3 --chip h100").exit == 2);
}

TEST_CASE("a step lies between its bounds, for every shipped model") {
  for (const char* name : {"llama-2-7b", "llama-3-8b", "llama-3-70b", "llama-3.1-405b", "mistral-7b", "mixtral-8x7b",
                           "qwen3-32b", "qwen3-30b-a3b", "gemma-3-27b", "deepseek-v3", "gpt-oss-20b", "gpt-oss-120b"}) {
    for (const char* phase : {"prefill", "decode"}) {
      for (const char* tp : {"1", "4", "8"}) {
        const support::Outcome answer =
            run(std::string("model ") + name + " --phase " + phase + " --batch 1,16,256 --context 128,4096 --tp " + tp +
                " --chip h200,tpu-v5p --set memory.hbm.usable=10TB --compute-dtype bf16 --get t_lower,t_step,t_upper");
        CAPTURE(name, phase, tp, answer.err);
        CHECK(answer.exit == 0);
        std::istringstream lines(answer.out);
        double lower = 0, step = 0, upper = 0;
        int rows = 0;
        for (; lines >> lower >> step >> upper; ++rows) {
          CHECK(lower <= step * (1 + 1e-12));
          CHECK(step <= upper * (1 + 1e-12));
        }
        CHECK(rows == 12);
      }
    }
  }
}

TEST_CASE("how much fits is where it stops fitting") {
  const std::string asked = "model llama-3-8b --phase decode --chip h100 ";
  CHECK(run(asked + "--context 8192 --get max_batch").out == "64\n");
  CHECK(run(asked + "--context 8192 --batch 64 --get fits").out == "true\n");
  CHECK(run(asked + "--context 8192 --batch 65 --get fits").out == "false\n");
  CHECK(run(asked + "--batch 4 --context 1 --get max_context").out == "132482\n");
  CHECK(has(run(asked + "--batch 4 --solve context --for 'fits == true'").out, "up to context=132482"));
  CHECK(has(run(asked + "--context 8192 --solve batch --for 't_step <= 10ms'").out,
            "t_step <= 10ms up to batch=17 (9.929 ms)"));
  CHECK(has(run("model llama-3.1-405b --phase decode --context 8192 --chip h100 --solve tp --for 'fits == true'").out,
            "fits == true from tp=16"));
  CHECK(run(asked + "--context 8192 --reserve 10% --get max_batch").out == "56\n");
}

TEST_CASE("what does not fit is held against nothing, and solved for nowhere") {
  const std::string asked = "model llama-3-8b --phase decode --batch 2 --context 500000 --chip h100 ";
  CHECK(run(asked + "--measured 3ms --get efficiency,t_step").out == "\t\n");
  CHECK(run(asked + "--measured 3ms").exit == 3);
  const support::Outcome nowhere = run("model llama-3-70b --phase decode --context 8192 --chip h100 --solve batch");
  CHECK(nowhere.exit == 3);
  CHECK(has(nowhere.err, "does not fit at any batch"));
  const support::Outcome beyond =
      run("model mixtral-8x7b --phase decode --context 512 --tp 2 --chip h100 --solve batch");
  CHECK(has(beyond.out, "the model does not fit at batch=4620"));
}

TEST_CASE("a row of a file needs its context") {
  const support::Outcome rows =
      run("model llama-3-8b --phase decode --from - --chip h100 --get t_step", "batch,context\n1,\n2,8\n");
  CHECK(rows.exit == 2);
  CHECK(has(rows.err, "standard input:2: error: context: has no value"));
  CHECK(std::stod(rows.out) > 0);
}

TEST_CASE("no time without --phase, and no chip needed") {
  const support::Outcome counted = run("model llama-3-8b --format json");
  CHECK(counted.exit == 0);
  CHECK(has(counted.out, "\"chip\":null"));
  CHECK(has(counted.out, "\"fits\":null"));
  CHECK(has(counted.out, "\"capacity_bytes\":null"));
  CHECK(!has(counted.out, "t_step"));
  CHECK(run("model llama-3-8b --chip h100,v5e --get chip,max_context").out == "h100-sxm\t529939\ntpu-v5e\t8539\n");
}
