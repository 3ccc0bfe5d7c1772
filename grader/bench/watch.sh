#!/bin/bash
# How long from a save to the verdict in watch? SAVES saves (10) of each lab, each with other
# text, so that nothing is compiled already; in turn right and wrong. A line a lab: the median,
# the quickest, the slowest; then the median of all. usage: grader/bench/watch.sh [LAB ...]
saves=${SAVES:-10}
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cp -r labs solutions "$here/" && mkdir "$here/grader" && cp -r grader/shipped "$here/grader/"
ln -s "$PWD/common" "$PWD/build" "$here/"
export TARE_ROOT=$here TARE_LANG=en LC_ALL=C.UTF-8 TERM=xterm
median() { sort -n | awk '{ v[NR] = $1 } END { printf "%.2f %.2f %.2f", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'; }
printf '%-18s %6s %8s %8s %8s\n' lab saves median quickest slowest
for lab in ${*:-01 04 06 09 10 13}; do
    folder=$(build/tare lab "$lab" folder) || exit
    file=$here/labs/$folder/lab.cu
    build/lab_file splice "solutions/$folder/lab.cu" "grader/shipped/$folder.fence" >"$here/shipped"
    {
        echo "wait 60 q:quit"
        for ((n = 1; n <= saves; n++)); do
            from=$([ $((n % 2)) = 1 ] && echo "$here/shipped" || echo "solutions/$folder/lab.cu")
            echo "run sed 's|// tare: end|static int save_$n __attribute__((unused)) = $n;\\n&|' '$from' >'$file'"
            echo "wait 60 q:quit"
            echo "tell save"
        done
        echo "send q"
        echo "end 10 0"
    } >"$here/script"
    PTY_LOG=${LOG:-} build/pty "$here/script" build/tare watch "$lab" >"$here/said" || { cat "$here/said"; exit 1; }
    sed -n 's/^save //p' "$here/said" >"$here/times"
    cat "$here/times" >>"$here/all"
    printf '%-18s %6d %8s %8s %8s\n' "$folder" "$saves" $(median <"$here/times")
done
printf '%-18s %6d %8s %8s %8s\n' all "$(wc -l <"$here/all")" $(median <"$here/all")
