#!/usr/bin/env bash
# The program as a process: environment, locales, memory, shells (faults_test.sh is for what goes wrong).
# Usage: program_test.sh PROGRAM
set -uo pipefail
. "$(dirname "$0")/support/check.sh"

"$program" "${question[@]}" >"$scratch/here"
(cd / && env -i "$program" "${question[@]}") >"$scratch/elsewhere"
same "no environment, from /" "$scratch/here" "$scratch/elsewhere"
HOME=/nowhere TMPDIR=/nowhere TERM=dumb COLUMNS=10 "$program" "${question[@]}" >"$scratch/elsewhere"
same "an odd environment" "$scratch/here" "$scratch/elsewhere"
if command -v localedef >/dev/null && [ -e /usr/share/i18n/locales/de_DE ]; then
  localedef -i de_DE -f UTF-8 "$scratch/de_DE.UTF-8" >/dev/null 2>&1
fi
for locale in de_DE.UTF-8 tr_TR.UTF-8 nonsense; do
  LOCPATH=$scratch LC_ALL=$locale "$program" "${question[@]}" >"$scratch/there"
  same "LC_ALL=$locale" "$scratch/here" "$scratch/there"
done

rows=$(ulimit -v 24576; "$program" "${sweep[@]}" | wc -l)
check "any number of rows in 24 MiB of address space" 200000 "$rows"

for shell in bash zsh fish dash; do
  command -v "$shell" >/dev/null || { echo "skipped: no $shell"; continue; }
  check "$shell takes the sweep syntax unquoted" 4 \
    "$("$shell" -c "$program matmul --B 1:8:x2 --D 64 --F 64 --chip v5e --format csv --get B" | tail -n +2 | wc -l)"
done

verdict
