// What other estimators are reported to get wrong, with the right value: attention, caches, experts, formats.

#include <cmath>
#include <string>
#include "support/catch.hpp"

#include "support/cli.hpp"

namespace {

using support::run;

constexpr double kGiB = 1073741824;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

double figure(const std::string& asked, const std::string& key) {
  const support::Outcome answer = run("model " + asked + " --get " + key);
  CAPTURE(asked, answer.err);
  REQUIRE(answer.exit == 0);
  return std::stod(answer.out);
}

bool rounds_to(double value, double wanted, int digits) {
  return std::fabs(value / wanted - 1) <= 0.51 * std::pow(10, 1 - digits);
}

/// FLOPs and bytes of a decode step by the context, everything else the same.
double slope(const std::string& asked, const std::string& key) {
  return figure(asked + " --context 2001", key) - figure(asked + " --context 2000", key);
}

}  // namespace

TEST_CASE("grouped queries shrink bytes, never FLOPs") {
  // 4 * 64 heads * 128 a token of context and layer, not 65536; and 4 * B * S * query heads * dim.
  const std::string llama = "llama-3-70b --phase decode --chip mi300x";
  CHECK(slope(llama, "flops") == 80 * 32768.0);
  CHECK(slope(llama + " --batch 7", "flops") == 7 * 80 * 4.0 * 64 * 128);
  CHECK(slope(llama, "bytes") == 327680);
  CHECK(figure("llama-3-70b --context 131072", "kv_bytes") == 40 * kGiB);
  CHECK(figure("llama-3-8b --context 8192", "kv_bytes") == kGiB);
}

TEST_CASE("a causal mask halves the pairs, and the answer says which convention it has") {
  const std::string asked = "llama-2-7b --phase prefill --context 8192 --batch 4 --chip h100";
  const double causal = figure(asked, "flops"), dense = figure(asked + " --attention-flops dense", "flops");
  // Forward and backward 3 times the forward: 422.2 TFLOP dense, 211.1 causal, of attention alone.
  const double square = 4 * 32 * 4.0 * 4096 * 8192 * 8192;
  CHECK(rounds_to(3 * square, 422.2e12, 4));
  CHECK(dense - causal == square - 4 * 32 * 4.0 * 4096 * (8192.0 * 8193 / 2));
  CHECK(has(run("model " + asked).out, "(causal)"));
  CHECK(has(run("model " + asked + " --attention-flops dense").out, "(dense)"));
}

TEST_CASE("an embedding is looked up, the head is multiplied, tied or not") {
  // Prefill of one more token adds its layers' FLOPs, not a head; a batch of one more adds both.
  const double table = 128256.0 * 4096, layers = 8030261248.0 - 2 * table - 65.0 * 4096;
  const double one = figure("llama-3-8b --phase prefill --context 1 --chip h100", "flops");
  CHECK(one == 2 * layers + 2 * table + 32 * 4.0 * 4096);
  // Gemma's tables are one, and its head is multiplied all the same: 262208 x 5376.
  const double sampled = figure("gemma-3-27b --phase prefill --context 8 --chip h100", "flops");
  const double all = figure("gemma-3-27b --phase prefill --context 8 --logits all --chip h100", "flops");
  CHECK(all - sampled == 7 * 2.0 * 262208 * 5376);
}

TEST_CASE("a gated feed-forward part has three matrices, of the width of its own kind") {
  CHECK(figure("llama-2-7b", "params") == 6738415616);  // two would make 5.30e9
  // Qwen3-30B-A3B: 8 experts of 768 a token, not a dense 6144.
  const double attention = 2048.0 * (32 + 2 * 4) * 128 + 32.0 * 128 * 2048, experts = 3.0 * 2048 * 768 * 8;
  const double router = 2048.0 * 128, head = 2048.0 * 151936;
  CHECK(figure("qwen3-30b-a3b --phase prefill --context 1 --chip h100", "flops") ==
        48 * (2 * (attention + experts + router) + 4.0 * 32 * 128) + 2 * head);
}

TEST_CASE("latent attention caches latents, whatever they are stored in") {
  // 61 * 576 * 2 B; 2 * 61 * 512 would be 124,928 and 2 * 128 heads far more.
  CHECK(figure("deepseek-v3", "kv_bytes_per_token") == 70272);
  // 64k tokens of 4 bits: 18 MiB a layer, 1.07 GiB in all.
  const double four_bits = figure("deepseek-v3 --kv-dtype int4 --context 65536", "kv_bytes");
  CHECK(four_bits == 61 * 18.0 * 1048576);
  CHECK(rounds_to(four_bits, 1.07 * kGiB, 3));
}

TEST_CASE("a window's layers cache a window, and what an engine may take instead is told") {
  CHECK(rounds_to(figure("gemma-3-27b --context 131072", "kv_bytes"), 10.41 * kGiB, 4));
  CHECK(rounds_to(figure("gpt-oss-20b --batch 32 --context 8192", "kv_bytes"), 6.09 * kGiB, 3));
  CHECK(has(run("model gpt-oss-20b --batch 32 --context 8192 --chip h100").out, "takes 12.00 GiB"));
}

TEST_CASE("what fits in the room that is left is counted in the cache's own size") {
  const double room = figure("llama-3-8b --chip h100", "kv_room_bytes");
  CHECK(std::floor(room / 131072) == figure("llama-3-8b --chip h100", "max_context"));
}

TEST_CASE("all experts lie in memory, the chosen ones are read") {
  CHECK(figure("mixtral-8x7b", "weight_bytes") == 2 * 46702792704.0);
  const auto read = [](int batch) {
    return figure("mixtral-8x7b --phase decode --context 1 --chip mi300x --batch " + std::to_string(batch), "bytes");
  };
  // Beside an embedding row and a token of cache each: 4.625 - 2 experts in 32 layers more at 3 than at 1.
  const double expert = 2 * 3.0 * 4096 * 14336;
  CHECK(std::fabs(read(3) - read(1) - 32 * 2.625 * expert - 2 * (131072.0 + 8192)) < 1);
  CHECK(has(run("model mixtral-8x7b --phase decode --context 1 --batch 3 --chip mi300x --format json").out,
            "as expected where each token picks any 2 alike"));
}

TEST_CASE("formats: the cache's, the weights' and what computes are three things") {
  const std::string asked = "llama-3-8b --phase decode --context 2048 ";
  CHECK(figure(asked + "--kv-dtype fp8 --chip h100", "kv_bytes") == 2048 * 65536.0);
  // Weights stored in 8 bits on a chip that multiplies 16: half the bytes, the same peak.
  const support::Outcome stored = run("model " + asked + "--weight-dtype fp8 --chip a100-80gb-sxm --get dtype,ridge");
  CHECK(stored.exit == 0);
  CHECK(stored.out == run("model " + asked + "--chip a100-80gb-sxm --get dtype,ridge").out);
  const support::Outcome both = run("model " + asked + "--weight-dtype fp8 --act-dtype fp8 --chip a100-80gb-sxm");
  CHECK(both.exit == 2);
  CHECK(has(both.err, "fp8"));
  // 4.5 and 4.25 bits an element, the tables and norms in 16.
  const double tables = 2 * 128256.0 * 4096 + 65 * 4096.0, layers = 8030261248 - tables;
  CHECK(figure("llama-3-8b --weight-dtype nvfp4", "weight_bytes") == layers * 4.5 / 8 + 2 * tables);
  CHECK(figure("llama-3-8b --weight-dtype mxfp4", "weight_bytes") == layers * 4.25 / 8 + 2 * tables);
  CHECK(rounds_to(figure("llama-3-70b", "weight_bytes"), 141.1e9, 4));
}

TEST_CASE("a price makes a price of tokens") {
  const double rate = figure("llama-3-8b --phase decode --context 2048 --batch 64 --chip h100", "tokens_per_s");
  const double dollars = figure("llama-3-8b --phase decode --context 2048 --batch 64 --chip h100", "usd_per_mtok");
  CHECK(std::fabs(dollars / (1e6 * 3.99 / (3600 * rate)) - 1) < 1e-12);
  CHECK(has(run("model llama-3-8b --phase decode --context 2048 --batch 64 --chip h100").out, "3.99 USD/h"));
}
