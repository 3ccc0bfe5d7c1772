#!/bin/bash
# Holds each page's English facts against its Chinese ones: those that carry no language.
# Formulas within a sentence may come in another order.
facts=build/book/facts
cut_down() { grep -E $'^(heading|anchor|code|figure)\t' "$1"; grep $'^math\t' "$1" | sort; }
count=0
for english in "$facts"/en.*.facts; do
    page=${english#"$facts/en."}
    chinese=$facts/zh.$page
    [ -e "$chinese" ] || { echo "${page%.facts}: no Chinese page"; continue; }
    if ! different=$(diff <(cut_down "$english") <(cut_down "$chinese")); then
        printf '%s: English (<) and Chinese (>) differ\n%s\n' "${page%.facts}" \
            "$(cut -c1-150 <<<"$different" | head -8)"
    fi
    count=$((count + 1))
done
[ $count -ge 10 ] || echo "only $count pages were compared"
