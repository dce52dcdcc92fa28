// Published configs, where the folder of them is there: what each says is counted to the parameter.

#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include "roofline/base/json.hpp"
#include "roofline/model/config.hpp"
#include "roofline/model/counts.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;

namespace {

const Json* find(const Json& object, const std::string& key) {
  for (const auto& [name, value] : object.members) {
    if (name == key && value.kind != Json::Kind::null) return &value;
  }
  return nullptr;
}

std::optional<double> number(const Json& row, const std::string& key) {
  const Json* value = find(row, key);
  if (value == nullptr) return std::nullopt;
  return std::stod(value->text);
}

std::string zoo(const std::string& file) {
  return support::source_path("../shared/zoo/" + file);
}

Model read(const std::string& file) {
  return read_model(parse_config(support::read(zoo(file)), file), nullptr, file, "");
}

/// Scales of fp8 blocks: what the matrices take beyond a byte an element.
double scales_of(const std::vector<Stored>& layer) {
  double scales = 0;
  for (const Stored& s : layer) {
    if (s.dtype != Dtype::fp8) continue;
    const double matrix = static_cast<double>(s.weight.in) * static_cast<double>(s.weight.out);
    const double others = 2 * static_cast<double>(s.weight.beside);
    scales += (s.bytes.si() - static_cast<double>(s.weight.copies) * (matrix + others)) / 4;
  }
  return scales;
}

/// Of all layers, and the list counts those of a module for multi-token prediction too: it is like the last layer.
double scales_of(const Model& model) {
  const StoredModel stored = store(model.architecture, model.formats, {});
  double scales = 0;
  for (const std::size_t kind : model.architecture.layers) scales += scales_of(stored.kinds[kind]);
  return model.architecture.mtp > 0 ? scales + scales_of(stored.kinds[model.architecture.layers.back()]) : scales;
}

/// The list takes the query heads of dbrx for its key-value heads, against its own count of attention weights:
/// attn_config.kv_n_heads is 8, and 40 layers of 8 heads of 128 take 163,840 bytes.
std::optional<double> bytes_per_token(const Json& row, const std::string& key) {
  return find(row, "model_type")->text == "dbrx" ? 2.0 * 40 * 2 * 8 * 128 : number(row, key);
}

void check_parts(const Json& row, const Counts& counts) {
  std::map<std::string, double> expected, found;
  for (const auto& [part, elements] : find(row, "parts")->members) {
    if (elements.text != "0") expected[part] = std::stod(elements.text);
  }
  for (const PartCount& part : counts.parts) {
    if (part.elements != 0) found[std::string(part.part)] = part.elements;
  }
  CHECK(found == expected);
}

void check_row(const Json& row, const Model& model) {
  const Architecture& a = model.architecture;
  const Counts counts = count_parameters(a);
  check_parts(row, counts);
  CHECK(counts.total == number(row, "total_params"));
  CHECK(counts.active == number(row, "active_params"));
  CHECK(2 * cache_per_token(a) == bytes_per_token(row, "kv_bytes_per_token_bf16"));
  CHECK(2 * cache_of_sequence(a, 1) == bytes_per_token(row, "kv_bytes_per_token_bf16_all_layers"));
  CHECK(state_of_sequence(a) == number(row, "recurrent_state_elems_per_sequence"));
  CHECK(static_cast<double>(a.router_biases) == number(row, "router_bias_params"));
  CHECK(static_cast<double>(a.mtp) == number(row, "mtp_params"));
  CHECK(static_cast<double>(a.mtp_copies) == number(row, "mtp_embed_head_copies"));
  CHECK((a.head == Architecture::Head::tied) == find(row, "tied")->boolean);
  CHECK((find(row, "quantization") != nullptr) == !model.formats.method.empty());
  CHECK_NOTHROW(store(a, model.formats, {}));
  if (const auto scales = number(row, "fp8_scale_elems"); scales > 0) CHECK(scales_of(model) == scales);
}

}  // namespace

TEST_CASE("published configs are counted to the parameter") {
  if (!std::ifstream(zoo("expected.json"))) {
    std::cerr << "skipped: no published configs beside the repository\n";
    return;
  }
  const Document expected = parse_json(support::read(zoo("expected.json")), "expected.json");
  for (const Json& row : expected.root.items) {
    const std::string file = find(row, "file")->text;
    INFO(file);
    if (!number(row, "total_params")) continue;
    try {
      check_row(row, read(file));
    } catch (const Error& e) {
      FAIL_CHECK(e.message << "; " << e.hint);
    }
  }
}

TEST_CASE("published configs whose quantization lies beside them") {
  if (!std::ifstream(zoo("expected.json"))) return;
  for (const char* file : {"nvidia--DeepSeek-V3.1-NVFP4", "nvidia--NVIDIA-Nemotron-3-Super-120B-A12B-NVFP4"}) {
    INFO(file);
    const std::string name = file;
    const Document config = parse_config(support::read(zoo("configs/" + name + ".json")), name);
    const std::string beside = zoo("configs/sidecar/" + name + ".hf_quant_config.json");
    const Document sidecar = parse_config(support::read(beside), "hf_quant_config.json");
    const Model model = read_model(config, &sidecar, name, "");
    CHECK(model.formats.method == "modelopt, NVFP4");
    CHECK((model.formats.kv == Dtype::fp8));
    const StoredModel stored = store(model.architecture, model.formats, {});
    for (const Stored& s : stored.kinds.back()) {
      if (s.weight.kind == Class::expert) CHECK((s.dtype == Dtype::nvfp4));
      if (s.weight.name == "q_a_proj") CHECK((s.dtype == Dtype::bf16));  // that the list keeps out
      if (s.weight.part == "attn" && s.weight.name == "o_proj") CHECK((s.dtype == Dtype::nvfp4));
    }
  }
}
