#!/bin/bash
# exams.sh FOLDER MISTAKES ID ...: an exam for each student, proven before it is handed out: each wrong
# row is wrong by the factors of its key and gets its own name, each other row is true, and the solution
# passes. FOLDER/hand-out/ID is what a student gets; FOLDER/keys/ID, with all answers, only the staff
# may read. What is proven stays; run it again for the rest.
set -eu
folder=$1 mistakes=$2 unproven=0
shift 2
export TARE_LANG=en NO_COLOR=1
# Rows against key: unit and work exact, the time on its side, every finding the row's own.
agrees='($key | split("\n")[1:] | map(select(. != "") | split("\t"))) as $rows
    | [.findings[] | {what, mistake}] as $named
    | all($rows[]; . as $k | first($g[0].rows[] | select(.what == $k[0])) as $r
        | ([$named[] | select(.what == $k[0]) | .mistake]) as $mine
        | (($r.unit / ($k[2] | tonumber) - 1) | fabs) < 1e-4 and (($r.work / ($k[3] | tonumber) - 1) | fabs) < 1e-4
        and (if $k[4] == ">2" then $r.time > 2 elif $k[4] == "<0.5" then $r.time < 0.5
             else ($r.time / ($k[4] | tonumber)) as $t | $t > 0.5 and $t < 2 end)
        and (if $k[1] == "true" then $mine == [] else $mine == [$k[1]] end))'
prove() ( # ID
    umask 077
    local exam=$folder/keys/$1 try=0
    while [ $((try += 1)) -le ${TRIES:-4} ]; do
        rm -f "$exam/graded.json" "$exam/solved.json"
        TARE_ROOT=$(realpath "$exam") build/tare check 90 --budget $((20 * try)) --json "$exam/graded.json" >/dev/null 2>&1 || true
        jq -e --arg key "$(cat "$exam/key.txt")" --slurpfile g "$exam/graded.json" "$agrees" "$exam/graded.json" >/dev/null 2>&1 || continue
        TARE_ROOT=$(realpath "$exam") build/tare check 90 "$exam/solutions/90_exam/lab.cu" --budget $((20 * try)) \
            --json "$exam/solved.json" >/dev/null 2>&1 || true
        [ "$(jq -r .outcome "$exam/solved.json")" != pass ] || return 0
    done
    return 1
)
# The paper in each language as a page to print, where pandoc is installed.
page=$(dirname "$0")/../course/page.html
print() { # FOLDER
    command -v pandoc >/dev/null || return 0
    for paper in "$1"/README*.md; do
        language=en
        [ "$paper" = "$1/README.md" ] || language=zh-Hans
        # Its own page has the title, and no link to the other language.
        sed '1d;/^\[/d' "$paper" | pandoc -s -f markdown -t html --template "$page" -M lang=$language -M paper=1 \
            -M title="$(sed -n '1s/^# //p' "$paper")" -o "${paper%.md}.html"
        chmod 644 "${paper%.md}.html"
    done
}
for id; do
    build/tare exam --seed "$id" --mistakes "$mistakes" --minutes "${MINUTES:-60}" --out "$folder" >/dev/null || exit
    [ -e "$folder/hand-out/$id" ] && continue
    if prove "$id"; then
        mkdir -p "$folder/hand-out/$id.new"
        install -m 644 "$folder/keys/$id"/labs/90_exam/{lab.cu,README.md,README.zh-CN.md} "$folder/hand-out/$id.new/"
        print "$folder/hand-out/$id.new"
        mv "$folder/hand-out/$id.new" "$folder/hand-out/$id"
    else
        echo "$id: not proven on this machine; the exam is not handed out"
        unproven=$((unproven + 1))
    fi
done
alike=$(for exam in "$folder"/keys/*/labs/90_exam/lab.cu; do sha256sum <"$exam"; done | sort | uniq -d | wc -l)
echo "$(find "$folder/hand-out" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l) exams are proven and in $folder/hand-out, $unproven are not; $alike are alike"
[ $unproven = 0 ] && [ "$alike" = 0 ] || exit 3
