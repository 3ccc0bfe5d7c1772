#!/bin/sh
# run_lab.sh PROGRAM LAB DEVICE: runs a lab. When its result was wrong, or it failed, and the device is
# the host device, the last line says what finds out why.
rooms=$(dirname "$0")
# shellcheck source=common/make/words.sh
. "$rooms/words.sh"
"$1"
code=$?
[ $code = 0 ] || [ "$3" != host ] || say "$LAB_CHECKED" "$2"
exit $code
