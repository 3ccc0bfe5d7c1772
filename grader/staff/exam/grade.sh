#!/bin/bash
# grade.sh FOLDER DIR: grades DIR/ID/lab.cu, each against its own exam FOLDER/keys/ID, in the sandbox, and
# prints a line for each. Results and pages stay in FOLDER/results, which only the staff may read.
set -eu
folder=$(realpath "$1") handed_in=$(realpath "$2") code=0
mkdir -p "$folder/results"
chmod 700 "$folder/results"
for exam in "$folder"/keys/*/labs/90_exam; do
    id=$(basename "$(dirname "$(dirname "$exam")")")
    [ -e "$handed_in/$id/lab.cu" ] || { printf '%s\tnot handed in\n' "$id"; continue; }
    room=$(mktemp -d)
    mkdir "$room/$id" && cp -P "$handed_in/$id/lab.cu" "$room/$id/"
    TARE_ROOT=$folder/keys/$id build/tare class "$room" --lab 90 --again --quiet --results "$folder/results/$id" \
        --json "$room/all.json" --html "$folder/results/pages" >"$room/said" 2>&1 || true
    jq -r --arg id "$id" '.gradings[0] | "\($id)\t\(.outcome)\t\(.points // "-") of \(.max_points // "-")"' "$room/all.json" 2>/dev/null ||
        { printf '%s\tcannot grade\t%s\n' "$id" "$(tail -1 "$room/said")"; code=3; }
    rm -rf "$room"
done
for name in "$handed_in"/*/; do
    [ -d "$name" ] || continue
    [ -d "$folder/keys/$(basename "$name")/labs" ] || { echo "$(basename "$name"): no exam was made for this id"; code=3; }
done
exit $code
