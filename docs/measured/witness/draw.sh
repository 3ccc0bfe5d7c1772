#!/bin/bash
# draw.sh DEVICE FOLDER: every lab as shipped and as solved, run once under the witness and
# drawn into FOLDER in both languages, with one line each of what the stopwatch saw.
set -e
device=${1:?gpu or host} folder=${2:?where to}
labs=$(cd labs && ls -d [0-9]*)
tare=${TARE:-build/tare} # or build/see, which needs no package
mkdir -p "$folder" && traces=$(mktemp -d) && trap 'rm -rf "$traces"' EXIT
make -s DEVICE="$device" "$tare" witness build/"$device"/libtare.a >&2
for lab in $labs; do
    for kind in shipped solutions; do
        program=build/$device/$kind/$lab name=${lab%%_*}_${kind/solutions/solved}
        make -s DEVICE="$device" "$program" >&2 || { echo "$name | did not build"; continue; }
        trace=$traces/$name.json
        "$tare" see --device "$device" --trace "$trace" "$program" >"$traces/out" 2>&1 ||
            { echo "$name | ended with $?"; tail -3 "$traces/out" >&2; }
        for language in en zh; do
            "$tare" see --trace "$trace" --lang $language \
                --svg "$folder/$name.$language.svg" >/dev/null 2>&1 || true
        done
        "$tare" see --say --lang en --trace "$trace" 2>/dev/null | sed "s/^/$name | /"
    done
done | tee "$folder/seen.txt"
