#!/bin/bash
# A picture for every mistake of the catalogue: figures/mistakes/picture.awk draws it, or it is
# drawn of a trace, on a card where there is one, of a program with that mistake.
# Usage: pictures.sh OUT; writes OUT/figures/ID.LANG.svg and OUT/pictures.tsv (id, lab, device,
# date; all but the id empty where no trace was drawn).
set -e -o pipefail
out=$1 here=docs/book/figures measured=docs/measured
mkdir -p "$out/figures"
rm -rf "$out/traces"
for device in h200 host; do
    mkdir -p "$out/traces/$device"
    tar -C "$out/traces/$device" -xJf $measured/traces/$device.tar.xz
done
lab_of() { grep -lx "mistake *= *$1" labs/*/lab.meta | sed 's|labs/\([0-9]*\)_.*|\1|; q'; } # the first of them
trace_of() { # ID: its trace, on a card first; nothing where there is none
    local device trace
    for device in h200 host; do
        for trace in "$out/traces/$device/${1/\//-}.json" "$out/traces/$device/$(lab_of "$1")_shipped.json"; do
            [ ! -e "$trace" ] || { echo "$trace" && return; }
        done
    done
}

cut -f1 "$out/mistakes.tsv" | while read -r id; do
    trace='' lab='' device='' date=''
    if ! grep -q "^$id *|" $here/mistakes/pictures.txt; then
        trace=$(trace_of "$id")
        [ "$trace" ] || { echo "no picture of $id" >&2; exit 1; }
        device=$(basename "$(dirname "$trace")")
        date=$(sed -n 's/^# date: //p' "$measured/traces/$device.txt")
        lab=$(basename "$trace" | sed -n 's/^\([0-9]*\)_shipped.json$/\1/p')
    fi
    for language in en zh; do
        to=$out/figures/${id/\//-}.$language.svg
        if [ "$trace" ]; then
            build/see --trace "$trace" --lang $language --svg "$to" >/dev/null
        else
            LC_ALL=C.UTF-8 awk -v lang=$language -v id="$id" -v runs=build/measured/host/hundred_runs.csv \
                -f $here/svg.awk -f $here/mistakes/picture.awk $here/mistakes/pictures.txt >"$to"
        fi
    done
    printf '%s\t%s\t%s\t%s\n' "$id" "$lab" "$device" "$date"
done >"$out/pictures.new" || exit 1
mv "$out/pictures.new" "$out/pictures.tsv"
