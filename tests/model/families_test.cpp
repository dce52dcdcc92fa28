// One small config of each family: what it counts to, by hand. Where nothing else is said, a model is 8 wide with 2
// layers, 2 query heads and 1 key-value head of 4, a feed-forward part of 16, and 32 words; a layer of a llama has
//
//   q 8*8, k 8*4, v 8*4, o 8*8, gate, up and down 3*8*16, two norms of 8
//
// and 2*1*4 elements of cache a token.

#include <set>
#include <string>

#include "model/family.hpp"
#include "model/small_models.hpp"
#include "roofline/model/counts.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;

namespace {

struct Row {
  const char* family;
  double total;
  double per_token;  ///< elements of cache, of a long sequence
  double of_ten;     ///< of a sequence of ten tokens
  double state = 0;  ///< elements
  double apart = 0;  ///< multi-token prediction and correction biases
};

constexpr double kMlp = 3 * 8 * 16, kAttention = 8 * 8 + 8 * 4 + 8 * 4 + 8 * 8, kTable = 32 * 8;
constexpr double kLlama = kAttention + kMlp + 2 * 8;
/// Four experts of 4, of which a token uses two; a router of 8 x 4.
constexpr double kExperts = 8 * 4 + 4 * 3 * 8 * 4;
/// q 8*3 with a norm, 3*12, kv 8*7 with a norm of 5, 5*14, out 6*8.
constexpr double kLatent = 8 * 3 + 3 + 3 * 2 * 6 + 8 * 7 + 5 + 5 * 2 * 7 + 2 * 3 * 8;
/// A key head of 2, two value heads of 2: q, k, v and z, b and a, 8 channels of 4, A and dt, a norm, out.
constexpr double kDelta = 8 * (2 + 2 + 4 + 4) + 8 * 4 + 8 * 4 + 2 + 2 + 2 + 4 * 8;
constexpr double kDeltaState = 2 * 2 * 2 + 8 * 4;
/// q makes a gate of 8 too; norms of 4.
constexpr double kGated = 8 * 16 + 8 * 4 + 8 * 4 + 8 * 8 + 4 + 4;
/// 16 wide, 4 heads, two groups of 4: in 8*(16+32+4), 32 channels of 3 and a bias, A, D, dt; a norm of 16; out.
constexpr double kMamba2 = 8 * 52 + 32 * 4 + 3 * 4 + 16 + 16 * 8;
constexpr double kMamba2State = 16 * 4 + 32 * 3;
/// 16 wide, state 4: in, 16 channels of 3 and a bias, x to dt, B and C, dt with a bias, A, D, out; rank of dt: 2, 1.
constexpr double kMamba = 8 * 32 + 16 * 4 + 16 * (2 + 8) + 2 * 16 + 16 + 16 * 4 + 16 + 16 * 8;
constexpr double kJamba = 8 * 32 + 16 * 4 + 16 * (1 + 8) + 1 * 16 + 16 + 16 * 4 + 16 + 16 * 8 + (1 + 4 + 4);
/// Biases of q, k, v and o, of up and down; the norms have a shift.
constexpr double kGpt = 4 * (8 * 8 + 8) + 2 * 8 * 32 + 32 + 8 + 2 * 16;
constexpr double kBlock = 4 * (8 * 8 + 8) + 2 * 8 * 16 + 16 + 8 + 2 * 16;

const Row kRows[]{
    {"llama", kTable + 2 * kLlama + 8 + kTable, 2 * 8, 160},
    {"baichuan", kTable + 2 * (4 * 8 * 8 + kMlp + 16) + 8 + kTable, 2 * 16, 320},
    {"orion", kTable + 2 * (kAttention + kMlp + 2 * 16) + 16 + kTable, 2 * 8, 160},
    {"mistral", kTable + 2 * kLlama + 8 + kTable, 0, 2 * 4 * 8},
    {"phi3", kTable + 2 * kLlama + 8 + kTable, 2 * 8, 160},
    {"smollm3", kTable + 2 * kLlama + 8, 2 * 8, 160},
    {"stablelm", kTable + 2 * (kAttention + 8 + 4 + 4 + kMlp + 2 * 16) + 16 + kTable, 2 * 8, 160},
    {"telechat", kTable + 2 * (kLlama + 8 + 8) + 8 + kTable, 2 * 8, 160},
    {"mimo", kTable + 2 * (kLlama + 16) + 8 + kTable, 2 * 8, 160, 0, kLlama + 16 + 2 * 8 * 8 + 3 * 8},
    {"nemotron-nas", kTable + (kAttention + 3 * 8 * 256 + 16) + (3 * 8 * 256 + 8) + 8 + kTable, 8, 80},
    {"olmo", kTable + 2 * (kAttention + kMlp) + kTable, 2 * 8, 160},
    {"olmo2", kTable + 2 * (kLlama + 8 + 4) + 8 + kTable, 2 * 8, 160},
    {"olmo3", kTable + 4 * (kLlama + 8 + 4) + 8 + kTable, 8, 3 * 4 * 8 + 80},
    {"exaone4", kTable + 2 * (kLlama + 4 + 4) + 8 + kTable, 8, 4 * 8 + 80},
    {"cohere", kTable + 2 * (kAttention + kMlp + 8 + 8 + 4) + 8, 2 * 8, 160},
    {"cohere2", kTable + 2 * (kAttention + kMlp + 8) + 8, 8, 4 * 8 + 80},
    {"glm", kTable + 2 * (kLlama + 16) + 8 + kTable, 2 * 8, 160},
    {"glm4", kTable + 2 * (kLlama + 16 + 2 * 8) + 8 + kTable, 2 * 8, 160},
    {"chatglm", kTable + 2 * (kLlama + 16) + 8 + kTable, 2 * 8, 160},
    {"molmo", (32 + 128) * 8 + 2 * (kLlama + 16) + 8 + kTable, 2 * 8, 160},
    {"qwen", kTable + 2 * (4 * 8 * 8 + 3 * 8 + kMlp + 16) + 8 + kTable, 2 * 16, 320},
    {"qwen2", kTable + 2 * (kLlama + 16) + 8 + kTable, 8, 80 + 4 * 8},
    {"qwen3", kTable + 2 * (kLlama + 4 + 4) + 8 + kTable, 2 * 8, 160},
    {"qwen2_moe", kTable + 2 * (kAttention + 16 + kExperts + 3 * 8 * 8 + 8 + 16) + 8 + kTable, 2 * 8, 160},
    {"qwen3_moe", kTable + (kLlama + 8) + (kAttention + 8 + kExperts + 16) + 8 + kTable, 2 * 8, 160},
    {"qwen3_next", kTable + kDelta + kGated + 2 * (kExperts + 3 * 8 * 8 + 8 + 16) + 8 + kTable, 8, 80, kDeltaState,
     kGated + kExperts + 3 * 8 * 8 + 8 + 16 + 2 * 8 * 8 + 3 * 8},
    {"qwen3_5", kTable + kDelta + kGated + 2 * (kMlp + 16) + 8 + kTable, 8, 80, kDeltaState,
     kGated + kMlp + 16 + 2 * 8 * 8 + 3 * 8},
    {"qwen3_5_moe", kTable + kDelta + kGated + 2 * (kExperts + 3 * 8 * 8 + 8 + 16) + 8 + kTable, 8, 80, kDeltaState},
    {"gemma", kTable + 2 * kLlama + 8, 2 * 8, 160},
    {"gemma2", kTable + 2 * (kLlama + 16) + 8, 8, 4 * 8 + 80},
    {"gemma3", kTable + 2 * (kLlama + 16 + 8) + 8, 8, 4 * 8 + 80},
    // 16 rows of 2*2, projection and norm; two projections of 8x8; coefficients 4+8, router 16, norm and scale; laurel
    // of rank 2; the last layer reads the cache of the first.
    {"gemma3n",
     kTable + 16 * 4 + 8 * 4 + 2 + 2 * 8 * 8 +
         2 * (kLlama + 16 + 8 + (4 + 8 + 16 + 8 + 8) + (2 * 8 * 2 + 8) + (2 * 8 * 2 + 8)) + 8,
     0, 4 * 8},
    // The global layer: q 8*16, k 8*8 and no v, o 16*8. Norms: 7. Router scales: 8 and 4.
    {"gemma4", kTable + (kAttention + 8) + (8 * 16 + 8 * 8 + 16 * 8 + 16) + 2 * (kMlp + kExperts + 8 + 4 + 7 * 8) + 8,
     16, 4 * 8 + 160},
    {"mixtral", kTable + 2 * (kAttention + 8 * 4 + 4 * kMlp + 16) + 8 + kTable, 2 * 8, 160},
    {"grok-1", kTable + 2 * (kAttention + 8 * 4 + 4 * kMlp + 32) + 8, 2 * 8, 160},
    {"olmoe", kTable + 2 * (kAttention + 8 + 4 + 8 * 4 + 4 * kMlp + 16) + 8 + kTable, 2 * 8, 160},
    {"phimoe", kTable + 2 * (kAttention + 8 + 4 + 4 + 8 + 8 * 4 + 4 * kMlp + 32) + 16 + kTable + 32, 2 * 8, 160},
    {"granitemoe", kTable + 2 * (kAttention + 8 * 4 + 4 * kMlp + 16) + 8 + kTable, 2 * 8, 160},
    {"granitemoeshared", kTable + 2 * (kAttention + 8 * 4 + 4 * kMlp + 3 * 8 * 12 + 16) + 8 + kTable, 2 * 8, 160},
    {"hunyuan_v1_dense", kTable + 2 * (kLlama + 8) + 8 + kTable, 2 * 8, 160},
    // The first layer: q, k, v, a gate and out, each 8x8; a norm of 8.
    {"minimax_m1", kTable + 5 * 8 * 8 + 8 + kAttention + 2 * (8 * 4 + 4 * kMlp + 16) + 8 + kTable, 8, 80, 2 * 4 * 4},
    // Biases of q, k, v, o, two sinks; a router with a bias; experts with biases of 2*16 and 8.
    {"gpt_oss", kTable + 2 * (kAttention + 24 + 2 + 8 * 4 + 4 + 4 * (kMlp + 32 + 8) + 16) + 8 + kTable, 8, 4 * 8 + 80},
    {"dbrx", kTable + 2 * (kAttention + kExperts + 16) + 8 + kTable, 2 * 8, 160},
    {"bailing_moe", kTable + kLlama + (kAttention + kExperts + 3 * 8 * 8 + 16) + 8 + kTable, 2 * 8, 160},
    {"hunyuan", kTable + 2 * (kAttention + 8 + kExperts + 3 * 8 * 4 + 16) + 8 + kTable, 2 * 8, 160},
    {"llama4", kTable + kLlama + (kAttention + kExperts + 3 * 8 * 4 + 16) + 8 + kTable, 8, 4 * 8 + 80},
    {"glm4_moe", kTable + (kLlama + 16) + (kAttention + 16 + kExperts + 3 * 8 * 4 + 16) + 8 + kTable, 2 * 8, 160, 0,
     4 + kAttention + 16 + kExperts + 3 * 8 * 4 + 16 + 4 + 2 * 8 * 8 + 3 * 8},
    {"minimax_m2", kTable + 2 * (kAttention + 8 + 4 + 8 * 4 + 4 * kMlp + 16) + 8 + kTable, 2 * 8, 160, 0, 2 * 4},
    // The second layer has an indexer: two heads of 3, one key of 3, two norms.
    {"minimax_m3",
     kTable + (kLlama + 8) + (kAttention + 8 + 8 * 6 + 8 * 3 + 6 + kExperts + 3 * 8 * 4 + 16) + 8 + kTable, 2 * 8 + 3,
     190, 0, 4},
    {"deepseek", kTable + kLlama + (kAttention + kExperts + 3 * 8 * 8 + 16) + 8 + kTable, 2 * 8, 160},
    {"deepseek_v2",
     kTable + 2 * (kLatent - 8 * 3 - 3 - 3 * 12 + 8 * 12 + 16) + kMlp + kExperts + 3 * 8 * 4 + 8 + kTable, 2 * 7, 140},
    {"deepseek_v3", kTable + 2 * (kLatent + 16) + kMlp + kExperts + 3 * 8 * 4 + 8 + kTable, 2 * 7, 140, 0,
     4 + kLatent + 16 + kExperts + 3 * 8 * 4 + 4 + 2 * 8 * 8 + 3 * 8},
    // One layer with an indexer: two heads of 3 from the latent of 3, a key of 3 with a norm, weights of the heads.
    {"glm_moe_dsa", kTable + 2 * (kLatent + 16) + 3 * 6 + 8 * 3 + 6 + 8 * 2 + kMlp + kExperts + 3 * 8 * 4 + 8 + kTable,
     2 * 7 + 3, 170, 0, 4},
    {"mistral4", kTable + 2 * (kLatent + 16 + kExperts + 3 * 8 * 4) + 8 + kTable, 2 * 7, 140},
    // Values of 64, which the config leaves out.
    {"minicpm3", kTable + 2 * (8 * 3 + 3 + 3 * 12 + 8 * 7 + 5 + 5 * 2 * 68 + 2 * 64 * 8 + kMlp + 16) + 8 + kTable,
     2 * 7, 140},
    // Two streams: maps of 8 x 16, a base of 8, three scales, twice a layer; 2 x 16 and 3 at the end.
    {"deepseek_v4",
     kTable + 2 * (8 * 3 + 3 + 3 * 16 + 8 * 8 + 8 + 8 * 6 + 6 * 8 + 2) + (2 * 8 * 16 + 4 * 16 + 8) +
         (3 * 8 + 8 * 2 + 2 * 8 * 8 + 4 * 8 + 4) + (2 * 8 * 8 + 8 * 8 + 8) + 2 * 2 * (8 * 16 + 8 + 3) +
         2 * (kExperts + 3 * 8 * 4 + 16) + (2 * 16 + 3) + 8 + kTable,
     8 / 4 + 4 / 4 + 8 / 8, 2 * 4 * 8 + 40, 0, 4},
    {"mamba", kTable + 2 * (kMamba + 8) + 8, 0, 0, 2 * 16 * (4 + 3)},
    {"mamba2", kTable + 2 * (kMamba2 + 8) + 8 + kTable, 0, 0, 2 * kMamba2State},
    {"jamba", kTable + kJamba + kMlp + kAttention + 8 * 4 + 4 * kMlp + 2 * 16 + 8 + kTable, 8, 80, 16 * (4 + 3)},
    {"granitemoehybrid", kTable + kMamba2 + kAttention + 2 * (3 * 8 * 12 + 16) + 8 + kTable, 8, 80, kMamba2State},
    {"bamba", kTable + kMamba2 + kAttention + 2 * (kMlp + 16) + 8 + kTable, 8, 80, kMamba2State},
    {"falcon_h1", kTable + 2 * (kMamba2 - 16 + kLlama) + 8 + kTable, 2 * 8, 160, 2 * kMamba2State},
    // Feed-forward parts without a gate; experts of 4 on 2 elements, a shared one of 6.
    {"nemotron_h",
     kTable + kMamba2 + kAttention + 2 * 8 * 16 + (8 * 4 + 2 * 8 * 2 + 4 * 2 * 2 * 4 + 2 * 8 * 6) + 4 * 8 + 8 + kTable,
     8, 80, kMamba2State, 4 + kAttention + 8 + 2 * 8 * 8 + 3 * 8},
    // The width is 2/3 of 24; in 8*24, 8 channels of 3, out 8*8; norms of q and k.
    {"lfm2", kTable + (8 * 24 + 8 * 3 + 8 * 8) + (kAttention + 8) + 2 * (kMlp + 16) + 8, 8, 80, 8 * 3},
    {"rwkv5", kTable + 16 + 2 * (5 * 8 * 8 + 8 * 8 + 2 * 8 * 16 + 8 * 8 + 2 * 8 + 2 * 16) + 16 + kTable, 0, 0,
     2 * (8 * 4 + 2 * 8)},
    {"gpt2", kTable + 16 * 8 + 2 * kGpt + 16, 2 * 16, 320},
    {"gpt_neox", kTable + 2 * kBlock + 16 + kTable, 2 * 16, 320},
    {"gptj", kTable + 2 * (4 * 8 * 8 + 2 * 8 * 32 + 32 + 8 + 16) + 16 + kTable + 32, 2 * 16, 320},
    {"phi", kTable + 2 * (kBlock - 16) + 16 + kTable + 32, 2 * 16, 320},
    {"bloom", kTable + 16 + 2 * kGpt + 16, 2 * 16, 320},
    {"falcon", kTable + 2 * (kAttention + 2 * 8 * 32 + 16) + 16, 2 * 8, 160},
    {"opt", 32 * 4 + (14 + 2) * 8 + 2 * 4 * 8 + 2 * kBlock, 2 * 16, 320},
    {"starcoder2", kTable + 2 * (kAttention + 24 + 2 * 8 * 16 + 16 + 8 + 2 * 16) + 16, 0, 2 * 4 * 8},
    {"mpt", kTable + 16 * 8 + 2 * (4 * 8 * 8 + 2 * 8 * 16 + 16) + 8, 2 * 16, 320},
    {"bert", kTable + (16 + 2) * 8 + 16 + 2 * kBlock + 8 * 8 + 8, 0, 0},
    {"bart", kTable + 2 * (14 + 2) * 8 + 2 * kBlock + 16 + (kBlock + 4 * 72 + 16) + 16, 16, 160},
    {"whisper",
     kTable + 3 * 8 * 4 + 8 + 3 * 8 * 8 + 8 + 16 * 8 + 2 * (kBlock - 8) + 16 + (kBlock - 8 + 4 * 64 + 24 + 16) + 16, 16,
     160},
    {"t5", kTable + 2 * (4 * 64 + kMlp + 16) + 8 + 8 + (8 * 64 + kMlp + 24) + 8 + 8 + kTable, 16, 160},
};

}  // namespace

TEST_CASE("a small model of each family has the parameters, cache and state that its sizes say") {
  for (const Row& row : kRows) {
    INFO(row.family);
    const Architecture a = small_model(row.family).architecture;
    CHECK(count_parameters(a).total == row.total);
    CHECK(cache_per_token(a) == row.per_token);
    CHECK(cache_of_sequence(a, 10) == row.of_ten);
    CHECK(state_of_sequence(a) == row.state);
    CHECK(static_cast<double>(a.mtp + a.router_biases) == row.apart);
  }
}

TEST_CASE("every family of the table has a small model") {
  std::set<std::string> tried;
  for (const Row& row : kRows) tried.insert(row.family);
  for (const Family& family : families()) {
    INFO(family.names[0]);
    CHECK(tried.count(std::string(family.names[0])) == 1);
  }
  for (const std::string& family : tried) CHECK(find_family(family) != nullptr);
}

TEST_CASE("a name of the table means one family") {
  std::set<std::string> names;
  for (const std::string& name : family_names()) CHECK(names.insert(name).second);
}

TEST_CASE("of experts a token uses the top few") {
  const Counts mixtral = count_parameters(small_model("mixtral").architecture);
  CHECK(mixtral.total - mixtral.active == 2.0 * 2 * 3 * 8 * 16);  // two of four experts, in two layers
  const Counts oss = count_parameters(small_model("gpt_oss").architecture);
  CHECK(oss.total - oss.active == 2.0 * 2 * (3 * 8 * 16 + 2 * 16 + 8));
  const Counts llama = count_parameters(small_model("llama").architecture);
  CHECK(llama.total == llama.active);
}
