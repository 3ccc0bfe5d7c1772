#!/bin/bash
# Measures what the book says of one device, in one go: figures.sh gpu|host FOLDER [PROGRAM ...]
# 2^28 floats an array on a card, 2^24 on the host device.
set -eu
device=${1:?usage: figures.sh gpu|host FOLDER} folder=${2:?usage: figures.sh gpu|host FOLDER}
shift 2
[ $# -gt 0 ] || set -- figures between machine moments
here=docs/measured out=build/$device largest=24
mkdir -p "$folder" "$out"
make -s DEVICE="$device" "$out/libtare.a"
if [ "$device" = gpu ]; then
    largest=28
    nvcc=${NVCC:-nvcc}
    compile() { "$nvcc" -O3 -arch=native -Icommon "$@"; }
    name=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
    driver="$driver, CUDA $("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
else
    make -s build/hostcc
    compile() { build/hostcc -O3 -Icommon "$@"; }
    name="host device on $(nproc) cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1))"
    driver="none; build/hostcc with $(${CXX:-g++} --version | head -1)"
fi
for program in "$@"; do
    compile "$here/$program.cu" "$out/libtare.a" -o "$out/$program"
    "$out/$program" "$largest" | awk -v folder="$folder" -v head="# device: $name\n# driver: $driver\n# date: $(
        date +%F)\n# command: $here/figures.sh $device FOLDER" '
        /^== / { file = folder "/" $2 ".csv"; print head > file; next }
        { print > file }'
done
