// How many bytes each weight takes, and in which format it is multiplied.

#include "roofline/model/formats.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "model/small_models.hpp"
#include "roofline/model/catalog.hpp"
#include "support/catch.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;
using support::has;

namespace {

/// A llama of 256 with two heads of 128, and more keys: q_proj has 65,536 elements.
Document llama_with(const std::string& more) {
  return parse_config(R"({"model_type": "llama", "hidden_size": 256, "num_hidden_layers": 2, "num_attention_heads": 2,
"num_key_value_heads": 1, "intermediate_size": 512, "vocab_size": 1000, "tie_word_embeddings": false)" +
                          more + "}",
                      "config.json");
}

Model read_with(const std::string& more) {
  return read_model(llama_with(more), nullptr, "a llama", "");
}

const Stored& weight(const std::vector<Stored>& layer, const std::string& name) {
  const auto same = [&](const Stored& s) { return s.weight.name == name; };
  const auto found = std::find_if(layer.begin(), layer.end(), same);
  REQUIRE(found != layer.end());
  return *found;
}

StoredModel stored(const Model& model, const WhatIf& what_if = {}) {
  return store(model.architecture, model.formats, what_if);
}

std::string name_of(Dtype dtype) {
  return std::string(info(dtype).name);
}

/// All that lies in memory.
double bytes_of(const Model& model, const StoredModel& stored) {
  const auto sum = [](const std::vector<Stored>& weights) {
    return std::accumulate(weights.begin(), weights.end(), 0.0,
                           [](double so_far, const Stored& s) { return so_far + s.bytes.si(); });
  };
  double total = sum(stored.around);
  for (const std::size_t kind : model.architecture.layers) total += sum(stored.kinds[kind]);
  return total;
}

}  // namespace

TEST_CASE("each form of quantization takes its bits, scales included, and computes in its format") {
  static constexpr struct {
    const char* config;
    const char* method;
    double bytes;  // of q_proj
    const char *dtype, *compute;
  } kRows[]{
      {R"("quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]})", "fp8, blocks of 128x128",
       65536 + 4 * 4, "fp8", "fp8"},
      {R"("quantization_config": {"quant_method": "fp8", "weight_block_size": null, "activation_scheme": "static"})",
       "fp8, a scale a matrix", 65536 + 4, "fp8", "fp8"},
      {R"("quantization_config": {"quant_method": "fp8", "weight_block_size": [100, 128]})", "fp8, blocks of 100x128",
       65536 + 3 * 2 * 4, "fp8", "fp8"},
      {R"("quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128})",
       "gptq, 4 bits, groups of 128", 65536 * (4 + 20. / 128) / 8, "int4", "bf16"},
      {R"("quantization_config": {"quant_method": "gptq", "bits": 3, "group_size": -1})", "gptq, 3 bits, per column",
       65536 * 3 / 8 + 256 * 19 / 8, "int4", "bf16"},
      {R"("quantization_config": {"quant_method": "awq", "w_bit": 4, "q_group_size": 64})", "awq, 4 bits, groups of 64",
       65536 * (4 + 20. / 64) / 8, "int4", "bf16"},
      {R"("quantization_config": {"quant_method": "bitsandbytes", "load_in_8bit": true, "load_in_4bit": false})",
       "bitsandbytes, int8", 65536 + 256 * 4, "int8", "bf16"},
      {R"("quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_quant_type": "nf4"})",
       "bitsandbytes, nf4", 65536 * 4.5 / 8, "int4", "bf16"},
      {R"("quantization": {"bits": 4, "group_size": 64}, "quantization_config": {"bits": 4, "group_size": 64})",
       "MLX, 4 bits, groups of 64", 65536 * 4.5 / 8, "int4", "bf16"},
      {R"("quantization": {"mode": "mxfp4", "bits": 4, "group_size": 32})", "MLX, mxfp4", 65536 * 4.25 / 8, "mxfp4",
       "bf16"},
      {R"("quantization_config": {"quant_method": "modelopt", "quant_algo": "NVFP4"})", "modelopt, NVFP4",
       65536 * 4.5 / 8 + 4, "nvfp4", "nvfp4"},
      {R"("quantization_config": {"quant_algo": "FP8", "producer": {"name": "modelopt"}})", "modelopt, FP8", 65536 + 4,
       "fp8", "fp8"},
      {R"("quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"group_0": {
          "weights": {"num_bits": 4, "type": "int", "group_size": 32, "symmetric": true}}}})",
       "compressed-tensors, int4", 65536 * 4.5 / 8, "int4", "bf16"},
      {R"("quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"group_0": {
          "input_activations": {"num_bits": 8, "type": "float"},
          "weights": {"num_bits": 8, "type": "float", "strategy": "channel"}}}})",
       "compressed-tensors, fp8", 65536 + 256 * 4, "fp8", "fp8"},
      {R"("quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"group_0": {
          "input_activations": null, "weights": {"num_bits": 4, "type": "float", "group_size": 32}}}})",
       "compressed-tensors, mxfp4", 65536 * 4.25 / 8, "mxfp4", "bf16"},
  };
  for (const auto& row : kRows) {
    INFO(row.config);
    const Model model = read_with(R"(, "torch_dtype": "bfloat16", )" + std::string(row.config));
    CHECK(model.formats.method == row.method);
    const StoredModel all = stored(model);
    const Stored& q = weight(all.kinds[0], "q_proj");
    CHECK(q.bytes.si() == row.bytes);
    CHECK(name_of(q.dtype) == row.dtype);
    CHECK(name_of(q.compute) == row.compute);
    CHECK(weight(all.kinds[0], "norm").bytes.si() == 2 * 2 * 256);
  }
}

TEST_CASE("a quantizer leaves head and tables as they are, MLX apart") {
  const StoredModel awq = stored(read_with(R"(, "torch_dtype": "float16", "quantization_config": {
      "quant_method": "awq", "bits": 4, "group_size": 128})"));
  CHECK(weight(awq.around, "lm_head").bytes.si() == 2 * 1000 * 256);
  CHECK(name_of(weight(awq.around, "lm_head").compute) == "fp16");
  CHECK(name_of(weight(awq.kinds[0], "q_proj").compute) == "fp16");
  const StoredModel mlx = stored(read_with(R"(, "quantization": {"bits": 4, "group_size": 64})"));
  CHECK(weight(mlx.around, "lm_head").bytes.si() == 1000 * 256 * 4.5 / 8);
  CHECK(weight(mlx.around, "embed_tokens").bytes.si() == 1000 * 256 * 4.5 / 8);
}

TEST_CASE("layers that a config keeps out of quantization become kinds of their own") {
  static constexpr struct {
    const char* ignored;
    std::size_t kinds;
    const char *first, *second;  // dtype of q_proj
  } kRows[]{
      {R"("lm_head")", 1, "fp8", "fp8"},
      {R"("model.layers.0.self_attn.q_proj")", 2, "bf16", "fp8"},
      {R"("language_model.model.layers.1.self_attn*")", 2, "fp8", "bf16"},
      {R"("model.layers.*.self_attn")", 1, "bf16", "bf16"},
      {R"("model.layers.10.self_attn")", 1, "fp8", "fp8"},
      {R"("q_proj")", 1, "bf16", "bf16"},
      {R"("re:.*self_attn.*")", 1, "bf16", "bf16"},
      {R"("re:.*\\.(q|k)_proj$")", 1, "bf16", "bf16"},
      {R"("re:.*mlp\\.(gate|up|gate_up|down)_proj.*")", 1, "fp8", "fp8"},
      {R"("re:model\\.layers\\.1\\.self_attn.*")", 2, "fp8", "bf16"},
  };
  for (const auto& row : kRows) {
    INFO(row.ignored);
    const Model model = read_with(R"(, "quantization_config": {"quant_method": "fp8", "modules_to_not_convert": [)" +
                                  std::string(row.ignored) + "]}");
    const StoredModel all = stored(model);
    const auto& layers = model.architecture.layers;
    CHECK(model.architecture.kinds.size() == row.kinds);
    REQUIRE(layers.size() == 2);
    CHECK(name_of(weight(all.kinds[layers[0]], "q_proj").dtype) == row.first);
    CHECK(name_of(weight(all.kinds[layers[1]], "q_proj").dtype) == row.second);
  }
  const Model odd = read_with(R"(, "quantization_config": {"quant_method": "fp8", "ignore": ["re:(?!x)[ab]{2}"]})");
  CHECK(has(odd.formats.notes.back(), "ignore is not understood: 're:(?!x)[ab]{2}'"));
}

TEST_CASE("a quantization beside the config counts where the config has none") {
  const Document sidecar = parse_json(R"({"producer": {"name": "modelopt"}, "quantization": {"quant_algo": "FP8",
      "kv_cache_quant_algo": "FP8", "exclude_modules": ["lm_head"]}})",
                                      "hf_quant_config.json");
  const Model model = read_model(llama_with(""), &sidecar, "a llama", "");
  CHECK(model.formats.method == "modelopt, FP8");
  const StoredModel all = stored(model);
  CHECK(name_of(all.kv) == "fp8");
  CHECK(name_of(all.activations) == "bf16");
  CHECK(name_of(stored(model, {.kv = Dtype::bf16}).kv) == "bf16");
  const Document older = parse_json(R"({"bits": 4, "group_size": 128, "desc_act": false})", "quantize_config.json");
  CHECK(read_model(llama_with(""), &older, "a llama", "").formats.method == "gptq, 4 bits, groups of 128");
}

TEST_CASE("--weight-dtype is for what a quantizer would take, or from 16 bits on for everything") {
  const Model model = read_with(R"(, "torch_dtype": "bfloat16")");
  const StoredModel int8 = stored(model, {.weights = Dtype::int8});
  CHECK(weight(int8.kinds[0], "q_proj").bytes.si() == 65536);
  CHECK(name_of(weight(int8.kinds[0], "q_proj").compute) == "bf16");
  CHECK(weight(int8.around, "lm_head").bytes.si() == 2 * 1000 * 256);
  CHECK(weight(int8.kinds[0], "norm").bytes.si() == 2 * 2 * 256);
  CHECK(has(int8.notes.back(), "embedding, head, norms and router stay in bf16"));
  const StoredModel fp32 = stored(model, {.weights = Dtype::fp32});
  CHECK(bytes_of(model, fp32) == 2 * bytes_of(model, stored(model)));
  CHECK(name_of(weight(fp32.kinds[0], "q_proj").compute) == "fp32");
  const StoredModel fp8 = stored(model, {.weights = Dtype::fp8, .activations = Dtype::fp8});
  CHECK(name_of(weight(fp8.kinds[0], "q_proj").compute) == "fp8");
  CHECK(name_of(weight(fp8.around, "lm_head").compute) == "bf16");
  CHECK(name_of(fp8.kv) == "fp8");
  const StoredModel forced = stored(model, {.weights = Dtype::int4, .compute = Dtype::fp8});
  CHECK(name_of(weight(forced.kinds[0], "q_proj").compute) == "fp8");
  CHECK(has(error_of([&] { stored(model, {.activations = Dtype::fp16}); }).hint, "--compute-dtype"));
}

TEST_CASE("what a config says of formats and nobody can read is an Error until --weight-dtype says otherwise") {
  static constexpr struct {
    const char *config, *message, *place;
  } kRows[]{
      {R"("torch_dtype": "bfloat17")", "unknown dtype 'bfloat17'", "config.json:2:"},
      {R"("quantization_config": {"quant_method": "aqlm"})", "unknown quantization 'aqlm'", "config.json:2:"},
      {R"("quantization_config": {"quant_method": "modelopt", "quant_algo": "W1A1"})", "unknown quantization 'W1A1'",
       "config.json:2:"},
      {R"("quantization_config": {"what": 1})", "a quantization that does not name its method", "config.json:2:"},
  };
  for (const auto& row : kRows) {
    INFO(row.config);
    const Model model = read_with(", " + std::string(row.config));
    const Error error = error_of([&] { stored(model); });
    CHECK(error.message == row.message);
    CHECK(has(error.place, row.place));
    CHECK(has(error.hint, "--weight-dtype"));
    CHECK_NOTHROW(stored(model, {.weights = Dtype::bf16}));
  }
}

TEST_CASE("shipped models lie in memory as they were released") {
  const Model v3 = find_model("deepseek-v3");
  const StoredModel fp8 = stored(v3);
  const auto& last = fp8.kinds[v3.architecture.layers.back()];
  CHECK(weight(last, "q_a_proj").bytes.si() == 7168 * 1536 + 4 * 56 * 12 + 2 * 1536);
  CHECK(weight(last, "kv_a_proj_with_mqa").bytes.si() == 7168 * 576 + 4 * 56 * 5 + 2 * 512);  // 4.5 blocks are 5
  CHECK(name_of(weight(last, "q_a_proj").compute) == "fp8");
  CHECK(name_of(weight(last, "gate").compute) == "bf16");
  const Model oss = find_model("GPT-OSS-20B");
  const StoredModel mxfp4 = stored(oss);
  CHECK(weight(mxfp4.kinds[0], "gate_proj").bytes.si() == 32 * 2880. * 2880 * 4.25 / 8);
  CHECK(name_of(weight(mxfp4.kinds[0], "gate_proj").compute) == "bf16");
  CHECK(weight(mxfp4.kinds[0], "o_proj").bytes.si() == 2 * (4096 * 2880 + 2880 + 64));
  const Model llama = find_model("llama-3-8b");
  CHECK(bytes_of(llama, stored(llama)) == 2 * 8030261248.0);
}

TEST_CASE("a table that is the head too is multiplied as an own head would be") {
  Document config =
      parse_config(R"({"model_type": "llama", "hidden_size": 256, "num_hidden_layers": 2, "vocab_size": 1000,
"num_attention_heads": 2, "num_key_value_heads": 1, "intermediate_size": 512, "tie_word_embeddings": true,
"quantization": {"bits": 4, "group_size": 64}})",
                   "config.json");
  const StoredModel kept = stored(read_model(config, nullptr, "a llama", ""));
  CHECK(kept.around[0].weight.name == "embed_tokens");
  CHECK(kept.around[0].dtype == Dtype::int4);
  CHECK(kept.around[0].compute == Dtype::bf16);
}
