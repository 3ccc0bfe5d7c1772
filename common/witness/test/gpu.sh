#!/bin/bash
# gpu.sh FOLDER: on a machine with a card: traces of all labs and of programs with mistakes, which
# must show what docs/measured/programs.txt asks, and what watching costs.
out=${1:?a folder for the traces}
mkdir -p "$out/traces"
passed=0 failed=0
check() { # what, whether: 0 is yes
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "  FAILED  $1"; fi
}
docs/measured/traces.sh gpu "$out/kept" 2>"$out/errors.txt" || tail -20 "$out/errors.txt"
cat "$out/kept.txt"
tar -C "$out/traces" -xf "$out"/kept.tar*
while read -r name shows _; do
    [ -s "$out/traces/$name.json" ]
    check "$name does not show $shows" $?
done < <(grep -v '^#' docs/measured/programs.txt)
[ "$(tail -1 "$out/traces/01_shipped.json")" = "]" ]
check "the end of a trace" $?
docs/measured/witness/cost.sh gpu | tee "$out/cost.txt"
echo "witness on a card: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
