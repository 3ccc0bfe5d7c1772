#!/bin/bash
# draw.sh DEVICE FOLDER [WORD]: programs with a mistake of time, each run once under the
# witness and drawn in both languages into FOLDER. A program is a lab's solution with another
# fence; list.txt says which. Chapter 10 shows the pictures.
set -e
device=${1:?gpu or host} folder=${2:?where to} word=${3:-}
here=docs/measured/mistakes
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
make -s DEVICE="$device" build/tare witness "build/$device/libtare.a" build/lab_file \
    "build/compile.$device" >&2
if [ "$device" = gpu ]; then
    name=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)
else
    name="host device on $(nproc) cores of a shared virtual machine"
fi
printf '%s\n' "# device: $name" "# date: $(date +%F)" "# command: $here/draw.sh $device FOLDER" \
    >"$folder/seen.new"
grep -v '^#' $here/list.txt | grep "$word" | while read -r id lab fence size; do
    build/lab_file splice "solutions/$lab/lab.cu" "$fence" >"$work/lab.cu"
    compile=$(sed "s|@IN@|$work/lab.cu|; s|@OUT@|$work/$lab|" "build/compile.$device")
    sh -c "$compile" >&2
    TARE_N=${size:-} build/tare see --device "$device" --trace "$work/trace" "$work/$lab" >/dev/null 2>&1 ||
        true
    for language in en zh; do
        build/tare see --trace "$work/trace" --lang $language \
            --svg "$folder/${id/\//-}.$language.svg" >/dev/null 2>&1 || true
    done
    build/tare see --say --lang en --trace "$work/trace" 2>/dev/null | sed "s|^|$id: |"
done | tee -a "$folder/seen.new"
mv "$folder/seen.new" "$folder/seen.txt"
