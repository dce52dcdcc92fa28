// Published times of attention and of kernels that only move, against their bounds, where the measurements are at hand.
//
// What is timed and not counted only lies above the bound: the rotary embedding and the write of K and V beside an
// attention, the D biases of a LayerNorm. Rows marked l2_resident read K and V from the chip's cache and are not held
// to main memory. The RTX PRO 6000 measured is the server's; ours is the workstation's, of the same silicon.

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "roofline/base/records.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"
#include "support/measured.hpp"

using namespace roofline;
using support::run;

namespace {

/// Chips as the measurements call them, and their ids.
const std::map<std::string, std::string> kChips{
    {"A100-SXM4-80GB", "a100-80gb-sxm"},
    {"A100-80GB", "a100-80gb-sxm"},
    {"H100-SXM5-80GB", "h100-sxm"},
    {"H100-80GB", "h100-sxm"},
    {"H200-SXM5-141GB", "h200-sxm"},
    {"B200-SXM", "b200-sxm"},
    {"GB200", "gb200"},
    {"L40S", "l40s"},
    {"MI210", "mi210"},
    {"RTX-PRO-6000-Server", "rtx-pro-6000-blackwell"},
    {"A40", "a40"},
};

using support::Fields;

/// The efficiencies of a command's rows on one chip.
std::vector<double> efficiencies(const std::string& command, const std::string& chip, const std::string& csv) {
  const support::Outcome answer =
      run(command + " --from - --format csv --get efficiency --chip " + kChips.at(chip), csv);
  CAPTURE(command, chip, answer.err);
  REQUIRE(answer.exit == 0);
  Records rows(read_string(answer.out), "answers");
  std::vector<double> all;
  while (rows.next()) all.push_back(std::stod(std::string(rows.fields()[0].text)));
  return all;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

/// How a kernel that only moves is asked for: a command, and the columns that its rows and columns are.
struct Kernel {
  std::string command, columns;
  std::function<std::string(const Fields&)> dims;
};
std::string rows_and_columns(const Fields& row) {
  return row.at("rows") + "," + row.at("cols");
}
std::string elements(const Fields& row) {
  return std::to_string(std::stoll(row.at("rows")) * std::stoll(row.at("cols")));
}
const std::map<std::string, Kernel> kKernels{
    {"softmax", {"softmax", "B,N", rows_and_columns}},
    {"layernorm", {"norm", "B,D", rows_and_columns}},
    {"rmsnorm", {"norm", "B,D", rows_and_columns}},
    {"gelu", {"elementwise --inputs 1", "N", elements}},
    {"silu_and_mul", {"elementwise", "N", elements}},
    {"residual_add", {"elementwise", "N", elements}},
    {"copy", {"copy", "N", elements}},
};

}  // namespace

TEST_CASE("no published attention from main memory beats the bound of its chip") {
  std::map<std::string, std::string> asked;  // by chip and phase
  std::size_t rows = 0;
  for (const Fields& row : support::published_rows("attention.csv")) {
    REQUIRE(row.at("window") == "0");
    REQUIRE(row.at("causal") == "1");
    if (row.at("l2_resident") != "0") continue;
    std::string& csv = asked[row.at("chip") + "," + row.at("phase")];
    if (csv.empty()) csv = "B,T,S,N,K,H,Hv,dtype,kv_dtype,measured_us\n";
    for (const char* name :
         {"batch", "q_len", "kv_len", "heads_q", "heads_kv", "head_dim_qk", "head_dim_v", "dtype", "kv_dtype"})
      csv += row.at(name) + ",";
    csv += row.at("time_us") + "\n";
    ++rows;
  }
  for (const auto& [place, csv] : asked) {
    CAPTURE(place);
    const std::vector<double> all = efficiencies("attention", place.substr(0, place.find(',')), csv);
    for (const double efficiency : all) CHECK(efficiency <= 1);
    // Decode streams K and V near the full bandwidth; prefill is half of the peak and less.
    CHECK(median(all) > (place.ends_with("decode") ? 0.6 : 0.2));
  }
  if (rows > 0) CHECK(rows >= 145);
}

TEST_CASE("no published kernel that only moves beats the bound of its chip") {
  std::size_t rows = 0;
  for (const Fields& row : support::published_rows("memory_ops.csv")) {
    const Kernel& kernel = kKernels.at(row.at("op"));
    const std::string csv =
        kernel.columns + ",dtype,measured_us\n" + kernel.dims(row) + "," + row.at("dtype") + "," + row.at("time_us");
    CAPTURE(row.at("op"), csv);
    const double efficiency = efficiencies(kernel.command, row.at("chip"), csv).at(0);
    CHECK(efficiency <= 1);
    CHECK(efficiency > 0.1);
    const std::string bytes =
        run(kernel.command + " --from - --get bytes --chip " + kChips.at(row.at("chip")), csv).out;
    CHECK_THAT(std::stod(bytes), WithinRel(std::stod(row.at("bytes")), 1e-3));  // a norm reads its weights too
    ++rows;
  }
  if (rows > 0) CHECK(rows >= 28);
}
