#!/usr/bin/env bash
# Plants each mistake of mutants.txt in a copy of the sources, and asks that a test fails. Prints what survived.
set -euo pipefail
cd "$(dirname "$0")/.."

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r CMakeLists.txt src include hardware examples tests README.md LICENSE "$copy"
cmake -S "$copy" -B "$copy/build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O0 -DROOFLINE_STATIC=OFF >/dev/null
build() { cmake --build "$copy/build" --parallel "$(nproc)" >"$copy/log" 2>&1; }
# The layout of a planted line must not give it away, and what is slow says nothing of formulas.
run_tests() {
  ctest --test-dir "$copy/build" --exclude-regex '^format$' --label-exclude slow --parallel "$(nproc)" \
    >>"$copy/log" 2>&1
}

build && run_tests || { tail -40 "$copy/log"; echo "the tests fail before any mistake is planted" >&2; exit 1; }

caught=0 survived=0
while IFS='|' read -r file right wrong; do
  case "$file" in "" | "#"*) continue ;; esac
  cp "$file" "$copy/original"
  MUTANT_RIGHT=$right MUTANT_WRONG=$wrong perl -0pi -e \
    '$n = s/\Q$ENV{MUTANT_RIGHT}\E/$ENV{MUTANT_WRONG}/; END { exit($n ? 0 : 3) }' "$copy/$file" ||
    { echo "not found in $file: $right" >&2; exit 1; }
  build || { tail -20 "$copy/log"; echo "does not compile: $file: $wrong" >&2; exit 1; }
  if run_tests; then
    survived=$((survived + 1))
    echo "SURVIVED  $file: $right -> $wrong"
  else
    caught=$((caught + 1))
  fi
  cp "$copy/original" "$copy/$file"
done <tests/mutants.txt
echo "$caught passed, $survived failed"
[ "$survived" -eq 0 ]
