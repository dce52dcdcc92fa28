# shellcheck shell=bash disable=SC2034
# Sourced by the tests that run the program as a process: PROGRAM is their argument, $scratch a folder that goes away.
program=$(realpath "$1")
"$program" --version >/dev/null || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
question=(matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e)
sweep=(matmul --B 1:200000 --D 8192 --F 8192 --chip tpu-v5e --format jsonl)
failed=0

# check NAME EXPECTED ACTUAL, line ends aside
check() {
  [ "$2" = "$(echo $3)" ] && return
  failed=$((failed + 1))
  printf 'FAILED %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
}

# same NAME FILE FILE, to the byte
same() {
  cmp -s "$2" "$3" || check "$1" same different
}

# said COMMAND...: what it prints on standard error, and its exit code
said() {
  "$@" 2>&1 >/dev/null
  echo "[$?]"
}

verdict() {
  [ "$failed" -eq 0 ] && echo "all passed" || exit 1
}
