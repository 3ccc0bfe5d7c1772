#!/bin/bash
# hide.sh ARCHIVE PUBLIC PRIVATE...: the functions and variables that only the PRIVATE headers name get a dot
# in their names within ARCHIVE, so that a program that is linked with it cannot call them by name. PUBLIC:
# a header or a folder of headers.
set -euo pipefail
export LC_ALL=C
archive=$1 public=$2
shift 2
list=$(mktemp)
trap 'rm -f "$list"' EXIT
words() { grep -rhow '[a-z][a-z0-9_]*' "$@" | sort -u; }
nm -g --defined-only "$archive" | awk 'NF == 3 && $3 ~ /^[a-z][a-z0-9_]*$/ {print $3}' | sort -u |
    comm -12 - <(words "$@") | comm -23 - <(words "$public") | sed 's/.*/& hidden.&/' >"$list"
[ -s "$list" ] || { echo "hide.sh: $archive: no name of these headers is there: $*" >&2; exit 1; }
objcopy --redefine-syms="$list" "$archive"
