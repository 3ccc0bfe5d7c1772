#!/bin/bash
# A class of COUNT submissions of lab 11 in DIR/class: of ten, three right, two as shipped,
# three with a mistake, two hostile. DIR/expected.csv: id, kind, variant, what must come.
# HOSTILE=60: that many hostile ones in place of those, spread over the class.
# usage: grader/test/bench/class_made.sh DIR [COUNT]
lab=11_transfer solution=solutions/11_transfer/lab.cu
room=$1 count=${2:-200}
mapfile -t rights < <(build/lab_file list grader/repairs/$lab.fences)
mapfile -t mutants < <(build/lab_file list grader/mistakes/*/*/fences | grep "#${lab}[.]")
mapfile -t attacks < <(build/lab_file list grader/test/attacks/*.fences | sort -t '#' -k 2)
mkdir -p "$room/class"
build/lab_file splice $solution labs/$lab/shipped.fence >"$room/shipped.cu"

hostile() { # FENCE: beside an honest measurement
    build/lab_file fence $solution | sed 's/ measure(/ honest(/'
    build/lab_file fence "$1"
    printf 'static tare_claim measure(uint64_t n, const float *pinned, float *device) {\n'
    printf '    tare_claim claim = honest(n, pinned, device);\n    rate(&claim);\n    return claim;\n}\n'
}
r=0 m=0 h=0 o=0
for i in $(seq "$count"); do
    id=$(printf 's%03d' "$i")
    mkdir -p "$room/class/$id"
    file=$room/class/$id/lab.cu
    turn=$((i % 10))
    if [ -n "${HOSTILE:-}" ]; then # the others keep their order: 3 right, 2 as shipped, 3 with a mistake of 8
        others=(0 1 2 3 5 6 7 8)
        [ $((i * HOSTILE % count)) -lt "$HOSTILE" ] && turn=9 || turn=${others[o++ % 8]}
    fi
    case $turn in
    0 | 3 | 6) kind=right fence=${rights[r++ % ${#rights[@]}]} want=pass ;;
    1 | 7) kind=shipped fence=shipped want=not-attempted ;;
    2 | 5 | 8) kind=mutant fence=${mutants[m++ % ${#mutants[@]}]} want="fail $(build/lab_file fence "$fence" | sed -n '1s|^// mistake: *||p')" ;;
    *) kind=hostile fence=${attacks[h++ % ${#attacks[@]}]} want=$(build/lab_file fence "$fence" | sed -n 's|^// expect: *||p') ;;
    esac
    case $kind in
    shipped) cp "$room/shipped.cu" "$file" ;;
    hostile) hostile "$fence" >"$room/fence" && build/lab_file splice $solution "$room/fence" >"$file" ;;
    *) build/lab_file splice $solution "$fence" >"$file" ;;
    esac
    echo "$id,$kind,${fence##*#},$want"
done >"$room/expected.csv"
