// `roofline collective` and `roofline einsum`: what stays the same, what they tell, and published measurements.

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
  // X lies on nvlink alone; of the two over the NIC, Z's all-gather takes the longer.
  CHECK(run(levels + "--get bottleneck,bottleneck_axis").out == "nic\tZ\n");
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
  CHECK(has(solved.out, "communication-bound again from D=3848"));
  CHECK(
      has(run("matmul --F 28672 --B 4096 --shard D=8 --chip h100 --solve D --get notes").out, "it changes more often"));
}

TEST_CASE("what flags say of the mesh is a key of its rows") {
  const std::string row =
      run("collective all-reduce --size 1MB --mesh X=4 --wrap X=ring --slice 4x16 --chip v5e --format json").out;
  CHECK(has(row, "\"wrap\":\"X=ring\""));
  CHECK(has(row, "\"slice\":\"4x16\""));
  CHECK(has(run("collective all-reduce --size 1MB --mesh 8 --in-switch --chip h100 --format json").out,
            "\"in_switch\":true"));
}

TEST_CASE("between whole values intensity is that of the bytes between, too") {
  // 1 / (1/B + 1/D + 1/F) = 100
  const std::string critical =
      run("matmul --D 8192 --F 8192 --chip v5e --solve B --for 'intensity >= 100' --get critical").out;
  CHECK_THAT(std::stod(critical), WithinRel(1 / (0.01 - 2.0 / 8192), 1e-9));
}
