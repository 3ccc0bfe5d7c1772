#!/bin/bash
# Builds the book and checks it by the facts that the filter wrote down for each page.
here=docs/book/test facts=build/book/facts
passed=0 failed=0 skipped=0
unset MAKEFLAGS MFLAGS MAKELEVEL # a jobserver of the make above is not ours

check() { # what, command...: passes when the command says nothing and succeeds
    local said
    if said=$("${@:2}" 2>&1) && [ -z "$said" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf "  FAILED  %s\n" "$1"
        head -30 <<<"$said" | while IFS= read -r line; do echo "          $line"; done
    fi
}
skip() { skipped=$((skipped + 1)); echo "  skipped $1"; }
fails() { ! "$@" >/dev/null 2>&1 || echo "this must fail, and did not: $*"; }

# ---- the text: each of these says what is wrong, or nothing ---------------------------------

# Every link of every page leads to an anchor of the same language.
links() {
    awk -F'\t' '
        FNR == 1 { split(FILENAME, path, "/"); file = path[length(path)]; language = substr(file, 1, 2) }
        $1 == "anchor" { there[language, $2] = 1 }
        $1 == "link" { wanted[language, $2] = file; looked++ }
        END {
            for (key in wanted) if (!(key in there)) {
                split(key, part, SUBSEP)
                print wanted[key] ": no such anchor: " part[2]
            }
            if (looked < 50) print "only " looked + 0 " links were looked at"
        }' $facts/*.facts
}

# What a lab teaches is said after its pass; the pages have its goal.
untold() {
    local lab language pages
    for language in en zh; do
        pages=$(cat build/book/$language/*.html | sed "s/’/'/g")
        for lab in $(build/tare lab all number); do
            [[ $pages != *"$(build/tare lab "$lab" teaches.$language)"* ]] || echo "$language: a page says what lab $lab teaches"
            [[ $pages == *"$(build/tare lab "$lab" goal.$language)"* ]] || echo "$language: no page has the goal of lab $lab"
        done
    done
}

# Facts that carry no language; formulas within a sentence may come in another order.
without_language() { grep -E $'^(heading|anchor|code|figure)\t' "$1"; grep $'^math\t' "$1" | sort; }
both_languages() {
    local english chinese page different count=0
    for english in $facts/en.*.facts; do
        page=${english#"$facts/en."} chinese=$facts/zh.${english#"$facts/en."}
        [ -e "$chinese" ] || { echo "${page%.facts}: no Chinese page"; continue; }
        if ! different=$(diff <(without_language "$english") <(without_language "$chinese")); then
            printf '%s: English (<) and Chinese (>) differ\n%s\n' "${page%.facts}" \
                "$(cut -c1-150 <<<"$different" | head -8)"
        fi
        count=$((count + 1))
    done
    [ $count -ge 10 ] || echo "only $count pages were compared"
}

# Commands and ids in the text against what make and build/tare know.
missing() { # kind, known names, names in the text
    comm -13 <(sort -u <<<"$2") <(sort -u <<<"$3") | sed "/^\$/d; s/^/in the text, but no $1: /"
}
in_text() { grep -hP "^command\t$1 " $facts/*.facts | cut -f2- | awk '{print $2}' | grep -v =; }
known_make() { # make help lists most; make itself knows the rest
    local name listed
    listed=$(make -s help | awk '$1 == "make" {print $2}')
    for name in $(comm -13 <(sort -u <<<"$listed") <(in_text make | sort -u)); do
        make -n "$name" 2>&1 | grep -q 'there is no goal' && echo "in the text, but no make target: $name"
    done
    true
}
known_tare() { missing 'subcommand of tare' "$(build/tare help 2>&1 | grep -oE '[a-z]+' | sort -u)" "$(in_text tare)"; }
known_options() { # every --option of a tare command in the text, against that command's --help
    local sub rest help option
    grep -hP '^command\ttare ' $facts/*.facts | cut -f2- | sort -u | while read -r _ sub rest; do
        help=$(build/tare "$sub" --help 2>&1) || continue # the library's: another program's
        for option in $(grep -oE -- '--[a-z0-9-]+' <<<"$rest"); do
            grep -qE -- "$option([^a-z0-9-]|$)" <<<"$help" || echo "tare $sub has no $option"
        done
    done
}
known_mistakes() {
    local known language entries
    known=$(build/tare mistakes --json | jq -r '.. | .id? // empty' | sort -u)
    for language in en zh; do
        entries=$(grep -hP '^anchor\t10-mistakes#[a-z]+-' $facts/$language.10-mistakes.facts |
            sed 's/.*#//; s/-/\//')
        missing 'mistake' "$known" "$entries"
        comm -23 <(sort <<<"$known") <(sort -u <<<"$entries") | sed 's/^/no entry for /'
        missing 'mistake' "$known" "$(grep -hP '^mistake\t' $facts/$language.*.facts | cut -f2)"
    done
    [ "$(wc -l <<<"$known")" -ge 50 ] || echo 'the grader knows fewer than 50 mistakes'
}

# The pictures without their lines: a roofline once lost its roof, and nobody noticed.
without_its_lines() {
    rm -rf build/book/test/figures && mkdir -p build/book/test/figures
    for svg in build/book/figures/*.svg; do sed 's/class="[^"]*"//g' "$svg" >"build/book/test/figures/${svg##*/}"; done
    [ -z "$($here/site.sh captions test/figures)" ]
}

# One small page with one fault, to see the build notice it.
page_with() { # FAULT
    local dir=build/book/test page=docs/book/99-test.en.md # where it would stand; it is read from elsewhere
    local include='include="common/tare.h" part="tare_now" has="host"' link=02-time.en.md#events id='{#h}'
    local span='12<!--=100*host.weighed[strided 8].load_efficiency--> [dram]{.metrics of="dram_read"}'
    mkdir -p "$dir"
    case $1 in
    quote) include='include="common/tare.h" part="tare_gone"' ;;
    word) include='include="common/tare.h" part="tare_now" has="no such word"' ;;
    link) link=02-gone.en.md#events ;;
    heading) id= ;;
    metric) span='[]{.metrics of="line_read"}' ;;
    esac
    # shellcheck disable=SC2016 # backquotes of Markdown
    printf -- '---\ntitle: t\n---\n## H %s\n\n[l](%s) %s\n\n```{.c %s}\n```\n' "$id" "$link" "$span" "$include" \
        >"$dir/page.md"
    LUA_PATH='docs/book/?.lua' pandoc --from markdown-auto_identifiers --fail-if-warnings \
        --lua-filter=docs/book/book.lua --template=docs/book/template.html \
        --metadata-file=build/book/en.yaml -M book=en -M page=99-test -M source=$page \
        -M out=build/book -M target=x -M facts="$dir/page" "$dir/page.md" -o "$dir/page.html"
}

# A drawing with one fault, to see its tool notice it; the fault's words are wide in both languages.
draws() { # a line of a drawing
    printf 'says | a | 甲\nsize 300 100\nbox 20 20 100 40 b | inside | 里面\n%s\n' "$1" |
        LC_ALL=C awk -v lang="${2:-en}" -f docs/book/figures/svg.awk -f docs/book/drawings/draw.awk >/dev/null
}

# Words of the English pages, handouts, hints and mistakes that neither the dictionary nor
# words.txt knows.
unknown_words() { # NAME, its Markdown on standard input
    pandoc --from markdown --to plain --wrap=none --lua-filter=$here/prose.lua |
        aspell list --lang=en_GB --ignore=2 --encoding=utf-8 2>/dev/null |
        sort -u | grep -vxFf docs/book/words.txt | sed "s|^|$1: |"
}
spelling() {
    local page mistake
    for page in docs/book/[0-9]*.en.md labs/*/README.md labs/*/hints.en.md README.md; do
        unknown_words "$page" <"$page"
    done
    for mistake in grader/mistakes/*/*/mistake.txt; do # without the code in them
        sed -nE '/^\[en\]/,/^\[zh\]/{ /^\[/d; s/\b(cuda[A-Z]\w*|sizeof|uint64_t)//g; s/^[a-z]*: /\n/p; s/^ //p }' \
            "$mistake"
    done | unknown_words grader/mistakes
    true
}

# ---- all of them ----------------------------------------------------------------------------

check 'both languages build without a warning' make -s -j2 book-quiet
check 'every internal link and anchor resolves' links
check 'no page tells what a lab teaches, and the lists of labs have its goal' untold
check 'both languages have the same headings, code, formulas and figures' both_languages
check 'no anchor is there twice in a page' $here/site.sh twice
check 'no page asks another host for anything' $here/site.sh hosts
check 'no page is larger than 120 kB' $here/site.sh sizes
check 'every figure is there, well-formed, and in the text' $here/site.sh figures
check 'every kept trace says what it said when it was made' $here/site.sh traces
check 'every picture of a trace has a sentence of that trace' $here/site.sh titles
check 'no drawing is kept' $here/site.sh kept
check 'make figures draws the same figures' $here/site.sh redrawn
check 'every data file names device, driver, date and command, and no long one is unpacked' $here/site.sh data
check 'a line that a caption names is in its picture' $here/site.sh captions
check 'and is missed where it is not' fails without_its_lines
check 'a sound drawing is drawn' draws 'text 150 80 start | beside | 旁边' zh
check 'a word wider than its box is refused' fails draws 'box 200 20 60 40 b | too wide for it | 太宽了'
check 'and in Chinese' fails draws 'box 200 20 60 40 b | short | 这里的字太宽了' zh
check 'a word outside of the picture is refused' fails draws 'text 280 80 start | outside | 外面'
check 'words over each other are refused' fails draws 'text 30 48 start | inside | 里面'
check 'a word over the edge of a box is refused' fails draws 'text 100 80 start | a | 甲
box 90 70 100 5 0'
check 'a word without Chinese is refused' fails draws 'text 150 80 start | beside' zh
check 'every page of a lab shows a drawing' $here/site.sh drawings
check 'a picture of a factor shows the factor that the grader looks for' $here/site.sh factors
check 'every lab names a chapter that is there' $here/site.sh chapters
check 'every section that a handout names is there' $here/site.sh sections
check 'every make command in the text exists' known_make
for kind in tare options mistakes; do
    if [ -x build/tare ]; then
        check "every $kind: command, option or id in the text exists, and none is missing" \
            "known_$kind"
    else
        skip "$kind: build/tare is not built"
    fi
done
check 'a stale quotation fails' fails page_with quote
check 'a quotation that lost a word fails' fails page_with word
check 'a link to nothing fails' fails page_with link
check 'a heading without an anchor fails' fails page_with heading
check 'a measure that no metric of ncu adds up to fails' fails page_with metric
check 'and the page without these faults builds' page_with sound
check 'and has its number' grep -q ' 12 ' build/book/test/page.html
check 'and not the mark of it' fails grep -q '<!--=' build/book/test/page.html
if aspell dicts 2>/dev/null | grep -q '^en_GB$'; then
    check 'English is spelt right' spelling
else
    skip 'spelling: aspell and aspell-en are not installed'
fi
echo "book: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
