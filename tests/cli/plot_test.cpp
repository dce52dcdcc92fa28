// --plot beside an answer: it changes nothing of it, draws all of it, and leaves no half file.

#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "cli/run.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

using support::run;

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// A folder that is gone at the end.
class Folder {
 public:
  Folder() : file_("", "seed") {}
  std::string operator/(const std::string& name) const { return file_.folder() + "/" + name; }
  std::size_t files() const {
    const std::filesystem::directory_iterator all(file_.folder());
    return static_cast<std::size_t>(std::distance(begin(all), end(all))) - 1;
  }

 private:
  support::TemporaryFile file_;
};

const std::string kMatmul = "matmul --B 64,256 --D 8192 --F 8192 --chip v5e";

}  // namespace

TEST_CASE("a picture changes no output and no exit code") {
  const Folder folder;
  for (const std::string rest :
       {"", " --format csv", " --format jsonl", " --get t_lower", " --assert 't_lower <= 1us'", " --sensitivity"}) {
    const auto plain = run(kMatmul + rest), drawn = run(kMatmul + rest + " --plot " + (folder / "a.svg"));
    CHECK(drawn.out == plain.out);
    CHECK(drawn.err == plain.err);
    CHECK(drawn.exit == plain.exit);
  }
  CHECK(count(support::read(folder / "a.svg"), "class=\"point ") == 2);
}

TEST_CASE("several files are drawn at once, and the endings say what") {
  const Folder folder;
  const auto outcome = run(kMatmul + " --plot " + (folder / "a.svg") + " --plot " + (folder / "b.HTML") + " --plot " +
                           (folder / "c.txt") + " --plot -");
  CHECK(outcome.exit == 0);
  CHECK(folder.files() == 3);
  CHECK(support::read(folder / "a.svg").starts_with("<svg "));
  CHECK(support::read(folder / "b.HTML").starts_with("<!doctype html>"));
  CHECK(has(support::read(folder / "c.txt"), "\xe2\xa0"));
  CHECK(has(outcome.out, "^240.2"));
  CHECK_FALSE(has(outcome.out, "t_lower"));
}

TEST_CASE("a page says its inputs, its sources and the command that made it") {
  const Folder folder;
  support::run_words({"matmul", "--B", "64", "--D", "8192", "--F", "8192", "--chip", "v5e", "--set",
                      "memory.hbm.bandwidth=1 TB/s", "--plot", folder / "it's.html"});
  const std::string page = support::read(folder / "it's.html");
  CHECK(has(page, "--set &#39;memory.hbm.bandwidth=1 TB/s&#39; --plot"));  // as a shell reads it
  CHECK(has(page, "it&#39;\\&#39;&#39;s.html"));
  CHECK(has(page, "<dt>B</dt><dd>64</dd>"));
  CHECK(has(page, "<dt>set</dt><dd>memory.hbm.bandwidth=1 TB/s</dd>"));
  CHECK(has(page, "peak.bf16: 197 TFLOP/s, hardware/tpu-v5e.json (built in) line"));
  CHECK(has(page, "memory.hbm.bandwidth: 1 TB/s, hardware/tpu-v5e.json (built in) line"));
  CHECK(has(page, "from --set"));
}

TEST_CASE("what cannot be drawn is an error before any output") {
  const std::string one = "matmul --B 64 --D 8192 --F 8192 --chip v5e ";
  const std::vector<std::pair<std::string, std::string>> rows{
      {one + "--plot a.png", "--plot: 'a.png' ends in none of .svg, .html and .txt"},
      {one + "--plot=", "--plot"},
      {one + "--plot - --format json",
       "--plot: - prints the picture instead of the answer, and --format is about that"},
      {one + "--plot - --get t_lower", "and --get is about that"},
      {one + "--plot - --explain", "and --explain is about that"},
      {one + "--plot - --sensitivity", "and --sensitivity is about that"},
      {one + "--plot - --x B", "--x: B is one value for all rows"},
      {kMatmul + " --plot - --x D", "--x: D is one value for all rows"},
      {kMatmul + " --dtype bf16,int8 --plot - --x dtype", "--x: dtype is a word, and an axis has numbers"},
      {kMatmul + " --plot - --x nothing", "--x: 'nothing' is no input of matmul that is a number"},
      {kMatmul + " --x B", "--x: there is no --plot that it could change"},
      {kMatmul + " --roofs all", "--roofs: there is no --plot that it could change"},
      {kMatmul + " --plot - --roofs l3", "--roofs: tpu-v5e has no memory or link 'l3'"},
      {"matmul --B 64 --D 64 --F 64 --chip '*' --plot - --roofs nonsense", "has no memory or link 'nonsense'"},
      {kMatmul + " --plot - --roofs hbm,,ici", "--roofs: tpu-v5e has no memory or link ''"},
      {"matmul --D 8192 --F 8192 --chip v5e --solve B --plot -", "--plot: does not go with --solve"},
      {"model llama-3-8b --chip h100 --plot -", "--plot: a picture shows speed"},
      {"model llama-3-8b --phase decode --context 8192 --batch 1,2 --by kind --chip h100 --plot a.svg",
       "--plot - draws them all"},
  };
  for (const auto& [typed, message] : rows) {
    const auto outcome = run(typed);
    CAPTURE(typed, outcome.out, outcome.err);
    CHECK(outcome.exit == 2);
    CHECK(has(outcome.err, message));
    CHECK((outcome.out.empty() || has(outcome.out, "\"error\"")));
  }
}

TEST_CASE("a file that cannot be written is an error, and what was there stays") {
  const Folder folder;
  const auto lost = run(kMatmul + " --plot " + (folder / "no/such.svg"));
  CHECK(lost.exit == 2);
  CHECK(has(lost.err, "--plot: cannot write '" + (folder / "no/such.svg") + "': No such file or directory"));
  CHECK(has(lost.out, "t_lower"));  // the answer was given all the same
  CHECK(folder.files() == 0);
  std::ofstream(folder / "kept.svg") << "kept";
  CHECK(run(kMatmul + " --plot " + (folder / "kept.svg") + " --dtype fp8").exit == 2);
  CHECK(support::read(folder / "kept.svg") == "kept");
}

TEST_CASE("zero FLOPs, zero bytes and what does not fit are named beside the picture") {
  const Folder folder;
  run("op --flops 0,1e12 --bytes 0,16GB --chip h100 --plot " + (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  CHECK(count(svg, "class=\"point ") == 1);
  CHECK(has(svg, "no FLOPs, nor bytes of main memory"));
  CHECK(has(svg, ": no FLOPs;"));
  CHECK(has(svg, ": no bytes"));
  const auto unfit =
      run("model llama-3.1-405b --phase decode --batch 1 --context 8192 --chip h100 --plot " + (folder / "b.svg"));
  CHECK(unfit.exit == 3);
  CHECK(has(support::read(folder / "b.svg"), "does not fit"));
  CHECK(count(support::read(folder / "b.svg"), "class=\"point ") == 0);
}

TEST_CASE("swept figures and several chips are further roofs, other published figures dotted ones") {
  const Folder folder;
  run(kMatmul + " --set memory.hbm.bandwidth=0.5TB/s,1TB/s --plot " + (folder / "a.svg"));
  const std::string two = support::read(folder / "a.svg");
  CHECK(count(two, "data-roof=\"memory.hbm.bandwidth\"") == 2);
  CHECK(count(two, "data-roof=\"peak.bf16\"") == 1);
  CHECK(count(two, "class=\"ridge ") == 2);
  run("matmul --B 64,256 --D 8192 --F 8192 --chip v5e,h100 --plot " + (folder / "b.svg"));
  const std::string chips = support::read(folder / "b.svg");
  CHECK(count(chips, "data-machine=\"tpu-v5e\"") == 4);  // bf16, hbm, and hbm as two others have it
  CHECK(count(chips, "class=\"ridge ") == 2);
  run("matmul --B 64 --D 8192 --F 8192 --chip v5e --roofs vmem,ici --plot " + (folder / "c.svg"));
  const std::string named = support::read(folder / "c.svg");
  CHECK(count(named, "data-roof=\"memory.vmem.bandwidth\"") == 2);
  CHECK(count(named, "data-roof=\"interconnect.ici.link_bandwidth\"") == 2);
  CHECK(count(named, "data-roof=\"nic.bandwidth\"") == 0);
}

TEST_CASE("a link that binds is a roof of its own, with the point over it") {
  const Folder folder;
  run("matmul --B 1024 --D 4096,65536 --F 8192 --shard D=2 --chip v5e --plot " + (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  CHECK(count(svg, "class=\"twin ") == 1);  // D=65536 is compute-bound
  CHECK(count(svg, "data-value=\"45000000000\"") == 1);
}

TEST_CASE("roofs are rows too, one for each bandwidth under each peak") {
  const auto csv =
      run("plot --chip v5e --dtype bf16,int8 --roofs ici --get dtype,resource,bandwidth,ridge --format csv");
  CHECK(csv.out ==
        "dtype,resource,bandwidth,ridge\n"
        "bf16,hbm,820000000000,240.2439024390244\n"
        "bf16,ici,45000000000,4377.777777777777\n"
        "int8,hbm,820000000000,480.4878048780488\n"
        "int8,ici,45000000000,8755.555555555555\n");
  CHECK(run("plot --chip v5e --assert 'ridge >= 241'").exit == 1);
  CHECK(run("plot --chip v5e --dtype fp8").exit == 2);
  CHECK(run("plot --chip '*' --plot -").exit == 0);
}

TEST_CASE("a picture has all rows, even where the reader of the table goes away") {
  const Folder folder;
  roofline::Output gone([](std::string_view) { return EPIPE; }, "standard output");
  std::string said;
  roofline::Output err = roofline::Output::to_string(said);
  const auto words =
      support::words("matmul --B 1:5000 --D 1024 --F 1024 --chip v5e --format jsonl --plot " + (folder / "a.svg"));
  CHECK(roofline::cli::run(words, roofline::read_string(""), gone, err) == 0);
  CHECK(has(support::read(folder / "a.svg"), "4000 more take"));
}

TEST_CASE("of many rows the longest are points, all that beat their bound too, and the curve is whole") {
  const Folder folder;
  run("matmul --B 1:3000 --D 8192 --F 8192 --chip v5e --x B --plot " + (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  CHECK(count(svg, "class=\"point ") == 1000);
  CHECK(has(svg, "compute-bound from B = 256"));  // --solve says 255.2
  CHECK(has(svg, "2000 more take"));
  std::string rows = "B,D,F,measured_us\n1,64,64,0.001\n";
  for (int i = 0; i < 1500; ++i) rows += "512,1024,1024,1000\n";
  const support::TemporaryFile file(rows, "rows.csv");
  run("matmul --from " + file.path() + " --chip v5e --plot " + (folder / "b.svg"));
  CHECK(count(support::read(folder / "b.svg"), "class=\"faster ") == 1);
  CHECK(count(support::read(folder / "b.svg"), "class=\"point ") == 1001);
}

TEST_CASE("no curve takes the points of another chip, however many there are") {
  const Folder folder;
  run("matmul --B 64,128 --D 1:1200 --F 1024 --chip h100,v5e --x B --plot " + (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  CHECK(count(svg, "data-name=\"tpu-v5e ") > 0);
  for (std::size_t at = svg.find("data-name=\"tpu-v5e "); at != std::string::npos;
       at = svg.find("data-name=\"tpu-v5e ", at + 1))
    CHECK(svg.substr(at - 20, 20).find("line1") != std::string::npos);
}

TEST_CASE("operations of several batches make a curve each") {
  const Folder folder;
  run("model llama-3-8b --phase decode --context 8192 --batch 1,2,4 --chip h100 --by kind --format jsonl --plot " +
      (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  CHECK(count(svg, "class=\"point ") == 18);
  CHECK(count(svg, "class=\"path ") == 6);
}

TEST_CASE("a model's step is as fast as its operations one after the other") {
  const Folder folder;
  const auto mfu = run("model gpt-oss-120b --phase decode --batch 64 --context 8192 --tp 8 --chip h100 --get mfu_max");
  run("model gpt-oss-120b --phase decode --batch 64 --context 8192 --tp 4,8 --chip h100 --x tp --plot " +
      (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  const std::size_t at = svg.find("data-y=\"", svg.find("data-name=\"tp=8\""));
  // mfu_max is t_comp / t_step, and so the same speed over the peak.
  CHECK_THAT(std::stod(svg.substr(at + 8)) / 989e12, WithinRel(std::stod(mfu.out), 1e-9));
  CHECK(has(svg, ">per chip<"));
}

TEST_CASE("a page lists every figure that it draws, and every flag that was given") {
  const Folder folder;
  run("matmul --B 64,256 --D 8192 --F 8192 --dtype bf16,int8 --chip v5e --roofs all --shard D=2 --plot " +
      (folder / "a.html"));
  const std::string page = support::read(folder / "a.html");
  for (const char* line : {"peak.bf16: ", "peak.int8: ", "memory.hbm.bandwidth: ", "memory.vmem.bandwidth: ",
                           "interconnect.ici.link_bandwidth: ", "nic.bandwidth: ", "<dt>roofs</dt><dd>all</dd>",
                           "<dt>shard</dt><dd>D=2</dd>", "<dt>dtype</dt><dd>bf16,int8</dd>"})
    CHECK(has(page, line));
  CHECK(support::run_words({"op", "--flops", "1e9", "--bytes", "1GB", "--chip", "v5e", "--plot", folder / "a\nb.html"})
            .exit == 0);
  CHECK(has(support::read(folder / "a\nb.html"), "a\\x0ab.html&#39;"));  // $'...', as bash reads it
}

TEST_CASE("roofs have an end, and so do those that are not drawn") {
  const Folder folder;
  run("matmul --B 64 --D 8192 --F 8192 --chip v5e --set memory.hbm.bandwidth=10GB/s:400GB/s:+10GB/s --set "
      "peak.bf16=100TFLOP/s:300TFLOP/s:+10TFLOP/s --get t_lower --plot " +
      (folder / "a.svg"));
  const std::string svg = support::read(folder / "a.svg");
  CHECK(count(svg, "class=\"ridge ") <= 144);
  CHECK(has(svg, "Further roofs are not drawn."));
}

TEST_CASE("what the answer leaves out is said in the picture too") {
  const Folder folder;
  run("matmul --B 64,256 --D 8192 --F 8192 --chip '*' --plot " + (folder / "a.svg"));
  CHECK(has(support::read(folder / "a.svg"), "left out"));
  const support::TemporaryFile file("B,D,F\n64,64,64\nx,1,1\n", "rows.csv");
  CHECK(run("matmul --from " + file.path() + " --chip v5e --plot " + (folder / "b.svg")).exit == 2);
  CHECK(has(support::read(folder / "b.svg"), "note: 1 row could not be answered"));
  const support::TemporaryFile lengths("T,S\n64,128\n64,\n", "rows.csv");
  run("attention --B 1 --N 8 --K 8 --H 64 --from " + lengths.path() + " --chip v5e --x S --plot " + (folder / "c.svg"));
  CHECK(has(support::read(folder / "c.svg"), "S is 0 or not given"));
  CHECK_FALSE(has(support::read(folder / "c.svg"), "nan"));
}
