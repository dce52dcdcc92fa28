#!/usr/bin/env bash
# What is installed works where it is moved to, for people and for C++ projects, and the packages come and go without a
# trace. Usage: run.sh BUILD_DIR
set -uo pipefail
unset DESTDIR
build=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
faults=0

fail() {
  faults=$((faults + 1))
  echo "FAILED $*"
}
# The rest of a line is run; what it says is shown when it fails.
must() {
  "$@" >log 2>&1 && return
  cat log
  fail "$*"
}
has() { command -v "$1" >/dev/null || { echo "skipped: no $1"; false; }; }
answers() { diff "$source/tests/install/expected.txt" <("$1") || fail "$1 prints something else"; }
is_static() { grep -q '^ROOFLINE_STATIC:BOOL=ON' "$build/CMakeCache.txt"; }

# ----------------------------------------------------------------------------------------------- a tree that was moved

must cmake --install "$build" --prefix "$scratch/made"
mkdir moved && mv made "moved/to here"
prefix="$scratch/moved/to here"
[ "$("$prefix/bin/roofline" matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e --get regime)" = compute-bound ] ||
  fail "the program does not answer"
if is_static; then
  [[ $(ldd "$prefix/bin/roofline" 2>&1) == *"not a dynamic executable"* ]] || fail "the program is not static"
fi
for file in bash-completion/completions/roofline zsh/vendor-completions/_roofline \
  fish/vendor_completions.d/roofline.fish man/man1/roofline.1* doc/roofline/copyright roofline/hardware/tpu-v5e.json; do
  [ -s "$prefix/share/"$file ] || fail "share/$file is not installed"
done
diff "$prefix/share/bash-completion/completions/roofline" <("$prefix/bin/roofline" generate bash) ||
  fail "the completions are not of this program"
has man && must man --warnings -l "$prefix/share/man/man1/roofline.1"*

# -------------------------------------------------------------------------------------------------------- C++ projects

must cmake -S "$source/examples/cpp" -B found "-DCMAKE_PREFIX_PATH=$prefix"
must cmake --build found
answers found/critical_batch

if has pkg-config; then
  ln -s "$prefix" plain # its words are split at blanks
  folders=$(echo plain/lib*/pkgconfig plain/lib/*/pkgconfig | tr ' ' ':')
  flags=$(PKG_CONFIG_PATH=$folders pkg-config --cflags --libs roofline)
  must c++ -std=c++20 "$source/examples/cpp/critical_batch.cpp" $flags -o packaged
  answers ./packaged
fi

cat >CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
add_subdirectory("$source" roofline)
add_subdirectory("$source/examples/cpp" example)
CMAKE
deps=$(sed -n 's/^ROOFLINE_DEPS:STRING=//p' "$build/CMakeCache.txt")
must cmake -S . -B added -DCMAKE_CXX_FLAGS=-O0 -DROOFLINE_DEPS="$deps"
must cmake --build added --parallel 2
answers added/example/critical_batch

# ----------------------------------------------------------------------------------------------------------- packages

pack() { SOURCE_DATE_EPOCH=1000000000 must cpack --config "$build/CPackConfig.cmake" -G "$1" -B "$2"; }
pack TGZ tarball
[[ $(tar -tzf tarball/*.tar.gz) == *[^/]/bin/roofline$'\n'* ]] || fail "the tarball has no program"

if has dpkg-deb; then
  pack DEB debs
  pack DEB again
  for package in debs/*.deb; do cmp "$package" "again/${package#*/}" || fail "two packages differ"; done
  is_static && [ -n "$(dpkg-deb -f debs/roofline_*.deb Depends)" ] && fail "a static program depends on something"
  mkdir -p root
  if [ "$(id -u)" -eq 0 ]; then
    mkdir -p root/var/lib/dpkg/{info,updates} && touch root/var/lib/dpkg/{status,available}
    must dpkg --root="$scratch/root" --log="$scratch/dpkg.log" --install debs/*.deb
  else
    for package in debs/*.deb; do must dpkg-deb -x "$package" root; done
  fi
  root/usr/bin/roofline --version | grep -q '^roofline [0-9]' || fail "the packaged program does not run"
  [ -e root/usr/include/roofline/estimate/estimate.hpp ] || fail "libroofline-dev has no headers"
  odd=$(find root/usr \( -type d ! -perm 755 \) -o \( -type f ! -perm 644 ! -path '*/bin/*' \))
  [ -z "$odd" ] || fail "odd file modes: $odd"
  if [ "$(id -u)" -eq 0 ]; then
    must dpkg --root="$scratch/root" --log="$scratch/dpkg.log" --purge roofline libroofline-dev
    left=$(find root -mindepth 1 ! -path root/var ! -path root/var/lib ! -path 'root/var/lib/dpkg*')
    [ -z "$left" ] || fail "left behind: $left"
  else
    echo "skipped: only root installs and removes packages"
  fi
fi

[ "$faults" -eq 0 ] && echo "all passed" || exit 1
