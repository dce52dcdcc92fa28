// Measured times against bounds: worked by hand on a toy chip, and against published measurements where they are at
// hand. The toy has 100 TFLOP/s and 1 TB/s.

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

/// The rows of one chip and format, the header before them.
std::string rows_of(const std::string& path, const std::string& chip) {
  Records rows(open_file(path), path);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; i < rows.names().size(); ++i) column[rows.names()[i]] = i;
  std::string text = "M,K,N,dtype,time_us,l2_resident\n";
  while (rows.next()) {
    const auto field = [&](const std::string& name) { return std::string(rows.fields()[column.at(name)].text); };
    if (field("chip") != chip || field("dtype") != "bf16") continue;
    text += field("M") + "," + field("K") + "," + field("N") + "," + field("dtype") + "," + field("time_us") + "," +
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

TEST_CASE("published matmuls run at 0.6 to 0.9 of their bound, and none beats it from main memory") {
  const std::string path = support::source_path("../shared/measured/gemm.csv");
  if (!std::filesystem::exists(path)) {
    WARN("skipped: there are no published measurements at " << path);
    return;
  }
  const support::TemporaryFile a100(spec("a", "312 TFLOP/s", "2039 GB/s", "40 MiB"));
  const support::TemporaryFile h200(spec("h", "989.4 TFLOP/s", "4.8 TB/s", "50 MiB"));
  const std::vector<std::pair<std::string, std::string>> chips{
      {"A100-SXM4-80GB", a100.path()}, {"H100-SXM5-80GB", "h100"}, {"H200-SXM5-141GB", h200.path()}};
  for (const auto& [chip, spec_path] : chips) {
    CAPTURE(chip);
    const std::string question = "matmul --from - --rename M=B,K=D,N=F,time_us=measured_us --chip " + spec_path;
    const std::string rows = rows_of(path, chip);
    const std::string note = run(question, rows).out;
    const std::string front = "median ";
    const double median = std::stod(note.substr(note.find(front) + front.size()));
    CHECK(median > 0.6);
    CHECK(median < 0.9);
    Records answers(read_string(run(question + " --format csv --get l2_resident,efficiency", rows).out), "answers");
    int seen = 0;
    while (answers.next()) {
      ++seen;
      if (answers.fields()[0].text == "0") CHECK(std::stod(std::string(answers.fields()[1].text)) <= 1);
    }
    CHECK(seen >= 20);
  }
}
