#!/usr/bin/env bash
# What goes wrong around the program: disks, descriptors, pipes, files, limits. Each case asks for the message and the
# exit code; what is on standard output is whole, or the message says that it is not. Usage: faults_test.sh PROGRAM
set -uo pipefail
. "$(dirname "$0")/support/check.sh"
cannot_write='roofline: error: cannot write standard output'
cp "$(dirname "$0")/fixtures/toy.json" "$scratch/x.json"
cd "$scratch"
ask_toy=(matmul --B 256 --D 8192 --F 8192 --chip ./x.json)
ask_stdin=(matmul --B 256 --D 8192 --F 8192 --chip -)
"$program" "${question[@]}" >question.txt
"$program" "${sweep[@]}" >sweep.txt
"$program" "${ask_toy[@]}" >toy.txt
"$program" "${ask_stdin[@]}" <x.json >stdin.txt
{ echo B; seq 1 50000; } >rows.csv
ask_rows=(matmul --from rows.csv --D 64 --F 64 --chip v5e --format csv)
"$program" "${ask_rows[@]}" >rows.txt
cp x.json original.json

# ------------------------------------------------------------------------------------------ descriptors and full disks

full="$cannot_write: No space left on device [2]"
check "a full disk" "$full" "$("$program" "${question[@]}" 2>&1 >/dev/full; echo "[$?]")"
check "help to a full disk" "$full" "$("$program" --help 2>&1 >/dev/full; echo "[$?]")"
check "a sweep to a full disk" "$full" "$("$program" "${sweep[@]}" 2>&1 >/dev/full; echo "[$?]")"
check "a full disk for messages" "[2]" "$("$program" nonsense 2>/dev/full; echo "[$?]")"
check "messages nowhere, an answer all the same" "[0]" \
  "$("$program" "${question[@]}" 2>/dev/full >out; echo "[$?]"; cmp out question.txt)"
check "a chip from a closed standard input" \
  "roofline: error: --chip: standard input is closed [2]" "$("$program" "${ask_stdin[@]}" 2>&1 <&-; echo "[$?]")"

check "rows from a closed standard input" "roofline: error: --from: standard input is closed [2]" \
  "$("$program" "${ask_rows[@]/rows.csv/-}" 2>&1 <&-; echo "[$?]")"

# A chip file is opened after each; it must not become a standard descriptor, and nothing may be written into it.
for closed in "0" "1" "2" "0 1" "0 2" "1 2" "0 1 2"; do
  redirections=$(for descriptor in $closed; do printf ' %d>&-' "$descriptor"; done)
  expected=0
  case "$closed" in *1*) expected=2 ;; esac
  bash -c "exec \"\$@\" $redirections" bash "$program" "${ask_toy[@]}" >out 2>err
  check "descriptors $closed closed" "$expected" "$?"
  [ "$expected" -eq 2 ] || same "descriptors $closed closed: the answer" out toy.txt
  [ "$closed" != 1 ] || check "standard output closed" "$cannot_write: Bad file descriptor" "$(cat err)"
  same "descriptors $closed closed: the chip file" x.json original.json
done

if [ "$(id -u)" -eq 0 ] && mkdir small && mount -t tmpfs -o size=64k tmpfs small 2>/dev/null; then
  check "a disk that fills up" "$full" "$("$program" "${sweep[@]}" 2>&1 >small/out; echo "[$?]")"
  check "a disk that fills up has the beginning" "" "$(cmp small/out sweep.txt 2>&1 | grep -v EOF)"
  umount small
else
  echo "skipped: no small disk can be mounted here"
fi

# --------------------------------------------------------------------------------------------------------------- pipes

check "a reader that goes away" "1 [0]" "$("$program" "${sweep[@]}" 2>&1 | head -1 | wc -l; echo "[${PIPESTATUS[0]}]")"
check "a reader of one byte" "{[0]" "$("$program" "${sweep[@]}" 2>&1 | head -c1; echo "[${PIPESTATUS[0]}]")"
check "a reader of one byte, SIGPIPE ignored" "{[0]" \
  "$(trap '' PIPE; "$program" "${sweep[@]}" 2>&1 | head -c1; echo "[${PIPESTATUS[0]}]")"
check "a pipe whose reader never reads" "[0]" "$(set -e; "$program" "${sweep[@]}" | true; echo "[$?]")"
dd if=x.json bs=7 status=none | "$program" "${ask_stdin[@]}" >out
same "a pipe that brings a few bytes at a time" out stdin.txt
dd if=rows.csv bs=77 status=none | "$program" "${ask_rows[@]/rows.csv/-}" >out
same "rows from a pipe that brings a few bytes at a time" out rows.txt
check "rows in, and a reader that goes away" "1 [0]" \
  "$("$program" "${ask_rows[@]}" --dtype bf16,int8 2>&1 | head -1 | wc -l; echo "[${PIPESTATUS[0]}]")"

# --------------------------------------------------------------------------------------------------------------- files

ln -s nothing dangling.json
ln -s loop.json loop.json
ln -s x.json linked.json
mkdir folder.json
mkfifo fifo.json
long=$(printf '%0300d' 0).json
chip_says() { # chip_says WHAT MESSAGE FILE
  check "$1" "roofline: error: --chip: $2 [2]" "$(said "$program" "${question[@]:0:7}" --chip "$3")"
}
chip_says "a missing file" "cannot open './none.json': No such file or directory" ./none.json
chip_says "a dangling link" "cannot open 'dangling.json': No such file or directory" dangling.json
chip_says "a loop of links" "cannot open 'loop.json': Too many levels of symbolic links" loop.json
chip_says "a folder" "'folder.json' is a directory" folder.json
chip_says "a device" "'/dev/zero' is not a regular file" /dev/zero
chip_says "a file in no folder" "cannot open 'x.json/y.json': Not a directory" x.json/y.json
chip_says "a long name" "cannot open '$(printf '%040d' 0)...' (305 characters): File name too long" "$long"
chip_says "a name of two lines" "cannot open 'a\\x0ab.json': No such file or directory" $'a\nb.json'
rows_say() { # rows_say WHAT MESSAGE FILE
  check "$1" "roofline: error: --from: $2 [2]" "$(said "$program" "${ask_rows[@]/rows.csv/$3}")"
}
rows_say "rows from a missing file" "cannot open 'none.csv': No such file or directory" none.csv
rows_say "rows from a folder" "'folder.json' is a directory" folder.json
rows_say "rows from a device" "'/dev/zero' is not a regular file" /dev/zero
check "a link is followed" "[0]" "$(said "$program" "${question[@]:0:7}" --chip linked.json)"
cat x.json >fifo.json &
check "a FIFO" "[0]" "$(said "$program" "${question[@]:0:7}" --chip fifo.json)"
check "a FIFO without a writer waits, and can be stopped" "[124]" \
  "$(timeout 0.2 "$program" "${question[@]:0:7}" --chip fifo.json; echo "[$?]")"
if [ "$(id -u)" -eq 0 ]; then
  echo "skipped: root reads every file"
else
  chmod 000 linked.json
  chip_says "an unreadable file" "cannot open './x.json': Permission denied" ./x.json
  chmod 644 linked.json
fi
mkdir gone
check "a folder that is gone" "roofline: error: --chip: cannot open './x.json': No such file or directory [2]" \
  "$(cd gone && rmdir ../gone && said "$program" "${ask_toy[@]}")"
mkdir gone
check "a folder that is gone, and no file asked for" "[0]" \
  "$(cd gone && rmdir ../gone && said "$program" "${question[@]}")"

# -------------------------------------------------------------------------------------------------------------- limits

{ printf '{ "notes": ["'; head -c 6000000 /dev/zero | tr '\0' x; printf '"] }'; } >large.json
check "too little memory" "roofline: error: out of memory [2]" \
  "$(ulimit -v 12000; said "$program" "${question[@]:0:7}" --chip large.json)"
check "no descriptor left for a file" "roofline: error: --chip: cannot open './x.json': Too many open files [2]" \
  "$(said bash -c 'ulimit -n 3; exec "$@"' bash "$program" "${ask_toy[@]}")"
check "no descriptor left, and none needed" "[0]" \
  "$(said bash -c 'ulimit -n 3; exec "$@"' bash "$program" "${question[@]}")"
check "a file that may not grow" "$cannot_write: File too large [2]" \
  "$(ulimit -f 0; "$program" "${question[@]}" 2>&1 >out; echo "[$?]")"
check "a file that may not grow on" "$cannot_write: File too large [2]" \
  "$(ulimit -f 100; "$program" "${sweep[@]}" 2>&1 >out; echo "[$?]")"
mkdir root && cp "$program" root/roofline
if [ "$(id -u)" -eq 0 ] && chroot root /roofline --version >/dev/null 2>&1; then
  chroot root /roofline "${question[@]}" >out
  same "nothing around it: no /dev, no /proc, no libraries" out question.txt
else
  echo "skipped: no chroot, or the program is not static"
fi

# -------------------------------------------------------------------------------------- system calls that are made fail

# faulty FAULT COMMAND...: with a fault such as write:error=EIO:when=2; FAULTY_FILE, where set, is the only file it hits
faulty() {
  local fault=$1
  shift
  strace -qq -o trace ${FAULTY_FILE:+-P "$FAULTY_FILE"} -e trace="${fault%%:*}" -e inject="$fault" "$@"
}
if ! strace -qq -o trace true 2>/dev/null; then
  echo "skipped: no strace, or it may not trace here"
  verdict
  exit
fi

for error in "ENOSPC No space left on device" "EIO Input/output error" "EDQUOT Disk quota exceeded"; do
  code=${error%% *} text=${error#* }
  check "$code" "$cannot_write: $text [2]" "$(said faulty "write:error=$code:when=1" "$program" "${question[@]}")"
  check "$code later" "$cannot_write: $text [2]" \
    "$(faulty "write:error=$code:when=3" "$program" "${sweep[@]}" 2>&1 >out; echo "[$?]")"
  check "$code later: what was written before" "[0]" "$(head -c "$(wc -c <out)" sweep.txt | cmp - out; echo "[$?]")"
  check "$code later: how much that is" "[0]" "$(test "$(wc -c <out)" -gt 100000; echo "[$?]")"
done
check "EPIPE, as a reader that went away" "[0]" "$(said faulty write:error=EPIPE:when=2 "$program" "${sweep[@]}")"
faulty write:error=EINTR:when=1+2 "$program" "${sweep[@]}" >out
same "writes that are interrupted" out sweep.txt
faulty write:retval=1:when=1+2 "$program" "${question[@]}" >out
check "a write that takes one byte goes on with the next" "[0]" "$(tail -c +2 question.txt | cmp - out; echo "[$?]")"
check "messages that cannot be written" "[2]" "$(said faulty write:error=EIO "$program" nonsense)"

FAULTY_FILE=$scratch/x.json
faulty read:error=EINTR:when=1+2 "$program" "${ask_toy[@]}" >out
same "reads that are interrupted" out toy.txt
faulty read:error=EINTR:when=1+2 "$program" "${ask_stdin[@]}" <x.json >out
same "reads of standard input that are interrupted" out stdin.txt
for when in 1 2; do
  check "EIO at read $when of a file" "roofline: error: --chip: cannot read './x.json': Input/output error [2]" \
    "$(said faulty "read:error=EIO:when=$when" "$program" "${ask_toy[@]}")"
  check "EIO at read $when of standard input" \
    "roofline: error: --chip: cannot read 'standard input': Input/output error [2]" \
    "$(said faulty "read:error=EIO:when=$when" "$program" "${ask_stdin[@]}" <x.json)"
done
faulty read:retval=0:when=1 "$program" "${ask_toy[@]}" >out 2>err
check "a file that is empty once it is read" "./x.json:1:1: error: the file is empty" "$(head -1 err)"

FAULTY_FILE=$scratch/rows.csv
faulty read:error=EINTR:when=1+2 "$program" "${ask_rows[@]}" >out
same "reads of rows that are interrupted" out rows.txt
check "EIO at the first read of rows" "roofline: error: --from: cannot read 'rows.csv': Input/output error [2]" \
  "$(said faulty read:error=EIO:when=1 "$program" "${ask_rows[@]}")"
faulty read:error=EIO:when=3 "$program" "${ask_rows[@]}" >out 2>err
check "EIO amid rows" "[2]" "[$?]"
check "EIO amid rows: the message" "roofline: error: cannot read 'rows.csv': Input/output error" "$(cat err)"
check "EIO amid rows: the rows before it, whole" "[0]" "$(head -c "$(wc -c <out)" rows.txt | cmp - out; echo "[$?]")"
check "EIO amid rows: how many" "[0]" "$(test "$(wc -l <out)" -gt 10000; echo "[$?]")"
check "EIO amid rows: the last is whole" "" "$(tail -c 1 out)"

FAULTY_FILE=$scratch/x.json
strace -qq -o trace -P "$scratch/x.json" -e trace=mmap "$program" "${ask_toy[@]}" >out
check "a file is read, never mapped, so that it may shrink" "" "$(cat trace)"
strace -qq -o trace -P "$scratch/x.json" -e trace=openat bash -c 'exec "$@" <&- >&- 2>&-' bash \
  "$program" "${question[@]:0:7}" --chip "$scratch/x.json"
check "a file never becomes a standard descriptor" "above 2" "$(sed -n 's/.* = [3-9][0-9]*$/above 2/p' trace)"
unset FAULTY_FILE

verdict
