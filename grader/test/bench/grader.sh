#!/bin/bash
# How reliable is a verdict? Every lab's solution must pass, and every lab as shipped must be
# told to be wrong: RUNS gradings each (30), one CSV row a grading in OUT; started again it
# goes on behind the last row. LOAD=1 keeps the cores busy with another program meanwhile,
# SEEDS=20 takes the seeds 1 to 20, SHARD=2/4 every fourth lab from the second on.
# usage: [RUNS=n] [LOAD=1] [SEEDS=n] [SHARD=i/n] [OUT=file] grader/test/bench/grader.sh [LAB ...]
tare=${TARE:-build/tare} device=${DEVICE:-host} runs=${SEEDS:-${RUNS:-30}} load=${LOAD:-0}
out=${OUT:-build/bench/grader.$device${CUDA_VISIBLE_DEVICES:+.$CUDA_VISIBLE_DEVICES}.load$load.csv}
labs=${*:-$($tare lab all number)} shard=${SHARD:-1/1} work=$out.work number=0 busy=()
mkdir -p "$work"
[ -s "$out" ] || echo "device,lab,kind,run,load,seed,outcome,verdict,mistakes,unit,work,time,pairs,seconds,\
build,ready,student,reference,probes" >"$out"
if [ "$load" = 1 ]; then
    for _ in $(seq "$(nproc)"); do
        (while :; do :; done) &
        busy+=($!)
    done
    trap 'kill "${busy[@]}"' EXIT
fi
for lab in $labs; do
    (((number++ % ${shard#*/}) + 1 == ${shard%/*})) || continue
    folder=$($tare lab "$lab" folder)
    for kind in solution shipped; do
        done=$(grep -c "^$device,$folder,$kind,[0-9]*,$load," "$out")
        # Noise of another hour or another load is not this bench's.
        [ "$done" = 0 ] && [ $kind = solution ] && rm -f "build/check/$device/$folder/noise"
        file=$work/$folder.cu
        cp "solutions/$folder/lab.cu" "$file"
        [ $kind = solution ] || build/lab_file splice "solutions/$folder/lab.cu" "labs/$folder/shipped.fence" >"$file"
        for ((run = done + 1; run <= runs; run++)); do
            $tare check "$lab" "$file" ${SEEDS:+--seed $run} --device "$device" --json "$work/one.json" >/dev/null 2>&1
            jq -r --arg kind $kind --arg run $run --arg load "$load" '
                ((.rows | length) > 0 and all(.rows[]; .right)) as $all_right
                | (if .outcome == "skipped" then "skipped" elif .outcome == "cannot-grade" then "cannot"
                   elif $kind == "solution" then (if .outcome == "pass" then "right" else "WRONG" end)
                   elif .outcome == "not-attempted" and ($all_right | not) then "right" else "WRONG" end) as $verdict
                | ([.rows[] | select(.right | not)] + .rows)[0] as $row
                | [.device, .lab.folder, $kind, $run, $load, .seed, .outcome, $verdict,
                   ([.findings[] | .mistake] | unique | join(" ")), $row.unit, $row.work, $row.time, $row.pairs,
                   (.timings | .total, .build, .ready, .student, .reference, .probes)]
                | @csv | gsub("\""; "")' "$work/one.json" >>"$out"
            tail -n 1 "$out" | grep -q ,WRONG, && cp "$work/one.json" "$work/wrong.$folder.$kind.$run.json"
        done
    done
done
grader/test/bench/summary.sh "$out"
