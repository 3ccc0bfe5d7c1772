# words.sh: what the scripts of this folder say, in the language that common/base/words.h chooses. $rooms
# is the path of this folder.
# shellcheck shell=sh disable=SC2154
. "$rooms/words_en.sh"
case ${TARE_LANG:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in
zh | zh[-_.@]*) . "$rooms/words_zh.sh" ;;
esac
# shellcheck disable=SC2059 # the words are formats
say() { printf "$@" && echo; }
