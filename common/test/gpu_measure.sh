#!/bin/bash
# Measures the tables of docs/measured/library/: gpu_measure.sh FOLDER [gpu|host [TABLES]]. TABLES
# "wall coverage" chooses these two. Builds first. The device should have no other user.
set -eu
folder=${1:?usage: gpu_measure.sh FOLDER [gpu|host [TABLES]]}
device=${2:-gpu}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/../.."
make -s -j"$(nproc)" DEVICE="$device" "build/$device/gpu_measure" "build/$device/tare"
name=$("build/$device/tare" device | sed -n 's/^name  *//p' | sed 's/   .*//')
driver="none; build/hostcc, $(uname -sr)"
if [ "$device" = gpu ]; then
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
    driver="$driver, $("${NVCC:-nvcc}" --version | grep -o 'release [0-9.]*')"
fi
before=$(date +%s.%N)
"build/$device/gpu_measure" "$folder" "# device: $name
# driver: $driver
# date: $(date -u +%F)
# command: common/test/gpu_measure.sh FOLDER $device${3:+ $3}
# load of the machine before, all processors: $(cut -d' ' -f1 /proc/loadavg) of $(nproc)" ${3:+"$3"}
awk -v a="$before" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f s for the tables\n", b - a }'
"build/$device/tare" device
for table in ceilings plain shapes copies spins coverage wall beside; do
    [ ! -f "$folder/$table.csv" ] || { echo "--- $table" && grep -v '^#' "$folder/$table.csv"; }
done
[ -n "${3:-}" ] || awk -F, -v device="$device" 'BEGIN { # GB/s that nvbench gave on an H200, 2026-11-20
        saw["saxpy,28,cold"] = 3415; saw["saxpy,26,cold"] = 3362; saw["saxpy,20,cold"] = 1583
        saw["copy,28,cold"] = 3002
    }
    !/^#/ && $1 != "kernel" && $2 >= 20 {
        key = $1 "," $2 "," $3
        note = ""
        if (device == "gpu" && (key in saw))
            note = sprintf("  nvbench %d: %+.2f %%", saw[key], 100 * ($12 / saw[key] - 1))
        printf "%-20s %9.1f GB/s%s\n", key, $12, note
    }' "$folder/points.csv"
