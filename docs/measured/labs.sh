#!/bin/bash
# Labs as shipped and solved, as CSV: all, or those named. The gradings are those in FOLDER
# (g-01-shipped.json, g-01-solution.json, beside header.txt and ceilings.csv); what is not
# there is measured on DEVICE and kept there.
# Usage: docs/measured/labs.sh FOLDER [01 ...] >docs/measured/host/labs.csv
export DEVICE=${DEVICE:-host}
folder=${1:?wants a folder for the gradings}
mkdir -p "$folder"
[ -s "$folder/header.txt" ] || docs/measured/header.sh "docs/measured/labs.sh FOLDER" >"$folder/header.txt"
[ -s "$folder/ceilings.csv" ] || "build/$DEVICE/tare" ceilings --csv >"$folder/ceilings.csv"
cat "$folder/header.txt" - <<'EOF_WHAT'
# what: unit, work, time and their product rate: reported over true, of the lab as shipped.
# what: solved, low, high: the solution's time against itself and its interval, this machine's
# what: noise. removed, added: lines of the solution's diff. reached: GB/s or GFLOP/s of the
# what: solution's kernel; share: of the ceiling measured beside it with the same reads and
# what: writes (fp32: of the peak by attributes; link: of h200/transfer.csv). None where memory
# what: is not asked: 06 stays in the cache, 08 and 22 are arithmetic.
lab,what,unit,work,time,rate,outcome,named,solved,low,high,solved_outcome,removed,added,reached,ceiling,share
EOF_WHAT

ceiling() { # of a lab and its claim: a name; bytes or flops a second
    local name=triad
    case $DEVICE-$1-$2 in
    gpu-11*) echo link 55.4e9 ;;
    gpu-15* | gpu-16*) echo fp32 66.91e12 ;;
    *-06* | *-08* | *-11* | *-15* | *-16* | *-22*) name= ;;
    *-12* | *-13*) name='read' ;;
    *-09* | *-14* | *-copy | *-18-scale) name=copy ;;
    esac
    awk -F, -v name="$name" '$1 == name { print name, $2 }' "$folder/ceilings.csv"
}

grade() { # lab, file, JSON: unless it is there
    [ -s "$3" ] || build/tare check "$1" "$2" --json "$3" >/dev/null 2>&1
}

for path in labs/[0-9]*; do
    lab=${path#labs/}
    [[ $# = 1 || " ${*:2} " = *" ${lab%%_*} "* ]] || continue
    number=${lab%%_*} shipped=$folder/shipped.cu solved=solutions/$lab/lab.cu
    json=("$folder/g-$number-shipped.json" "$folder/g-$number-solution.json")
    build/lab_file splice "$solved" "labs/$lab/shipped.fence" >"$shipped"
    grade "$number" "$shipped" "${json[0]}"
    grade "$number" "$solved" "${json[1]}"
    lines=$(diff "$shipped" "$solved" | awk '/^</ { a++ } /^>/ { b++ } END { print a + 0 "," b + 0 }')
    for what in $(jq -r '.rows[].what' "${json[1]}"); do
        read -r name most < <(ceiling "$number" "$what")
        jq -rn --slurpfile a "${json[0]}" --slurpfile b "${json[1]}" --arg what "$what" --arg lab "$number" \
            --arg name "$name" --argjson most "${most:-0}" --arg lines "$lines" -f docs/measured/labs.jq
    done
done
