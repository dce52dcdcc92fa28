// The contracts of answers: keys, rows, exit codes, memory.

#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/run.hpp"
#include "roofline/base/json.hpp"
#include "roofline/ops/op.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

using roofline::Json;

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A name of letters, digits and _, or a spec path of such names.
bool is_plain(const std::string& key) {
  static const std::string kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return kLetters.find(key[0]) != std::string::npos &&
         key.find_first_not_of(kLetters + "0123456789_.") == std::string::npos && key.find("..") == std::string::npos &&
         key.back() != '.';
}

/// One question for each command that gives rows.
std::vector<std::string> questions() {
  std::vector<std::string> all{"chips", "chips v5e", "chips v5e,h100"};
  for (const roofline::Op& op : roofline::ops()) {
    std::string question(op.name);
    for (const roofline::FieldInfo& field : op.fields) {
      if (field.given != roofline::Given::always) continue;
      question += " --" + std::string(field.name) + (field.kind == roofline::FieldKind::bytes ? " 1GB" : " 64");
    }
    all.push_back(question + " --chip v5e,h100 --set memory.main.bandwidth=1TB/s");
    all.push_back(question + " --chip v5e --over pcie");
    const auto last = std::string(op.fields.front().name);
    all.push_back(question + " --chip v5e --solve " + last);
  }
  all.push_back("matmul --B 64 --D 64 --F 64 --shard D=2 --x-dtype int8 --chip v5e,h100");
  return all;
}

}  // namespace

TEST_CASE("keys are unique and plain, on every command") {
  for (const std::string& question : questions()) {
    CAPTURE(question);
    const support::Outcome outcome = support::run(question + " --format jsonl");
    REQUIRE(outcome.exit == 0);
    const Json row =
        roofline::parse_json(outcome.out.substr(0, outcome.out.find('\n')), "row").root;  // refuses duplicates
    REQUIRE(row.members.size() >= 8);
    CHECK(row.members[0].first == "schema");
    CHECK(row.members[1].first == "command");
    CHECK(row.members[2].first == "chip");
    for (const auto& [key, value] : row.members) {
      CAPTURE(key);
      CHECK(is_plain(key));
      CHECK(value.kind != Json::Kind::object);
    }
  }
}

TEST_CASE("csv, jsonl and json carry the same keys and values") {
  for (const std::string& question : questions()) {
    CAPTURE(question);
    const std::string csv = support::run(question + " --format csv").out,
                      lines = support::run(question + " --format jsonl").out;
    const Json row = roofline::parse_json(lines.substr(0, lines.find('\n')), "row").root;
    std::string header;
    for (const auto& [key, value] : row.members) header += (header.empty() ? "" : ",") + key;
    CHECK(csv.substr(0, csv.find('\n')) == header);
    CHECK(count_lines(csv) == count_lines(lines) + 1);
    const std::string json = support::run(question + " --format json").out;
    const std::string first = lines.substr(0, lines.find('\n'));
    CHECK(json.find(first) != std::string::npos);
    CHECK(json.starts_with("[") == (count_lines(lines) > 1 || question == "chips"));
  }
}

TEST_CASE("rows come chip outermost, then dtypes, then inputs, the last fastest") {
  const support::Outcome outcome =
      support::run("matmul --B 1,2 --D 8:24:x3 --F 8 --dtype bf16,int8 --chip v5e,h100 --get chip,dtype,B,D");
  CHECK(outcome.out ==
        "tpu-v5e\tbf16\t1\t8\ntpu-v5e\tbf16\t1\t24\ntpu-v5e\tbf16\t2\t8\ntpu-v5e\tbf16\t2\t24\n"
        "tpu-v5e\tint8\t1\t8\ntpu-v5e\tint8\t1\t24\ntpu-v5e\tint8\t2\t8\ntpu-v5e\tint8\t2\t24\n"
        "h100-sxm\tbf16\t1\t8\nh100-sxm\tbf16\t1\t24\nh100-sxm\tbf16\t2\t8\nh100-sxm\tbf16\t2\t24\n"
        "h100-sxm\tint8\t1\t8\nh100-sxm\tint8\t1\t24\nh100-sxm\tint8\t2\t8\nh100-sxm\tint8\t2\t24\n");
  CHECK(count_lines(
            support::run("matmul --B 1:4096:x2 --D 8192 --F 8192 --chip h100,tpu-v5e,tpu-v6e --format jsonl").out) ==
        39);
}

TEST_CASE("no row leaves standard output empty, in every format for people") {
  for (const std::string format : {"text", "csv", "markdown"}) {
    const support::Outcome none = support::run("matmul --B 8 --D 7,9 --F 8 --shard D=2 --chip v5e --format " + format);
    CHECK(none.exit == 2);
    CHECK(none.out.empty());
    CHECK(count_lines(none.err) == 2);
  }
}

TEST_CASE("a chip's page fits a screen") {
  for (const std::string id : {"tpu-v5e", "tpu-v6e", "h100-sxm"}) {
    const std::string page = support::run("chips " + id).out;
    for (std::size_t start = 0; start < page.size(); start = page.find('\n', start) + 1) {
      CAPTURE(page.substr(start, page.find('\n', start) - start));
      CHECK(page.find('\n', start) - start <= 80);
    }
  }
}

TEST_CASE("rows that do not fit, or hang on a figure, are noted below a table") {
  const std::string text = support::run("matmul --B 256,4Mi --D 8192 --F 8192 --chip v5e").out;
  CHECK(text.find("would flip the regime at B=256") != std::string::npos);
  CHECK(text.find("the operands at B=4194304 do not fit") != std::string::npos);
  CHECK(support::run("matmul --B 256 --D 8192 --F 8192 --chip v5e --format markdown").out.find("810 GB/s") !=
        std::string::npos);
}

TEST_CASE("what changes nothing, and what no source states, is said") {
  CHECK(support::run("matmul --B 8 --D 8 --F 8 --chip v5e --set peak.int8=1PFLOP/s")
            .out.find("peak.int8 has no part in this answer") != std::string::npos);
  CHECK(support::run("matmul --B 8 --D 8 --F 8 --chip v6e --dtype int8").out.find("no source states peak.int8") !=
        std::string::npos);
  CHECK(support::run("matmul --B 8 --D 8 --F 8 --chip v5e --over vmem").out.find("bandwidth estimated") !=
        std::string::npos);
}

TEST_CASE("solve keeps its other inputs, and says what flips back") {
  CHECK(support::run("op --bytes 1GB,2GB --chip v5e --solve flops --get bytes,critical_whole --format csv").out ==
        "bytes,critical_whole\n1000000000,\n2000000000,\n");
  CHECK(support::run("matmul --B 65536 --D 87360 --F 8192 --chip v5e --solve shard_D")
            .out.find("compute-bound again from shard_D=16 on") != std::string::npos);
  CHECK(support::run("matmul --B 65536 --D 65536 --F 65536 --chip v5e --solve shard_B")
            .out.find("intensity stays above 3641") != std::string::npos);
}

TEST_CASE("a list of one is still a list") {
  CHECK(support::run("matmul --B 1:1 --D 8 --F 8 --chip v5e --format json").out.starts_with("[{"));
  CHECK(support::run("matmul --B 1 --D 8 --F 8 --chip v5e --format json").out.starts_with("{"));
}

TEST_CASE("exit codes: 2 wins over 1, the format changes nothing") {
  const std::string sweep = "matmul --B 8 --D 7,8,9 --F 8 --shard D=2 --chip v5e";
  for (const std::string format : {"text", "json", "jsonl", "csv", "markdown"}) {
    CAPTURE(format);
    CHECK(support::run(sweep + " --format " + format).exit == 2);
    CHECK(support::run(sweep + " --assert 'B == 9' --format " + format).exit == 2);
    CHECK(support::run("matmul --B 8 --D 8 --F 8 --chip v5e --assert 'B == 9' --format " + format).exit == 1);
    CHECK(support::run("matmul --B 8 --D 8 --F 8 --chip v5e --assert 'B == 8' --format " + format).exit == 0);
  }
  const support::Outcome some = support::run(sweep + " --format jsonl");
  CHECK(count_lines(some.out) == 1);
  CHECK(count_lines(some.err) == 2);
  const support::Outcome none = support::run("matmul --B 8 --D 7,9 --F 8 --shard D=2 --chip v5e --format jsonl");
  CHECK(none.out.find("\"error\"") != std::string::npos);
  CHECK(count_lines(none.out) == 1);
}

TEST_CASE("help and version, from anywhere") {
  for (const roofline::cli::CommandName& command : roofline::cli::command_names()) {
    CAPTURE(command.name);
    const support::Outcome help = support::run(std::string(command.name) + " --help");
    CHECK(help.exit == 0);
    CHECK(help.err.empty());
    CHECK(help.out.find("Examples\n  roofline ") != std::string::npos);
    CHECK(support::run("help " + std::string(command.name)).out == help.out);
    CHECK(support::run(std::string(command.name) + " --version").exit == 0);
    for (std::size_t start = 0; start < help.out.size(); start = help.out.find('\n', start) + 1) {
      CHECK(help.out.find('\n', start) - start <= 80);
    }
    CHECK(support::run("--help").out.find(std::string(command.summary)) != std::string::npos);
  }
  CHECK(support::run("--version").out.starts_with("roofline "));
  CHECK(support::run("").exit == 2);
  CHECK(support::run("help nothing").exit == 2);
}

TEST_CASE("the examples of --help run") {
  for (const roofline::Op& op : roofline::ops()) {
    for (const std::string_view example : op.examples) {
      CAPTURE(example);
      CHECK(support::run(std::string(example.substr(9))).exit == 0);
    }
  }
}

TEST_CASE("two runs give the same bytes") {
  for (const std::string& question : questions()) CHECK(support::run(question).out == support::run(question).out);
}

TEST_CASE("an output that fails is an error, one that closes is not") {
  const auto args = support::words("matmul --B 1:100000 --D 8 --F 8 --chip v5e --format csv");
  std::string err_text;
  roofline::Output err = roofline::Output::to_string(err_text);
  std::size_t writes = 0;
  roofline::Output full([](std::string_view) { return ENOSPC; }, "standard output");
  CHECK(roofline::cli::run(args, roofline::read_string(""), full, err) == 2);
  CHECK(err_text == "roofline: error: cannot write standard output: No space left on device\n");
  err_text.clear();
  roofline::Output closed(
      [&](std::string_view) {
        ++writes;
        return EPIPE;
      },
      "standard output");
  CHECK(roofline::cli::run(args, roofline::read_string(""), closed, err) == 0);
  CHECK(err_text.empty());
  CHECK(writes == 1);
}

TEST_CASE("a reader that goes away ends a row of --from with any number of points") {
  const auto args = support::words("matmul --from - --D 1:2^53 --F 8 --chip v5e --format csv");
  std::string err_text;
  roofline::Output err = roofline::Output::to_string(err_text), closed([](std::string_view) { return EPIPE; }, "it");
  CHECK(roofline::cli::run(args, roofline::read_string("B\n1\n2\n"), closed, err) == 0);
  CHECK(err_text.empty());
}

TEST_CASE("the widest figures that can be typed give numbers everywhere") {
  const std::string extremes = " --set peak.bf16=1e60FLOP/s --set memory.main.bandwidth=1e-60B/s --chip v5e";
  for (const std::string question : {"op --flops 1e60 --bytes 1e60B", "op --flops 1e-60 --bytes 1e60B,1e-60B",
                                     "op --flops 1e60 --solve bytes", "matmul --B 2^53 --D 2^53 --F 2^53,1",
                                     "matmul --D 1 --F 1 --solve B", "op --flops 1e60 --bytes 1e60B --explain"}) {
    CAPTURE(question);
    const support::Outcome outcome = support::run(question + extremes);
    CHECK(outcome.exit == 0);
    for (const std::string none : {"inf", "nan", "i.f", "n.n"}) CHECK(outcome.out.find(none) == std::string::npos);
  }
}

TEST_CASE("--assert judges each row of a sweep or a file, names it, and leaves standard output as it is") {
  const std::string sweep = "matmul --B 64,256,512 --D 8192 --F 8192 --chip v5e",
                    from = "matmul --D 8192 --F 8192 --chip v5e --from -";
  const std::string rows = "layer,B\nup,64\ndown,512\n";
  for (const std::string format : {"text", "json", "jsonl", "csv", "markdown"}) {
    CAPTURE(format);
    const std::string asked = " --format " + format, asserted = asked + " --assert 'regime == compute-bound'";
    const auto swept = support::run(sweep + asserted), fed = support::run(from + asserted, rows);
    CHECK(swept.out == support::run(sweep + asked).out);
    CHECK(swept.exit == 1);
    CHECK(swept.err ==
          "roofline: assert failed: B=64: regime == compute-bound: is communication-bound\nroofline: 1 of 3 rows "
          "failed\n");
    CHECK(fed.out == support::run(from + asked, rows).out);
    CHECK(fed.exit == 1);
    CHECK(fed.err ==
          "roofline: assert failed: standard input:2: regime == compute-bound: is communication-bound\n"
          "roofline: 1 of 2 rows failed\n");
  }
}
