#!/bin/sh
# Writes the book's contents as metadata for pandoc: chapters by their titles, labs by
# their lab.meta. Usage: pages.sh en|zh
book=$1
quoted() { printf '"%s"' "$(printf %s "$1" | sed 's/["\\]/\\&/g')"; }
field() { sed -n "s/^$1 *= *//p" "$2"; }
# The title and the goal of a lab, and of a lab in one language that it is in this one alone.
words() { # FIELD, lab.meta, what follows where the lab is in the other language
    only=$(field languages "$2")
    case $only in en | zh) ;; *) only=$book ;; esac
    [ "$only" = "$book" ] || set -- "$1" "$2" "$3" other
    quoted "$(field "$1.$only" "$2")${4:+$3}"
}
case $book in zh) alone='（只有英文版）' ;; *) alone=' (Chinese only)' ;; esac

cat "docs/book/ui.$book.yaml"
echo "chapters:"
for file in docs/book/[0-9]*."$book".md; do
    page=$(basename "$file" ".$book.md")
    href=$page.html
    number=$(expr "$page" : "0*\([0-9]*\)-")
    [ "$page" = 00-index ] && href=index.html number=
    title=$(sed -n 's/^title: *//p' "$file" | head -1)
    printf -- '- {page: %s, href: %s, number: "%s", source: "%s", title: %s}\n' \
        "$page" "$href" "$number" "$file" "$(quoted "$title")"
done
set -- labs/[0-9]*_*/lab.meta
[ -e "$1" ] || exit 0
echo "labs:"
for file in "$@"; do
    readme=$(dirname "$file")/README.md
    [ -e "$readme" ] || readme=$(dirname "$file")/README.zh-CN.md
    [ -e "$readme" ] || continue
    number=$(field number "$file")
    printf -- '- {page: lab-%s, href: lab-%s.html, number: "%s", source: "%s", chapter: "%s", also: "%s", session: "%s", ' \
        "$number" "$number" "$number" "$readme" "$(field chapter "$file")" "$(field also "$file")" "$(field session "$file")"
    printf 'drawing: "%s", ' "$(field drawing "$file")"
    printf 'title: %s, goal: %s}\n' "$(words title "$file" "$alone")" "$(words goal "$file" "")"
done
