#!/usr/bin/env bash
# Completion in the shells that there are, and the man page in the tools that read it.
# Usage: completions_test.sh PROGRAM
set -uo pipefail
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
PATH=$(cd "$(dirname "$program")" && pwd):$PATH
cd "$scratch"
printf '{}' >mine.json
mkdir specs
faults=0

# What each shell offers for a line, in one line, sorted.
offered_by_bash() {
  bash --norc -c '
    source <(roofline generate bash)
    read -ra COMP_WORDS <<<"${1//=/ = }"
    [[ $1 == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _roofline
    printf "%s\n" "${COMPREPLY[@]}"' bash "$1"
}
offered_by_zsh() {
  cat >.zshrc <<'ZSH'
autoload -Uz compinit && compinit -u -D
source <(roofline generate zsh)
all() { _main_complete; compstate[insert]=all; compstate[list]=; }
zle -C all-matches complete-word all
show() { print -r -- $BUFFER >result; exit; }
zle -N show
bindkey '^A' all-matches '^B' show
ZSH
  rm -f result
  TERM=vt100 ZDOTDIR=$PWD LINE=$1 zsh -fc 'zmodload zsh/zpty
    zpty shell zsh -d -i
    zpty -w -n shell $LINE$'"'\\001\\002'"'
    while zpty -r shell output; do; done' >/dev/null
  # The line with all matches on it, less the words before the last.
  local before=${1% *}
  sed "s/^$before *//; s/ *\$//" result | tr ' ' '\n' | sed 's/^--[a-z]*=\(.\)/\1/; s/=$//'
}
offered_by_fish() {
  HOME=$scratch fish --no-config -c "roofline generate fish | source; complete -C '$1'" | cut -f1 | sed 's/^--[a-z]*=//'
}

# check NAME EXPECTED ACTUAL
check() {
  [ "$2" = "$3" ] && return
  faults=$((faults + 1))
  printf 'FAILED %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
}

# LINE|what it offers
cases='roofline mat|matmul
roofline gen|generate
roofline help chi|chips
roofline check --fi|--filter
roofline check --format j|json jsonl junit
roofline matmul --dt|--dtype
roofline matmul --K|--K
roofline matmul --exp|--explain
roofline matmul --chip h100-s|h100-sxm
roofline matmul --chip h100,tpu-v5|h100,tpu-v5e h100,tpu-v5p
roofline matmul --chip min|mine.json
roofline matmul --chip=h100-s|h100-sxm
roofline matmul --dtype bf16,int|bf16,int32 bf16,int4 bf16,int8
roofline matmul --dtype mx|mxfp4 mxfp6 mxfp8
roofline matmul --format js|json jsonl
roofline matmul --solve |B D F K M N shard_B shard_D shard_F
roofline matmul --chip h100,min|h100,mine.json
roofline matmul --hardware s|specs
roofline op --solve f|flops
roofline chips tpu-v5|tpu-v5e tpu-v5p
roofline chips --dtype int|int32 int4 int8
roofline generate |bash fish man zsh'
for shell in bash zsh fish; do
  command -v "$shell" >/dev/null || { echo "skipped: no $shell"; continue; }
  while IFS='|' read -r line expected; do
    got=$("offered_by_$shell" "$line" 2>&1 | sed 's|/$||' | LC_ALL=C sort -u | paste -sd' ')
    check "$shell: $line" "$expected" "$got"
  done <<<"$cases"
done

roofline generate man >roofline.1
if command -v groff >/dev/null; then
  check "groff's warnings" "" "$(groff -man -Tascii -ww roofline.1 2>&1 >/dev/null)"
  plain=$(groff -man -Tascii roofline.1 | sed 's/\x1b\[[0-9]*m//g')
  check "typed as it is" 1 "$(grep -c 'roofline chips h100,v6e' <<<"$plain")"
else
  echo "skipped: no groff"
fi
if command -v man >/dev/null; then
  check "man's warnings" "" "$(LC_ALL=C man --warnings -l roofline.1 2>&1 >/dev/null)"
else
  echo "skipped: no man"
fi

[ "$faults" -eq 0 ] && echo "all passed" || exit 1
