#!/bin/bash
# How reliable is a verdict? Every lab's solution must pass and every lab as shipped must
# not, RUNS times each (30). LOAD=1 keeps both cores busy with another program meanwhile.
# One line a lab: wrong verdicts, cannot-grade, median seconds; then the sums.
# usage: grader/bench/grader.sh [LAB ...]
tare=${TARE:-build/tare}
runs=${RUNS:-30}
labs=${*:-$($tare lab all number)}
busy=()
if [ "${LOAD:-0}" = 1 ]; then
    for core in $(seq "$(nproc)"); do
        (while :; do :; done) &
        busy+=($!)
    done
    trap 'kill "${busy[@]}"' EXIT
fi
wrong=0 cannot=0 all=0
printf '%-18s %6s %7s %7s %9s\n' lab runs wrong cannot 'median s'
for lab in $labs; do
    folder=$($tare lab "$lab" folder)
    for kind in solution shipped; do
        w=0 c=0 times=()
        file=solutions/$folder/lab.cu
        if [ $kind = shipped ]; then
            file=build/bench.cu
            build/lab_file splice "solutions/$folder/lab.cu" "grader/shipped/$folder.fence" >$file
        fi
        for _ in $(seq "$runs"); do
            $tare check "$lab" "$file" --json build/bench.json >/dev/null 2>&1
            read -r outcome seconds < <(jq -r '"\(.outcome) \(.timings.total)"' build/bench.json)
            times+=("$seconds")
            case $kind-$outcome in
            *-skipped | solution-pass | shipped-not-attempted) ;;
            *-cannot-grade) c=$((c + 1)) ;;
            *) w=$((w + 1)) && cp build/bench.json "build/bench.wrong.$folder.$kind.json" ;;
            esac
            # As shipped, the rows must be told to be wrong, whatever it is called.
            [ $kind = shipped ] && jq -e '(.rows | length > 0) and all(.rows[]; .right)' \
                build/bench.json >/dev/null && w=$((w + 1))
        done
        median=$(printf '%s\n' "${times[@]}" | sort -g | sed -n "$(((runs + 1) / 2))p")
        printf '%-18s %6d %7d %7d %9.2f  %s\n' "$lab $kind" "$runs" $w $c "$median" "${LOAD:+loaded}"
        wrong=$((wrong + w)) cannot=$((cannot + c)) all=$((all + runs))
    done
done
echo "$all gradings: $wrong wrong verdicts, $cannot could not be graded"
[ $wrong = 0 ]
