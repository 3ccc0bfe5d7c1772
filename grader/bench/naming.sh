#!/bin/bash
# Every fence of the corpus through `tare check`: is the right one passed, and the
# mistake named? One line a fence, then the shares. KEEP=DIR keeps the gradings.
# usage: grader/bench/naming.sh [LAB ...]
only=${*:-[0-9]*}
tare=${TARE:-build/tare}
keep=${KEEP:-build/bench/naming.$DEVICE}
mkdir -p "$keep"
right=0 rights=0 failed=0 named=0 mutants=0 false_sure=0 cannot=0
for lab in $only; do
    for fence in grader/test/corpus/${lab}*/*.fence; do
        folder=$(basename "$(dirname "$fence")")
        name=$folder.$(basename "$fence" .fence)
        wanted=$(sed -n '1s|^// *||p' "$fence")
        [[ ${MUTANTS:-} && $wanted = right* ]] && continue # MUTANTS=1: only those
        build/lab_file splice "solutions/$folder/lab.cu" "$fence" >"$keep/$name.cu"
        $tare check "$folder" "$keep/$name.cu" --budget ${BUDGET:-20} --json "$keep/$name.json" >"$keep/$name.txt" 2>&1
        outcome=$(jq -r .outcome "$keep/$name.json")
        sure=$(jq -r '[.findings[] | select(.certainty == "sure") | .mistake] | unique | join(" ")' "$keep/$name.json")
        all=$(jq -r '[.findings[].mistake] | unique | join(" ")' "$keep/$name.json")
        mark=ok
        if [ "$outcome" = cannot-grade ]; then
            cannot=$((cannot + 1)) mark=cannot
        elif [[ $wanted = right* ]]; then
            rights=$((rights + 1))
            if [ "$outcome" = pass ]; then right=$((right + 1)); else failed=$((failed + 1)) mark=FAILED; fi
        else
            mutants=$((mutants + 1))
            ids=$(sed -n '1s|^// *mistake: *||p' "$fence" | tr ',' ' ') # "a, b|c": a, and b or c
            missing=0
            for id in $ids; do grep -qwE "$id" <<<"$all" || missing=1; done
            if [ $missing = 0 ]; then named=$((named + 1)); else mark=unnamed; fi
            for id in $sure; do grep -qw "$id" <<<"$ids" || mark=WRONG; done
            [ $mark = WRONG ] && false_sure=$((false_sure + 1))
        fi
        printf '%-8s %-48s %-34s %s: %s\n' "$mark" "$name" "$wanted" "$outcome" "$all"
    done
done
echo "right variants: $right of $rights passed, $failed failed"
echo "mutants: $named of $mutants named right, $false_sure with a wrong name stated as fact"
echo "cannot grade: $cannot"
[ $failed = 0 ] && [ $false_sure = 0 ]
