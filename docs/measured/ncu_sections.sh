#!/bin/bash
# What Nsight Compute says of the book's strided copy, stride 1 and stride 8, in the sections that chapter 7 names.
# Usage: docs/measured/ncu_sections.sh >docs/measured/h200/ncu_sections.txt
set -euo pipefail
export DEVICE=gpu
program=build/gpu/strided_copy
mkdir -p build/gpu
"${NVCC:-nvcc}" -O3 -arch=native docs/book/code/strided_copy.cu -o $program
docs/measured/header.sh docs/measured/ncu_sections.sh
echo "# what: $(ncu --version | grep -o 'Version .*'); clocks as they are"
ncu --clock-control none --section SpeedOfLight --section MemoryWorkloadAnalysis \
    --section MemoryWorkloadAnalysis_Chart --section InstructionStats $program |
    sed '/^==PROF== .*onnected/d; /^\[[0-9]*\] /d; s/ *$//' # no process, no path
