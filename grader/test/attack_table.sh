#!/bin/bash
# docs/attacks.md: every attack, and what came of it at each sandbox level, as root and as an
# ordinary user. attack_table.sh writes it from gradings made now; attack_table.sh check
# says whether its rows are the attacks that there are, and every one of them held.
table=docs/attacks.md
listed=$(build/lab_file list grader/test/attacks/*.fences) || exit 1
attacks() { # name, what it tries, what is expected
    local attack text
    sort -t '#' -k 2n <<<"$listed" | while read -r attack; do
        text=$(build/lab_file fence "$attack")
        printf '%s\t%s\t%s\n' "${attack#*#}" "$(sed -n 's|^// attack: *||p' <<<"$text")" \
            "$(sed -n 's|^// expect: *||p' <<<"$text")"
    done
    printf '00-link\tis a link to a file of the system\tfail\n00-fifo\tis a pipe\tfail\n00-huge\tis two megabytes\tfail\n'
}
if [ "${1:-}" = check ]; then
    wanted=$(attacks | awk -F'\t' '{print "| `" $1 "` | " $2 " | " $3 " |"}' | sort)
    there=$(grep '^| `' $table | cut -d'|' -f1-4 | sed 's/$/|/' | sort)
    held=$(grep '^| `' $table | grep -cE 'BROKE|\| *\|')
    [ "$wanted" = "$there" ] && [ "$held" = 0 ] && exec echo "attack_table: 1 passed, 0 failed, 0 skipped"
    diff <(echo "$wanted") <(echo "$there") | head -20
    echo "  FAILED  $table is not of these attacks, or one of them broke through: make attack-table"
    echo "attack_table: 0 passed, 1 failed, 0 skipped"
    exit 1
fi
room=${ROOM:-$(mktemp -d)} && chmod 755 "$room" # ROOM: of gradings that are there
[ -n "${ROOM:-}" ] || trap 'rm -rf "$room"' EXIT
ordinary() { setpriv --reuid 54321 --regid 54321 --clear-groups env HOME="$room/tree" "$@"; }
[ "$(id -u)" = 0 ] || { echo "attack_table: this wants root: it grades as root and as an ordinary user"; exit 1; }
grade() {
export RECORD=$room/record
# An ordinary user grades in a tree of his own; not meanwhile, or too much is too busy to grade.
cp -a . "$room/tree" && chown -R 54321:54321 "$room/tree"
(cd "$room/tree" && ordinary env RECORD="$room/tree/record" TMPDIR="$room/tree/tmp" \
    sh -c 'mkdir -p tmp && exec grader/test/attacks.sh bwrap landlock') >"$room/said"
grader/test/attacks.sh bwrap user landlock >"$room/said-root"
tail -n 20 "$room/said-root" "$room/said"
awk -F'\t' -v OFS='\t' '{$1 = "root " $1} 1' "$RECORD" >"$room/root"
awk -F'\t' -v OFS='\t' '{$1 = "ordinary " $1} 1' "$room/tree/record" >>"$room/root"
}
[ -e "$room/root" ] || grade
best() { "$@" build/confine --probe | sed -n 's/^best *//p'; }
{
    echo "# Attacks on the grader, and what came of them"
    echo
    echo "Written by \`make attack-table\`, which grades every fence of \`grader/test/attacks/\` as one"
    echo "class at each sandbox level: on the ${DEVICE:-host} device, Linux $(uname -r | cut -d. -f1,2), $(bwrap --version),"
    echo "$(date +%F). *held*: the outcome is the expected one (or *cannot-grade* where the machine"
    echo "was busy and a pass, or no pass, was expected), no point was given for it, and nothing of"
    echo "it was found outside its folder. No process of theirs was left in the end, and the honest"
    echo "submission that is graded after them all did not fail."
    echo
    echo "| who grades | bubblewrap works | level chosen |"
    echo "|---|---|---|"
    mkdir -p "$room/none"
    echo "| root | yes | $(best env) |"
    echo "| root | no | $(best env PATH="$room/none") |"
    echo "| ordinary user | yes | $(best ordinary) |"
    echo "| ordinary user | no | $(best ordinary env PATH="$room/none") |"
    echo
    echo "Where there is no Landlock (before Linux 5.13) and no bubblewrap, nothing is graded without"
    echo "\`--sandbox=none\`. As root, \`landlock\` is never chosen, for \`user\` needs no more than it: it is"
    echo "here as asked for with \`--sandbox landlock\`. \`user\` is root's alone."
    echo
    columns=("root bwrap" "root user" "root landlock" "ordinary bwrap" "ordinary landlock")
    printf '| attack | what it tries | expected |'
    printf ' %s |' "${columns[@]/ /: }"
    printf '\n|---|---|---|---|---|---|---|---|\n'
    attacks | awk -F'\t' -v columns="$(IFS=,; echo "${columns[*]}")" -v record="$room/root" '
        BEGIN { n = split(columns, column, ","); while ((getline line < record) > 0) { split(line, f, "\t"); seen[f[1], f[2]] = f[4] ": " f[3] } }
        { printf "| `%s` | %s | %s |", $1, $2, $3; for (i = 1; i <= n; i++) printf " %s |", seen[column[i], $1]; print "" }'
} >"$room/table"
mv "$room/table" $table
chmod 644 $table
grader/test/attack_table.sh check
