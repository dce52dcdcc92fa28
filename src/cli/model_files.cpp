#include "cli/model_files.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/format.hpp"
#include "cli/machines.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/object_reader.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/model/catalog.hpp"
#include "roofline/model/footprint.hpp"

namespace roofline::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfig = "config.json";
constexpr const char* kQuantization = "hf_quant_config.json";
constexpr const char* kIndex = "model.safetensors.index.json";

Document read_config(const fs::path& path) {
  return parse_config(read_file(path.string(), kMaxConfigBytes), path.string());
}

/// What stands beside a config under its own name.
std::optional<Document> read_beside(const fs::path& config, const char* name) {
  if (config.filename() != kConfig) return std::nullopt;
  const fs::path beside = config.parent_path() / name;
  std::error_code none;
  if (!fs::exists(beside, none)) return std::nullopt;
  return read_config(beside);
}

/// Bytes of all tensors, as the index of a checkpoint has them; nullopt where it has none.
std::optional<Bytes> size_in(const Document& index) {
  if (index.root.kind != Json::Kind::object) return std::nullopt;
  std::optional<ObjectReader> metadata = ObjectReader(index, index.root, "").optional_object("metadata");
  const Json* size = metadata ? metadata->optional("total_size") : nullptr;
  double bytes = 0;
  if (size == nullptr || size->kind != Json::Kind::number) return std::nullopt;
  std::from_chars(size->text.data(), size->text.data() + size->text.size(), bytes);
  return Bytes::from_si(bytes);
}

/// Where a checkpoint is of another size than its config's weights, that is told: it may hold a vision tower, layers
/// for multi-token prediction, a copy of tied tables.
void note_size(Model& model, const Document& index) {
  static constexpr double kAlike = 0.005;
  const auto size = size_in(index);
  if (!size || model.formats.unknown) return;
  const StoredModel stored = store(model.architecture, model.formats, {});
  const Bytes counted = Sizes(model.architecture, stored, {}).weights();
  if (std::fabs(counted / *size - 1) <= kAlike) return;
  model.architecture.notes.push_back(formatted("{} has {} of tensors; the config's weights are {}", kIndex,
                                               show_binary(size->si()), show_binary(counted.si())));
}

/// "llama" for ./llama/config.json, "mine" for mine.json.
std::string name_of(const fs::path& config) {
  const bool plain = config.filename() == kConfig && config.has_parent_path();
  const fs::path name = plain ? fs::weakly_canonical(config).parent_path().filename() : config.stem();
  return escape(name.string());
}

}  // namespace

Model load_model(const std::string& what, const std::string& assume, const Read& in) {
  if (what == "-") {
    const Document config = parse_config(read_all(in, "standard input", kMaxConfigBytes), "standard input");
    return read_model(config, nullptr, "standard input", assume);
  }
  std::error_code none;
  if (!names_file(what)) return find_model(what);
  const bool folder = fs::is_directory(what, none);
  const fs::path path = folder ? fs::path(what) / kConfig : fs::path(what);
  const Document config = read_config(path);
  const std::optional<Document> quantization = read_beside(path, kQuantization), index = read_beside(path, kIndex);
  Model model = read_model(config, quantization ? &*quantization : nullptr, name_of(path), assume);
  if (index) note_size(model, *index);
  return model;
}

}  // namespace roofline::cli
