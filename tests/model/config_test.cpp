// Reading configs: what is assumed and said, what is refused and where, and the models that are shipped.

#include "roofline/model/config.hpp"

#include <algorithm>
#include <string>

#include "model/small_models.hpp"
#include "roofline/model/catalog.hpp"
#include "roofline/model/counts.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;
using support::has;

namespace {

constexpr const char* kLlama = R"("hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
"intermediate_size": 16, "vocab_size": 32)";

Model read(const std::string& text, const std::string& assume = "") {
  return read_model(parse_config(text, "config.json"), nullptr, "mine", assume);
}

bool notes(const Architecture& a, const std::string& note) {
  return std::find(a.notes.begin(), a.notes.end(), note) != a.notes.end();
}

}  // namespace

TEST_CASE("shipped models have the parameters and the cache that were published") {
  static constexpr struct {
    const char* name;
    double total, per_token;
  } kRows[]{
      {"llama-2-7b", 6738415616, 262144},   {"llama-3-8b", 8030261248, 65536},
      {"llama-3-70b", 70553706496, 163840}, {"llama-3.1-405b", 405853388800, 258048},
      {"mistral-7b", 7241732096, 0},        {"mixtral-8x7b", 46702792704, 65536},
      {"qwen3-32b", 32762123264, 131072},   {"qwen3-30b-a3b", 30532122624, 49152},
      {"gemma-3-27b", 27009346304, 40960},  {"deepseek-v3", 671026404352, 35136},
      {"gpt-oss-20b", 20914757184, 12288},  {"gpt-oss-120b", 116829156672, 18432},
  };
  CHECK(std::size(kRows) == embedded_models().size());
  for (const auto& row : kRows) {
    INFO(row.name);
    const Model model = find_model(row.name);
    CHECK(model.name == row.name);
    CHECK(count_parameters(model.architecture).total == row.total);
    CHECK(cache_per_token(model.architecture) == row.per_token);
    CHECK(model.architecture.counts_only.empty());
  }
}

TEST_CASE("what deepseek-v3 has beside its parameters is apart") {
  const Architecture a = find_model("deepseek-v3").architecture;
  CHECK(a.mtp == 11610068224);
  CHECK(a.mtp_copies == 2 * 129280LL * 7168);
  CHECK(a.router_biases == 58 * 256);
  CHECK(count_parameters(a).active == 37552282624);
  CHECK(notes(a, "multi-token prediction, 11610068224 parameters, is counted apart and takes no part in a step"));
}

TEST_CASE("a window bounds the cache of a long sequence") {
  static constexpr double kGiB = 1073741824;
  const Architecture gemma = find_model("gemma-3-27b").architecture;
  CHECK_THAT(2 * cache_of_sequence(gemma, 131072) / kGiB, WithinRel(10.41, 5e-4));
  const Architecture oss = find_model("gpt-oss-20b").architecture;
  CHECK(32 * 2 * cache_of_sequence(oss, 8192) / kGiB == 6.09375);
}

TEST_CASE("a shipped model that there is not") {
  const Error near = error_of([] { find_model("llama-3-8"); });
  CHECK(near.message == "unknown model 'llama-3-8'");
  CHECK(has(near.hint, "did you mean llama-3-8b"));
  CHECK(has(near.hint, "the path of a config.json has a / or ends in .json"));
}

TEST_CASE("a default of the family is used and said") {
  const Architecture mistral = read(R"({"model_type": "mistral", "hidden_size": 64, "num_hidden_layers": 2,
      "num_attention_heads": 8, "intermediate_size": 16, "vocab_size": 32})")
                                   .architecture;
  CHECK(notes(mistral, "num_key_value_heads is not given: 8, the default of mistral"));
  CHECK(notes(mistral, "sliding_window is not given: 4096, the default of mistral"));
  CHECK(notes(mistral, "tie_word_embeddings is not given: false, the default of mistral"));
  CHECK(mistral.notes.size() == 3);
  CHECK(small_model("llama").architecture.notes.empty());
  CHECK(
      notes(small_model("gemma3").architecture, "the vision tower is not modelled: neither its weights nor its time"));
  CHECK(notes(small_model("grok-1").architecture, "tie_word_embeddings is not given: true, the default of grok-1"));
}

TEST_CASE("the time of some families is not modelled, and they say so") {
  for (const char* family : {"bert", "bart", "whisper", "t5", "rwkv5", "deepseek_v4", "gemma3n"}) {
    INFO(family);
    CHECK(has(small_model(family).architecture.counts_only, "is not modelled"));
  }
  CHECK(small_model("mamba").architecture.counts_only.empty());
}

TEST_CASE("--assume reads a config as another family") {
  const std::string mine = R"({"model_type": "mine", )" + std::string(kLlama) + "}";
  CHECK(read(mine, "llama").architecture.family == "llama");
  CHECK(read("{" + std::string(kLlama) + "}", "llama").architecture.layers.size() == 2);
  const Error error = error_of([&] { read(mine, "lama"); });
  CHECK(error.message == "unknown family 'lama'");
  CHECK(has(error.hint, "llama"));
}

TEST_CASE("numbers that only Python writes are read past where they do not count") {
  const std::string text = R"({"model_type": "llama", "x": [NaN, -Infinity, "NaN"], "hidden_size": 8,
"num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": Infinity, "vocab_size": 32})";
  const Error error = error_of([&] { read(text); });
  CHECK(error.message == "expected a whole number from 1, found Infinity");
  CHECK(error.place == "config.json:2:72");
  CHECK(error.where == "intermediate_size");
  CHECK(has(error_of([&] { parse_json(text, "config.json"); }).message, "not JSON"));
  CHECK_NOTHROW(small_model("nemotron_h"));
}

TEST_CASE("a config that cannot be right is refused, with the place and the key") {
  static const struct {
    std::string config;
    const char *place, *where, *message, *hint;
  } kRows[]{
      {"[1]", "config.json:1:1", "", "expected an object, found an array", ""},
      {R"({"hidden_size": 8})", "config.json:1:1", "", "no model_type: what kind of model is this?", "--assume llama"},
      {R"({"model_type": "lama"})", "config.json:1:16", "model_type", "unknown model_type 'lama'",
       "did you mean llama? known are llama, yi, "},
      {R"({"model_type": 8})", "config.json:1:16", "model_type", "expected a string, found 8", ""},
      {R"({"model_type": "llama"})", "config.json:1:1", "", "llama needs the key \"hidden_size\"",
       "or as n_embd, d_model or n_embed"},
      {R"({"model_type": "llama", "hidden_size": "8"})", "config.json:1:40", "hidden_size",
       "expected a whole number, found '8'", ""},
      {R"({"model_type": "llama", "hidden_size": 8.5})", "config.json:1:40", "hidden_size",
       "expected a whole number from 1, found 8.5", ""},
      {R"({"model_type": "llama", "hidden_size": -8})", "config.json:1:40", "hidden_size",
       "expected a whole number from 1, found -8", ""},
      {R"({"model_type": "llama", "hidden_size": 1e9})", "config.json:1:40", "hidden_size",
       "1e9 is more than any model has", ""},
      {R"({"model_type": "llama", "hidden_size": 8, "vocab_size": 0})", "config.json:1:57", "vocab_size",
       "expected a whole number from 1, found 0", ""},
      {R"({"model_type": "llama", "hidden_size": 8, "vocab_size": 32, "num_hidden_layers": 0})", "config.json:1:82",
       "num_hidden_layers", "expected a whole number from 1, found 0", ""},
      {R"({"model_type": "llama", "hidden_size": 8, "vocab_size": 32, "num_hidden_layers": 1, "num_attention_heads": 3})",
       "config.json:1:1", "", "3 heads do not divide the hidden size 8", "give head_dim"},
      {R"({"model_type": "llama", "num_key_value_heads": 3, )" + std::string(kLlama) + "}", "config.json:1:48",
       "num_key_value_heads", "3 key-value heads do not divide 2 query heads", ""},
      {R"({"model_type": "llama", "layer_types": ["full_attention"], )" + std::string(kLlama) + "}", "config.json:1:40",
       "layer_types", "has 1 values for 2 layers", ""},
      {R"({"model_type": "llama", "layer_types": ["full_attention", "odd"], )" + std::string(kLlama) + "}",
       "config.json:1:59", "layer_types", "unknown kind of layer 'odd'", "full_attention"},
      {R"({"model_type": "llama", "layer_types": ["mamba", "full_attention"], )" + std::string(kLlama) + "}",
       "config.json:1:1", "layer_types", "layers of llama are not known to be linear_attention", ""},
      {R"({"model_type": "mixtral", "num_key_value_heads": 1, "num_local_experts": 0, )" + std::string(kLlama) + "}",
       "config.json:1:74", "num_local_experts", "expected a whole number from 1, found 0", ""},
      {R"({"model_type": "mixtral", "num_key_value_heads": 1, "num_local_experts": 2, "num_experts_per_tok": 3, )" +
           std::string(kLlama) + "}",
       "config.json:1:100", "num_experts_per_tok", "3 experts of a token are more than the 2 there are", ""},
      {R"({"model_type": "llama", "attention_bias": 1, )" + std::string(kLlama) + "}", "config.json:1:43",
       "attention_bias", "expected true or false, found 1", ""},
      {R"({"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "hidden_size": true}})",
       "config.json:1:86", "text_config.hidden_size", "expected a whole number, found true", ""},
      {"version https://git-lfs.github.com/spec/v1\n", "config.json:1:1", "",
       "not JSON: this is a Git LFS pointer, not the file", ""},
      {"<!DOCTYPE html>", "config.json:1:1", "", "not JSON: this is HTML or XML", ""},
  };
  for (const auto& row : kRows) {
    INFO(row.config);
    const Error error = error_of([&] { read(row.config); });
    CHECK(error.message == row.message);
    CHECK(error.place == row.place);
    CHECK(error.where == row.where);
    CHECK(has(error.hint, row.hint));
  }
}
