// `roofline collective` and `roofline einsum`: what they refuse.

#include <string>

#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using support::has;
using support::run;

namespace {

const std::string kNotation = "'bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]'";
const std::string kEinsum = "einsum " + kNotation + " --B 1024 --D 8192 --F 8192 --chip v5e";
const std::string kGather = "collective all-gather --size 34MB --chip v5e";

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

TEST_CASE("rows without an axis or a size are bad rows") {
  const std::string question = "collective all-gather --from - --mesh X --chip v5e --get t_lower";
  CHECK(has(run(question, "size,X\n1MB,\n").err, "error: X: has no value"));
  CHECK(has(run(question, "{\"size\":\"1MB\",\"X\":4}\n{\"size\":\"1MB\"}\n").err, "X: has no value"));
  CHECK(has(run(question, "size,X\n,4\n").err, "all-gather needs --size"));
  CHECK(
      run("collective all-gather --size 1MB --mesh X --chip v5e --solve X --for 't_lower <= 10us' --get critical_whole")
          .exit == 0);
}

TEST_CASE("a mesh that is spelled in another way: the way to spell it") {
  CHECK(has(run("collective all-gather --size 1MB --mesh 32 --slice 4x8 --chip v5e").err, "two whole axes: 32 chips"));
  CHECK(has(run("collective all-gather --size 1MB --mesh 4x8 --chip v5e").err, "several axes need names"));
  CHECK(
      has(run("collective all-gather --size 1MB --mesh X=4 --wrap X=ring,X=line --chip v5e").err, "X is given twice"));
  CHECK(has(run("collective all-gather --size 1MB --mesh X=4,Y=2 --axis X,Y --chip v5e").err, "X+Y is both together"));
}
