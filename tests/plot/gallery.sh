#!/usr/bin/env bash
# The pictures of README are those that the program draws: gallery.sh PROGRAM SOURCE.
set -euo pipefail
program=$1 source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
bash "$source/examples/plots/draw.sh" "$program" "$folder"
[ "$(ls "$folder")" = "$(cd "$source/examples/plots" && ls -- *.svg)" ] || {
  echo "examples/plots holds other pictures than draw.sh draws"
  exit 1
}
for picture in "$folder"/*.svg; do
  name=$(basename "$picture")
  cmp "$picture" "$source/examples/plots/$name" || {
    echo "run examples/plots/draw.sh: $name is not current"
    exit 1
  }
  grep -q "examples/plots/$name" "$source/README.md" || {
    echo "README does not show $name"
    exit 1
  }
done
