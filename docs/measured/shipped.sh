#!/bin/bash
# Grades every lab as shipped and writes what each of its numbers is off by, as CSV.
# Usage: docs/measured/shipped.sh >docs/measured/host/shipped.csv
record=$(mktemp)
trap 'rm -f "$record"' EXIT
device=${DEVICE:-host}
if [ "$device" = gpu ]; then
    name=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)
    driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
else
    name="host device on $(nproc) cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1))"
    driver="none; build/hostcc with $(${CXX:-g++} --version | head -1)"
fi
cat <<EOF
# device: $name
# driver: $driver
# date: $(date +%F)
# command: DEVICE=$device docs/measured/shipped.sh
# what: each lab as shipped: unit, work and time, and their product, reported over true
lab,what,unit,work,time,rate
EOF
for folder in labs/[0-9]*; do
    number=$(sed -n 's/^number *= *//p' "$folder/lab.meta")
    DEVICE=$device build/tare check "$number" --json "$record" >/dev/null 2>&1
    jq -r --arg lab "$number" '.rows[] | select(.claimed) |
        [$lab, .what, .unit, .work, .time, .rate] | @csv' "$record" | tr -d '"'
done
