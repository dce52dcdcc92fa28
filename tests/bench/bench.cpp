// How fast is it, against something known? Every figure is a ratio of two things timed in turn, in one run.
//
//   estimates   matmul through the op table, against a bare loop of the same formulas
//   einsum      a contraction over two axes of a torus, priced in every way, against the matmul
//   rows        a sweep through --format jsonl and csv, against a hand-written fmt loop that prints the same bytes
//   rows in     the same rows from a CSV through --from, against the sweep
//   memory      the peak of a sweep of a million rows, and of a CSV of a million rows
//   start-up    one answer, against /bin/true and `python3 -c pass`

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cli/run.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/ops/einsum.hpp"
#include "roofline/ops/matmul.hpp"
#include "roofline/ops/op.hpp"

namespace {

using namespace roofline;

double seconds(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The best of several turns, taken alternately so that both see the same machine.
struct Pair {
  double ours = 1e9, theirs = 1e9;
};
Pair race(int turns, const std::function<void()>& ours, const std::function<void()>& theirs) {
  Pair best;
  for (int i = 0; i < turns; ++i) {
    best.ours = std::min(best.ours, seconds(ours));
    best.theirs = std::min(best.theirs, seconds(theirs));
  }
  return best;
}

volatile double sink;

void estimates() {
  constexpr int kPoints = 10'000'000;
  const Chip chip = Catalog().find("tpu-v5e");
  const Op& op = *find_op("matmul");
  Values values;
  values.fill(kNotGiven);
  values[1] = values[2] = 8192;
  const auto table = [&] {
    double sum = 0;
    for (int b = 1; b <= kPoints; ++b) {
      values[0] = b;
      sum += estimate(op.work(values, 0), chip).lower.si();
    }
    sink = sum;
  };
  const auto bare = [&] {
    double sum = 0;
    for (int b = 1; b <= kPoints; ++b) {
      const double comp = 2.0 * b * 8192 * 8192 / 1.97e14, comm = 2.0 * (b * 8192.0 * 2 + 8192.0 * 8192) / 8.2e11;
      sum += std::max(comp, comm);
    }
    sink = sum;
  };
  const Pair p = race(3, table, bare);
  fmt::print("estimates  {:6.1f} million/s through the op table ({:.0f} million/s in a bare loop)\n",
             kPoints / p.ours / 1e6, kPoints / p.theirs / 1e6);
}

/// The best way of a sharded contraction: each is estimated.
void einsums() {
  constexpr int kPoints = 1'000'000;
  const Chip chip = Catalog().find("tpu-v5p");
  const std::vector<std::string> axes{"X", "Y"};
  const Einsum e = parse_einsum("bf16[B, D_X] * bf16[D_X, F_Y] -> bf16[B, F_Y]", axes);
  Lengths lengths{{0, 8192, 32768}, {4, 4}};
  const MeshWish wish = wish_of(work(e.contraction, e.formats, {{1, 8192, 32768}, {4, 4}}, 0).axes);
  const auto contraction = [&] {
    double sum = 0;
    for (int b = 1; b <= kPoints; ++b) {
      lengths.dims[0] = b;
      const Mesh mesh = lay_mesh(chip, wish);
      double best = 1e9;
      for (std::size_t way = 0; way < e.contraction.ways.size(); ++way)
        best = std::min(best, estimate(work(e.contraction, e.formats, lengths, way), chip, mesh).lower.si());
      sum += best;
    }
    sink = sum;
  };
  const auto matmul = [&] {
    double sum = 0;
    for (int b = 1; b <= kPoints; ++b) sum += estimate(work(Matmul{.b = b, .d = 8192, .f = 32768}), chip).lower.si();
    sink = sum;
  };
  const Pair p = race(3, contraction, matmul);
  fmt::print("einsum     {:6.2f} million/s in {} ways each, {:.1f} of a matmul's time\n", kPoints / p.ours / 1e6,
             e.contraction.ways.size(), p.ours / p.theirs);
}

constexpr std::int64_t kFirst = 1000, kLast = 300'999;  // away from the ridge: no notes

/// One row of the same sweep by hand.
template <class Line>
void by_hand(Output& out, Line line) {
  fmt::memory_buffer buffer;
  for (std::int64_t b = kFirst; b <= kLast; ++b) {
    const double d = 8192, f = 8192, flops = 2.0 * static_cast<double>(b) * d * f,
                 bytes = 2.0 * (static_cast<double>(b) * d + d * f + static_cast<double>(b) * f),
                 comp = flops / 1.97e14, hbm = bytes / 8.2e11;
    line(buffer, b, flops, bytes, comp, hbm);
    if (buffer.size() < 60000) continue;
    out.append({buffer.data(), buffer.size()});
    buffer.clear();
  }
  out.append({buffer.data(), buffer.size()});
}

void json_by_hand(Output& out) {
  by_hand(out, [](fmt::memory_buffer& to, std::int64_t b, double flops, double bytes, double comp, double hbm) {
    fmt::format_to(
        std::back_inserter(to),
        "{{\"schema\":1,\"command\":\"matmul\",\"chip\":\"tpu-v5e\",\"B\":{},\"D\":8192,\"F\":8192,\"dtype\":\"bf16\","
        "\"flops\":{},\"bytes\":{},\"intensity\":{},\"ridge\":{},\"t_comp\":{},\"t_hbm\":{},\"t_comm\":{},"
        "\"t_lower\":{},\"t_upper\":{},\"regime\":\"{}\",\"bottleneck\":\"{}\",\"margin\":{},\"attainable\":{},"
        "\"mfu_max\":{},\"memory_bytes\":{},\"capacity_bytes\":17179869184,\"fits\":{},\"notes\":[]}}\n",
        b, static_cast<std::int64_t>(flops), static_cast<std::int64_t>(bytes), flops / bytes, 1.97e14 / 8.2e11, comp,
        hbm, hbm, comp, comp + hbm, "compute-bound", "compute", comp / hbm, std::int64_t{197000000000000}, 1,
        static_cast<std::int64_t>(bytes), bytes <= 17179869184.0);
  });
}

void csv_by_hand(Output& out) {
  out.append(
      "schema,command,chip,B,D,F,dtype,flops,bytes,intensity,ridge,t_comp,t_hbm,t_comm,t_lower,t_upper,regime,"
      "bottleneck,"
      "margin,attainable,mfu_max,memory_bytes,capacity_bytes,fits,notes\n");
  by_hand(out, [](fmt::memory_buffer& to, std::int64_t b, double flops, double bytes, double comp, double hbm) {
    fmt::format_to(std::back_inserter(to),
                   "1,matmul,tpu-v5e,{},8192,8192,bf16,{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},17179869184,{},\n",
                   b, static_cast<std::int64_t>(flops), static_cast<std::int64_t>(bytes), flops / bytes,
                   1.97e14 / 8.2e11, comp, hbm, hbm, comp, comp + hbm, "compute-bound", "compute", comp / hbm,
                   std::int64_t{197000000000000}, 1, static_cast<std::int64_t>(bytes), bytes <= 17179869184.0);
  });
}

void sweep(Output& out, const std::string& format) {
  Output err([](std::string_view) { return 0; }, "standard error");
  const std::vector<std::string> args{
      "matmul",   "--B", fmt::format("{}:{}", kFirst, kLast), "--D", "8192", "--F", "8192", "--chip", "tpu-v5e",
      "--format", format};
  cli::run(args, read_string(""), out, err);
}

bool rows(const std::string& format, void (*hand)(Output&)) {
  std::string ours, theirs;
  {
    Output a = Output::to_string(ours), b = Output::to_string(theirs);
    sweep(a, format);
    hand(b);
    b.flush();
  }
  const int null = ::open("/dev/null", O_WRONLY);
  const Pair p = race(
      3,
      [&] {
        Output out = Output::to_descriptor(null, "null");
        sweep(out, format);
      },
      [&] {
        Output out = Output::to_descriptor(null, "null");
        hand(out);
        out.flush();
      });
  ::close(null);
  const double n = kLast - kFirst + 1;
  fmt::print("{:<9}  {:6.2f} million rows/s, {:.2f} of a hand-written loop ({:.2f}); {}\n", format, n / p.ours / 1e6,
             p.theirs / p.ours, n / p.theirs / 1e6, ours == theirs ? "same bytes" : "DIFFERENT BYTES");
  return ours == theirs;
}

/// The rows of the sweep as CSV.
enum class Header { yes, no };
std::string as_csv(std::int64_t first, std::int64_t last, Header header) {
  std::string text = header == Header::yes ? "B,D,F\n" : "";
  for (std::int64_t b = first; b <= last; ++b) text += fmt::format("{},8192,8192\n", b);
  return text;
}

bool rows_in() {
  const std::string csv = as_csv(kFirst, kLast, Header::yes);
  Output err([](std::string_view) { return 0; }, "standard error");
  const std::vector<std::string> args{"matmul", "--from", "-", "--chip", "tpu-v5e", "--format", "jsonl"};
  std::string ours, theirs;
  {
    Output a = Output::to_string(ours), b = Output::to_string(theirs);
    cli::run(args, read_string(csv), a, err);
    sweep(b, "jsonl");
  }
  const auto nothing = [](std::string_view) { return 0; };
  const Pair p = race(
      3,
      [&] {
        Output out(nothing, "null");
        cli::run(args, read_string(csv), out, err);
      },
      [&] {
        Output out(nothing, "null");
        sweep(out, "jsonl");
      });
  fmt::print("rows in    {:6.2f} million rows/s from CSV, {:.2f} of the sweep; {}\n",
             static_cast<double>(kLast - kFirst + 1) / p.ours / 1e6, p.theirs / p.ours,
             ours == theirs ? "same bytes" : "DIFFERENT BYTES");
  return ours == theirs;
}

/// Runs a program with its output thrown away; returns what it used.
rusage spawn(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  rusage used{};
  if (posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ) == 0) wait4(child, nullptr, 0, &used);
  posix_spawn_file_actions_destroy(&actions);
  return used;
}

void memory(const std::string& program) {
  for (const std::string format : {"jsonl", "csv", "text"}) {
    const rusage used = spawn(
        {program, "matmul", "--B", "1:1000000", "--D", "8192", "--F", "8192", "--chip", "tpu-v5e", "--format", format});
    fmt::print("memory     {:6.2f} MiB at the most, a million rows of {}\n", static_cast<double>(used.ru_maxrss) / 1024,
               format);
  }
}

void memory_of_rows_in(const std::string& program) {
  char path[] = "/tmp/roofline-bench-XXXXXX";
  const int file = ::mkstemp(path);
  Output out = Output::to_descriptor(file, path);
  for (int b = 0; b < 1'000'000; b += 1000) out.append(as_csv(b + 1, b + 1000, b == 0 ? Header::yes : Header::no));
  out.flush();
  ::close(file);
  const rusage used = spawn({program, "matmul", "--from", path, "--chip", "tpu-v5e", "--format", "jsonl"});
  ::unlink(path);
  fmt::print("memory     {:6.2f} MiB at the most, a million rows of CSV in\n",
             static_cast<double>(used.ru_maxrss) / 1024);
}

/// Median of many starts, each taken right after one of the other program.
double start_ratio(const std::vector<std::string>& ours, const std::vector<std::string>& theirs, int turns,
                   double& our_median) {
  std::vector<double> a, b;
  for (int i = 0; i < turns; ++i) {
    a.push_back(seconds([&] { spawn(ours); }));
    b.push_back(seconds([&] { spawn(theirs); }));
  }
  std::nth_element(a.begin(), a.begin() + turns / 2, a.end());
  std::nth_element(b.begin(), b.begin() + turns / 2, b.end());
  our_median = a[static_cast<std::size_t>(turns / 2)];
  return our_median / b[static_cast<std::size_t>(turns / 2)];
}

void start_up(const std::string& program) {
  const std::vector<std::string> ours{program, "matmul", "--B",  "256",    "--D",
                                      "8192",  "--F",    "8192", "--chip", "tpu-v5e"};
  double median = 0;
  const double to_true = start_ratio(ours, {"/bin/true"}, 400, median);
  fmt::print("start-up   {:6.2f} ms, {:.2f} of /bin/true", median * 1e3, to_true);
  const double to_python = start_ratio(ours, {"python3", "-c", "pass"}, 20, median);
  fmt::print(", {:.3f} of python3 -c pass\n", to_python);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {  // first: a child's peak counts this program's own
    memory(argv[1]);
    memory_of_rows_in(argv[1]);
  }
  estimates();
  einsums();
  const bool jsonl = rows("jsonl", json_by_hand), csv = rows("csv", csv_by_hand), same = rows_in();
  if (argc > 1) start_up(argv[1]);
  return jsonl && csv && same ? 0 : 1;
}
