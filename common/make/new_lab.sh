#!/bin/bash
# new_lab.sh NAME: makes labs/NN_NAME and solutions/NN_NAME from common/make/new_lab/, where NN
# is the next number, and prints what is left to do.
set -eu
name=${1:?wants a name: make new-lab NAME=fused} template=common/make/new_lab
[[ $name =~ ^[a-z][a-z0-9_]{1,29}$ ]] || { echo "NAME=$name: small letters, digits and _, at most 30" >&2; exit 2; }
for lab in labs/[0-9][0-9]_"$name"; do
    [ ! -e "$lab" ] || { echo "$lab is there already" >&2; exit 2; }
done
last=$(find labs -maxdepth 1 -name '[0-9][0-9]_*' | sed 's|labs/\(..\).*|\1|' | sort -n | tail -1)
next=$((10#${last:-0} + 1)) # private labs begin at FIRST_LAB
[ "$next" -ge "${FIRST_LAB:-1}" ] || next=$FIRST_LAB
number=$(printf %02d $next)
lab=${number}_$name
fill() { sed "s/@NN@/$number/g; s/@NAME@/$name/g" "$1"; }

mkdir -p "labs/$lab" "solutions/$lab"
for file in lab.cu lab.meta README.md README.zh-CN.md hints.en.md hints.zh-CN.md Makefile; do
    fill "$template/$file" >"labs/$lab/$file"
done
build/lab_file splice "labs/$lab/lab.cu" "$template/solution.fence" >"solutions/$lab/lab.cu"
build/lab_file fence "labs/$lab/lab.cu" >"labs/$lab/shipped.fence"
fill "$template/recipe.txt" | awk -F'\t' '{ printf "%-34s %s\n", $1, $2 }'
