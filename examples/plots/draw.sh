#!/usr/bin/env bash
# Draws the pictures of README: draw.sh [PROGRAM [FOLDER]], by default the built program, and beside this script.
set -euo pipefail
cd "$(dirname "$0")"
program=${1:-../../build/roofline} folder=${2:-.}

# The reference graph: two algorithms under two bandwidths.
"$program" op --from algorithms.csv --chip tpu-v5e --set memory.hbm.bandwidth=410GB/s,820GB/s \
  --plot "$folder/two-bandwidths.svg" >/dev/null

# A larger batch moves up the slope and along the level, on each chip.
"$program" matmul --B 1:4096:x2 --D 8192 --F 8192 --chip h100,tpu-v5e,tpu-v6e \
  --plot "$folder/batch-on-three-chips.svg" >/dev/null

# How fast against the batch, for int8 weights of two sizes (exercise 3 of the book's first chapter).
"$program" matmul --from sizes.csv --y-dtype int8 --chip tpu-v5e \
  --B 1,2,4,8,16,32,48,64,80,96,112,128,137,160,192,224,256,320,384,512,1024 \
  --x B --plot "$folder/against-the-batch.svg" >/dev/null

# The operations of one decode step.
"$program" model llama-3-8b --phase decode --batch 32 --context 8192 --chip h100 --by kind \
  --plot "$folder/decode.svg" >/dev/null
