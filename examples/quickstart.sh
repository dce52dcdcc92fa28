#!/usr/bin/env bash
# Sets up, builds and asks the first question. On Debian and Ubuntu it installs what is missing; elsewhere it names it.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ make cmake libcli11-dev nlohmann-json3-dev libfmt-dev catch2)
[ "${ROOFLINE_TESTS:-OFF}" = OFF ] || packages+=(python3-jsonschema)

missing=()
if command -v dpkg-query >/dev/null; then
  for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
  done
fi
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing: ${missing[*]}"
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
for tool in cmake c++; do
  command -v "$tool" >/dev/null || { echo "needs a C++20 compiler and CMake 3.25 (no $tool found)" >&2; exit 1; }
done

cmake -S . -B build -DROOFLINE_TESTS="${ROOFLINE_TESTS:-OFF}"
cmake --build build --parallel "$(nproc)"
echo
echo '$ build/roofline matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e'
build/roofline matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e
