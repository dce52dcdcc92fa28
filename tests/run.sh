#!/usr/bin/env bash
# Sets up and builds as examples/quickstart.sh does, then runs all tests.
#   tests/run.sh              the tests
#   tests/run.sh --sanitize   the tests again under the address and undefined-behaviour sanitizers, in build-sanitize
#   tests/run.sh --mutants    known-wrong formulas, each of which some test must catch
#   tests/run.sh --fuzz N     random input for N seconds (60) per fuzz target, in build-fuzz
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
  "")
    ROOFLINE_TESTS=ON bash examples/quickstart.sh
    ctest --test-dir build --output-on-failure --parallel "$(nproc)"
    ;;
  --sanitize)
    cmake -S . -B build-sanitize -DROOFLINE_SANITIZE=ON
    cmake --build build-sanitize --parallel "$(nproc)"
    ctest --test-dir build-sanitize --output-on-failure --parallel "$(nproc)"
    ;;
  --mutants)
    bash tests/mutants.sh
    ;;
  --fuzz)
    bash tests/fuzz/run.sh "${2:-60}"
    ;;
  *)
    echo "tests/run.sh: unknown option '$1' (--sanitize, --mutants, --fuzz)" >&2
    exit 2
    ;;
esac
