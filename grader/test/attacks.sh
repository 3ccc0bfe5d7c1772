#!/bin/bash
# Grades every attack as one class, and looks for what it must not have done.
# attacks.sh [LEVEL ...]: sandbox levels, auto is the best (default: all that work here).
# ATTACKS="2*": only those; FEW=2: only so many of each file; LIMIT: seconds of a run. RECORD=F: a line an attack is added there, for attack_table.sh. DEVICE=gpu: on a card.
set -u
passed=0 failed=0 skipped=0
device=${DEVICE:-host}
here=$(mktemp -d)
chmod 755 "$here"
listener=
trap '[ -z "$listener" ] || kill $listener; rm -rf "$here"' EXIT
lab=11_transfer # of an attack that names no other
export TARE_SECRET_TOKEN=hunter2-canary # of the grader's environment
limit=${LIMIT:-$([ "$device" = gpu ] && echo 20 || echo 5)} # seconds; what hangs takes them
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
    fi
}
attacks=$here/attacks # a file each
mkdir "$attacks"
listed=$(set -o pipefail; build/lab_file list grader/test/attacks/*.fences | awk -F'#' -v few="${FEW:-1000}" '++seen[$1] <= few') || exit 1
set -C # two attacks of one name would be one file
for attack in $listed; do build/lab_file fence "$attack" >"$attacks/${attack#*#}.fence" || exit 1; done
set +C
seen_of() { jq 'del(.submission.fence)' "$1"; } # all but the words of the attack itself
asked() { sed -n "s|^// $2: *||p" "$attacks/$1.fence"; }
lab_of() { asked "$1" lab | grep . || echo $lab; }
whole() { asked "$1" whole | grep -q yes; }
names() { for attack in "$attacks"/${ATTACKS:-*}.fence; do basename "$attack" .fence; done; }

# What must stay as it is, and services that must hear nothing.
canary=$here/canary
mkdir "$canary" && chmod 777 "$canary"
echo canary-of-the-staff >"$canary/secret.txt"
echo '{"outcome": "pass", "of": "another student"}' >"$canary/another-students-result.json"
: >"$canary/heard"
if command -v python3 >/dev/null; then
    python3 - "$canary" <<'PY' &
import os, select, socket, sys
where = sys.argv[1]
stream = socket.socket(socket.AF_UNIX)
datagram = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
for one, name in (stream, '/service.sock'), (datagram, '/datagram.sock'):
    one.bind(where + name)
    os.chmod(where + name, 0o666)
stream.listen(64)
while True:
    for one in select.select([stream, datagram], [], [])[0]:
        said = b''
        if one is stream:
            caller, _ = one.accept()
            caller.settimeout(2)
            try:
                said = caller.recv(100)
            except OSError:
                pass
            caller.close()
        else:
            said = one.recv(100)
        open(where + '/heard', 'ab').write(said)
PY
    listener=$!
fi
outside() { sha256sum "$canary/secret.txt" "$canary/another-students-result.json" "solutions/$lab/lab.cu" build/hostcc; }

submit() { # LEVEL: a class of its own, whose attacks know where its results are
    class=$here/class-$1
    for name in $(names); do
        mkdir -p "$class/$name"
        {
            whole "$name" || build/lab_file fence "solutions/$lab/lab.cu" | sed 's/ measure(/ honest(/'
            sed "s|@CANARY@|$canary|g; s|@ROOT@|$PWD|g; s|@CLASS@|$class|g; s|@RESULTS@|$here/results-$1|g" "$attacks/$name.fence"
            whole "$name" || printf '%s\n' 'static tare_claim measure(uint64_t n, const float *pinned, float *device) {' \
                '    tare_claim claim = honest(n, pinned, device);' '    rate(&claim);' '    return claim;' '}'
        } >"$here/fence"
        build/lab_file splice "solutions/$(lab_of "$name")/lab.cu" "$here/fence" >"$class/$name/lab.cu"
    done
    mkdir "$class/00-link" "$class/00-fifo" "$class/00-huge" "$class/zz-right"
    ln -s /etc/passwd "$class/00-link/lab.cu"
    mkfifo "$class/00-fifo/lab.cu"
    head -c 2000000 /dev/zero | tr '\0' 'x' >"$class/00-huge/lab.cu"
    cp "solutions/$lab/lab.cu" "$class/zz-right/"
}
record() { # level, attack, outcome: held when nothing failed since `before`
    [ -z "${RECORD:-}" ] || printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" \
        "$([ $failed = $before ] && echo held || echo BROKE)" >>"$RECORD"
}
grade() { # level, lab, tries, ids
    build/tare class "$class" --lab "${2%%_*}" --device "$device" --results "$results" --sandbox "$1" --resume --only "$4" \
        --limit "$limit" --budget "$limit" --tries "$3" --quiet </dev/null >>"$here/said" 2>&1
}
judge() { # level, attack
    local level=$1 name=$2 result outcome mistake got words
    result=$results/$2-$(lab_of "$2").json
    before=$failed
    read -r outcome mistake <<<"$(asked "$name" expect)"
    got=$(jq -r .outcome "$result" 2>/dev/null)
    # On a card nothing is weighed and code is not kept as it is: "not graded" holds there, too.
    [ "$device $outcome" != "gpu fail" ] || outcome=no-pass
    # The honest ones may meet a machine too busy to say; they must not fail.
    case $outcome:$got in fail:fail | pass:pass | pass:cannot-grade | no-pass:fail | no-pass:cannot-grade) true ;;
    pass-or-fail:pass | pass-or-fail:fail | pass-or-fail:cannot-grade) true ;; *) false ;; esac
    tell $? "$level $name: expected $outcome, got $got"
    [ -z "$mistake" ] || jq -e --arg m "$mistake" 'any(.findings[]; .mistake == $m)' "$result" >/dev/null
    tell $? "$level $name: its mistake is $mistake"
    [ "$(jq ".points == 0" "$result" 2>/dev/null)" = true ] || [ "$got" = pass ]
    tell $? "$level $name: no points without a pass"
    while read -r words; do
        [ -z "$words" ] || ! seen_of "$result" | grep -qF "$words"
        tell $? "$level $name: said \"$words\""
    done <<<"$(asked "$name" never-says && { [ "$device" = gpu ] || asked "$name" never-says-on-host; })"
    words=$(asked "$name" says)
    [ -z "$words" ] || jq -r .detail.en "$result" | grep -qF "$words"
    tell $? "$level $name: is told \"$words\""
    words=$(asked "$name" never-heard)
    [ -z "$words" ] || ! grep -qF "$words" "$canary/heard"
    tell $? "$level $name: a service heard \"$words\""
    words=$(asked "$name" never-canary)
    [ -z "$words" ] || [ ! -e "$canary/$words" ]
    tell $? "$level $name: wrote $words outside of its room"
    words=$(asked "$name" never-left)
    [ -z "$words" ] || [ -z "$(find "$results/rooms" "$results/programs" -name "$words" | head -1)" ]
    tell $? "$level $name: left $words in its room"
    words=$(asked "$name" never-larger)
    [ -z "$words" ] || [ -z "$(find "$results" -size "+${words}M" | head -1)" ]
    tell $? "$level $name: a file of more than $words MiB stays"
    while read -r words; do
        [ -z "$words" ] || ! { seen_of "$result" && cat "$here/pages-$level/$name.html"; } | LC_ALL=C grep -qP "$words"
        tell $? "$level $name: bytes $words in a report"
    done <<<"$(asked "$name" never-bytes)"
    words=$(asked "$name" never-there)
    [ -z "$words" ] || [ -z "$(ls -d "/tmp/$words"* "/var/tmp/$words"* "/dev/shm/$words"* "/etc/$words"* "$here"/"$words"* \
        "$results/$words"* "$results"/rooms/"$words"* 2>/dev/null)" ]
    tell $? "$level $name: left $words behind"
    record "$level" "$name" "$got"
}

grade_all() { # level
    results=$here/results-$1
    submit "$1"
    : >"$here/said"
    tests=$(names)
    before_all=$(outside)
    grade "$1" $lab 1 00-link,00-fifo,00-huge
    code=$?
    if grep -q 'no sandbox stands here' "$here/said"; then
        echo "  skipped $1: $(sed -n 2p "$here/said")"
        skipped=$((skipped + 1))
        return
    fi
    while read -r own tries ids; do
        grade "$1" "$own" "$tries" "$ids" || code=$?
    done < <(for name in $tests; do echo "$(lab_of "$name") $(asked "$name" tries | grep . || echo 1) $name"; done |
        sort | awk '{ ids[$1 " " $2] = ids[$1 " " $2] "," $3 } END { for (how in ids) print how, substr(ids[how], 2) }')
    grade "$1" $lab 3 zz-right # after them all
    tell $code "$1: the class was graded: $(tail -3 "$here/said")"
    labs=$(for name in $tests; do lab_of "$name"; done | sed "\$a $lab" | sort -u | sed 's/_.*//' | paste -sd ,)
    build/tare class "$class" --lab "$labs" --results "$results" --report --html "$here/pages-$1" --junit "$here/junit-$1.xml" >"$here/said" 2>&1
    tell $? "$1: reports were written: $(tail -3 "$here/said")"
    for name in $tests; do judge "$1" "$name"; done
    for refused in 00-link 00-fifo 00-huge; do
        before=$failed
        [ "$(jq -r .outcome "$results/$refused-$lab.json")" = fail ]
        tell $? "$1 $refused: is refused"
        record "$1" "$refused" fail
    done
    case $(jq -r .outcome "$results/zz-right-$lab.json") in pass | cannot-grade) true ;; *) false ;; esac
    tell $? "$1: the honest submission after them all passes"
    [ "$before_all" = "$(outside)" ]
    tell $? "$1: a file outside of the rooms has changed"
    [ -z "$(find "$results/rooms" "$results/programs" -mindepth 1 | head -1)" ]
    tell $? "$1: a room or a program stays: $(find "$results/rooms" "$results/programs" -mindepth 1 | head -3 | tr '\n' ' ')"
    # A program of theirs that runs on has a deleted file for its program.
    ! find /proc/[0-9]*/exe -lname "$results/programs/*" 2>/dev/null | grep -q .
    tell $? "$1: a process has survived"
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b\x0c\x0e-\x1f]' "$results"/*.json "$here/pages-$1"/*.html "$here/junit-$1.xml"
    tell $? "$1: no control character reaches a report"
    ! grep -q canary-of-the-staff "$results"/*.json
    tell $? "$1: no secret file is in a result"
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
