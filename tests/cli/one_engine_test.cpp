// One engine: an operation of a model is what the command of its own says.

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include "support/catch.hpp"

#include "roofline/base/json.hpp"
#include "roofline/base/text.hpp"
#include "support/cli.hpp"

namespace {

using support::run;

const roofline::Json& member(const roofline::Json& object, const std::string& key) {
  for (const auto& [name, value] : object.members) {
    if (name == key) return value;
  }
  throw std::runtime_error("no key " + key);
}

/// The numbers of one operation in the list `ops`: of all its occurrences together.
std::map<std::string, double> operation(const std::string& asked, const std::string& name) {
  const support::Outcome answer = run("model " + asked + " --by kind --format json");
  CAPTURE(asked, answer.err);
  REQUIRE(answer.exit == 0);
  const roofline::Document document = roofline::parse_json(answer.out, "answer");
  for (const roofline::Json& op : member(document.root, "ops").items) {
    if (member(op, "kind").text != name) continue;
    std::map<std::string, double> numbers;
    for (const auto& [key, value] : op.members) {
      if (value.kind == roofline::Json::Kind::number) numbers[key] = std::stod(value.text);
    }
    return numbers;
  }
  FAIL("no operation " << name);
  return {};
}

std::vector<double> figures(const std::string& asked) {
  const support::Outcome answer = run(asked);
  CAPTURE(asked, answer.err);
  REQUIRE(answer.exit == 0);
  std::vector<double> values;
  for (const std::string& word : roofline::split(answer.out.substr(0, answer.out.size() - 1), '\t'))
    values.push_back(std::stod(word));
  return values;
}

}  // namespace

TEST_CASE("an unfused matmul of a model is `roofline matmul`, and an einsum") {
  const std::string asked = "llama-3-8b --phase decode --batch 32 --context 4096 --activations unfused --chip h100";
  struct Row {
    const char *name, *dims;
    double count;
  };
  for (const Row& row :
       {Row{"qkv", "--B 32 --D 4096 --F 6144", 32}, Row{"attention out", "--B 32 --D 4096 --F 4096", 32},
        Row{"mlp gate, up", "--B 32 --D 4096 --F 28672", 32}, Row{"mlp down", "--B 32 --D 14336 --F 4096", 32},
        Row{"head", "--B 32 --D 4096 --F 128256", 1}}) {
    CAPTURE(row.name);
    auto op = operation(asked, row.name);
    const std::string keys = std::string(row.dims) + " --chip h100 --get flops,bytes,t_lower";
    const auto alone = figures("matmul " + keys);
    CHECK(op["count"] == row.count);
    CHECK(op["flops"] == row.count * alone[0]);
    CHECK(op["bytes"] == row.count * alone[1]);
    CHECK(op["t_step"] == row.count * alone[2]);
    CHECK(figures("einsum 'bf16[B, D] * bf16[D, F] -> bf16[B, F]' " + keys) == alone);
  }
}

TEST_CASE("the attention of a model is `roofline attention`") {
  for (const auto& [phase, t] : {std::pair{"decode", "1"}, std::pair{"prefill", "4096"}}) {
    CAPTURE(phase);
    auto op =
        operation(std::string("llama-3-8b --batch 4 --context 4096 --activations unfused --chip h100 --phase ") + phase,
                  "attention");
    const auto alone = figures(std::string("attention --B 4 --S 4096 --N 32 --K 8 --H 128 --chip h100 "
                                           "--get flops,bytes,t_lower --T ") +
                               t);
    CHECK(op["flops"] == 32 * alone[0]);
    CHECK(op["bytes"] == 32 * alone[1]);
    CHECK(op["t_step"] == 32 * alone[2]);
  }
}

TEST_CASE("the collectives of a model are `roofline collective`") {
  for (const char* chip : {"h100-sxm", "tpu-v5p"}) {
    CAPTURE(chip);
    const std::string asked = std::string("llama-3-8b --phase decode --batch 32 --context 4096 --tp 4 --chip ") + chip;
    const std::string mesh = std::string(" --mesh 4 --get t_lower --chip ") + chip;
    const double reduced = figures("collective all-reduce --size 262144B" + mesh)[0];    // 32 x 4096 x 2 B
    const double gathered = figures("collective all-gather --size 8208384B" + mesh)[0];  // 32 x 128256 x 2 B
    CHECK(operation(asked, "attention all-reduce")["t_step"] == 32 * reduced);
    CHECK(operation(asked, "mlp all-reduce")["t_step"] == 32 * reduced);
    CHECK(operation(asked, "embedding all-reduce")["t_step"] == reduced);
    CHECK(operation(asked, "logits all-gather")["t_step"] == gathered);
  }
  // Each of 64 x 4 tokens goes to 8 of 32 chips.
  const std::string experts = "deepseek-v3 --phase decode --batch 64 --context 4096 --tp 8 --dp 4 --ep 32 --chip h200";
  const double sent =
      figures("collective ragged-all-to-all --size 3670016B --k 8 --mesh X=8,Y=4 --chip h200 --get t_lower")[0];
  CHECK(operation(experts, "expert dispatch")["t_step"] == 58 * sent);
  CHECK(operation(experts, "expert combine")["t_step"] == 58 * sent);
}
