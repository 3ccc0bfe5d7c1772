#!/bin/sh
# help.sh DEVICE WHY: prints what `make` alone prints. help.sh --own: what `make own-labs` prints. help.sh --near GOAL: says that there is no such goal,
# and which is nearest. The first and the last read the goals from standard input, "group|target|what it does"; what they do
# in Chinese is in help.zh.
rooms=$(dirname "$0")
. "$rooms/words.sh"
[ "$1" != --own ] || { say "$HELP_OWN" && exit; }
if [ "$1" = --near ]; then
    near=$(awk -f "$rooms/nearest.awk" -v name="$2")
    case $2 in
    *[./]*) say "$HELP_NO_FILE" "$2" ;;
    *) [ -n "$near" ] && say "$HELP_NEAREST" "$2" "$near" || say "$HELP_NO_GOAL" "$2" ;;
    esac >&2
    exit 2
fi
goals=$(cat)
[ "$HELP_IN" = en ] || goals=$(printf '%s\n' "$goals" | awk -F'|' 'NR == FNR { says[$1] = $2; next }
    { print $1 "|" $2 "|" ($2 in says ? says[$2] : $3) }' "$rooms/help.$HELP_IN" -)
[ "$2" = "as asked" ] && why=$AS_ASKED || why=$2
say "$HELP_TITLE" && echo
printf '  %s  %s (%s)\n' "$HELP_DEVICE" "$1" "$why"
printf '  %s\n' "$HELP_SET"
for group in learner course staff book developer; do
    title="" first=""
    eval "title=\$HELP_$group"
    [ $group != learner ] || first="demo next predict lab check hint watch see list diff reset"
    printf '%s\n' "$goals" | awk -v group=$group -v title="$title" -v first="$first" -f "$rooms/help.awk"
done
