#!/bin/bash
# Git's merge driver for labs/. The learner's fence stays, and the rest of the file comes from the
# workbook. There is never a conflict: replaced text is kept beside the file. The driver needs no
# built program, so a pull works after `make clean`.
# merge_lab.sh BASE THIS OTHER PATH: the result goes into THIS.
# shellcheck disable=SC2034 # base is read by its name
base=$1 mine=$2 theirs=$3 path=$4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

part() { # the lines inside or outside the fence; without a fence all lines are outside
    awk -v want="$1" '{ mark = $0; gsub(/^[ \t]+|[ \t\r]+$/, "", mark) }
        mark == "// tare: end" { inside = 0 }
        (want == "inside") == inside + 0
        mark == "// tare: begin" { inside = 1 }' "$2"
}
marks() { grep -cE '^[[:space:]]*// tare: (begin|end)[[:space:]]*$' "$1"; }
# The workbook ships every fence as a file, labs/NN_name/shipped.fence: git has an object of
# that text, and no object of a fence that a learner wrote.
shipped() { git cat-file -e "$(part inside "$1" | git hash-object --stdin)" 2>/dev/null; }
fetched() { [ "$(git rev-parse -q --verify "FETCH_HEAD:$path")" = "$(git hash-object "$1")" ]; }
beside() {
    local n=1
    while [ -e "$path.kept-$n" ]; do n=$((n + 1)); done
    cp "$1" "$path.kept-$n" && echo "$path: changed on both sides; the text that gave way is kept in $path.kept-$n" >&2
}

# In a merge THIS is the learner's file; in a rebase, and when a stash comes back, OTHER is.
{ fetched "$mine" || { ! fetched "$theirs" && shipped "$mine" && ! shipped "$theirs"; }; } &&
    mine=$3 theirs=$2
if [ "$(marks "$mine")" != "$(marks "$theirs")" ]; then # one side lost a mark of the fence
    [ "$(marks "$mine")" = 2 ] && whole=$mine other=$theirs || whole=$theirs other=$mine
    beside "$other" && cp "$whole" "$work/merged"
else
    for where in outside inside; do
        for side in base mine theirs; do part $where "${!side}" >"$work/$side.$where"; done
    done
    merge() { # one part
        git merge-file -p "${@:2}" "$work/mine.$1" "$work/base.$1" "$work/theirs.$1" >"$work/$1"
    }
    merge outside || beside "$mine"
    merge outside --theirs
    if cmp -s "$work/mine.inside" "$work/base.inside"; then cp "$work/theirs.inside" "$work/inside"
    elif shipped "$theirs"; then cp "$work/mine.inside" "$work/inside"
    elif ! merge inside; then # both sides are the learner's, from two machines
        beside "$theirs"
        cp "$work/mine.inside" "$work/inside"
    fi
    sed "/^[[:space:]]*\/\/ tare: begin[[:space:]]*$/r $work/inside" "$work/outside" >"$work/merged"
fi
cp "$work/merged" "$2"
