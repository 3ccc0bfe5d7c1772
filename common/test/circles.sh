#!/bin/bash
# circles.sh NAME OBJECT...: no object file uses a name of a file that uses its own, directly or
# through others.
name=$1
shift
uses=$(nm -A "$@" | awk '
    { object = $1; sub(/:.*/, "", object); symbol = $NF; kind = $(NF - 1) }
    kind == "U" { uses[++n] = object " " symbol }
    kind ~ /^[BCDRT]$/ { owner[symbol] = object }
    END {
        for (i = 1; i <= n; i++) {
            split(uses[i], use)
            if (use[2] in owner) print use[1], owner[use[2]]
        }
    }')
[ -n "$uses" ] || { echo "  FAILED  the objects show no use of each other"; bad=1; }
circles=$(tsort <<<"$uses" 2>&1 >/dev/null)
[ -z "$circles" ] || { sed 's/^/  FAILED  a circle: /' <<<"$circles"; bad=1; }
echo "$name: $((1 - ${bad:-0})) passed, ${bad:-0} failed, 0 skipped"
exit "${bad:-0}"
