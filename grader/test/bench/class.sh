#!/bin/bash
# A class of 200 (COUNT) through `tare class`: wall time, the grader's own share of it and
# its memory, and every verdict beside what it must be. SLURM=N: through N shards of a Slurm
# that is started here; its verdicts beside those of the plain run in the same ROOM.
# usage: ROOM=DIR grader/test/bench/class.sh
count=${COUNT:-200} kind=plain
room=${ROOM:-build/bench/class-$count}
mkdir -p "$room"
[ -e "$room/expected.csv" ] || grader/test/bench/class_made.sh "$room" "$count"
call=(build/tare class "$room/class" --lab 11 --device "${DEVICE:-host}" --seed 11 --limit 10 --tries "${TRIES:-5}" --again)
if [ -n "${SLURM:-}" ]; then
    kind=slurm
    cluster=$(mktemp -d) && chmod 755 "$cluster"
    . grader/test/slurm_cluster.sh "$cluster"
    trap 'cluster_down 2>/dev/null; rm -rf "$cluster"' EXIT
    cluster_up || exit 1
    call+=(--slurm "$SLURM")
fi
start=$SECONDS
"${call[@]}" --results "$room/$kind" --csv "$room/$kind.csv" >"$room/$kind.said" 2>"$room/$kind.err" || exit
echo "$kind, $(wc -l <"$room/expected.csv") submissions, $(nproc) cores: $((SECONDS - start)) s"
tail -1 "$room/$kind.err"

# id,outcome,mistakes
for result in "$room/$kind"/*.json; do
    jq -r '[.submission.id, .outcome, ([.findings[] | select(.certainty == "sure") | .mistake] | unique | join(" "))] | join(",")' "$result"
done >"$room/$kind.verdicts"
join -t, "$room/expected.csv" "$room/$kind.verdicts" | awk -F, '
    { split($4, want, " "); got = $5
      good = want[1] == got || want[1] == "no-pass" && got != "pass" || want[1] == "pass-or-fail" && got != "not-attempted"
      if (want[2] != "" && got == "fail" && !index($6, want[2])) unnamed[$2]++
      mark = good ? "as expected" : got == "cannot-grade" ? "cannot grade" : "OTHERWISE"
      if (mark == "OTHERWISE") { wrong++; print "  " $0 }
      seen[$2]++; table[$2, got]++; sum[$2, mark]++ }
    END {
      printf "%-8s %5s %5s %5s %14s %13s | %11s %13s %10s %8s\n", "kind", "all", "pass", "fail", "not-attempted",
          "cannot-grade", "as expected", "cannot grade", "otherwise", "unnamed"
      for (k in seen)
          printf "%-8s %5d %5d %5d %14d %13d | %11d %13d %10d %8d\n", k, seen[k], table[k, "pass"], table[k, "fail"],
              table[k, "not-attempted"], table[k, "cannot-grade"], sum[k, "as expected"],
              sum[k, "cannot grade"], sum[k, "OTHERWISE"], unnamed[k]
      exit wrong > 0 }'
bad=$?
if [ $kind = slurm ] && [ -e "$room/plain.verdicts" ]; then ROOM=$room grader/test/bench/class_compare.sh || bad=1; fi
exit $bad
