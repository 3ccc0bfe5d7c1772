#!/bin/bash
# Draws one folder of measurements, here that of an H200:
#   tar -C build -xJf docs/measured/library/h200.tar.xz && docs/measured/library/draw.sh build/h200 >build/points.svg
set -eu
here=$(dirname "$0")
LC_ALL=C awk -f "$here/../../book/figures/svg.awk" -f "$here/points.awk" \
    <(sed 's/^# device/device/' "$1/points.csv")
