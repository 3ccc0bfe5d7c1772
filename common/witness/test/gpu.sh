#!/bin/bash
# gpu.sh FOLDER: on a machine with a card: traces of all labs and of programs with mistakes, which
# must show what is asked of them (docs/measured/traces.sh), and what watching costs.
out=${1:?a folder for the traces}
mkdir -p "$out/traces"
docs/measured/traces.sh gpu "$out/kept" 2>"$out/errors.txt" || tail -20 "$out/errors.txt"
cat "$out/kept.txt" && grep -E ' (is left out: it does not show|did not build)' "$out/errors.txt"
passed=$(grep '^[^#]' "$out/kept.txt" | cut -d' ' -f1 | uniq | wc -l)
failed=$(grep -cE ' (is left out: it does not show|did not build)' "$out/errors.txt")
[ "$passed" -gt 0 ] || failed=$((failed + 1))
tar -C "$out/traces" -xf "$out"/kept.tar*
if [ "$(tail -1 "$out/traces/01_shipped.json")" = "]" ]; then passed=$((passed + 1)); else
    failed=$((failed + 1)) && echo "  FAILED  the end of a trace"
fi
docs/measured/witness/cost.sh gpu | tee "$out/cost.txt"
echo "witness on a card: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
