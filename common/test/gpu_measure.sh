#!/bin/bash
# Measures what docs/measured/library/ shows: gpu_measure.sh FOLDER [host]. Builds first.
# On a card it takes under a minute; the card should have no other user.
set -eu
folder=${1:?usage: gpu_measure.sh FOLDER [host]}
device=${2:-gpu}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/../.."
make -s -j"$(nproc)" DEVICE="$device" "build/$device/gpu_measure" "build/$device/tare"
if [ "$device" = gpu ]; then
    nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem,ecc.mode.current,power.draw \
        --format=csv >"$folder/card.csv"
fi
date -u +%F >"$folder/date.txt"
before=$(date +%s.%N)
"build/$device/gpu_measure" "$folder"
awk -v a="$before" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f s for all tables\n", b - a }'
"build/$device/tare" device | tee "$folder/device.txt"
"build/$device/tare" ceilings
for table in ceilings plain spins coverage wall; do
    [ ! -f "$folder/$table.csv" ] || { echo "--- $table" && cat "$folder/$table.csv"; }
done
[ "$device" = gpu ] || exit 0
awk -F, 'BEGIN { # figures that nvbench gave on an H200, GB/s
             saw["saxpy,28,cold"] = 3415; saw["saxpy,26,cold"] = 3362; saw["saxpy,20,cold"] = 1583
             saw["copy,28,cold"] = 3002 }
         NR > 1 { key = $1 "," $2 "," $3
             if ($2 >= 20) printf "%-20s %9.1f GB/s%s\n", key, $12,
                 key in saw ? sprintf("  nvbench %d: %+.2f %%", saw[key], 100 * ($12 / saw[key] - 1)) : "" }
         ' "$folder/points.csv"
