#!/bin/bash
# Draws the figures of one folder of measurements: draw.sh docs/measured/library/host
set -eu
here=$(dirname "$0")
LC_ALL=C awk -f "$here/../../book/figures/svg.awk" -f "$here/points.awk" \
    <(sed 's/^# device/device/' "$1/points.csv") >"$1/points.svg"
