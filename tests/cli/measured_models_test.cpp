// Published speeds of whole models: none is faster than t_lower. Decode rows; the context is the prompt alone, the
// shortest of the run.
//
// Not held: rows of several chips that split layers instead of widths (tp of 1), chips without a file (RTX 3070, 3080,
// 4070, 4080, 4000 and 5000 Ada, A6000), one of the two dies of an MI250X, serving throughput under a load that the
// file does not give step by step. q4_k_m is held as plain int4, which is less.

#include <map>
#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/measured.hpp"

namespace {

using support::run;

const std::map<std::string, std::string> kChips{{"A100-SXM4-80GB-330W", "a100-80gb-sxm"},
                                                {"A100-SXM4-80GB", "a100-80gb-sxm"},
                                                {"A100-PCIe-80GB", "a100-80gb-pcie"},
                                                {"H100-PCIe-80GB", "h100-pcie"},
                                                {"RTX-6000-Ada", "rtx-6000-ada"},
                                                {"L40S", "l40s"},
                                                {"A40", "a40"},
                                                {"RTX-3090", "rtx-3090"},
                                                {"RTX-4090", "rtx-4090"},
                                                {"Apple-M1-7c", "apple-m1"},
                                                {"Apple-M1-Max-32c", "apple-m1-max"},
                                                {"Apple-M2-Ultra-76c", "apple-m2-ultra"},
                                                {"Apple-M3-Max-40c", "apple-m3-max"}};
const std::map<std::string, std::string> kModels{{"Llama-2-7B", "llama-2-7b"},     {"Llama-3-8B", "llama-3-8b"},
                                                 {"Llama-3.1-8B", "llama-3-8b"},   {"Llama-3-70B", "llama-3-70b"},
                                                 {"Llama-3.1-70B", "llama-3-70b"}, {"Llama-3.1-405B", "llama-3.1-405b"},
                                                 {"Mixtral-8x7B", "mixtral-8x7b"}};
const std::map<std::string, std::string> kFormats{
    {"bf16", ""},
    {"fp16", "--weight-dtype fp16"},
    {"int8", "--weight-dtype int8"},
    {"int4g32", "--weight-dtype int4"},
    {"q4_k_m", "--weight-dtype int4 --act-dtype fp16 --compute-dtype fp16"}};

using support::Fields;

bool is_held(const Fields& row) {
  const auto has = [&](const std::map<std::string, std::string>& known, const char* key) {
    return row.contains(key) && known.contains(row.at(key));
  };
  return has(kChips, "chip") && has(kModels, "model") && has(kFormats, "weight_dtype") && row.at("phase") == "decode" &&
         row.at("pp") == "1" && row.at("n_chips") == row.at("tp");
}

}  // namespace

TEST_CASE("no published decode of a model is faster than its bound") {
  const std::vector<Fields> published = support::published_rows("inference.csv");
  int rows = 0;
  double best = 0;
  for (const Fields& row : published) {
    if (!is_held(row)) continue;
    const std::string asked = "model " + kModels.at(row.at("model")) + " --phase decode --batch " + row.at("batch") +
                              " --context " + std::to_string(std::stoi(row.at("isl")) + 1) + " --tp " + row.at("tp") +
                              " --chip " + kChips.at(row.at("chip")) + " " + kFormats.at(row.at("weight_dtype"));
    const support::Outcome answer = run(asked + " --get t_lower");
    CAPTURE(asked, answer.err);
    REQUIRE(answer.exit == 0);
    const double measured = std::stod(row.at("batch")) / std::stod(row.at("tokens_per_s_total"));
    best = std::max(best, std::stod(answer.out) / measured);
    CHECK(std::stod(answer.out) <= measured);
    ++rows;
  }
  CAPTURE(best);
  CHECK((published.empty() || rows >= 83));
}
