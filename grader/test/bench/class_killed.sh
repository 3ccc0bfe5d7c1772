#!/bin/bash
# A class that is killed with kill -9 KILLS (10) times, at random moments, and gone on with.
# After each: every result is whole, and none that was there has changed. At the end: all
# are there, with the verdicts of a class that nobody killed.
# usage: grader/test/bench/class_killed.sh [KILLS]
kills=${1:-10} count=${COUNT:-30}
room=$(mktemp -d) && chmod 755 "$room"
trap 'rm -rf "$room"' EXIT
grader/test/bench/class_made.sh "$room" "$count"
for id in $(awk -F, '$2 == "hostile" {print $1}' "$room/expected.csv"); do rm -r "$room/class/$id"; done # they are another test
count=$(ls "$room/class" | wc -l)
class() { exec build/tare class "$room/class" --lab 11 --device host --seed 3 --quiet "$@"; }
results() { find "$room/killed" -maxdepth 1 -name '*.json' -printf '%f %i %T@ %s\n' 2>/dev/null | sort; }
verdicts() { jq -r '.submission.id + " " + .outcome' "$1"/*.json | sort; }
bad=0
told() { echo "  WRONG: $*"; bad=1; }

start=$SECONDS
(class --results "$room/plain") >/dev/null 2>&1
longest=$((150 * (SECONDS - start) / kills + 1)) # hundredths of a second, so that the last kill has a class to hit
# A moment that is drawn anew each time: in the builds, in a measurement, between two.
for kill in $(seq "$kills"); do
    before=$(results)
    (class --results "$room/killed" --resume) >/dev/null 2>&1 &
    victim=$!
    moment=$((RANDOM % longest + 20))
    sleep "$(awk -v m=$moment 'BEGIN {print m / 100}')"
    kill -9 $victim 2>/dev/null || told "it had ended before kill $kill"
    wait $victim 2>/dev/null
    sleep 0.3 # its children end with it
    after=$(results)
    lost=$(comm -23 <(echo "$before") <(echo "$after") | grep -c .)
    [ "$lost" = 0 ] || told "kill $kill: $lost results are lost or repeated"
    for result in "$room"/killed/*.json; do
        [ ! -e "$result" ] || jq -e .outcome "$result" >/dev/null || told "kill $kill: $result is not whole"
    done
    left=$(pgrep -f "$room/killed" | wc -l)
    [ "$left" = 0 ] || told "kill $kill: $left processes are left"
    echo "kill $kill after $((moment / 100)).$((moment % 100 / 10)) s: $(grep -c . <<<"$after") of $count graded, $lost lost or repeated"
done
before=$(results)
(class --results "$room/killed" --resume) >/dev/null 2>&1
comm -23 <(echo "$before") <(results) | grep -q . && told "the last one repeats what was finished"
[ "$(results | grep -c .)" = "$count" ] || told "$(results | grep -c .) of $count are there"
for result in "$room"/killed/*.json; do
    [ -e "${result%.json}.fence" ] || [ "$(jq -r .outcome "$result")" = fail ] || told "$result has lost its fence"
done
# A busy machine may say of the same program once that it cannot tell: that is no loss.
differ=$(join <(verdicts "$room/plain") <(verdicts "$room/killed") | awk '$2 != $3 && $2 != "cannot-grade" && $3 != "cannot-grade"' | wc -l)
[ "$differ" = 0 ] || told "$differ verdicts differ from a class that nobody killed"
echo "$kills kills: $(results | grep -c .) of $count graded in the end, $differ verdicts otherwise; $([ $bad = 0 ] && echo nothing lost, nothing repeated || echo FAILED)"
exit $bad
