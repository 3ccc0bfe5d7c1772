#!/bin/bash
# set.sh FOLDER | set.tar.xz [NAME ...]: audits programs whose numbers are known to be true or wrong
# (NAME.cu, NAME.truth), and counts what was tied, named and accused. A false accusation fails.
here=$(dirname "$0") work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
set_of=$1 && shift
[ -d "$set_of" ] || { mkdir "$work/set" && tar -xJf "$set_of" -C "$work/set" && set_of=$work/set; } || exit 2
for truth in "$set_of"/*.truth; do
    name=$(basename "$truth" .truth)
    [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
    build/hostcc "$set_of/$name.cu" -o "$work/program" >"$work/log" 2>&1 ||
        { echo "$name: does not build" && cat "$work/log" && continue; }
    build/tare audit --device host --no-color --lang en --json "$work/audit.json" "$work/program" \
        >"$work/log" 2>&1
    [ $? -le 1 ] || { echo "$name:" && tail -3 "$work/log"; }
    [ -s "$work/audit.json" ] || echo '{"numbers":[]}' >"$work/audit.json"
    jq -r --rawfile truth "$truth" --arg name "$name" -f "$here/set.jq" "$work/audit.json"
    rm -f "$work/audit.json"
done >"$work/all"
column -t -s "$(printf '\t')" "$work/all" 2>/dev/null || cat "$work/all"
awk -F '\t' 'NF >= 6 {n[$6]++; n[$3]++; n["all"]++}
    END {tied = n["tied"] + n["ACCUSED"] + n["suspected"] + n["named"] + n["misnamed"] + n["missed"]
    printf "%d numbers: %d tied, %d untied, %d not read\n", n["all"], tied,
        n["untied"] + n["untied-wrong"], n["unread"]
    printf "%d wrong: %d named right, %d named otherwise, %d missed, %d untied\n", n["wrong"],
        n["named"], n["misnamed"], n["missed"], n["untied-wrong"]
    printf "%d true: %d falsely accused, %d falsely suspected\n", n["true"], n["ACCUSED"],
        n["suspected"]; exit n["ACCUSED"] > 0 || n["all"] == 0}' "$work/all"
