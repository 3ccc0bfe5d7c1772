#!/bin/bash
# Where the labs stand under the roofs of a device: roofline.sh gpu|host >FILE.csv
# Each solution runs once. What a kernel computes for each byte is counted here, where its
# claim is of bytes alone; a copy and a transpose compute nothing and have no place.
set -eu
device=${1:?usage: roofline.sh gpu|host}
labs=(05 09 10 12 15 16 17)
programs=()
for number in "${labs[@]}"; do
    name=$(basename solutions/"$number"_*)
    programs+=("build/$device/solutions/$name")
done
make -s DEVICE="$device" "build/$device/tare" "${programs[@]}" >&2
if [ "$device" = gpu ]; then
    name=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
else
    name="host device on $(nproc) cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1))"
    driver="none; build/hostcc with $(${CXX:-g++} --version | head -1)"
fi
cat <<END
# device: $name
# driver: $driver
# date: $(date +%F)
# command: docs/measured/roofline.sh $device
# what: the solutions' kernels; flop for a byte that must move, and TFLOP/s; ceiling: the best
# what: pattern of "tare ceilings" in the same minute, TB/s; fp32 peak: from attributes
name,flop_per_byte,tflop_per_s
END
"build/$device/tare" ceilings | awk '{ for (i = 2; i <= NF; i++) if ($i == "GB/s" && $(i - 1) > best) best = $(i - 1) }
    END { printf "ceiling,,%.5g\n", best / 1000 }'
# A point of so many operations a byte is under the flat roof, where the device tells one.
"build/$device/tare" roofline --csv peak:1e9:1 | awk -F, '$5 == "compute" { printf "fp32 peak,,%.5g\n", $4 / 1e12 }'
for program in "${programs[@]}"; do
    exec 3>build/roofline.claims
    TARE_CLAIM_FD=3 "$program" >/dev/null
    awk -v lab="${program##*/}" '$1 == "claim" {
        for (i = 2; i <= NF; i++) { at = index($i, "="); f[substr($i, 1, at - 1)] = substr($i, at + 1) }
        flop["correct"] = 1 / 12; flop["scale"] = 1 / 8; flop["saxpy"] = 2 / 12
        flop["add"] = 1 / 12; flop["average"] = 8 / (9 * 4)
        number = substr(lab, 1, 2); what = f["what"]
        if (f["flops"] == 0 && !(what in flop)) next
        if (f["flops"] == 0) f["flops"] = flop[what] * f["bytes"]
        if (f["bytes"] == 0) f["bytes"] = 12 * (f["flops"] / 2) ^ (2 / 3) # a product of squares
        printf "%s %s,%.5g,%.4g\n", number, what, f["flops"] / f["bytes"], f["flops"] / f["seconds"] / 1e12
    }' build/roofline.claims
done
