#!/bin/bash
# What kernels of the book and of the labs' solutions ask for, move and compute, as CSV: the counts of
# "tare weigh --csv", with a name for each kernel.
# Usage: DEVICE=gpu docs/measured/weighed.sh >docs/measured/h200/weighed.csv
set -euo pipefail
export DEVICE=${DEVICE:-host}
out=build/$DEVICE/weigh/measured
largest=24 # 2^24 floats, as in figures.sh
mkdir -p "$out"
make -s build/tare "build/$DEVICE/libtare.a" >&2
if [ "$DEVICE" = gpu ]; then
    largest=28
    make -s weigh-card >&2
    compile() { "${NVCC:-nvcc}" -O3 -arch=native -Icommon "$@"; }
else
    make -s build/hostcc >&2
    compile() { build/hostcc --weigh -O3 -Icommon "$@"; }
fi

# Writes what was counted to weighed.csv; messages go to standard error. A card's "saxpy(unsigned long,
# float)" holds commas, so only the name before them is kept.
weigh() { # source, argument
    compile "$1" "build/$DEVICE/libtare.a" -o "$out/program"
    build/tare weigh --csv "$out/kernels.csv" "$out/program" "${@:2}" >&2
    sed -E 's/^"([^"(]*)[^"]*"/\1/; s/^kernel,/name,/' "$out/kernels.csv" >"$out/weighed.csv"
}

docs/measured/header.sh docs/measured/weighed.sh
cat <<'END'
# what: bytes, and operations where the device counts them; the first launch of each kernel. strided N: every N-th
# what: float of x to the same place of y; gathered N: to the next place of y; shifted: from the next place of x; turned: a transpose without tiles
END
{
    weigh docs/measured/weighed.cu "$largest"
    awk -F, -v OFS=, -v blocks="$((1 << (largest - 8)))" '$1 == "strided" || $1 == "gathered" {
            $1 = blocks % $2 == 0 ? $1 " " blocks / $2 : "shifted"
        }
        $1 == "product" || $1 == "tiled" { $1 = "matmul " ($1 == "tiled" ? $1 : "naive") }
        1' "$out/weighed.csv"
    for lab in '10 saxpy' '13 take' '14 transpose' '15 matmul' '16 polynomial'; do
        weigh solutions/"${lab% *}"_*/lab.cu
        sed -n "s/^${lab#* },/$lab,/p" "$out/weighed.csv" | grep .
    done
} | cut -d, -f1,9- # without the shape, of which only a name is made
