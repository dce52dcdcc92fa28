// How to Scale Your Model, ch. 4, 7 and 8: parameters, caches, decode steps and what fits, through the command line.
//
// The book's models are written here as configs. Where it takes rounded parameters or caches, the exact ones are
// asked and the row says so. Not here: bare parameter counts without a shape (ch02-q1-weight-load-200B-v4p,
// ch07-quiz-30b-bs4), times and throughputs that are arithmetic on a time the book gives (ch08-qps-*,
// ch08-doubled-qps-*, ch08-pareto-2k-throughput), an index into a plot's grid (ch08-code-max-batch), questions without
// an answer (ch07-q6-expert-sharding), and training: optimizer states, checkpoints, 6 N FLOPs a token (ch05-*, ch06-*,
// ch12-quiz5-q2-1-min-gpus).

#include <cmath>
#include <string>
#include "support/catch.hpp"

#include "support/cli.hpp"

namespace {

using support::run;

double figure(const std::string& asked, const std::string& key) {
  const support::Outcome answer = run(asked + " --get " + key);
  CAPTURE(asked, answer.err);
  REQUIRE(answer.exit == 0);
  return std::stod(answer.out);
}

bool rounds_to(double value, double wanted, int digits) {
  return std::fabs(value / wanted - 1) <= 0.51 * std::pow(10, 1 - digits);
}

struct Shape {
  int layers, hidden, ffn, heads, kv_heads, head_dim, vocab;
};

/// A gated model of a shape; `more` are further keys.
std::string config(const Shape& s, const std::string& model_type, const std::string& more) {
  const auto key = [](const char* name, int value) {
    return "\"" + std::string(name) + "\": " + std::to_string(value) + ", ";
  };
  return "{\"model_type\": \"" + model_type + "\", " + key("num_hidden_layers", s.layers) +
         key("hidden_size", s.hidden) + key("intermediate_size", s.ffn) + key("num_attention_heads", s.heads) +
         key("num_key_value_heads", s.kv_heads) + key("head_dim", s.head_dim) + key("vocab_size", s.vocab) + more +
         "\"torch_dtype\": \"bfloat16\"}";
}

constexpr Shape kLlama13b{40, 5120, 13824, 40, 40, 128, 32000};
constexpr Shape kQuestion1{64, 4096, 16384, 32, 8, 256, 32128};
const std::string kTied = "\"tie_word_embeddings\": true, ";
const std::string kUntied = "\"tie_word_embeddings\": false, ";

/// Elements of the norms, which the book leaves out: two a layer and one.
double norms(const Shape& s) {
  return (2.0 * s.layers + 1) * s.hidden;
}

}  // namespace

TEST_CASE("book, ch. 4: a cache of 8192 tokens in int8 (ch04-kv-cache-8k-int8)") {
  const support::TemporaryFile file(config({64, 8192, 32768, 64, 64, 128, 32000}, "llama", kUntied));
  CHECK(figure("model " + file.path() + " --context 8192 --kv-dtype int8", "kv_bytes") == 8589934592);
}

TEST_CASE("book, ch. 6: Llama-3.1-405B (ch06-q2-llama405b-unanswered)") {
  const Shape s{126, 16384, 53248, 128, 8, 128, 128256};
  CHECK(figure("model llama-3.1-405b", "params") == 405849243648 + norms(s));
}

TEST_CASE("book, ch. 7: Llama-2-13B (ch07-llama2-13b-params, ch07-llama2-13b-table-mha)") {
  const support::TemporaryFile file(config(kLlama13b, "llama", kUntied));
  CHECK(figure("model " + file.path(), "params") == 13015449600 + norms(kLlama13b));
  const std::string page = run("model " + file.path()).out;
  for (const char* part : {"8,493,465,600", "4,194,304,000", "163,840,000"})
    CHECK(page.find(part) != std::string::npos);  // ffw, attention, each of the two vocab tables
  // Steps in ms at batch 1 to 240 on 8 v5e. The book reads 26 GB of weights; the token table, 0.33 GB of it, is not
  // read.
  struct Row {
    int batch;
    double step;
  };
  for (const Row& row :
       {Row{1, 4.98}, Row{8, 12.13}, Row{16, 20.30}, Row{32, 36.65}, Row{64, 69.33}, Row{240, 249.09}}) {
    CAPTURE(row.batch);
    const double t = figure("model " + file.path() +
                                " --phase decode --context 8192 --tp 8 --chip tpu-v5e "
                                "--set memory.hbm.capacity=1TB --batch " +
                                std::to_string(row.batch),
                            "t_hbm");
    const double table = 2.0 * 32000 * 5120 / (8 * 8.2e11);
    CHECK(std::fabs((t + table) * 1e3 / row.step - 1) < 0.004);
  }
}

TEST_CASE(
    "book, ch. 7: questions 1 to 5 (ch07-q1-params, ch07-q1-kv-per-token, ch07-q2-max-batch, ch07-q3-weight-load)") {
  const support::TemporaryFile file(config(kQuestion1, "llama", kTied));
  const std::string model = "model " + file.path() + " --weight-dtype int8 --kv-dtype int8 ";
  CHECK(figure(model, "params") == 18385207296 + norms(kQuestion1));
  CHECK(figure(model, "kv_bytes_per_token") == 262144);
  // 16 chips share caches evenly, more than there are heads: one chip with the memory of 16.
  const std::string pool = model + "--context 128000 --chip tpu-v5e --set memory.hbm.capacity=256GB ";
  CHECK(figure(pool, "max_batch") == 7);
  Shape one_head = kQuestion1;
  one_head.kv_heads = 1;
  const support::TemporaryFile smaller(config(one_head, "llama", kTied));
  CHECK(figure("model " + smaller.path() +
                   " --weight-dtype int8 --kv-dtype int8 --context 128000 --chip tpu-v5e "
                   "--set memory.hbm.capacity=256GB",
               "max_batch") == 56);
  CHECK(rounds_to(figure(model + "--phase decode --context 1 --chip tpu-v5e --compute-dtype int8 "
                                 "--set memory.hbm.capacity=256GB --set memory.hbm.bandwidth=13.12TB/s",
                         "t_hbm"),
                  1.4e-3, 2));
}

TEST_CASE("book, ch. 7: the same as a mixture of 16 experts, 2 active (ch07-q5-moe-params, ch07-q5-moe-flops)") {
  const support::TemporaryFile file(
      config(kQuestion1, "mixtral",
             kTied + "\"num_local_experts\": 16, \"num_experts_per_tok\": 2, \"sliding_window\": null, "));
  const double routers = 64.0 * 4096 * 16;  // which the book leaves out
  CHECK(figure("model " + file.path(), "params") == 211658735616 + norms(kQuestion1) + routers);
  CHECK(figure("model " + file.path(), "params_active") == 31270109184 + norms(kQuestion1) + routers);
  CHECK(rounds_to(
      figure("model " + file.path() + " --phase prefill --context 1 --chip h100 --set memory.hbm.usable=1TB", "flops"),
      62540218368, 3));
}

TEST_CASE("book, ch. 7: one layer's two matrices over 4 chips (ch07-appA-layer-latency)") {
  // 365 us is of 600M parameters, which has attention in it; 8192 x 32768 twice is 327.4 us.
  const double one = figure("matmul --B 1 --D 8192 --F 32768 --shard F=4 --chip tpu-v5e", "t_comm");
  CHECK(std::fabs(2 * one / 327.36e-6 - 1) < 1e-3);
}

TEST_CASE("book, ch. 8: Llama-3-70B on v5e (ch08-memory-bs32-8k, ch08-min-topology-*, ch08-doubled-batch)") {
  // 160, 324, 162 and 81 kB a token are rounded.
  CHECK(figure("model llama-3-70b", "kv_bytes_per_token") == 327680);
  CHECK(figure("model llama-3-70b --kv-dtype int8", "kv_bytes_per_token") == 163840);
  CHECK(figure("model llama-3-70b --kv-dtype int4", "kv_bytes_per_token") == 81920);
  CHECK(figure("model llama-3-70b --kv-dtype int8 --batch 32 --context 8192", "kv_bytes") == 32 * 8192 * 163840.0);
  // 43 and 140 caches beside 140 GB of weights; the weights are 141.1 GB, and a cache 2.684 GB.
  const auto caches = [](const std::string& memory) {
    return figure("model llama-3-70b --context 8192 --chip tpu-v5e --set memory.hbm.capacity=" + memory, "max_batch");
  };
  CHECK(caches("256GB") == 42);
  CHECK(caches("512GB") == 138);
}

TEST_CASE("book, ch. 8: all of a chip's memory, and 35 GB of 4 chips (ch08-full-hbm-step, ch08-int4-min-latency)") {
  CHECK(rounds_to(figure("copy --N 4e9 --chip tpu-v5e", "t_lower"), 19.51e-3, 4));
  CHECK(rounds_to(figure("copy --N 2187500000 --chip tpu-v5e", "t_lower"), 10.67e-3, 4));
}

TEST_CASE("book, ch. 8: one matrix on a 4x8 slice (ch08-4x8-times)") {
  const std::string matrix = "matmul --B 64 --D 8192 --F 896 --chip tpu-v5e";  // 28672 columns over 32 chips
  CHECK(rounds_to(figure(matrix, "t_comp"), 4.769e-6, 4));
  const double activations = 2.0 * 64 * (8192 + 896) / 8.2e11;  // which the book leaves out
  CHECK(std::fabs((figure(matrix, "t_comm") - activations) / 17.902517e-6 - 1) < 1e-6);
  CHECK(run(matrix + " --get bottleneck").out == "hbm\n");
  CHECK(
      rounds_to(figure("collective all-gather --size 1048576B --mesh X=16 --wrap X=ring --chip tpu-v5e", "t_bandwidth"),
                11.65e-6, 4));
}

TEST_CASE("book, ch. 8: prefill of 8192 tokens at 40% (ch08-prefill-8192)") {
  // 2 * 70e9 * 8192 FLOPs: every parameter meets every token; of Llama-3-70B without attention.
  const double pairs = 8192.0 * 8193 / 2;
  const double flops = figure("model llama-3-70b --phase prefill --context 8192 --logits all --chip mi300x", "flops") -
                       80 * 4.0 * 64 * 128 * pairs;
  CHECK(std::fabs(flops / (16 * 197e12 * 0.4) / 0.91 - 1) < 0.01);
}

TEST_CASE("book, ch. 8: Llama-3-8B at batch 240 (ch08-q2-8b-unanswered)") {
  CHECK(figure("model llama-3-8b --kv-dtype int8", "kv_bytes_per_token") == 65536);
  CHECK(figure("model llama-3-8b --kv-dtype int8 --batch 240 --context 8192", "kv_bytes") == 128849018880);
}
