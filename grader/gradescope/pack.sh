#!/bin/bash
# pack.sh NN: dist/gradescope-NN.zip, the autograder of one lab.
set -eu
common/make/dist.sh staff >/dev/null
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cp grader/gradescope/{setup.sh,run_autograder} dist/tare-staff.tar.gz "$room/"
echo "$1" >"$room/lab"
(cd "$room" && zip -qX made.zip setup.sh run_autograder lab tare-staff.tar.gz)
mv "$room/made.zip" "dist/gradescope-$1.zip"
echo "dist/gradescope-$1.zip: upload it as the assignment's autograder"
