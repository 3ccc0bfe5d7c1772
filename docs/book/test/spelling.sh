#!/bin/bash
# Words of the English pages, handouts, hints and mistakes that neither the dictionary nor
# words.txt knows.
aspell dicts | grep -q "^en_GB$" || echo "aspell has no en_GB"
unknown() { # NAME, its Markdown on standard input
    pandoc --from markdown --to plain --wrap=none --lua-filter=docs/book/test/prose.lua |
        aspell list --lang=en_GB --ignore=2 --encoding=utf-8 2>/dev/null |
        sort -u | grep -vxFf docs/book/words.txt | sed "s|^|$1: |"
}
for page in docs/book/[0-9]*.en.md labs/*/README.md labs/*/hints.en.md README.md; do
    unknown "$page" <"$page"
done
for mistake in grader/mistakes/*/*/mistake.txt; do # without the code in them
    sed -nE '/^\[en\]/,/^\[zh\]/{ /^\[/d; s/\b(cuda[A-Z]\w*|sizeof|uint64_t)//g; s/^[a-z]*: /\n/p; s/^ //p }' \
        "$mistake"
done | unknown grader/mistakes
true
