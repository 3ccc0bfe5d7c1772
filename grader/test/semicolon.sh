#!/bin/bash
# A forgotten semicolon is named by the compiler: statements of the workbook's fences that end with
# ");", without it, one at a time. gcc names a line of the statement, or, behind a declaration, the next.
# EVERY=1: all of them (default: each 25th).
set -u
passed=0 failed=0 number=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export TARE_LANG=en NO_COLOR=1 DEVICE=host

# A line that begins with a * goes on with the one before it, for the compiler: no semicolon is missed there.
statements() { # FILE: the lines of its fence on which such a statement ends
    awk 'ends && !/^[ \t]*\*/ { print ends } { ends = 0 }
        /tare: begin/ { fenced = 1 } /tare: end/ { fenced = 0 }
        fenced && /\);[ \t]*(\/\/.*)?$/ && !/^[ \t]*\/\// { ends = NR }' "$1"
}

around() { # LINE FILE: the lines of the statement that ends there, and the next line with code
    awk -v line="$1" 'NR < line && /[;{}][ \t]*$/ { begin = NR } { code = !/^[ \t]*(\/\/.*)?$/ }
        NR > line && code { while (++begin <= NR) print begin; exit }' "$2"
}

for file in labs/*/lab.cu solutions/*/lab.cu; do
    lab=$(basename "$(dirname "$file")")
    for line in $(statements "$file"); do
        number=$((number + 1))
        [ $((number % ${EVERY:-25})) = 0 ] || continue
        sed "${line}s/;\([ \t]*\(\/\/.*\)\?\)$/\1/" "$file" >"$here/lab.cu"
        build/tare check "${lab%%_*}" "$here/lab.cu" >"$here/said" 2>&1
        named=$(sed -nE "1,/^build/s/^build .*\/lab\.cu:([0-9]+):[0-9]+: expected .*';'.*/\1/p" "$here/said")
        if [ -n "$named" ] && around "$line" "$file" | grep -qx "$named"; then passed=$((passed + 1)); else
            failed=$((failed + 1))
            printf '  FAILED  %s:%s without its semicolon\n' "$file" "$line"
            sed 's/^/          /' "$here/said"
        fi
    done
done
echo "grader_semicolon: $passed passed, $failed failed"
[ $failed = 0 ] && [ $passed -gt 0 ]
