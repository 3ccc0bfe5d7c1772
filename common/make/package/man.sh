#!/bin/bash
# man.sh tare.1|hostcc.1|tare.h.3 en|zh VERSION [PROGRAM]: prints this manual page. tare(1) is what `tare man`
# prints, hostcc(1) is hostcc's own --help, and tare.h(3) is the header with its comments. man.zh says in
# Chinese what the last two say; a sentence that it lacks is an error, so that no page goes stale.
set -euo pipefail
page=$1 language=$2 version=$3 rooms=$(dirname "$0")
[ "$page" != tare.1 ] || TARE_LANG=$language exec "$4" man
case $page in
hostcc.1) "$4" --help ;;
tare.h.3) cat "$rooms/../../tare.h" ;;
esac | LC_ALL=C awk -v language="$language" -v version="$version" -v table="$rooms/man.zh" \
    -f "$rooms/man.awk" -f "$rooms/${page%.*}.awk"
