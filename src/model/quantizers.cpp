#include "model/quantizers.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"

namespace roofline {
namespace {

constexpr double kScaleBits = 16, kFloatBits = 32;
constexpr std::int64_t kAll = kMaxCount;  // a block as long as the matrix
constexpr Range kBits{2, 8};
constexpr Range kGroup{1, kMaxSize};

Storage plain(Dtype dtype) {
  return {.dtype = dtype, .bits = info(dtype).bits};
}

Storage in_blocks(Dtype dtype, std::int64_t rows, std::int64_t columns, double scale_bits) {
  return {
      .dtype = dtype, .bits = info(dtype).bits, .block_rows = rows, .block_columns = columns, .scale_bits = scale_bits};
}

/// Whole numbers of `bits`, with a scale and a zero point for each group of a column; group 0: for each column.
Storage in_groups(std::int64_t bits, std::int64_t group, double beside) {
  static constexpr std::int64_t kWhole = 8;
  const Dtype dtype = bits == kWhole ? Dtype::int8 : Dtype::int4;
  const auto own = static_cast<double>(bits);
  if (group == 0) return {dtype, own, kAll, 1, beside};
  return {.dtype = dtype, .bits = own + beside / static_cast<double>(group)};
}

std::string group_text(std::int64_t group) {
  return group == 0 ? "per column" : formatted("groups of {}", group);
}

/// A group_size; -1 and absent are 0: a whole column.
std::int64_t group_of(const Config& config) {
  static const Config::Keys kKeys{"group_size", "q_group_size"};
  const Json* value = config.find(kKeys);
  if (value == nullptr || value->text == "-1") return 0;
  return config.count(kKeys, kGroup);
}

bool read_fp8(Formats& formats, const Config& config) {
  formats.activations = Formats::Activations::as_weights;
  const auto block = config.counts({"weight_block_size"});
  if (block.empty()) {
    formats.linear = in_blocks(Dtype::fp8, kAll, kAll, kFloatBits);
    formats.method = "fp8, a scale a matrix";
    return true;
  }
  if (block.size() != 2) return false;
  formats.linear = in_blocks(Dtype::fp8, block[0], block[1], kFloatBits);
  formats.method = formatted("fp8, blocks of {}x{}", block[0], block[1]);
  return true;
}

bool read_mxfp4(Formats& formats, const Config&) {
  formats.experts = plain(Dtype::mxfp4);
  formats.method = "mxfp4 experts";
  return true;
}

bool read_gptq(Formats& formats, const Config& config) {
  const std::int64_t bits = config.count({"bits", "w_bit"}, kBits), group = group_of(config);
  formats.linear = in_groups(bits, group, kScaleBits + static_cast<double>(bits));
  formats.method = formatted("{}, {} bits, {}", quantizer_name(config), bits, group_text(group));
  return true;
}

bool read_mlx(Formats& formats, const Config& config) {
  const std::string mode = config.text({"mode"}).value_or("affine");
  if (mode == "affine") {
    const std::int64_t bits = config.count({"bits"}, kBits), group = group_of(config);
    formats.linear = in_groups(bits, group, 2 * kScaleBits);  // a scale and a bias
    formats.method = formatted("MLX, {} bits, {}", bits, group_text(group));
  } else if (mode == "mxfp4" || mode == "nvfp4" || mode == "mxfp8") {
    formats.linear = plain(parse_dtype(mode));
    formats.method = "MLX, " + mode;
  } else {
    return false;
  }
  formats.tables = formats.linear;
  for (const auto& [key, value] : config.object().members) {
    if (value.kind == Json::Kind::object) {
      formats.notes.emplace_back("settings of single modules are read as those of all");
      break;
    }
  }
  return true;
}

bool read_bitsandbytes(Formats& formats, const Config& config) {
  static constexpr double kBlock = 64;
  if (config.flag({"load_in_8bit", "_load_in_8bit"}).value_or(false)) {
    formats.linear = in_blocks(Dtype::int8, kAll, 1, kFloatBits);
    formats.method = "bitsandbytes, int8";
    return true;
  }
  if (!config.flag({"load_in_4bit", "_load_in_4bit"}).value_or(false)) return false;
  // Double quantization keeps the scales in 8 bits, with one of 32 for each 256 of them.
  const bool doubled = config.flag({"bnb_4bit_use_double_quant"}).value_or(false);
  const double scale = doubled ? 8 + kFloatBits / 256 : kFloatBits;
  formats.linear = {.dtype = Dtype::int4, .bits = 4 + scale / kBlock};
  formats.method = formatted("bitsandbytes, {}", config.text({"bnb_4bit_quant_type"}).value_or("fp4"));
  return true;
}

bool read_fbgemm(Formats& formats, const Config&) {
  formats.linear = in_blocks(Dtype::fp8, kAll, 1, kFloatBits);
  formats.activations = Formats::Activations::as_weights;
  formats.method = "fp8, a scale a column";
  return true;
}

/// The weights of one group of compressed-tensors; nullopt for what has no format here.
std::optional<Storage> compressed(const Config& weights) {
  const std::int64_t bits = weights.count({"num_bits"}, kBits);
  const std::string type = weights.text({"type"}).value_or("int"), strategy = weights.text({"strategy"}).value_or("");
  const std::int64_t group = group_of(weights);
  const auto block = weights.counts({"block_structure"});
  static constexpr std::int64_t kOfMx = 32, kOfNv = 16;
  if (type == "int" && (bits == 4 || bits == 8)) {
    const bool symmetric = weights.flag({"symmetric"}).value_or(true);
    return in_groups(bits, group, kScaleBits + (symmetric ? 0 : static_cast<double>(bits)));
  }
  if (type != "float") return std::nullopt;
  if (bits == 4 && group == kOfMx) return plain(Dtype::mxfp4);
  if (bits == 4 && group == kOfNv) return in_blocks(Dtype::nvfp4, kAll, kAll, kFloatBits);
  if (bits != 8) return std::nullopt;
  if (group == kOfMx) return plain(Dtype::mxfp8);
  if (block.size() == 2) return in_blocks(Dtype::fp8, block[0], block[1], kFloatBits);
  return in_blocks(Dtype::fp8, kAll, strategy == "channel" ? 1 : kAll, kFloatBits);
}

bool read_compressed(Formats& formats, const Config& config) {
  const auto groups = config.inner({"config_groups"});
  if (!groups) return false;
  std::optional<Storage> storage;
  for (const auto& [name, value] : groups->object().members) {
    const auto group = groups->inner({name});
    const auto weights = group->inner({"weights"});
    if (!weights) continue;
    const auto one = compressed(*weights);
    if (!one || (storage && (one->dtype != storage->dtype || one->bits != storage->bits))) return false;
    storage = one;
    const auto inputs = group->inner({"input_activations"});
    const bool same = inputs && inputs->count({"num_bits"}, kBits) == weights->count({"num_bits"}, kBits);
    if (same) formats.activations = Formats::Activations::as_weights;
    if (inputs && !same)
      formats.notes.emplace_back("activations of fewer bits than 16 are priced as if they had those");
  }
  formats.linear = storage;
  if (storage) formats.method = formatted("compressed-tensors, {}", info(storage->dtype).name);
  return storage.has_value();
}

bool read_modelopt(Formats& formats, const Config& config) {
  struct Algorithm {
    std::string_view name;
    Storage storage;
    Formats::Activations activations;
  };
  static constexpr auto kBase = Formats::Activations::base, kSame = Formats::Activations::as_weights;
  static constexpr std::int64_t kBlock = 128;
  const std::array kAlgorithms{
      Algorithm{"FP8", in_blocks(Dtype::fp8, kAll, kAll, kFloatBits), kSame},
      Algorithm{"FP8_PER_CHANNEL_PER_TOKEN", in_blocks(Dtype::fp8, kAll, 1, kFloatBits), kSame},
      Algorithm{"FP8_PB_WO", in_blocks(Dtype::fp8, kBlock, kBlock, kFloatBits), kBase},
      Algorithm{"NVFP4", in_blocks(Dtype::nvfp4, kAll, kAll, kFloatBits), kSame},
      Algorithm{"MXFP8", plain(Dtype::mxfp8), kSame},
      Algorithm{"W4A16_AWQ", in_groups(4, kBlock, kScaleBits), kBase},
      Algorithm{"INT4_AWQ", in_groups(4, kBlock, kScaleBits), kBase},
  };
  const std::string name = config.text({"quant_algo"}).value_or("");
  const auto same = [&](const Algorithm& algorithm) { return algorithm.name == name; };
  const auto found = std::find_if(kAlgorithms.begin(), kAlgorithms.end(), same);
  if (found == kAlgorithms.end()) return false;
  formats.linear = found->storage;
  formats.activations = found->activations;
  formats.method = "modelopt, " + name;
  return true;
}

constexpr std::array kQuantizers{
    Quantizer{"awq", read_gptq},
    Quantizer{"bitsandbytes", read_bitsandbytes},
    Quantizer{"compressed-tensors", read_compressed},
    Quantizer{"fbgemm_fp8", read_fbgemm},
    Quantizer{"fp8", read_fp8},
    Quantizer{"gptq", read_gptq},
    Quantizer{"mlx", read_mlx},
    Quantizer{"modelopt", read_modelopt},
    Quantizer{"mxfp4", read_mxfp4},
};

}  // namespace

std::string quantizer_name(const Config& config) {
  if (const auto name = config.text({"quant_method"})) return name->starts_with("modelopt") ? "modelopt" : *name;
  if (config.has({"quant_algo"})) return "modelopt";
  if (config.has({"desc_act", "damp_percent"})) return "gptq";  // quantize_config.json, before config.json had it
  if (config.has({"zero_point", "w_bit"})) return "awq";
  return config.has({"bits"}) || config.has({"mode"}) ? "mlx" : "";
}

const Quantizer* find_quantizer(std::string_view name) {
  const auto same = [&](const Quantizer& quantizer) { return quantizer.name == name; };
  const auto found = std::find_if(kQuantizers.begin(), kQuantizers.end(), same);
  return found == kQuantizers.end() ? nullptr : &*found;
}

void read_expert_dtype(Formats& formats, std::string_view dtype) {
  if (dtype != "fp4") return;
  formats.experts = plain(Dtype::mxfp4);
  formats.method += "; mxfp4 experts";
}

}  // namespace roofline
