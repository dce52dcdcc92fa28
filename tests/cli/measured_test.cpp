// Measured times against bounds: worked by hand on a toy chip, and against published measurements where they are at
// hand. The toy has 100 TFLOP/s and 1 TB/s.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "roofline/base/records.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::has;
using support::run;

namespace {

/// A chip of bf16, main memory and last-level cache.
std::string spec(const std::string& id, const std::string& peak, const std::string& bandwidth,
                 const std::string& cache) {
  return R"({"id":")" + id + R"(","name":"x","peak":{"bf16":")" + peak +
         R"("},"memory":[{"name":"hbm","capacity":"80 GiB","bandwidth":")" + bandwidth +
         R"("},{"name":"l2","capacity":")" + cache +
         R"("}],"sources":[{"title":"x","access":"read","date":"2026-01",)" + R"("covers":["peak","memory"]}]})";
}

/// The rows of one chip in formats that we know, the header before them.
std::string rows_of(const std::string& path, const std::string& chip) {
  Records rows(open_file(path), path);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; i < rows.names().size(); ++i) column[rows.names()[i]] = i;
  std::string text = "M,K,N,dtype,time_us,l2_resident\n";
  while (rows.next()) {
    const auto field = [&](const std::string& name) { return std::string(rows.fields()[column.at(name)].text); };
    const std::string dtype = field("dtype");
    const bool known = dtype == "bf16" || dtype == "fp16" || dtype == "fp8" || dtype == "nvfp4";
    if (field("chip") != chip || !known) continue;
    text += field("M") + "," + field("K") + "," + field("N") + "," + dtype + "," + field("time_us") + "," +
            field("l2_resident") + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("efficiency is t_lower over the measured time") {
  const support::TemporaryFile toy(spec("t", "100 TFLOP/s", "1 TB/s", "1 MiB"));
  const std::string front = "matmul --B 1000 --D 1000 --F 1000 --chip " + toy.path();
  CHECK(run(front + " --measured 25us --get measured,efficiency").out == "2.5e-05\t0.8\n");  // 2e9 / 1e14 = 20 us
  CHECK(run(front + " --measured 25us --assert 'efficiency >= 0.81'").exit == 1);
  const std::string from = "matmul --D 1000 --F 1000 --from - --chip " + toy.path() + " --get efficiency";
  for (const std::string rows : {"B,measured\n1000,25us\n", "B,measured_us\n1000,25\n", "B,measured_ms\n1000,0.025\n",
                                 "B,measured_s\n1000,25e-6\n", "{\"B\":1000,\"measured_ns\":25000}"}) {
    CAPTURE(rows);
    CHECK(run(from, rows).out == "0.8\n");
  }
  CHECK(run(from, "B,measured\n1000,25\n").err ==
        "standard input:2:6: error: measured: '25' needs a unit (such as 310us; numbers alone have their unit in the "
        "column's name: --rename measured=measured_us, or measured=measured_s for seconds, as roofline writes them)\n");
  CHECK(has(run(from, "B,measured_us\n1000,4us\n").err, "measured_us: expected a number of us, got '4us'"));
  CHECK(has(run(from, "B,measured_usec\n1000,4\n").err, "the column 'measured_usec' names no unit of time"));
  CHECK(run(from + " --measured 25us", "B\n1000\n").out == "0.8\n");
  CHECK(has(run(from + " --measured 25us", "B,measured_us\n1000,25\n").err, "--rename measured_us=old_measured_us"));
  CHECK(has(run(from, "B,measured_us\n1000,0\n").err, "measured_us: must be more than 0, got '0us'"));
  CHECK(run(from, "B,measured_us\n1000,\n").out == "\n");
  CHECK(has(run("matmul --D 1 --F 1 --from - --chip v5e", "B,measured_us\n1,\n").out, "no row has a measured time"));
}

TEST_CASE("no published matmul from main memory beats the bound of its chip") {
  const std::string path = support::source_path("../shared/measured/gemm.csv");
  if (!std::filesystem::exists(path)) {
    WARN("skipped: there are no published measurements at " << path);
    return;
  }
  // The chip as the measurements call it, its id, and how many rows there are at least.
  static constexpr struct {
    const char *measured, *id;
    int rows;
  } kChips[]{
      {"A100-SXM4-80GB", "a100-80gb-sxm", 37},
      {"A100-80GB", "a100-80gb-sxm", 16},
      {"A100-PCIe-80GB", "a100-80gb-pcie", 1},
      {"H100-SXM5-80GB", "h100-sxm", 37},
      {"H100-80GB", "h100-sxm", 20},
      {"H200-SXM5-141GB", "h200-sxm", 45},
      {"B200-SXM", "b200-sxm", 44},
      {"B300-SXM", "b300-sxm", 1},
      {"GB200", "gb200", 42},
      {"L40S", "l40s", 30},
      {"MI210", "mi210", 14},
      {"MI300X", "mi300x", 1},
      {"MI325X", "mi325x", 1},
  };
  for (const auto& chip : kChips) {
    CAPTURE(chip.measured);
    const std::string question =
        std::string("matmul --from - --rename M=B,K=D,N=F,time_us=measured_us --chip ") + chip.id;
    const std::string rows = rows_of(path, chip.measured);
    Records answers(read_string(run(question + " --format csv --get l2_resident,efficiency", rows).out), "answers");
    std::vector<double> efficiencies;
    while (answers.next()) {
      const double efficiency = std::stod(std::string(answers.fields()[1].text));
      efficiencies.push_back(efficiency);
      if (answers.fields()[0].text == "0") CHECK(efficiency <= 1);
    }
    REQUIRE(static_cast<int>(efficiencies.size()) >= chip.rows);
    if (chip.rows < 20) continue;
    std::nth_element(efficiencies.begin(), efficiencies.begin() + chip.rows / 2, efficiencies.end());
    const double median = efficiencies[static_cast<std::size_t>(chip.rows) / 2];
    CHECK(median > 0.35);  // small shapes, and fp8 with its quantization, are far from the bound
    CHECK(median < 0.95);
  }
}
