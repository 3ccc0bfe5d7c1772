#!/bin/bash
# The verdicts of a plain run and of one through Slurm, of the same class, side by side: how
# often which met which, each that differs, and how many do. class.sh leaves both in ROOM.
# usage: ROOM=DIR grader/test/bench/class_compare.sh
room=${ROOM:-build/bench/class-${COUNT:-200}}
join -t, -a1 -a2 -e none -o 0,1.2,1.3,2.2,2.3 "$room/plain.verdicts" "$room/slurm.verdicts" | awk -F, '
    { met[$2, $4]++; plain[$2]++; slurm[$4]++ }
    $2 "," $3 != $4 "," $5 {
        if (!differ++) printf "%-10s %-32s %s\n", "differs", "plain", "slurm"
        sub(/none$/, "", $3); sub(/none$/, "", $5)
        unsure += $2 == "cannot-grade" || $4 == "cannot-grade"
        printf "%-10s %-32s %s\n", $1, $2 " " $3, $4 " " $5 }
    END {
        printf "\n%-22s", "plain \\ slurm"
        for (s in slurm) printf " %14s", s
        for (p in plain) {
            printf "\n%-22s", p
            for (s in slurm) printf " %14d", met[p, s]
        }
        printf "\n\n%d verdicts, %d differ", NR, differ
        print differ ? ", " unsure " of them where one run could not grade" : ": they are identical"
        exit differ > 0 || NR == 0 }'
