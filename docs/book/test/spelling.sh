#!/bin/bash
# Words of the English pages, handouts and hints that neither the dictionary nor words.txt knows.
aspell dicts | grep -q "^en_GB$" || echo "aspell has no en_GB"
for page in docs/book/[0-9]*.en.md labs/*/README.md labs/*/hints.en.md README.md; do
    pandoc --from markdown --to plain --wrap=none \
        --lua-filter=docs/book/test/prose.lua "$page" |
        aspell list --lang=en_GB --ignore=2 --encoding=utf-8 2>/dev/null |
        sort -u | grep -vxFf docs/book/words.txt | sed "s|^|$page: |"
done
true
