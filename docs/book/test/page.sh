#!/bin/bash
# Builds one small page with one fault, to see the build notice it. Usage: page.sh FAULT
dir=build/book/test
mkdir -p "$dir"
page=docs/book/99-test.en.md # where it would stand; it is read from elsewhere
include='include="common/tare.h" part="tare_now" has="host"' link=02-time.en.md#events id='{#h}'
case $1 in
quote) include='include="common/tare.h" part="tare_gone"' ;;
word) include='include="common/tare.h" part="tare_now" has="no such word"' ;;
link) link=02-gone.en.md#events ;;
heading) id= ;;
esac
# shellcheck disable=SC2016 # backquotes of Markdown
printf -- '---\ntitle: t\n---\n## H %s\n\n[l](%s)\n\n```{.c %s}\n```\n' "$id" "$link" "$include" \
    >"$dir/page.md"
LUA_PATH='docs/book/?.lua' pandoc --from markdown-auto_identifiers --fail-if-warnings \
    --lua-filter=docs/book/book.lua --template=docs/book/template.html \
    --metadata-file=build/book/en.yaml -M book=en -M page=99-test -M source=$page \
    -M out=build/book -M target=x -M facts="$dir/page" "$dir/page.md" -o "$dir/page.html"
