// `roofline collective` and `roofline einsum`: what they refuse, what stays the same, and published measurements.

#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "roofline/base/records.hpp"
#include "roofline/base/text.hpp"
#include "roofline/work/collective.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::has;
using support::run;

namespace {

const std::string kNotation = "'bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]'";
const std::string kEinsum = "einsum " + kNotation + " --B 1024 --D 8192 --F 8192 --chip v5e";
const std::string kGather = "collective all-gather --size 34MB --chip v5e";

/// The rows of one chip and one collective, as columns that the command reads.
std::string rows_of(const std::string& path, const std::string& chip, const std::string& op) {
  Records rows(open_file(path), path);
  std::map<std::string, std::size_t> column;
  for (std::size_t i = 0; i < rows.names().size(); ++i) column[rows.names()[i]] = i;
  std::string text = op == "all_to_all" ? "size_per_chip,X,measured_us\n" : "size,X,measured_us\n";
  while (rows.next()) {
    const auto field = [&](const std::string& name) { return std::string(rows.fields()[column.at(name)].text); };
    if (field("chip") == chip && field("op") == op)
      text += field("bytes") + "," + field("n_gpus") + "," + field("time_us") + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("bad meshes and collectives: one clear line") {
  static const struct {
    std::string typed, error, hint;
  } kRows[]{
      {kGather, "all-gather needs --mesh", "--mesh 8"},
      {kGather + " --mesh X=4 --axis Z", "--axis: 'Z' is no axis of the mesh", "it has X"},
      {kGather + " --mesh X=4,Y=2 --axis X+X", "--axis: X is named twice", ""},
      {kGather + " --mesh X=4,X=2", "--mesh: X is given twice", ""},
      {kGather + " --mesh x=4", "--mesh: 'x' is no name of an axis", "a capital letter"},
      {kGather + " --mesh X", "--mesh: X has no size", "X=8"},
      {kGather + " --mesh X=4.5", "--mesh: X: ", ""},
      {kGather + " --mesh 0", "--mesh: X: must be at least 1", ""},
      {kGather + " --mesh X=1,Y=1,Z=1,W=1,V=1", "--mesh: a mesh has at most 4 axes", ""},
      {kGather + " --mesh 32", "an axis of ici on tpu-v5e is 16 chips long, 32 are asked for", "X=ici:2"},
      {kGather + " --mesh X=ici:3", "X: tpu-v5e has 2 axes left for it, 3 are asked for", ""},
      {kGather + " --mesh 4 --slice 4x4x4", "a slice of 4x4x4 is no part of it", ""},
      {kGather + " --mesh 4 --slice 4xx4", "--slice: ", ""},
      {kGather + " --mesh 4 --slice 4x4x4", "--slice: a pod's ici of tpu-v5e is 16x16", ""},
      {kGather + " --mesh 4 --wrap X=torus", "--wrap: 'torus' is neither ring nor line", ""},
      {kGather + " --mesh 4 --wrap Y=ring", "--wrap: 'Y' is no axis of the mesh", ""},
      {kGather + " --mesh 4 --in-switch", "--in-switch: all-gather adds nothing up in a switch", "leave it out"},
      {"collective all-reduce --size 1GB --mesh 4 --in-switch --chip v5e",
       "--in-switch: ici of tpu-v5e does not add partial sums", ""},
      {"collective all-reduce --size 1GB --mesh 4 --wrap X=ring --chip h100",
       "--wrap: nvlink of h100-sxm is no torus: its axes do not wrap", ""},
      {kGather + " --mesh 8,4", "--mesh: '8,4': several axes need names", "X=4,Y=8"},
      {kGather + " --mesh X=ici:2 --solve X --for 't_lower <= 1ms'", "--solve: X takes whole axes of the chip", "size"},
      {"matmul --B 8 --D 64 --F 8 --shard D=ici:2 --chip v5e", "--shard: D: ", ""},
      {"collective all-gather --from - --chip v5e", "all-gather needs --mesh", "--mesh X,Y"},
      {"einsum 'bf16[B, D_XY] * bf16[D, F] -> bf16[B, F]' --B 8 --D 8 --F 8 --mesh X=2,Y=2,XY=2 --chip v5p",
       "character 11: 'XY' is one axis, and several others", "rename an axis"},
      {"einsum 'BD,DF->BF' --B 8 --D 8 --F 8 --chip v5e", "einsum: character 1: ", "such as bf16[B, D]"},
      {kGather + " --mesh 4 --k 2", "--k: all-gather has no k", ""},
      {kGather + " --mesh 4 --size-per-chip 1MB", "--size-per-chip: --size is given too", ""},
      {kGather + " --mesh 4 --solve size", "--solve: a collective has no regime that changes", "--for"},
      {kGather + " --mesh 4 --sensitivity", "unknown option '--sensitivity'", ""},
      {"collective all-gather --mesh 4 --chip v5e", "all-gather needs --size", "--size 34MB"},
      {"collective all-gather --size 0 --mesh 4 --chip v5e", "--size: must be more than 0", ""},
      {"collective all-gather --size 34 --mesh 4 --chip v5e", "--size: '34' needs a unit", ""},
      {"collective all-gathr --size 34MB --mesh 4 --chip v5e", "unknown collective 'all-gathr'",
       "did you mean all-gather?"},
      {"collective --size 34MB --mesh 4 --chip v5e", "collective needs a name", "one of all-gather"},
      {"collective ragged-all-to-all --size 1GB --mesh 8 --chip h100", "collective needs --k", "--k 8"},
      {"collective all-gather --size 1GB --mesh 2 --chip l4", "l4 has no link to another chip", ""},
      {"collective all-gather --size 1GB --mesh X=2,Y=2,Z=2 --chip v2", "ici of tpu-v2 has only 2 axes", "X=ici:2"},
      {"collective all-gather --size 1GB --mesh 16 --chip a30", "nvlink of a30 joins 2 chips, 16 are asked for", ""},
      {"collective all-gather --size 1GB --mesh 12 --chip h100", "X=12 does not fill nvlink of h100-sxm evenly",
       "8 and 16 do"},
      {kEinsum, "character 11: 'X' is no axis of the mesh", "there is no mesh yet"},
      {kEinsum + " --mesh X=3", "D=8192 does not divide over 3 chips", "8190 and 8193 do"},
      {kEinsum + " --mesh X=2 --strategy first", "--strategy: 'first' is no way to do this",
       "one of reduce-after or gather-first"},
      {kEinsum + " --mesh X=2 --H 5", "unknown option '--H'", ""},
      {"einsum --chip v5e", "einsum needs a notation", "roofline einsum 'bf16"},
      {"einsum " + kNotation + " --B 8 --F 8 --mesh X=2 --chip v5e", "einsum needs --D", ""},
      {"einsum 'bf16[B, D] * fp16[D, F] -> bf16[B, F]' --B 8 --D 8 --F 8 --chip h100",
       "--compute-dtype: bf16 and fp16 are equally wide", "--compute-dtype bf16 or fp16"},
      {"einsum 'fp8[B, D] * fp8[D, F] -> fp8[B, F]' --B 8 --D 8 --F 8 --chip v5e", "tpu-v5e has no fp8 rate",
       "--compute-dtype"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.typed);
    const support::Outcome outcome = run(row.typed);
    CHECK(outcome.exit == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find("roofline: error: ") == 0);
    CAPTURE(outcome.err);
    CHECK(has(outcome.err, row.error));
    CHECK(has(outcome.err, row.hint));
  }
}

TEST_CASE("axis names, spellings and axes of one chip do not matter") {
  const std::string keys = " --get t_bandwidth,t_latency,t_lower,t_upper,t_floor,steps,algbw,busbw";
  const std::string expected = run(kGather + " --mesh 4" + keys).out;
  CHECK(run(kGather + " --mesh X=4" + keys).out == expected);
  CHECK(run(kGather + " --mesh Model=4" + keys).out == expected);
  CHECK(run(kGather + " --mesh X=1,Y=4" + keys).out == expected);
  CHECK(run(kGather + " --mesh X=8,Y=4 --axis Y" + keys).out == expected);
  for (const char* name : {"allgather", "AllGather", "all_gather"})
    CHECK(run("collective " + std::string(name) + " --size 34MB --mesh 4 --chip v5e" + keys).out == expected);
  CHECK(run("collective all-gather --size-per-chip 8.5MB --mesh 4 --chip v5e" + keys).out == expected);
  const std::string times = " --get t_comp,t_hbm,t_lower,t_upper,strategy";
  const std::string renamed =
      "einsum 'bf16[M, K_Model] * bf16[K_Model, N] -> bf16[M, N]' --M 1024 --K 8192 --N 8192 "
      "--mesh Model=2 --chip v5e";
  CHECK(run(renamed + times).out == run(kEinsum + " --mesh X=2" + times).out);
}

TEST_CASE("einsum and matmul --shard answer the same question alike") {
  const std::string keys = " --get flops,bytes,t_comp,t_hbm,t_lower,t_upper,memory_bytes,strategy,margin";
  const std::string expected = run("matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e,h100" + keys).out;
  CHECK(run("einsum " + kNotation + " --B 1024 --D 8192 --F 8192 --mesh X=2 --chip v5e,h100" + keys).out == expected);
  for (const auto& [chip, shard, critical] :
       {std::tuple{"v5e", "2", 8755.5556}, std::tuple{"h100-sxm", "2", 4395.5556}, std::tuple{"v5e", "4", 26266.667}}) {
    const std::string rest = std::string(" --B 1024 --F 8192 --solve D --get critical --chip ") + chip;
    const std::string matmul = run("matmul --shard D=" + std::string(shard) + rest).out;
    CHECK_THAT(std::stod(matmul), WithinRel(critical, 1e-7));
    CHECK(run("einsum " + kNotation + " --mesh X=" + shard + rest).out == matmul);
  }
}

TEST_CASE("the least t_lower wins, and --strategy forces another way") {
  const auto lower = [](const std::string& flags) {
    return std::stod(run(kEinsum + " --mesh X=4 --get t_lower" + flags).out);
  };
  CHECK(lower("") == std::min(lower(" --strategy gather-first"), lower(" --strategy reduce-after")));
  CHECK(has(run(kEinsum + " --mesh X=4").out, "strategy      reduce-after          gather-first: t_lower "));
  CHECK(has(run(kEinsum + " --mesh X=4 --strategy gather-first").out, "gather-first          as --strategy says"));
}

TEST_CASE("sweeps over mesh axes, dims and chips, with columns of all of them") {
  const support::Outcome rows =
      run("einsum " + kNotation + " --B 64:1024:x4 --D 8192 --F 8192 --mesh X=1:16:x2 --chip v5e,h100 --format csv");
  CHECK(rows.exit == 0);
  CHECK(std::count(rows.out.begin(), rows.out.end(), '\n') == 1 + 3 * 5 * 2);
  const std::string header = rows.out.substr(0, rows.out.find('\n'));
  for (const char* key : {"einsum", "X", "bytes_X", "t_X", "t_nvlink", "bottleneck_axis", "strategy"}) {
    const auto keys = split(header, ',');
    CHECK(std::count(keys.begin(), keys.end(), key) == 1);
  }
  const auto names = split(header, ',');
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
  const support::Outcome bad = run("einsum " + kNotation + " --B 8 --D 8 --F 8 --mesh X=2:4 --chip v5e --get t_X");
  CHECK(bad.exit == 2);  // 8 does not divide over 3, the others print
  CHECK(std::count(bad.out.begin(), bad.out.end(), '\n') == 2);
  CHECK(has(bad.err, "D=8 does not divide over 3 chips"));
}

TEST_CASE("rows of a file name the axes by their columns") {
  CHECK(run("collective all-gather --from - --mesh X --chip v5e --get t_lower", "size,X\n34MB,4\n").out ==
        run(kGather + " --mesh 4 --get t_lower").out);
  CHECK(
      run("collective all-gather --from - --mesh X,Y --axis Y --chip v5e --get t_lower", "size,X,Y\n34MB,8,4\n").out ==
      run(kGather + " --mesh 4 --get t_lower").out);
  CHECK(run("einsum " + kNotation + " --from - --mesh X --chip v5e --get t_lower", "B,D,F,X\n1024,8192,8192,4\n").out ==
        run(kEinsum + " --mesh X=4 --get t_lower").out);
  CHECK(run(kGather + " --mesh 4 --measured 680us --get efficiency").out ==
        run("collective all-gather --from - --mesh X --chip v5e --get efficiency", "size,X,measured_us\n34MB,4,680\n")
            .out);
}

TEST_CASE("--solve looks for a mesh axis too") {
  CHECK(run(kEinsum + " --mesh X=2 --solve X --get critical_whole").out == "2\n");
  CHECK(run(kGather + " --mesh X=4 --solve X --for 't_lower <= 500us' --get critical_whole,holds").out == "2\tbelow\n");
  CHECK_THAT(std::stod(run("collective all-reduce --mesh 4 --chip v5e --solve size --for 't_lower <= 1ms' "
                           "--get critical")
                           .out),
             WithinRel(1e-3 * 45e9 / 1.5, 1e-9));  // 2 V (n-1) / n over one link
}

TEST_CASE("help draws every collective") {
  const std::string help = run("collective --help").out;
  for (const CollectiveRow& row : collectives()) CHECK(has(help, "\n" + std::string(row.name) + ": "));
  CHECK(has(run(kGather + " --mesh 4 --explain").out, "[a] [b] [c] [d]  -> [abcd] [abcd] [abcd] [abcd]"));
}

TEST_CASE("what was assumed about the mesh is a note") {
  const auto notes = [](const std::string& flags) {
    return run("collective all-gather --size 1GB --get notes " + flags).out;
  };
  CHECK(has(notes("--mesh 4 --chip v5e"), "closes a ring only on a full axis of 16, so X is a line; with"));
  CHECK(notes("--mesh 16 --chip v5e") == "\n");
  CHECK(has(notes("--mesh X=4,Y=4 --chip v5p"), "X and Y count as rings, as in a slice of whole 4x4x4 cubes"));
  CHECK(notes("--mesh X=4,Y=4 --chip v5p --slice 4x4x8") == "\n");
  CHECK(has(notes("--mesh X=4,Y=6 --chip v5p"), "multiple of 4, so Y is a line"));
  CHECK(has(notes("--mesh X=4 --chip v5p --slice 8x8x8"), "part of an axis closes no ring"));
  CHECK(has(notes("--mesh 16 --chip h100"), "no latency is known for nic of h100-sxm"));
}

TEST_CASE("latency that is known counts, although that of another level is not") {
  // An all-reduce of 1 kB over 2 domains of 8: 2 phases of 10 us on nvlink; the file has no latency of the NIC.
  const std::string small = "collective all-reduce --size 1kB --mesh 16 --chip h100";
  CHECK(run(small + " --get t_lower,t_latency,t_upper").out == "2e-05\t\t\n");
  CHECK(has(run(small).out, "not known of nic"));
  CHECK(has(run(small).out, "the longer of what is known: latency binds"));
}

TEST_CASE("a switch that adds halves what its chips lack, but only where it joins them all") {
  const auto bytes = [](const std::string& flags) {
    return run("einsum " + kNotation + " --B 1024 --D 8192 --F 8192 --chip h100 --get bytes_X " + flags).out;
  };
  CHECK(bytes("--mesh X=8") == "29360128\n");               // 2 * 16 MiB * 7 / 8
  CHECK(bytes("--mesh X=8 --in-switch") == "18874368\n");   // 16 MiB * 9 / 8
  CHECK(bytes("--mesh X=16 --in-switch") == "31457280\n");  // 2 * 16 MiB * 15 / 16: the NICs add nothing
}

TEST_CASE("no published collective beats the floor of its chip") {
  const std::string path = support::source_path("../shared/measured/collectives.csv");
  if (!std::filesystem::exists(path)) {
    WARN("skipped: there are no published measurements at " << path);
    return;
  }
  int rows = 0;
  for (const auto& [measured, id] :
       {std::pair{"A100-SXM4-80GB", "a100-80gb-sxm"}, std::pair{"H100-SXM5-80GB", "h100-sxm"},
        std::pair{"H200-SXM5-141GB", "h200-sxm"}, std::pair{"B200-SXM", "b200-sxm"}, std::pair{"B300-SXM", "b300-sxm"},
        std::pair{"GB200", "gb200"}, std::pair{"GB300", "gb300"}}) {
    for (const char* op : {"all_gather", "reduce_scatter", "all_reduce", "all_to_all"}) {
      CAPTURE(measured, op);
      const std::string asked = rows_of(path, measured, op);
      const support::Outcome answer =
          run(std::string("collective ") + op + " --from - --mesh X --format csv --get efficiency --chip " + id, asked);
      if (std::count(asked.begin(), asked.end(), '\n') == 1) continue;
      CHECK(answer.exit == 0);
      const auto lines = split(answer.out, '\n');
      for (std::size_t i = 1; i + 1 < lines.size(); ++i, ++rows) CHECK(std::stod(lines[i]) <= 1);
    }
  }
  CHECK(rows >= 220);
}

TEST_CASE("an answer's own rows can be asked again, and what a flag says is told") {
  const std::string rows = run("collective all-gather --size 1MB --mesh X=4,Y=8 --axis Y --chip v5e --format csv").out;
  const support::Outcome again =
      run("collective all-gather --from - --mesh X,Y --axis Y --chip v5e --get t_lower", rows);
  CHECK(again.out == run("collective all-gather --size 1MB --mesh X=4,Y=8 --axis Y --chip v5e --get t_lower").out);
  CHECK(has(again.err, "the command line asks for all rows, so columns of standard input are not used: "));
  CHECK(has(again.err, "axis"));
  const std::string own = run(kEinsum + " --mesh X=4 --format csv").out;
  CHECK(run("einsum " + kNotation + " --from - --mesh X --chip v5e --get t_lower", own).out ==
        run(kEinsum + " --mesh X=4 --get t_lower").out);
  CHECK(has(run("einsum " + kNotation + " --from - --mesh X=4 --chip v5e", own).err, "has a column for it too"));
}

TEST_CASE("what is said of terms and wires is true") {
  const std::string levels =
      "einsum 'bf16[B_X, D_Y] * bf16[D, F_Z] -> bf16[B, F]' --B 8192 --D 8192 --F 8192 "
      "--mesh X=8,Y=2,Z=2 --chip h100 ";
  CHECK(run(levels + "--get bottleneck,bottleneck_axis").out != "nic\tX\n");  // X lies on nvlink alone
  CHECK(has(run(levels).out, "the wires of X"));
  CHECK(has(run(levels).out, "each collective"));
  const std::string text = run(levels).out;
  for (const std::string& line : split(text, '\n')) CHECK(line.size() <= 80);
  // A sweep whose widest mesh cannot be laid keeps the columns of those that can.
  const support::Outcome sweep =
      run("einsum " + kNotation + " --B 8 --D 20880 --F 8 --mesh X=144:145 --chip trainium3 --format csv");
  CHECK(has(sweep.out, "t_neuronlink_rack"));
  const std::string reduce = "einsum " + kNotation + " --B 1024 --D 8192 --F 8192 --mesh X=8 --chip h100 --get notes ";
  CHECK(has(run(reduce).out, "all-reduce as reduce-scatter + all-gather"));
  CHECK_FALSE(has(run(reduce + "--in-switch").out, "reduce-scatter"));
  CHECK(has(run("einsum 'bf16[B, D] * bf16[D, F] -> bf16[B, F]' --B 8 --D 8 --F 8 --mesh X=2 --chip v5e").out,
            "splits no tensor"));
}

TEST_CASE("the most is no less than the least, for every chip, resource and pair of axes") {
  const std::string rest = " --B 8192 --D 8192 --F 8192 --mesh X=4,Y=4 --chip '*' --get chip,t_lower,t_upper";
  for (const std::string notation :
       {"'bf16[B, D_XY] * bf16[D_XY, F] -> bf16[B, F]'", "'bf16[B_X, D_Y] * bf16[D, F] -> bf16[B, F]'",
        "'bf16[B, D_XY] * bf16[D_XY, F] -> bf16[B_X, F]'", "'bf16[B_XY, D] * bf16[D, F] -> bf16[B, F]'"}) {
    for (const std::string over :
         {"", " --over nic", " --over ici", " --over nvlink", " --over xgmi", " --over pcie"}) {
      CAPTURE(notation, over);
      int rows = 0;
      for (const std::string& line : split(run("einsum " + notation + rest + over).out, '\n')) {
        const auto cells = split(line, '\t');
        if (cells.size() != 3) continue;
        CHECK(std::stod(cells[2]) >= std::stod(cells[1]) * (1 - 1e-12));
        ++rows;
      }
      CHECK(rows >= 3);
    }
  }
}

TEST_CASE("a change of strategy that changes the regime back is told") {
  // From D=328 on gathering first is compute-bound; from D=3848 on adding up after is faster, and its wires bind.
  const support::Outcome solved = run("matmul --F 28672 --B 4096 --shard D=8 --chip h100 --solve D");
  CHECK(has(solved.out, "communication-bound again from D="));
  CHECK(
      has(run("matmul --F 28672 --B 4096 --shard D=8 --chip h100 --solve D --get notes").out, "it changes more often"));
}

TEST_CASE("rows without an axis or a size are bad rows") {
  const std::string question = "collective all-gather --from - --mesh X --chip v5e --get t_lower";
  CHECK(has(run(question, "size,X\n1MB,\n").err, "error: X: has no value"));
  CHECK(has(run(question, "{\"size\":\"1MB\",\"X\":4}\n{\"size\":\"1MB\"}\n").err, "X: has no value"));
  CHECK(has(run(question, "size,X\n,4\n").err, "all-gather needs --size"));
  CHECK(
      run("collective all-gather --size 1MB --mesh X --chip v5e --solve X --for 't_lower <= 10us' --get critical_whole")
          .exit == 0);
}

TEST_CASE("what flags say of the mesh is a key of its rows") {
  const std::string row =
      run("collective all-reduce --size 1MB --mesh X=4 --wrap X=ring --slice 4x16 --chip v5e --format json").out;
  CHECK(has(row, "\"wrap\":\"X=ring\""));
  CHECK(has(row, "\"slice\":\"4x16\""));
  CHECK(has(run("collective all-reduce --size 1MB --mesh 8 --in-switch --chip h100 --format json").out,
            "\"in_switch\":\"true\""));
  CHECK(has(run("collective all-gather --size 1MB --mesh 32 --slice 4x8 --chip v5e").err, "two whole axes: 32 chips"));
  CHECK(has(run("collective all-gather --size 1MB --mesh 4x8 --chip v5e").err, "several axes need names"));
  CHECK(
      has(run("collective all-gather --size 1MB --mesh X=4 --wrap X=ring,X=line --chip v5e").err, "X is given twice"));
  CHECK(has(run("collective all-gather --size 1MB --mesh X=4,Y=2 --axis X,Y --chip v5e").err, "X+Y is both together"));
}

TEST_CASE("between whole values intensity is that of the bytes between, too") {
  // 1 / (1/B + 1/D + 1/F) = 100
  const std::string critical =
      run("matmul --D 8192 --F 8192 --chip v5e --solve B --for 'intensity >= 100' --get critical").out;
  CHECK_THAT(std::stod(critical), WithinRel(1 / (0.01 - 2.0 / 8192), 1e-9));
}
