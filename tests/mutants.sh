#!/usr/bin/env bash
# Plants each mistake of mutants.txt in a copy of the sources, and asks that the test named there fails.
# Prints what survived.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
sources=(CMakeLists.txt src include hardware examples tests README.md LICENSE)
cp -a "${sources[@]}" "$copy"
cmake -S "$copy" -B "$copy/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O0 -DROOFLINE_STATIC=OFF >/dev/null
build() { cmake --build "$copy/build" --parallel "$(nproc)" --target "$@" >"$copy/log" 2>&1; }
run_test() { "$copy/build/tests/$1_test" --abort >>"$copy/log" 2>&1; }

mapfile -t named < <(sed '/^#/d; /^$/d; s/|.*//' tests/mutants.txt | sort -u)
build "${named[@]/%/_test}" || { tail -40 "$copy/log"; exit 1; }
for test in "${named[@]}"; do
  run_test "$test" || { tail -40 "$copy/log"; echo "$test fails before any mistake is planted" >&2; exit 1; }
done
mv "$copy/build" "$copy/pristine"

caught=0 survived=0
while IFS='|' read -r test file right wrong; do
  case "$test" in "" | "#"*) continue ;; esac
  # With the times of the files, so that only what includes the mistake is built again.
  rm -rf "$copy/build" && cp -a "$copy/pristine" "$copy/build"
  MUTANT_RIGHT=$right MUTANT_WRONG=$wrong perl -0pi -e \
    '$n = s/\Q$ENV{MUTANT_RIGHT}\E/$ENV{MUTANT_WRONG}/; END { exit($n ? 0 : 3) }' "$copy/$file" ||
    { echo "not found in $file: $right" >&2; exit 1; }
  build "${test}_test" || { tail -20 "$copy/log"; echo "does not compile: $file: $wrong" >&2; exit 1; }
  if run_test "$test"; then
    survived=$((survived + 1))
    echo "SURVIVED  $file: $right -> $wrong"
  else
    caught=$((caught + 1))
  fi
  cp -a "$file" "$copy/$file"
done <tests/mutants.txt
echo "$caught passed, $survived failed"
[ "$survived" -eq 0 ]
