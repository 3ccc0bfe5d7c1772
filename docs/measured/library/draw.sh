#!/bin/bash
# Draws one folder of measurements: draw.sh docs/measured/library/h200 >build/points.svg
set -eu
here=$(dirname "$0")
LC_ALL=C awk -f "$here/../../book/figures/svg.awk" -f "$here/points.awk" \
    <({ cat "$1/points.csv" 2>/dev/null || xz -dc "$1/points.csv.xz"; } | sed 's/^# device/device/')
