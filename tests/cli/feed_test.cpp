// Rows of --from against the same questions asked by flags, and what is said of bad rows.

#include <algorithm>
#include <sstream>

#include "cli/inputs.hpp"
#include "roofline/base/lines.hpp"
#include "roofline/base/records.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using roofline::Records;
using support::has;
using support::run;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

constexpr const char* kMatmul = "matmul --from - --chip v5e ";

}  // namespace

TEST_CASE("a row of a file is the row of the same flags, for every op") {
  for (const roofline::Op& op : roofline::ops()) {
    std::string header, values, flags, object;
    for (const roofline::FieldInfo& field : op.fields) {
      if (field.given != roofline::Given::always) continue;
      const std::string value = field.kind == roofline::FieldKind::bytes ? "1234B" : "1234";
      header += (header.empty() ? "" : ",") + std::string(field.name);
      values += (values.empty() ? "" : ",") + value;
      object += (object.empty() ? "{\"" : ",\"") + std::string(field.name) + "\":\"" + value + "\"";
      flags += " --" + roofline::cli::flag_of(field) + " " + value;
    }
    CAPTURE(op.name, header, values);
    const std::string front = std::string(op.name), back = " --chip v5e --format jsonl";
    const auto expected = run(front + flags + back);
    CHECK(expected.exit == 0);
    const auto csv = run(front + " --from -" + back, header + "\n" + values + "\n" + values + "\n");
    CHECK(csv.out == expected.out + expected.out);
    const auto json = run(front + " --from -" + back, object + "}\n" + object + "}");
    CHECK(json.out == expected.out + expected.out);
    CHECK(json.err + csv.err == "");
  }
}

TEST_CASE("columns are named as flags, keys or aliases, and flags give what the file lacks") {
  const auto expected = run("matmul --B 8 --D 16 --F 32 --y-dtype int8 --shard D=2 --chip v5e --format jsonl");
  for (const std::string header : {"B,D,y_dtype,shard_D", "M,K,y-dtype,shard-D"}) {
    CHECK(run(std::string(kMatmul) + "--F 32 --format jsonl", header + "\n8,16,int8,2\n").out == expected.out);
  }
  // An empty field of an input that need not be given is as if it were not.
  CHECK(run(std::string(kMatmul) + "--format csv --get B,y_dtype,bytes", "B,D,F,y_dtype\n8,8,8,int8\n8,8,8,\n").out ==
        "B,y_dtype,bytes\n8,int8,320\n8,bf16,384\n");
  // Lists on the command line are asked of every row, in the order of the rows.
  CHECK(run("matmul --from - --chip v5e,h100 --F 8,16 --get chip,B,F", "B,D\n1,8\n2,8\n").out ==
        "tpu-v5e\t1\t8\ntpu-v5e\t1\t16\nh100-sxm\t1\t8\nh100-sxm\t1\t16\n"
        "tpu-v5e\t2\t8\ntpu-v5e\t2\t16\nh100-sxm\t2\t8\nh100-sxm\t2\t16\n");
  CHECK(run("op --from - --chip v5e --get flops,bytes", "flops,bytes\n1e12,16GB\n1TFLOP,16000000000\n").out ==
        "1000000000000\t16000000000\n1000000000000\t16000000000\n");
}

TEST_CASE("other columns pass through as they were written") {
  const std::string csv =
      "id,B,D,F,chip,n,\"odd \"\"name\"\"\"\n007,8,8,8,mine,1.50,\"a,b\nc\"\n,8,8,8,-,1e999,\"=1\"\n";
  CHECK(run(std::string(kMatmul) + "--format jsonl --get 'id,from_chip,n,odd \"name\"'", csv).out ==
        "{\"id\":\"007\",\"from_chip\":\"mine\",\"n\":1.50,\"odd \\\"name\\\"\":\"a,b\\u000ac\"}\n"
        "{\"id\":null,\"from_chip\":\"-\",\"n\":\"1e999\",\"odd \\\"name\\\"\":\"=1\"}\n");
  CHECK(run(std::string(kMatmul) + "--format csv --get 'id,n,odd \"name\"'", csv).out ==
        "id,n,\"odd \"\"name\"\"\"\n007,1.50,\"a,b\nc\"\n,1e999,=1\n");
  CHECK(run(std::string(kMatmul) + "--get 'odd \"name\"'", csv).out == "a,b\\x0ac\n=1\n");
  const std::string json =
      "{\"B\":8,\"D\":8,\"F\":8,\"id\":\"7\",\"big\":12345678901234567890,\"tags\":[1, {\"a\":null}]}";
  CHECK(run(std::string(kMatmul) + "--format jsonl --get id,big,tags", json).out ==
        "{\"id\":\"7\",\"big\":12345678901234567890,\"tags\":[1, {\"a\":null}]}\n");
  CHECK(run(std::string(kMatmul) + "--assert 'id == 7'", json).exit == 0);
}

TEST_CASE("an answer is rows for the next question") {
  for (const std::string format : {"csv", "jsonl"}) {
    const auto first = run("matmul --B 8,64 --D 16 --F 32 --chip v5e --format " + format);
    const auto again = run("matmul --from - --chip h100 --get B,D,F,from_chip,t_lower", first.out);
    const auto direct = run("matmul --B 8,64 --D 16 --F 32 --chip h100 --get t_lower");
    CHECK(again.exit == 0);
    const auto times = lines_of(direct.out);
    REQUIRE(times.size() == 2);
    CHECK(again.out == "8\t16\t32\ttpu-v5e\t" + times[0] + "\n64\t16\t32\ttpu-v5e\t" + times[1] + "\n");
  }
}

TEST_CASE("every key of an answer is known as one: it comes back as from_NAME") {
  const std::string front = "matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e --format csv ";
  const std::vector<std::string> questions{
      front + "--measured 1ms --sensitivity --over vmem", front + "--explain --set memory.hbm.bandwidth=1TB/s",
      front + "--solve memory.hbm.bandwidth --for 't_lower <= 1ms'", front + "--solve B"};
  for (const std::string& question : questions) {
    CAPTURE(question);
    const auto first = run(question);
    REQUIRE(first.exit == 0);
    const auto header = [](const std::string& csv) {
      Records records(roofline::read_string(csv), "answer");
      return records.names();
    };
    const auto names = header(first.out);
    std::string rename;
    for (const std::string name : {"B", "D", "F", "measured"}) {
      if (std::find(names.begin(), names.end(), name) == names.end()) continue;
      rename += (rename.empty() ? "" : ",") + name + "=my_" + name;
    }
    const auto asked = run("matmul --from - --B 2 --D 2 --F 2 --chip h100 --format csv --rename " + rename, first.out);
    CAPTURE(asked.err);
    REQUIRE(asked.exit == 0);
    const auto came_out = header(asked.out);
    for (const std::string& name : names) {
      const bool input = rename.find("my_" + name) != std::string::npos || name == "shard_D" || name == "dtype";
      CAPTURE(name);
      CHECK((input || std::find(came_out.begin(), came_out.end(), "from_" + name) != came_out.end()));
    }
  }
}

TEST_CASE("a column that says what a flag says for all rows is told of") {
  const auto outcome =
      run(std::string(kMatmul) + "--get B,from_chip", "B,D,F,chip,memory.hbm.bandwidth\n1,8,8,h100,1e12\n");
  CHECK(outcome.out == "1\th100\n");
  CHECK(outcome.exit == 0);
  CHECK(outcome.err ==
        "roofline: note: the command line asks for all rows, so columns of standard input are not used: chip and "
        "memory.hbm.bandwidth\n");
}

TEST_CASE("a bad row is one line, and the others go on") {
  const auto outcome = run(std::string(kMatmul) + "--get B",
                           "B,D,F,shard_D,dtype\n"
                           "1,8,8,,\n"
                           "2,8,x,,\n"
                           "3,8\n"
                           "4,8,8,\"2\"x,\n"
                           "5,8,,,\n"
                           "6,9,8,2,\n"
                           "7,8,8,,fp8\n"
                           "8,8,8,1:4,\n"
                           "9,8,8,2,int8\n");
  CHECK(outcome.out == "1\n9\n");
  CHECK(outcome.exit == 2);
  const auto errors = lines_of(outcome.err);
  const std::vector<std::string> expected{
      "standard input:3:5: error: F: must be a whole number from 1 to 2^53, got 'x'",
      "standard input:4:1: error: 2 fields, where the first row has 5",
      "standard input:5:10: error: text after a closing quote",
      "standard input:6:5: error: F: has no value",
      "standard input:7: error: D=9 does not divide over 2 chips",
      "standard input:8: error: tpu-v5e has no fp8 rate",
      "standard input:9:7: error: shard_D: must be a whole number from 1 to 2^53, got '1:4'",
  };
  REQUIRE(errors.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(errors[i]);
    CHECK(errors[i].starts_with(expected[i]));
  }
}

TEST_CASE("files without rows, and streams that fail, are errors") {
  CHECK(run(kMatmul, "B,D,F\n").err == "roofline: error: --from: standard input has no rows\n");
  CHECK(run(kMatmul, "B,D,F\n").exit == 2);
  CHECK(run(std::string(kMatmul) + "--format jsonl", "B,D,F\n").out.starts_with("{\"schema\":1,\"error\":"));
  const auto cut = run(std::string(kMatmul) + "--format json --get B",
                       "B,D,F\n1,8,8\n\"" + std::string(roofline::Lines::kMaxLine + 1, 'x') + "\n2,8,8\n");
  CHECK(cut.out == "[{\"B\":1}]\n");
  CHECK(cut.exit == 2);
  CHECK(has(cut.err, "standard input:3: error: the line is longer than 1 MiB"));
}

TEST_CASE("a JSON answer of rows is an array, however many there are") {
  CHECK(run(std::string(kMatmul) + "--format json --get B", "B,D,F\n1,8,8\n").out == "[{\"B\":1}]\n");
}
