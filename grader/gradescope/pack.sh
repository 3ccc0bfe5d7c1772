#!/bin/bash
# pack.sh NN: dist/gradescope-NN.zip, the autograder of one lab.
set -eu
# A course packs the staff tree once, for all of its labs: STAFF is that archive.
[ -n "${STAFF:-}" ] || { common/make/dist.sh staff >/dev/null && STAFF=dist/tare-staff.tar.gz; }
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cp grader/gradescope/{setup.sh,run_autograder} "$STAFF" "$room/"
echo "$1" >"$room/lab"
(cd "$room" && zip -qX made.zip setup.sh run_autograder lab tare-staff.tar.gz)
mv "$room/made.zip" "dist/gradescope-$1.zip"
echo "dist/gradescope-$1.zip: upload it as the assignment's autograder"
