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

check 'both languages build without a warning' make -s -j2 book-quiet
check 'every internal link and anchor resolves' awk -F'\t' -f $here/links.awk $facts/*.facts
check 'both languages have the same headings, code, formulas and figures' $here/same.sh
check 'no anchor is there twice in a page' $here/site.sh twice
check 'no page asks another host for anything' $here/site.sh hosts
check 'no page is larger than 200 kB' $here/site.sh sizes
check 'every figure is there, well-formed, and in the text' $here/site.sh figures
check 'every kept trace says what it said when it was made' $here/site.sh traces
check 'every picture of a trace has a sentence of that trace' $here/site.sh titles
check 'no drawing is kept' $here/site.sh kept
check 'make figures draws the same figures' $here/site.sh redrawn
check 'every data file names device, driver, date and command, and no long one is unpacked' $here/site.sh data
check 'a picture of a factor shows the factor that the grader looks for' $here/site.sh factors
check 'every lab names a chapter that is there' $here/site.sh chapters
check 'every section that a handout names is there' $here/site.sh sections
check 'every make command in the text exists' $here/commands.sh make
for kind in tare options mistakes; do
    if [ -x build/tare ]; then
        check "every $kind: command, option or id in the text exists, and none is missing" \
            $here/commands.sh $kind
    else
        skip "$kind: build/tare is not built"
    fi
done
check 'a stale quotation fails' fails $here/page.sh quote
check 'a quotation that lost a word fails' fails $here/page.sh word
check 'a link to nothing fails' fails $here/page.sh link
check 'a heading without an anchor fails' fails $here/page.sh heading
check 'and the page without these faults builds' $here/page.sh sound
if aspell dicts 2>/dev/null | grep -q '^en_GB$'; then
    check 'English is spelt right' $here/spelling.sh
else
    skip 'spelling: aspell and aspell-en are not installed'
fi
echo "book: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
