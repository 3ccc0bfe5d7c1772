#!/bin/bash
# A picture for every mistake of the catalogue: drawn by figures/mistakes/picture.awk, else
# what the witness saw of a program that makes it, on a card where there is one.
# Usage: pictures.sh OUT; writes OUT/figures/ID.LANG.svg and OUT/pictures.tsv (id, lab,
# device, date; all but the id empty where the picture is drawn).
set -e -o pipefail
out=$1 here=docs/book/figures measured=docs/measured
mkdir -p "$out/figures"
lab_of() { grep -lx "mistake *= *$1" labs/*/lab.meta | sed 's|labs/\([0-9]*\)_.*|\1|'; }
# The date that a folder's README or seen.txt gives for a device.
day() { awk -v RS= -v device="$2" 'index($0, device) && match($0, /20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]/) {
    print substr($0, RSTART, 10); exit }' "$1"; }

cut -f1 "$out/mistakes.tsv" | while read -r id; do
    name=${id/\//-} from='' lab='' device='' date=''
    if ! grep -q "^$id *|" $here/mistakes/pictures.txt; then
        for device in h200 host; do
            from=$measured/mistakes/$device/$name
            [ -e "$from.en.svg" ] && date=$(day "${from%/*}/seen.txt" date) && break
            lab=$(lab_of "$id") from=$measured/witness/$device/${lab}_shipped
            [ -e "$from.en.svg" ] && date=$(day $measured/witness/README.md "$device/") && break
            from=
        done
        [ "$from" ] || { echo "no picture of $id" >&2; exit 1; }
        [ "${from%"$name"}" = "$from" ] || lab=
    fi
    for language in en zh; do
        to=$out/figures/$name.$language.svg
        if [ "$from" ]; then
            cp "$from.$language.svg" "$to"
        else
            LC_ALL=C.UTF-8 awk -v lang=$language -v id="$id" -v runs=$measured/host/hundred_runs.csv \
                -f $here/svg.awk -f $here/mistakes/picture.awk $here/mistakes/pictures.txt >"$to"
        fi
    done
    printf '%s\t%s\t%s\t%s\n' "$id" "$lab" "${from:+$device}" "$date"
done >"$out/pictures.new" || exit 1
mv "$out/pictures.new" "$out/pictures.tsv"
