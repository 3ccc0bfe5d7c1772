#!/bin/bash
# scratch.sh FOLDER: copies this tree, as its files are now, and what was built from it into FOLDER,
# so that a recipe can be tried there. The files get an older time than what was built.
set -eu
folder=$1
mkdir -p "$folder/build"
{ [ -e .git ] && git ls-files -zco --exclude-standard || find . \( -path ./build -o -path ./.git \) -prune -o -type f -printf '%P\0'; } |
    while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar -cf - --null -T - | tar -xf - -C "$folder"
find "$folder" -exec touch -h -d 2001-01-01 {} +
tar -C build -cf - --exclude=./check --exclude=./test --exclude=./book --exclude=./gpu . |
    tar -C "$folder/build" -xmf -
