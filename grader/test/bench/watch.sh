#!/bin/bash
# How long from a save to the verdict in watch? SAVES saves (10) of each lab, each with other
# text, so that nothing is compiled already; in turn wrong and right. A line a lab, and one of
# all saves: the median, the quickest, the slowest. usage: grader/test/bench/watch.sh [LAB ...]
saves=${SAVES:-10}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cp -r labs solutions "$here/"
ln -s "$PWD/common" "$PWD/build" "$here/"
export TARE_ROOT=$here TARE_LANG=en LC_ALL=C.UTF-8 TERM=xterm
row() { # lab, its times
    sort -n "$2" | awk -v lab="$1" '{ v[NR] = $1 } END { printf "%-18s %6d %8.2f %8.2f %8.2f\n",
        lab, NR, (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'
}
printf '%-18s %6s %8s %8s %8s\n' lab saves median quickest slowest
[ $# -gt 0 ] || set -- 01 04 06 09 10 13
for lab; do
    folder=$(build/tare lab "$lab" folder) || exit
    file=$here/labs/$folder/lab.cu
    build/lab_file splice "solutions/$folder/lab.cu" "labs/$folder/shipped.fence" >"$here/wrong"
    cp "solutions/$folder/lab.cu" "$here/right"
    {
        echo "wait 60 q:quit"
        for ((n = 1; n <= saves; n++)); do
            echo "run sed '/tare: end/i static int save_$n __attribute__((unused)) = $n;' \
$here/$([ $((n % 2)) = 1 ] && echo wrong || echo right) >'$file'"
            echo "wait 60  pairs" # a verdict, and no complaint of a compiler
            echo "wait 60 q:quit"
            echo "tell save"
        done
        echo "send q"
        echo "end 10 0"
    } >"$here/script"
    build/pty "$here/script" build/tare watch "$lab" >"$here/said" || { cat "$here/said"; exit 1; }
    sed -n 's/^save //p' "$here/said" >"$here/times"
    cat "$here/times" >>"$here/all"
    row "$folder" "$here/times"
done
row all "$here/all"
