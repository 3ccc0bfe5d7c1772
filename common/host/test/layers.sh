#!/bin/bash
# layers.sh LAYERS OBJECT...: no file of the runtime uses a name of a layer above its own, and no
# two files use each other, neither directly nor through others.
layers=$1 passed=0 failed=0
shift
told() { # WHAT LINES: a failure for every line
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        echo "$2" | sed "s/^/  FAILED  $1: /"
        failed=$((failed + 1))
    fi
}
uses=$(nm -A "$@" | awk '
    { object = $1; sub(/:.*/, "", object); name = $NF; kind = $(NF - 1) }
    kind == "U" { uses[++n] = object " " name }
    kind ~ /^[A-TV-Z]$/ && kind !~ /[VW]/ { owner[name] = object }
    END {
        for (i = 1; i <= n; i++) {
            split(uses[i], use)
            if (use[2] in owner) print use[1], owner[use[2]], use[2]
        }
    }')
[ "$(wc -l <<<"$uses")" -ge 100 ] || told "the objects show few uses" "$(wc -l <<<"$uses")"
told "upward" "$(awk -v layers="$layers" '
    function layer(object, parts, n) { n = split(object, parts, "/"); return at[parts[n - 1]] }
    BEGIN { n = split(layers, name); for (i = 1; i <= n; i++) at[name[i]] = i }
    !layer($1) || layer($1) < layer($2) { print $1, "uses", $3, "of", $2 }' <<<"$uses")"
told "a circle" "$(cut -d' ' -f1,2 <<<"$uses" | tsort 2>&1 >/dev/null)"
echo "host_layers: $passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
