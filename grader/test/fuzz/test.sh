#!/bin/bash
# test.sh PROGRAM: each target with its seeds, among them what once broke the reader, and with RUNS=2000
# changed ones, which are the same in every run.
set -u
program=$1 passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export FUZZ_FOLDER=$here
targets=$("$program")
for target in $targets; do
    if "$program" "$target" runs "${RUNS:-2000}" 0 1 >"$here/said" 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $target"
        tail -20 "$here/said" | sed 's/^/          | /'
    fi
done
for folder in grader/test/fuzz/*/; do # a folder that no target reads would hold what is never tried
    grep -qx "$(basename "$folder")" <<<"$targets" && passed=$((passed + 1)) && continue
    failed=$((failed + 1))
    echo "  FAILED  $folder: no target has this name"
done
echo "grader_fuzz: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
