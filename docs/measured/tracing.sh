#!/bin/bash
# What tracing adds to a time: one saxpy alone and under the witness, which traces with CUPTI on a card, as CSV.
# Usage: DEVICE=gpu docs/measured/tracing.sh >docs/measured/h200/tracing.csv
set -euo pipefail
export DEVICE=${DEVICE:-host}
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
make -s witness >&2
program=$folder/tracing witness=$PWD/build/$DEVICE/witness.so
if [ "$DEVICE" = gpu ]; then
    "${NVCC:-nvcc}" -O3 -arch=native docs/measured/tracing.cu -o "$program"
    largest=26
else
    make -s build/hostcc >&2
    build/hostcc -O3 docs/measured/tracing.cu -o "$program"
    largest=22
fi
"$program" $largest >"$folder/alone"
LD_PRELOAD=$witness CUDA_INJECTION64_PATH=$witness TARE_WITNESS=$folder/trace.json \
    "$program" $largest | sed 's/^/traced_/' >"$folder/traced"
sed -n 's/^{"name":"saxpy","cat":"kernel",.*"dur":\([0-9.]*\),.*/\1/p' "$folder/trace.json" | sort -n |
    awk '{ us[NR] = $1 } END { if (!NR) exit 1; print "traced_kernel," us[int((NR + 1) / 2)] }' >"$folder/kernels"
docs/measured/header.sh docs/measured/tracing.sh
echo "# what: batch, pair: between two events, a run of 20 or alone; traced_: under the witness;"
echo "# what: traced_kernel: the duration that the witness notes. Medians."
echo name,us
cat "$folder/alone" "$folder/traced" "$folder/kernels"
