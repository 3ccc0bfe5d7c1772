#!/bin/bash
# The first lines of a measured file: device, driver, date, and the command that is given.
# Usage: docs/measured/header.sh "COMMAND"
if [ "${DEVICE:-host}" = gpu ]; then
    query() { nvidia-smi --query-gpu="$1" --format=csv,noheader | head -1; }
    echo "# device: $(query name), ECC $(query ecc.mode.current)"
    echo "# driver: $(query driver_version); $(${NVCC:-nvcc} --version | sed -n 's/.*release/CUDA/p')"
else
    echo "# device: host device on $(nproc) cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1))"
    echo "# driver: none; build/hostcc with $(${CXX:-g++} --version | head -1)"
fi
echo "# date: $(date +%F)"
echo "# command: DEVICE=${DEVICE:-host} $1"
