#!/bin/bash
# new_lab.sh NAME [MISTAKE [LANGUAGES]]: makes labs/NN_NAME and solutions/NN_NAME from common/make/new_lab/,
# where NN is the next number, with this mistake in the fence, and prints what is left to do. LANGUAGES is en
# or zh where the lab is to be in one language. OWN_LABS is the folder of one's own that it goes to, if any.
set -eu
usage='make new-lab NAME=fused MISTAKE=units/gib-as-gb'
name=${1:-} mistake=${2:-work/one-way} languages=${3:-both} template=common/make/new_lab
refuse() { echo "$1" >&2; exit 2; }
own=${OWN_LABS:-}
[ -n "$name" ] || refuse "make new-lab wants a name, of the situation and not of the mistake: $usage"
[[ $name =~ ^[a-z][a-z0-9_]{1,29}$ ]] || refuse "NAME=$name: small letters, digits and _, at most 30"
case $languages in
both) texts=(README.md README.zh-CN.md hints.en.md hints.zh-CN.md) in='both languages' ;;
en) texts=(README.md hints.en.md) in=English alone='This lab is in English only. 本实验只有英文版。' ;;
zh) texts=(README.zh-CN.md hints.zh-CN.md) in=Chinese alone='本实验只有中文版。This lab is in Chinese only.' ;;
*) refuse "LANGUAGES=$languages: en or zh makes a lab in one language; without LANGUAGES it is in both" ;;
esac
known=grader/mistakes/$mistake/mistake.txt
[ -f "$known" ] || refuse "MISTAKE=$mistake: the grader knows no such mistake. build/tare mistakes lists them; a new one begins in grader/mistakes/README.md. For instance: $usage"
for lab in labs/[0-9][0-9]_"$name"; do
    [ ! -e "$lab" ] || refuse "$lab is there already"
done
last=$(find labs -maxdepth 1 -name '[0-9][0-9]_*' | sed 's|labs/\(..\).*|\1|' | sort -n | tail -1)
next=$((10#${last:-0} + 1))
[ -z "$own" ] || [ "$next" -ge 51 ] || next=51 # no later workbook takes the numbers from here on
number=$(printf %02d $next)
lab=${number}_$name
root=${own:+$own/}
fill() { sed "${own:+/@TREE@/d;} s|@TREE@||; s|@ROOT@|$root|g; s|@WITH@|${own:+ TARE_LABS=$own}|g; s|@NN@|$number|g; s|@NAME@|$name|g; s|@MISTAKE@|$mistake|g; s|@IN@|$in|g" "$template/$1"; }
flaw() { # SECTION, KEY: its lines
    awk -v section="[$1]" -v key="$2" '/^\[/ { here = $0 == section } here && $1 == key { sub(/^[a-z]+ /, ""); print }' "$template/flaws"
}
known() { sed -n "s/^$1: *//p" "$known"; }

# ---- the two programs: they differ in the fence alone ------------------------------------------
mkdir -p "labs/$lab" "solutions/$lab"
fill lab.cu | sed -f <(flaw "$mistake" program) >"labs/$lab/lab.cu"
sed '/^\/\/ tare: begin/{n;/TODO:/d}' "labs/$lab/lab.cu" >"solutions/$lab/lab.cu"
sed -i -f <(flaw "$mistake" fence) "labs/$lab/lab.cu"
words=$([ -n "$(flaw "$mistake" fence)" ] || flaw "${mistake%/*}" say)
build/lab_file fence "labs/$lab/lab.cu" >"labs/$lab/shipped.fence"

# ---- what is known of it: the mistake's own lines, then the lab that teaches it ----------------
beside() { sed -n "s/^$1 *= *//p" labs/"$(known lab)"_*/lab.meta 2>/dev/null || true; }
session=$(beside session) drawing=$(beside drawing)
{
    flaw "${mistake%/*}" meta
    flaw "$mistake" meta
    echo "chapter = $(known chapter)"
    echo "drawing = ${drawing:-account}"
    echo "session = ${session:-4}"
} | awk -F' *= *' -v words="$words" -v mistake="$mistake" -v languages="$languages" 'NR == FNR { said[$1] = $2; next }
    words && /^number / { print "# TODO(lab): the flaw " mistake " is not in the fence yet: " words }
    NF > 1 && $1 in said { $0 = sprintf("%-10s = %s", $1, said[$1]); delete said[$1] }
    languages != "both" && /^title.en / { printf "%-10s = %s\n", "languages", languages }
    /^[a-z]+\.(en|zh) / && $1 !~ (languages == "both" ? "." : languages "$") { next }
    $1 == "work" && split($2, part, / *[|] */) == 3 && languages != "both" { sub(/ *[|].*/, " | " part[languages == "en" ? 2 : 3]) }
    { print }
    END { for (name in said) printf "%-10s = %s\n", name, said[name] }' - <(fill lab.meta) >"labs/$lab/lab.meta"
for file in "${texts[@]}" Makefile; do
    fill "$file" >"labs/$lab/$file"
done
[ "$languages" = both ] || sed -i "s|^\[.*\](README.*|$alone|" "labs/$lab/${texts[0]}" # where the other one's link stands

fill recipe.txt | awk -F'\t' 'NF < 2 { print; next } { printf "%-34s %s\n", $1, $2 }'
[ -z "$words" ] || printf '\nThe template cannot hold %s. In %slabs/%s/lab.cu, %s.\n' "$mistake" "$root" "$lab" "$words"
