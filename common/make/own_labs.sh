#!/bin/bash
# own_labs.sh FOLDER GOAL ...: makes the goals in a workbook that also holds the labs and mistakes of
# this folder (make TARE_LABS=FOLDER GOAL): its labs/, solutions/ and mistakes/ are laid out as ours.
# The workbook is a copy, build/own/ID; the folder stays the only place where these labs are edited.
# What a goal writes into a private lab (make new-lab, shipped, reset) is brought back to the folder.
set -eu
fail() { echo "TARE_LABS=$given: $1" >&2; exit 2; }
given=$1
shift
[ -d "$given" ] || fail "there is no such folder; make it first: mkdir -p $given/labs"
theirs=$(realpath "$given") here=$PWD
case $theirs/ in "$here"/*) [ "$theirs" != "$here" ] || fail "this is the workbook itself" ;; esac

# A private lab or solution may neither hide one of ours nor share its number with any other.
not_ours() { # ROOM/NAME
    local ours number
    number=$(basename "$1") number=${number:0:2}
    ours=$(compgen -G "${1%%/*}/${number}_*" || true)
    [ -z "$ours" ] || fail "$1: the number $number is that of our $ours; private labs begin at 51"
}
seen=" "
for lab in "$theirs"/labs/[0-9]*_*/; do
    [ -d "$lab" ] || continue
    name=$(basename "$lab") number=${name:0:2}
    not_ours "labs/$name"
    [[ $seen != *" $number "* ]] || fail "labs/$name: another of your labs has the number $number"
    [ -f "$theirs/solutions/$name/lab.cu" ] || [ -f "$lab/lab.cu" ] || continue
    [ -f "$theirs/solutions/$name/lab.cu" ] || fail "solutions/$name/lab.cu is missing: nothing can be graded without it"
    [ "$(grep -c 'tare: begin' "$lab/lab.cu")" = 1 ] || fail "labs/$name/lab.cu: one pair of tare: begin and tare: end is wanted"
    seen="$seen$number "
done
for solution in "$theirs"/solutions/*/; do
    [ -d "$solution" ] || continue
    name=$(basename "$solution")
    not_ours "solutions/$name"
    [ -f "$theirs/labs/$name/lab.cu" ] || fail "solutions/$name: its lab, labs/$name/lab.cu, is missing; add the lab, or move this solution away"
done
for mistake in "$theirs"/mistakes/*/*/; do
    [ -d "$mistake" ] || continue
    id=$(basename "$(dirname "$mistake")")/$(basename "$mistake")
    [ ! -e "grader/mistakes/$id" ] || fail "mistakes/$id: we have a mistake with this id"
    [ -e "grader/mistakes/${id%/*}" ] || fail "mistakes/$id: there is no family \"${id%/*}\"; take one of $(find grader/mistakes -mindepth 1 -maxdepth 1 -type d -printf '%f ')"
done

tree=build/own/$(cksum <<<"$theirs" | cut -d' ' -f1)
mkdir -p "$tree" dist
if [ ! -e "$tree/build" ]; then # what is built here already is not built again
    mkdir "$tree/build"
    tar -C build -cf - --exclude=./own --exclude=./check --exclude=./test --exclude=./book . | tar -C "$tree/build" -xf -
fi
for room in Makefile README.md LICENSE .gitignore .clang-format labs solutions common docs grader; do
    rm -rf "${tree:?}/$room"
    [ ! -e "$room" ] || cp -a "$room" "$tree/"
done
[ -e "$tree/dist" ] || ln -s "$here/dist" "$tree/dist"
# Only what was looked at above is copied: no other file of theirs can take the place of one of ours.
copied() { # FOLDER, WHERE TO, PATTERN
    local each
    for each in "$1"/$3; do
        [ ! -d "$each" ] || { mkdir -p "$2/${each#"$1/"}" && cp -a "$each/." "$2/${each#"$1/"}/"; }
    done
}
copied "$theirs/labs" "$tree/labs" "[0-9]*_*"
copied "$theirs/solutions" "$tree/solutions" "[0-9]*_*"
copied "$theirs/mistakes" "$tree/grader/mistakes" "*/*"
# A lab's Makefile is of the tree that it stands in.
for lab in "$tree"/labs/[0-9]*_*/; do
    cp -n common/make/new_lab/Makefile "$lab"
done

# Every rule wants a list of the labs that has these labs.
(cd "$tree" && TARE_ROOT=$PWD common/make/lab_list.sh >labs/list 2>/dev/null && mv labs/list labs/README.md) || rm -f "$tree/labs/list"

code=0
TARE_ROOT=$here/$tree OWN_LABS=$given make -C "$tree" --no-print-directory TARE_LABS= "$@" || code=$?
for room in labs solutions; do
    for lab in "$tree/$room"/[0-9]*_*/; do
        name=$(basename "$lab")
        [ ! -e "$room/$name" ] || continue
        rm -f "$lab/Makefile"
        mkdir -p "$theirs/$room/$name" && cp -au "$lab/." "$theirs/$room/$name/"
    done
done
exit $code
