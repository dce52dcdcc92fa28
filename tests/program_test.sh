#!/usr/bin/env bash
# The program as a process: descriptors, pipes, locales, shells, memory. Usage: program_test.sh PROGRAM
set -uo pipefail
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
question=(matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e)
sweep=(matmul --B 1:200000 --D 8192 --F 8192 --chip tpu-v5e --format jsonl)
faults=0

# check NAME EXPECTED ACTUAL, line ends aside
check() {
  [ "$2" = "$(echo $3)" ] && return
  faults=$((faults + 1))
  printf 'FAILED %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
}

full='roofline: error: cannot write standard output: No space left on device'
check "a full disk" "$full [2]" "$("$program" "${question[@]}" 2>&1 >/dev/full; echo "[$?]" | cat)"
check "help to a full disk" "$full [2]" "$("$program" --help 2>&1 >/dev/full; echo "[$?]")"
check "stdout closed" "roofline: error: cannot write standard output: Bad file descriptor [2]" \
  "$("$program" "${question[@]}" 2>&1 >&-; echo "[$?]")"
check "stderr closed" "[2]" "$("$program" nonsense 2>&-; echo "[$?]")"
check "stdin closed" "[0]" "$("$program" "${question[@]}" <&- >/dev/null; echo "[$?]")"
check "a chip from a closed stdin" "[2]" "$("$program" op --flops 1 --bytes 0 --chip - <&- 2>/dev/null; echo "[$?]")"
check "a reader that goes away" "1 [0]" "$(set -o pipefail; "$program" "${sweep[@]}" 2>&1 | head -1 | wc -l; echo "[${PIPESTATUS[0]}]")"
check "a pipe whose reader never reads" "[0]" "$(set -eo pipefail; "$program" "${sweep[@]}" | true; echo "[$?]")"

"$program" "${question[@]}" >"$scratch/here"
(cd / && env -i "$program" "${question[@]}") >"$scratch/elsewhere"
cmp -s "$scratch/here" "$scratch/elsewhere" || check "no environment, from /" same different
if command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ]; then
  localedef -i de_DE -f UTF-8 "$scratch/de_DE.UTF-8" >/dev/null 2>&1
fi
for locale in de_DE.UTF-8 tr_TR.UTF-8 nonsense; do
  LOCPATH=$scratch LC_ALL=$locale "$program" "${question[@]}" >"$scratch/there"
  cmp -s "$scratch/here" "$scratch/there" || check "LC_ALL=$locale" same different
done

rows=$(ulimit -v 24576; "$program" "${sweep[@]}" | wc -l)
check "any number of rows in 24 MiB of address space" 200000 "$rows"
{ printf '{ "notes": ["'; head -c 6000000 /dev/zero | tr '\\0' x; printf '"] }'; } >"$scratch/large.json"
check "too little memory" "roofline: error: out of memory [2]" \
  "$(ulimit -v 12000; "$program" op --flops 1 --bytes 0 --chip "$scratch/large.json" 2>&1; echo "[$?]")"

for shell in bash zsh fish dash; do
  command -v "$shell" >/dev/null || { echo "skipped: no $shell"; continue; }
  check "$shell takes the sweep syntax unquoted" 4 \
    "$("$shell" -c "$program matmul --B 1:8:x2 --D 64 --F 64 --chip v5e --format csv --get B" | tail -n +2 | wc -l)"
done

[ "$faults" -eq 0 ] && echo "all passed" || exit 1
