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
    find . -name '*.html' -size +120000c -print
    [ "$(find . -name '*.html' | wc -l)" -ge 20 ] || echo 'fewer than 20 pages' ;;
figures)
    for figure in figures/*.svg; do
        xmllint --noout "$figure"
        grep -q "$figure" ./??/*.html || echo "$figure: in no page"
    done
    grep -ohE 'src="\.\./[^"]+\.svg"' en/*.html zh/*.html | sed 's/.*\.\.\///; s/"//' | sort -u |
        while read -r figure; do [ -s "$figure" ] || echo "$figure: not there"; done ;;
captions) # a line that a caption names is in its picture. Usage: site.sh captions [FIGURES]
    looked=0
    while read -r words thing; do
        for figure in $(grep -hE "^!\[.*($words)" ../../docs/book/[0-9]*.md ../../labs/*/README*.md |
            sed 's/.*(figures\/\(.*\)\.svg).*/\1/' | sort -u); do
            for svg in "${2:-figures}/$figure".{en,zh}.svg; do
                looked=$((looked + 1))
                grep -qE "$thing" "$svg" || echo "$svg: its caption says $words, and it holds no $thing"
            done
        done
    done <<'END'
dashed|虚线 class="mark"
flat.roof|平屋顶|平顶 class="l1.flat"
ridge|脊点 >(ridge|脊点)
END
    [ $looked -ge 4 ] || echo "only $looked captions name a line" ;;
drawings) # every lab's page shows a drawing
    for page in en/lab-*.html zh/lab-*.html; do
        shown=$(grep -oE 'figures/[a-z-]+\.(en|zh)\.svg' "$page" | sed 's/.*\///; s/\...\.svg//' | sort -u)
        for name in $shown; do [ ! -e "../../docs/book/drawings/$name.txt" ] || continue 2; done
        echo "$page: no drawing; a line \"drawing = NAME\" of its lab.meta names one of docs/book/drawings"
    done
    [ "$(find . -name 'lab-*.html' | wc -l)" -ge 40 ] || echo 'fewer than 40 pages of labs' ;;
factors) # "unit = 10^9 / 2^30 = 0.9313" in the mistake's proof, 0.9313 in its picture
    awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        match($at["proof_en"], /= [0-9.\/]+(,|$)/) && $at["picture"] ~ /^bars.*reported/ {
            v = substr($at["proof_en"], RSTART + 2); sub(/,.*/, "", v); split(v, part, "/")
            factor = part[2] ? part[1] / part[2] : v
            split($at["picture"], cell, / *[|] */); split(cell[3], part, / *~ */); looked++
            if (part[2] != factor) print $1 ": " part[2] " in the picture, " factor " in the proof"
        }
        END { if (looked < 8) print "only " looked " were compared" }' mistakes.tsv ;;
data)
    sed -n "s|^# data: *||p" ../../docs/book/figures/*.awk | tr " " "\n" | grep -vx /dev/null | while read -r file; do # a drawing has none
        [ -s "../../$file" ] || [ -s "../../$file.xz" ] || echo "$file: a figure wants it"
    done
    sed -n 's/:$//p' facts/*.d | sort -u | while read -r file; do
        [ -s "../../$file" ] || echo "$file: a page quotes it" # make builds no page again for a file that is gone
    done
    for file in ../../docs/measured/*/*.csv ../../docs/measured/*/*.csv.xz; do
        for field in device driver date command; do
            xz -dcf "$file" | grep "^# $field: ." >/dev/null || echo "${file#../../}: no $field"
        done
    done
    find ../../docs/measured -name '*.csv' -size +0 -exec wc -l {} + | awk '$1 > 100 && $2 != "total" {
        print $2 ": " $1 " lines: pack it, xz -9e" }' ;;
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
traces) # what the drawer says of each trace today is what was written down when it was made
    looked=0
    for device in h200 host; do
        said=../../docs/measured/traces/$device.txt
        for trace in "traces/$device"/*.json; do
            name=$(basename "$trace" .json) looked=$((looked + 1))
            diff <(grep "^$name | " "$said") \
                <(../see --say --lang en --trace "$trace" | sed "s/^/$name | /") || echo "$device: $name"
        done
        for field in device driver date command; do
            grep -q "^# $field: ." "$said" || echo "$device.txt: no $field"
        done
    done
    [ $looked -ge 50 ] || echo "only $looked traces" ;;
titles) # a picture of a trace has a sentence of that trace
    looked=0
    while IFS='|' read -r id lab device _; do
        [ "$device" ] || continue
        name=${id/\//-} looked=$((looked + 1))
        title=$(sed -n 's|.*<title>\(.*\)</title>.*|\1|p' "figures/$name.en.svg" | sed "s/&#39;/'/g")
        [ -z "$lab" ] || name=${lab}_shipped
        grep "^$name | " "../../docs/measured/traces/$device.txt" | grep -qF -- "$title" ||
            echo "$id: $title"
    done < <(tr '\t' '|' <pictures.tsv)
    [ $looked -ge 15 ] || echo "only $looked pictures" ;;
kept) # data is kept, not its drawing
    git ls-files '../../docs/measured/*.svg' ;;
redrawn)
    cd ../..
    make -s figures BOOK_OUT=build/figures_anew >/dev/null
    diff -rq build/book/figures build/figures_anew/figures
    rm -rf build/figures_anew ;;
*) echo "no such check: $1" ;;
esac
