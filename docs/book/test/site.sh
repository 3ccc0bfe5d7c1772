#!/bin/bash
# Checks of the built site that need no more than grep. Usage: site.sh CHECK
export LC_ALL=C.UTF-8
cd build/book || exit 1
case $1 in
twice)
    for page in en/*.html zh/*.html; do
        grep -oE ' id="[^"]+"' "$page" | sort | uniq -d | sed "s|^|$page: twice|"
    done ;;
hosts)
    grep -nE '<(link|script|img|iframe|source|video)[^>]*(https?:)?//[a-z]' en/*.html zh/*.html
    grep -nE 'url\(|@import|https?:' style.css script.js
    true ;;
sizes)
    find . -name '*.html' -size +200k -print
    [ "$(find . -name '*.html' | wc -l)" -ge 20 ] || echo 'fewer than 20 pages' ;;
figures)
    for figure in figures/*.svg; do
        xmllint --noout "$figure"
        grep -q "$figure" ./??/*.html || echo "$figure: in no page"
    done
    grep -ohE 'src="\.\./[^"]+\.svg"' en/*.html zh/*.html | sed 's/.*\.\.\///; s/"//' | sort -u |
        while read -r figure; do [ -s "$figure" ] || echo "$figure: not there"; done ;;
data)
    for file in ../../docs/measured/*/*.csv; do
        for field in device driver date command; do
            grep -q "^# $field: ." "$file" || echo "${file#../../}: no $field"
        done
    done ;;
chapters)
    sed -n 's/^chapter *= *//p' ../../labs/*/lab.meta | sort -u | while read -r chapter; do
        ls en/[0-9][0-9]-"$chapter".html >/dev/null 2>&1 || echo "no chapter: $chapter"
    done ;;
sections) # what a handout names in quotation marks after "This workbook"
    cd ../..
    for readme in labs/*/README.md labs/*/README.zh-CN.md; do
        tr "\n" " " <"$readme" | grep -oE "(- This workbook|- 本书)[^#]*" |
            sed -E "s/ - .*//2; s/  +/ /g" | grep -oE '"[^"]+"|“[^”]+”' | sed 's/“//g; s/”//g; s/"//g' |
            while read -r name; do
                grep -qE "^(##+|title:) $name( \{|$)" docs/book/[0-9]*.md ||
                    echo "$readme names a section that is not there: $name"
            done
    done ;;
*) echo "no such check: $1" ;;
esac
