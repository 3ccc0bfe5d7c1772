#!/bin/bash
# The measured numbers of everything that people read, against docs/measured: numbers.awk does the work.
# Usage: numbers.sh check: says which differ, and which are typed by hand.  numbers.sh fill: writes them anew.
set -eu
shopt -s nullglob
here=docs/book
texts=("$here"/[0-9]*.md labs/*/{README,hints}*.md labs/*/lab.meta grader/mistakes/*/*/mistake.txt grader/staff/key/key.*.md "$here"/drawings/*.txt README.md docs/README.zh-CN.md)

# A number stands in both languages or in none.
pairs() {
    local english chinese
    for english in "${texts[@]}"; do
        chinese=${english/.en.md/.zh.md}
        case $english in
        README.md) chinese=docs/README.zh-CN.md ;;
        labs/*/README.md) chinese=${english%.md}.zh-CN.md ;;
        labs/*/hints.en.md) chinese=${english%.en.md}.zh-CN.md ;;
        esac
        [ "$chinese" != "$english" ] || continue
        [[ -e $chinese || $english != labs/* ]] || continue # a lab in one language
        diff <(marks "$english") <(marks "$chinese") |
            sed -n "s|^< |$chinese: lacks what $english has: |p; s|^> |$english: lacks what $chinese has: |p"
    done
}
marks() { { grep -oE '[0-9.]+<!--=[^>]*-->|^<!--= .*' "$1" || true; } | sort; }

case ${1:-} in
check)
    different=$(pairs)
    [ -z "$different" ] || echo "$different" >&2
    LC_ALL=C awk -f $here/numbers.awk "${texts[@]}" && [ -z "$different" ]
    ;;
fill)
    status=0
    LC_ALL=C awk -v fill=1 -f $here/numbers.awk "${texts[@]}" || status=$?
    for text in "${texts[@]}"; do
        if [ $status != 0 ] || cmp -s "$text" "$text.filled"; then
            rm -f "$text.filled"
        else
            mv "$text.filled" "$text"
            echo "$text"
        fi
    done
    exit $status
    ;;
*)
    echo "numbers.sh: wants check or fill" >&2
    exit 2
    ;;
esac
