#!/bin/bash
# cost.sh DEVICE: what the witness costs: 10,000 launches with and without it (the best of
# seven runs each, in turn), the size of their trace, and the time to draw it.
set -e
device=${1:?gpu or host}
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
see=build/see
make -s DEVICE="$device" $see witness build/"$device"/libtare.a build/compile."$device" >&2
command=$(<build/compile."$device")
command=${command//@IN@/docs/measured/witness/launches.cu}
sh -c "${command//@OUT@/$folder/launches}"
witness=$PWD/build/$device/witness.so
least() { sort -n "$1" | head -1; }
for _ in 1 2 3 4 5 6 7; do
    "$folder/launches" >>"$folder/plain"
    LD_PRELOAD=$witness CUDA_INJECTION64_PATH=$witness TARE_WITNESS=$folder/trace.json \
        "$folder/launches" >>"$folder/watched"
done
start=$(date +%s%N)
$see --trace "$folder/trace.json" --svg "$folder/a.svg" >/dev/null
drawn=$((($(date +%s%N) - start) / 1000000))
bytes=$(stat -c %s "$folder/trace.json") lines=$(wc -l <"$folder/trace.json")
echo "device            $device, $(date -u +%F)"
echo "one launch        $(least "$folder/plain") ns"
echo "under the witness $(least "$folder/watched") ns"
echo "trace             $bytes bytes, $lines lines, $((bytes / 10001)) bytes a launch"
echo "read and drawn    $drawn ms, terminal and SVG"
