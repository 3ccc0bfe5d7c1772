#!/bin/bash
# The times that "CUDA in one evening" prints of its program, as CSV.
# Usage: DEVICE=gpu docs/measured/vector_add.sh >docs/measured/h200/vector_add.csv
set -euo pipefail
export DEVICE=${DEVICE:-host}
program=build/$DEVICE/vector_add
mkdir -p "build/$DEVICE"
if [ "$DEVICE" = gpu ]; then
    "${NVCC:-nvcc}" -O3 docs/book/code/vector_add.cu -o "$program"
else
    make -s build/hostcc >&2
    build/hostcc -O3 docs/book/code/vector_add.cu -o "$program"
fi
docs/measured/header.sh docs/measured/vector_add.sh
echo run,ms
"$program" | sed -n 's/^run \([0-9]*\): \([0-9.]*\) ms$/\1,\2/p'
