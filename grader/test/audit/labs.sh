#!/bin/bash
# labs.sh: audits what the labs print, as shipped and solved. An accused solution fails.
accused=0 named=0 numbers=0 tied=0
audit=$(mktemp) && trap 'rm -f "$audit"' EXIT
for room in shipped solutions; do
    for program in build/host/$room/[0-9]*; do
        [ -x "$program" ] && [ ! -d "$program" ] || continue
        build/tare audit --device host --json "$audit" "$program" >/dev/null 2>&1
        echo "$room $(basename "$program"): $(jq -r '[.numbers[] |
            "\(.text) \(.unit) \(.verdict)\(if .mistake != "" then " " + .mistake else "" end)"] | join("; ")' "$audit")"
        wrong=$(jq '[.numbers[] | select(.verdict == "wrong")] | length' "$audit")
        numbers=$((numbers + $(jq '.numbers | length' "$audit")))
        tied=$((tied + $(jq '[.numbers[] | select(.tied)] | length' "$audit")))
        [ "$room" = solutions ] && accused=$((accused + wrong))
        [ "$room" = shipped ] && [ "$wrong" -gt 0 ] && named=$((named + 1))
    done
done
echo "$numbers numbers, $tied tied; $named labs as shipped called wrong; $accused numbers of solutions accused"
[ "$accused" = 0 ]
