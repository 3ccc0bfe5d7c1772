#!/bin/bash
# Predicted and seen, of every fence of the corpus, as CSV: from what make corpus printed,
# in one file or in several (SHARD=1/4 to 4/4).
# Usage: docs/measured/corpus.sh ROWS ... | xz -9e >docs/measured/host/corpus.csv.xz
grep -h '^# ' "$1"
echo '# what: reported over true: unit, work, time, and their product rate; "?": named, not for sure'
echo 'fence,predicted,unit,work,time,rate,outcome,named,verdict'
sed -nE 's/^([0-9]{2}_[^ ]+) +predicted (.*[^ ]) +seen (.*)  \[(.*)\]$/\1\t\2\t\3\t\4/p' "$@" |
    sort -t $'\t' -k1,1 | awk -F '\t' '{
        sub(/ \(.*/, "", $3) # the message of one that did not run
        words = split($3, word, / +/)
        seen = word[1] == "nothing" ? ",,," : word[1] "," word[3] "," word[5] "," word[7]
        at = word[1] == "nothing" ? 2 : 8
        named = ""
        for (i = at + 1; i <= words; i++)
            named = named (named == "" ? "" : " ") word[i]
        print $1 "," $2 "," seen "," word[at] "," named "," $4
    }'
