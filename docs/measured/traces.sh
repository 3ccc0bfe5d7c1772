#!/bin/bash
# traces.sh DEVICE ARCHIVE [WORD]: runs every lab as shipped and as solved, and every fence that a
# mistake.txt has for its picture, under the witness, and keeps what the witness wrote:
#
#   ARCHIVE.tar.xz   the traces, one a program
#   ARCHIVE.txt      device, driver, date, command; then what `see --say` says of each trace
#
# A program that does not show what is asked of it runs again, five times at most; its
# trace is then left out. A trace of more than a megabyte is left out too, and its sentence stays:
# it holds the thousand runs of the library's own stopwatch, and its picture shows no mistake.
# With WORD only programs whose name has WORD run, and the traces of the others stay as they are.
# Needs make, a compiler for DEVICE and tar; xz may pack ARCHIVE.tar later, on another machine.
#
#   docs/measured/traces.sh host docs/measured/traces/host
#   docs/measured/traces.sh gpu docs/measured/traces/h200
set -e -o pipefail
device=${1:?gpu or host} archive=${2:?where to} word=${3:-}
here=docs/measured tries=5 most=1000000
export DEVICE=$device LC_ALL=C.UTF-8
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
mkdir -p "$(dirname "$archive")" "$work/traces" "$work/programs"
make -s -j"$(nproc)" build/see build/lab_file build/compile."$device" witness \
    build/"$device"/libtare.a >&2

# ---- the programs: NAME and PATH, one a line -------------------------------------------

labs() {
    local lab
    for lab in $(cd labs && ls -d [0-9]*); do
        echo "${lab%%_*}_shipped build/$device/shipped/$lab"
        echo "${lab%%_*}_solved build/$device/solutions/$lab"
    done
}
# NAME SHOWS, of a program that is not a lab also LAB FENCE SIZE.
programs() {
    grep -v '^#' $here/programs.txt
    awk -F ' [|] ' '/^picture: witness/ { split(FILENAME, at, "/"); lab = $2; sub(/[.].*/, "", lab)
        print at[3] "-" at[4], $3, lab, "grader/mistakes/" at[3] "/" at[4] "/fences#" $2, $4 }' \
        grader/mistakes/*/*/mistake.txt
}
with_fence() {
    programs | while read -r name _ lab _; do
        [ "$lab" ] && echo "$name $work/programs/$name/$lab" # a trace names its program
    done
}
row() { programs | awk -v name="$1" '$1 == name'; }
build() { # NAME PATH
    local lab fence source=$2.cu
    read -r _ _ lab fence _ < <(row "$1")
    if [ "$lab" ]; then
        mkdir "$(dirname "$2")"
        build/lab_file splice "solutions/$lab/lab.cu" "$fence" >"$source"
        sh -c "$(sed "s|@IN@|$source|; s|@OUT@|$2|" build/compile."$device")"
    else
        make -s "$2"
    fi
}

# ---- one program -----------------------------------------------------------------------

say() { build/see --say --lang en --trace "$work/traces/$1.json" 2>/dev/null; }
shows() { # NAME: what its claims show is all that is asked
    local asked
    for asked in $(row "$1" | awk '{ gsub("[+]", " ", $2); print $2 }'); do
        say "$1" | awk -F ' [|] ' '{ print $2 }' | grep -qxE "$asked" || return 1
    done
}
run() { # NAME PATH
    local i size
    read -r _ _ _ _ size < <(row "$1") || true
    for ((i = 0; i < tries; i++)); do
        TARE_N=$size build/see --device "$device" --trace "$work/traces/$1.json" "$2" \
            >"$work/out" 2>&1 || true
        if [ -s "$work/traces/$1.json" ] && shows "$1"; then
            say "$1" | sed "s/^/$1 | /"
            [ "$(stat -c %s "$work/traces/$1.json")" -le $most ] || rm "$work/traces/$1.json"
            return
        fi
    done
    rm -f "$work/traces/$1.json"
    echo "$1 is left out: it does not show $(row "$1" | awk '{ print $2 }')" >&2
    tail -3 "$work/out" >&2
}

# ---- all programs -----------------------------------------------------------------------

if [ "$word" ] && [ -e "$archive.tar.xz" ]; then
    tar -C "$work/traces" -xJf "$archive.tar.xz"
    grep '^[^#]' "$archive.txt" >"$work/seen"
fi
{ labs && with_fence; } | grep -e "$word" >"$work/list"
awk '$2 ~ "^build/" { print $2 }' "$work/list" | xargs -r make -s -k -j"$(nproc)" >&2 || true
while read -r name path; do
    build "$name" "$path" </dev/null >&2 || { echo "$name did not build" >&2; continue; }
    run "$name" "$path" </dev/null >"$work/line"
    if [ -e "$work/seen" ]; then
        grep -v "^$name | " "$work/seen" >"$work/rest" || true
        mv "$work/rest" "$work/seen"
    fi
    cat "$work/line" >>"$work/seen"
    cat "$work/line" >&2
done <"$work/list"

{ $here/header.sh "$here/traces.sh $device $archive"; sort -s -t '|' -k1,1 "$work/seen"; } >"$archive.txt"
(cd "$work/traces" && tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -c ./*.json) \
    >"$work/traces.tar"
mv "$work/traces.tar" "$archive.tar"
xz -9e -f "$archive.tar" || echo "pack it: xz -9e $archive.tar" >&2
ls -l "$archive".* >&2
