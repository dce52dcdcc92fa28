#!/usr/bin/env bash
# Fuzzes each target for some seconds: tests/fuzz/run.sh SECONDS [TARGET]...
# Builds with clang 14 in build-fuzz, where the growing corpus and the findings stay. Exits 1 on a finding.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?usage: tests/fuzz/run.sh SECONDS [TARGET]...}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(number chip csv argv model)
declare -A max_len=([number]=64 [chip]=4096 [csv]=512 [argv]=1024 [model]=2048)

command -v clang++-14 >/dev/null || { echo "skipped: no clang++-14, nothing is fuzzed"; exit 0; }
compgen -G "$(clang++-14 -print-resource-dir)/lib/linux/libclang_rt.fuzzer-*.a" >/dev/null ||
  { echo "skipped: no libclang-rt-14-dev, nothing is fuzzed"; exit 0; }

mkdir -p build-fuzz/findings
cmake -S . -B build-fuzz -DCMAKE_CXX_COMPILER=clang++-14 -DROOFLINE_FUZZ=ON >build-fuzz/log
cmake --build build-fuzz --target fuzzers --parallel "$(nproc)" >>build-fuzz/log || { tail -40 build-fuzz/log; exit 1; }

# fuzz TARGET: one line with how much was tried; what ends it is kept.
fuzz() {
  local corpus=build-fuzz/corpus/$1 log=build-fuzz/findings/$1.log dictionary=tests/fuzz/$1.dict
  local seeds=tests/fuzz/corpus/$1
  [ -d "$seeds" ] || seeds=tests/fixtures/${1}s
  local options=(-max_total_time="$seconds" -max_len="${max_len[$1]}" -timeout=10 -rss_limit_mb=1024
    -print_final_stats=1 -artifact_prefix="build-fuzz/findings/$1-")
  [ -f "$dictionary" ] && options+=(-dict="$dictionary")
  mkdir -p "$corpus"
  if build-fuzz/tests/fuzz/"fuzz_$1" "${options[@]}" "$corpus" "$seeds" >"$log" 2>&1; then
    awk -v target="$1" '/number_of_executed_units/ { runs = $2 } /average_exec_per_sec/ { rate = $2 }
      END { printf "%-7s %9d runs, %6d exec/s: no finding\n", target, runs, rate }' "$log"
  else
    grep -E 'broken property|ERROR|SUMMARY|runtime error|Test unit written' "$log" || tail -20 "$log"
    echo "$1: a FINDING; the input is in build-fuzz/findings, all that was said in $log"
    return 1
  fi
}

findings=0
for target in "${targets[@]}"; do
  fuzz "$target" || findings=1
done
exit "$findings"
