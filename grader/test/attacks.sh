#!/bin/bash
# Grades every attack as one class, and looks for what it must not have done.
# attacks.sh [LEVEL ...]: sandbox levels, auto is the best (default: all that stand here).
# ATTACKS="2*": only those; LIMIT: seconds of a run. RECORD=F: a line an attack is added there, for attack_table.sh. DEVICE=gpu: on a card.
set -u
passed=0 failed=0 skipped=0
device=${DEVICE:-host}
here=$(mktemp -d)
chmod 755 "$here"
trap 'rm -rf "$here"' EXIT
lab=11_transfer
limit=${LIMIT:-$([ "$device" = gpu ] && echo 20 || echo 5)} # seconds; what hangs takes them
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
    fi
}
asked() { sed -n "s|^// $2: *||p" "grader/test/attacks/$1.fence"; }

mkdir "$here/class"
for attack in grader/test/attacks/${ATTACKS:-*}.fence; do
    name=$(basename "$attack" .fence)
    mkdir "$here/class/$name"
    {
        build/lab_file fence "solutions/$lab/lab.cu" | sed 's/ measure(/ honest(/'
        cat "$attack"
        printf 'static tare_claim measure(uint64_t n, const float *pinned, float *device) {\n'
        printf '    tare_claim claim = honest(n, pinned, device);\n    rate(&claim);\n    return claim;\n}\n'
    } >"$here/fence"
    build/lab_file splice "solutions/$lab/lab.cu" "$here/fence" >"$here/class/$name/lab.cu"
done
mkdir "$here/class/00-link" "$here/class/00-fifo" "$here/class/00-huge" "$here/class/zz-right"
ln -s /etc/passwd "$here/class/00-link/lab.cu"
mkfifo "$here/class/00-fifo/lab.cu"
head -c 2000000 /dev/zero | tr '\0' 'x' >"$here/class/00-huge/lab.cu"
cp "solutions/$lab/lab.cu" "$here/class/zz-right/"
record() { # level, attack, outcome: held when nothing failed since `before`
    [ -z "${RECORD:-}" ] || printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" \
        "$([ $failed = $before ] && echo held || echo BROKE)" >>"$RECORD"
}

grade_all() { # level
    results=$here/results-$1
    build/tare class "$here/class" --lab 11 --device "$device" --results "$results" --sandbox "$1" \
        --limit "$limit" --budget "$limit" --tries 1 --keep --quiet --html "$here/pages-$1" --junit "$here/junit-$1.xml" \
        >"$here/said" 2>&1
    code=$?
    if grep -q 'no sandbox stands here' "$here/said"; then
        echo "  skipped $1: $(sed -n 2p "$here/said")"
        skipped=$((skipped + 1))
        return
    fi
    tell $code "$1: the class was graded: $(tail -3 "$here/said")"
    for attack in grader/test/attacks/${ATTACKS:-*}.fence; do
        name=$(basename "$attack" .fence)
        result=$results/$name-$lab.json
        before=$failed
        read -r outcome mistake <<<"$(asked "$name" expect)"
        got=$(jq -r .outcome "$result" 2>/dev/null)
        # The honest ones may meet a machine too busy to say; they must not fail.
        case $outcome:$got in fail:fail | pass:pass | pass:cannot-grade | no-pass:fail | no-pass:cannot-grade) true ;; *) false ;; esac
        tell $? "$1 $name: expected $outcome, got $got"
        [ -z "$mistake" ] || jq -e --arg m "$mistake" 'any(.findings[]; .mistake == $m)' "$result" >/dev/null
        tell $? "$1 $name: its mistake is $mistake"
        [ "$(jq -r .points "$result" 2>/dev/null)" = 0 ] || [ "$got" = pass ]
        tell $? "$1 $name: no points without a pass"
        words=$(asked "$name" never-says)
        [ -z "$words" ] || ! grep -qF "$words" "$result"
        tell $? "$1 $name: said \"$words\""
        file=$(asked "$name" never-there)
        [ -z "$file" ] || [ -z "$(ls -d "/tmp/$file"* "/var/tmp/$file"* "/etc/$file"* "$here"/"$file"* \
            "$results/$file"* "$results"/rooms/"$file"* 2>/dev/null)" ]
        tell $? "$1 $name: left $file behind"
        record "$1" "$name" "$got"
    done
    for refused in 00-link 00-fifo 00-huge; do
        before=$failed
        [ "$(jq -r .outcome "$results/$refused-$lab.json")" = fail ]
        tell $? "$1 $refused: is refused"
        record "$1" "$refused" fail
    done
    case $(jq -r .outcome "$results/zz-right-$lab.json") in pass | cannot-grade) true ;; *) false ;; esac
    tell $? "$1: the honest submission after them all passes"
    # What survived would still write.
    size=$(cat "$results"/rooms/*/alive 2>/dev/null | wc -c)
    sleep 0.3
    [ "$size" = "$(cat "$results"/rooms/*/alive 2>/dev/null | wc -c)" ]
    tell $? "$1: a process has survived"
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b\x0c\x0e-\x1f]' "$results"/*.json "$here/pages-$1"/*.html "$here/junit-$1.xml"
    tell $? "$1: no control character reaches a report"
    ! grep -q '<script>alert' "$here/pages-$1"/*.html "$here/junit-$1.xml"
    tell $? "$1: no markup of a student's reaches a report"
    xmllint --noout "$here/junit-$1.xml"
    tell $? "$1: the JUnit file is XML"
}

levels=$*
for level in ${levels:-bwrap user landlock}; do
    if [ "$level" = auto ] || build/confine --probe | grep -q "^$level  *ok"; then grade_all "$level"; else
        echo "  skipped $level: $(build/confine --probe | grep "^$level ")"
        skipped=$((skipped + 1))
    fi
done
echo "attacks: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
