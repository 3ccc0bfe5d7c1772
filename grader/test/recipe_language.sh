#!/bin/bash
# The recipe "add a language", executed in a copy of the tree: the language's name, a file of
# words a room, a line in each room's table; and what is not translated yet is told by a test.
set -u
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_LANG
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
common/make/scratch.sh "$here/tree"
cd "$here/tree" || exit 1
rm -f build/test/grader_words

# 1. The language, and how a locale names it.
sed -i 's/^enum language { ENGLISH, CHINESE, LANGUAGES };/enum language { ENGLISH, CHINESE, GERMAN, LANGUAGES };/' common/base/words.h
sed -i 's/\[CHINESE\] = "zh"}/[CHINESE] = "zh", [GERMAN] = "de"}/' common/base/words.c
# 2. A file of words a room. 3. Its line in the room's table.
rooms=$(git ls-files '*words_en.def' 2>/dev/null || find . -name words_en.def)
expect "there are rooms" 1 "$(($(wc -w <<<"$rooms") > 3))"
for words in $rooms; do
    sed 's/in English/in German/; s/"next: make predict LAB=%s/"weiter: make predict LAB=%s/' "$words" >"${words%en.def}de.def"
    table=$(grep -lF "$(basename "$(dirname "$words")")/words_zh.def\"" "$(dirname "$words")"/*.c)
    expect "one table names the words of $(dirname "$words")" 1 "$(wc -w <<<"$table")"
    awk '/static const char \*const chinese\[/ { keep = 1 } keep { block = block $0 "\n" } { line = $0 }
        /\[CHINESE\] = chinese}/ { sub("chinese}", "chinese, [GERMAN] = german}", line) }
        { print line }
        keep && /^};/ { keep = 0; gsub("chinese", "german", block); sub("_zh", "_de", block); printf "%s", block }' \
        "$table" >"$table.new" && mv "$table.new" "$table"
done
make -s DEVICE=host build/tare build/test/grader_words >"$here/made" 2>&1
built=$?
expect "it builds: $(tail -4 "$here/made")" 0 $built
expect "the program speaks it" 1 "$(TARE_LANG=de build/tare list | grep -c '^weiter: make predict')"
expect "and every room has every text" 0 "$(build/test/grader_words >"$here/said"; echo $?)"

# A text that is missing is told, and is English until then.
sed -i '/WORD(LIST_NEXT/d' grader/learner/words_de.def
make -s DEVICE=host build/tare build/test/grader_words >"$here/made" 2>&1
expect "a missing text is English" 1 "$(TARE_LANG=de build/tare list | grep -c '^next: make predict')"
expect "and the test names it" "1 1" "$(build/test/grader_words >"$here/said"; echo $?) $(grep -c 'next: make predict' "$here/said")"
echo "recipe_language: $passed passed, $failed failed"
[ $failed = 0 ]
