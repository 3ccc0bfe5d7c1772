#!/bin/bash
# A picture for every mistake of the catalogue, as its mistake.txt asks for it: a row that
# figures/mistakes/picture.awk draws, or a trace, on a card where there is one: of a program with
# the mistake (witness), or of its lab as shipped (shipped).
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
trace_named() { # on a card first; nothing where there is none
    local device
    for device in h200 host; do
        [ ! -e "$out/traces/$device/$1.json" ] || { echo "$out/traces/$device/$1.json" && return; }
    done
}

tail -n +2 "$out/mistakes.tsv" | cut -f1-3 | while IFS=$'\t' read -r id picture lab; do
    trace='' device='' date=''
    case $picture in
    shipped) name=${lab}_shipped ;;
    witness*) name=${id/\//-} lab='' ;;
    *) name='' lab='' ;;
    esac
    if [ "$name" ]; then
        trace=$(trace_named "$name")
        [ "$trace" ] || { echo "no picture of $id: no trace $name" >&2; exit 1; }
        device=$(basename "$(dirname "$trace")")
        date=$(sed -n 's/^# date: //p' "$measured/traces/$device.txt")
    fi
    for language in en zh; do
        to=$out/figures/${id/\//-}.$language.svg
        if [ "$trace" ]; then
            build/see --trace "$trace" --lang $language --svg "$to" >/dev/null
        else
            LC_ALL=C.UTF-8 awk -v lang=$language -v id="$id" -v row="$picture" \
                -v runs=build/measured/host/hundred_runs.csv -v translations="$here/mistakes/words.$language.txt" \
                -f $here/svg.awk -f $here/mistakes/picture.awk </dev/null >"$to" || exit 1
        fi
    done
    printf '%s\t%s\t%s\t%s\n' "$id" "$lab" "$device" "$date"
done >"$out/pictures.new" || exit 1
mv "$out/pictures.new" "$out/pictures.tsv"
