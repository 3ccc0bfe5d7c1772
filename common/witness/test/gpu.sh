#!/bin/bash
# gpu.sh FOLDER: on a machine with a card, every lab under the witness: builds all, draws
# all into FOLDER/pictures, checks what the wrong-time labs must show, and measures the cost.
out=${1:?a folder for what is drawn}
mkdir -p "$out"
export TARE=build/see
passed=0 failed=0 labs=$(cd labs && ls -d [0-9]*)
programs=$(for lab in $labs; do echo "build/gpu/shipped/$lab build/gpu/solutions/$lab"; done)
# shellcheck disable=SC2086 # a list
make -s -k -j"$(nproc)" DEVICE=gpu build/see witness build/gpu/libtare.a $programs 2>&1 | tail -20
docs/measured/witness/draw.sh gpu "$out/pictures" >"$out/seen.txt" 2>"$out/errors.txt"
cat "$out/seen.txt" && tail -20 "$out/errors.txt"
expect() { # lab and kind, what must be found in it (several: one of them)
    if grep -E "^$1 \|" "$out/seen.txt" | cut -d'|' -f3 | grep -qE "^ ($2) $"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)) && echo "  FAILED  $1: expected $2"
    fi
}
for pair in 01:still-running 02:earlier-work 03:stale-elapsed 04:other-stream \
    '05:first-run|context' 06:batch 07:outliers 11:copy-running 17:launch-failed \
    18:still-running 18:batch; do
    expect "${pair%%:*}_shipped" "${pair#*:}"
done
for lab in 01 02 03 04 05 06 07 11 17; do expect "${lab}_solved" 'right|mostly-host'; done
# Two traces as they are, for whoever looks for what is missing in them.
for lab in 01_kernel_time 04_two_streams; do
    build/see --device gpu --width 100 --trace "$out/$lab.json" "build/gpu/shipped/$lab"
done
tail -1 "$out/01_kernel_time.json" | grep -qx "]" && passed=$((passed + 1))
grep -o '"cat":"[a-z]*"' "$out/04_two_streams.json" | sort | uniq -c
docs/measured/witness/cost.sh gpu | tee "$out/cost.txt"
echo "witness on a card: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
