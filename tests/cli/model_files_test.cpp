// Where a model comes from: a file, a folder with what stands beside its config, standard input, a shipped name.

#include <fstream>
#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

using support::run;

const std::string kConfig = support::read(support::source_path("tests/fixtures/models/llama.json"));

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("a config is read from a file, its folder and standard input alike") {
  const support::TemporaryFile file(kConfig, "config.json");
  const std::string keys = " --get params,weight_bytes,kv_bytes_per_token";
  const std::string wanted = "1704\t3408\t32\n";  // 256 + 2 * (192 + 384 + 16) + 8 + 256
  CHECK(run("model " + file.path() + keys).out == wanted);
  CHECK(run("model " + file.folder() + keys).out == wanted);
  CHECK(run("model - " + keys, kConfig).out == wanted);
  const std::string folder = file.folder().substr(file.folder().rfind('/') + 1);
  CHECK(run("model " + file.folder() + " --get model").out == folder + "\n");
}

TEST_CASE("quantization beside a config counts, and the size of a checkpoint is compared") {
  const support::TemporaryFile file(kConfig, "config.json");
  write(file.folder() + "/hf_quant_config.json",
        R"({"quantization": {"quant_algo": "FP8", "kv_cache_quant_algo": "FP8", "exclude_modules": ["lm_head"]}})");
  // 1152 elements in 14 matrices of layers are 1 B, and each matrix has a scale of 4 B; 552 elements are 2 B; a token
  // of cache is 2 * 2 * 4 * 1 B.
  CHECK(run("model " + file.folder() + " --get weight_bytes,kv_bytes_per_token").out == "2312\t16\n");
  write(file.folder() + "/model.safetensors.index.json", R"({"metadata": {"total_size": 2312.0}, "weight_map": {}})");
  CHECK(!has(run("model " + file.folder()).out, "index"));
  write(file.folder() + "/model.safetensors.index.json", R"({"metadata": {"total_size": 4096}, "weight_map": {}})");
  CHECK(has(run("model " + file.folder()).out, "model.safetensors.index.json has 4.000 KiB of tensors"));
  write(file.folder() + "/hf_quant_config.json", "[");
  const support::Outcome broken = run("model " + file.folder());
  CHECK(broken.exit == 2);
  CHECK(has(broken.err, "hf_quant_config.json:1:2: error: not JSON"));
}

TEST_CASE("names that are none, and files that are no config") {
  CHECK(has(run("model llama-3-8").err, "did you mean llama-3-8b?"));
  CHECK(has(run("model ./none.json").err, "none.json"));
  const support::TemporaryFile pointer("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "config.json");
  CHECK(has(run("model " + pointer.path()).err, "this is a Git LFS pointer, not the file"));
  const support::TemporaryFile page("<!DOCTYPE html>", "config.json");
  CHECK(has(run("model " + page.path()).err, "this is HTML or XML"));
  const support::TemporaryFile list("[1, 2]", "config.json");
  CHECK(run("model " + list.path()).exit == 2);
  const support::TemporaryFile big(std::string((32 << 20) + 1, ' '), "config.json");
  CHECK(has(run("model " + big.path()).err, "32 MiB"));
}
