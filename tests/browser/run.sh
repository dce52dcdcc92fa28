#!/usr/bin/env bash
# Opens pages that PROGRAM draws in headless Chromium: browser/run.sh PROGRAM FOLDER. install.sh FOLDER has installed
# the tools there; the screenshots are left there too. Exit 77 where a tool is missing.
set -euo pipefail
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)

skip() {
  echo "skipped: $1"
  exit 77
}
for tool in node chromium; do
  command -v $tool >/dev/null || skip "no $tool"
done
for package in playwright-core axe-core; do
  [ -d "$folder/node_modules/$package" ] || skip "no $package: bash tests/browser/install.sh $folder installs it"
done
rm -rf "$folder/pages" "$folder/shots"
mkdir -p "$folder/pages" "$folder/shots"

cd "$folder/pages"
cat >names.jsonl <<'ROWS'
{"name":"</title><script>alert(1)</script>","B":64,"D":1024,"F":1024}
{"name":"<img src=x onerror=alert(1)>","B":512,"D":1024,"F":1024}
{"name":"\u202eevil\u001b[2J \"quoted\" 'twice' &amp;","B":4096,"D":4096,"F":4096}
ROWS
draw() {
  local name=$1
  shift
  "$program" "$@" --plot "$name.html" --plot "$name.svg" >/dev/null
}
draw decode model llama-3-8b --phase decode --batch 32 --context 8192 --chip h100
draw sweep matmul --B 1:4096:x2 --D 8192 --F 8192 --chip tpu-v5e
draw chips matmul --B 1:4096:x2 --D 8192 --F 8192 --chip h100,v5e,v6e
draw bandwidths matmul --B 1,4096 --D 8192 --F 8192 --chip v5e --set memory.hbm.bandwidth=410GB/s,820GB/s
draw measured matmul --B 64,256,1024 --D 8192 --F 8192 --chip h100 --measured 100us
draw input matmul --B 8:1024:x2 --D 1024,4096 --F 4096 --chip v5e --x B
draw mesh einsum 'bf16[B, D_X] * int8[D_X, F_Y] -> bf16[B, F_Y]' --B 1024 --D 8192 --F 32768 --mesh X=4,Y=4 --chip v5p
draw names matmul --from names.jsonl --chip v5e
draw many matmul --B 1:3000 --D 1024 --F 1024 --chip v5e
"$program" plot --chip h100,v5e --roofs all --plot roofs.html --plot roofs.svg >/dev/null
if command -v rsvg-convert >/dev/null; then
  for picture in *.svg; do rsvg-convert --width 860 "$picture" -o "${picture%.svg}.png"; done
else
  rm -f ./*.png
  echo "no rsvg-convert: pictures are not held against it"
fi
NODE_PATH="$folder/node_modules" node "$here/look.cjs" "$folder"
