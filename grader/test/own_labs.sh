#!/bin/bash
# Labs of one's own: two private labs and a private mistake, made with the commands of the instructor's
# guide; and each bad folder is refused with a sentence before anything is written.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_ROOT LAB NAME
export TARE_LANG=en NO_COLOR=1 DEVICE=host LC_ALL=C.UTF-8
folder=$(realpath "$here")/ours
tree=$PWD/build/own/$(cksum <<<"$folder" | cut -d' ' -f1)
trap 'rm -rf "$here" "$tree"' EXIT
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
        tail -5 "$here/said" | sed 's/^/          | /'
    fi
}
made() { make -s "$@" TARE_LABS="$folder" >"$here/said" 2>&1; }
says() { grep -qF -- "$1" "$here/said"; }

# The guide's commands, in its order and in both languages the same.
commands() { sed -n '/{#own}/,/^```$/p' "docs/book/12-instructor.$1.md" | sed -n 's/^\$ //p'; }
tell "$([ "$(commands en)" = "$(commands zh)" ]; echo $?)" "the guide's commands differ between the languages"
tell "$([ "$(commands en | wc -l)" = 5 ]; echo $?)" "the guide has five commands"
while read -r command; do
    bash -c "${command//..\/ours/$folder}" >"$here/said" 2>&1 </dev/null
    code=$?
    case $command in
    *lint-lab*) tell "$([ $code != 0 ] && says 'TODO(lab)'; echo $?)" "$command: the gaps of the template" ;;
    *check*) tell "$([ $code = 1 ] || [ $code = 2 ] && says '51 fused'; echo $?)" "$command" ;;
    *) tell $code "$command" ;;
    esac
done <<<"$(commands en)"
tell "$([ -f "$folder/solutions/51_fused/lab.cu" ] && [ ! -e labs/51_fused ]; echo $?)" "the lab stands in its own folder"

made lint-lab LAB=51
tell "$(! says 'grader/staff/key' && ! says 'docs/measured'; echo $?)" "nothing is wanted in our own lists"
tell "$(make -s lint-lab LAB=51 2>&1 | tee "$here/said" | grep -c '51\|Error' | grep -qx 2 && says 'TARE_LABS=FOLDER'; echo $?)" "without its folder, a lab of one's own is told once"
made new-lab NAME=second
tell "$([ "$(grep -c "^edit $folder/\(labs\|solutions\)/52_second/" "$here/said")" = 4 ] && says "make lint-lab LAB=52 TARE_LABS=$folder"; echo $?)" "the recipe's paths and commands are those of the folder"
tell "$([ -d "$folder/labs/52_second" ]; echo $?)" "a second lab gets the next number"
family=work
mkdir -p "$folder/mistakes/$family/our-way"
sed 's/^since.*/since: 2026-11-24/' "grader/mistakes/$family/one-way/mistake.txt" >"$folder/mistakes/$family/our-way/mistake.txt"
made mistakes
tell "$(says work/our-way; echo $?)" "a private mistake is in the catalogue"
sed -i.kept 's/^work .*/beside = 4 * n - 4 | one less | 少一个/' "$folder/labs/52_second/lab.meta"
made check LAB=52
tell "$(says '52_second/lab.meta:' && says 'bad value of "beside"; wanted: numbers * and / n'; echo $?)" "a bad line says what is wanted"
tell "$(TARE_ROOT=$tree build/tare lab --fields | grep -q '^beside '; echo $?)" "--fields reads no lab.meta"
mv "$folder/labs/52_second/lab.meta.kept" "$folder/labs/52_second/lab.meta"
made check LAB=52
tell "$([ "$(TARE_ROOT=$tree build/tare lab 52 work | grep -c '^4 \* n |')" = 2 ]; echo $?)" "a field of several lines is printed"
sed -i 's/work\/one-way/work\/our-way/; s/TODO(lab): the lab.s question/Second?/' "$folder/labs/52_second/lab.meta"
made lab LAB=52
tell $? "an edited lab runs"
made lint-lab LAB=52
tell "$(! says 'knows no mistake'; echo $?)" "a private lab may ship with a private mistake"
mkdir -p "$here/class/ada" "$here/class/bob"
cp "$folder/solutions/52_second/lab.cu" "$here/class/ada/"
cp "$folder/labs/52_second/lab.cu" "$here/class/bob/"
made class DIR="$here/class" LAB=52 CLASS="--csv $here/all.csv --results $here/results --html $here/pages"
tell "$([ "$(grep -c 52_second "$here/all.csv")" = 2 ]; echo $?)" "a class of a private lab"
tell "$(grep bob "$here/all.csv" | grep -q not-attempted; echo $?)" "bob has not begun"
tell "$(grep -qs second "$here/pages/ada.html"; echo $?)" "a page of a private lab"
made staff-dist
tell "$(tar -tzf dist/tare-staff.tar.gz | grep -q labs/52_second/lab.cu; echo $?)" "it is packed"

tell "$(diff <(common/make/lab_list.sh) labs/README.md >"$here/said"; echo $?)" "labs/README.md is not what make lab-list writes"

bad() { # CASE, WORDS, COMMAND ON A COPY OF THE FOLDER
    cp -a "$folder" "$here/kept"
    (cd "$folder" && eval "$3")
    before=$(ls -lR --time-style=full-iso "$tree" | cksum)
    made check LAB=51
    tell "$([ $? = 2 ] && says "$2"; echo $?)" "$1: wanted \"$2\""
    tell "$([ "$before" = "$(ls -lR --time-style=full-iso "$tree" | cksum)" ]; echo $?)" "$1: something was written"
    rm -rf "$folder" && mv "$here/kept" "$folder"
}
bad "no solution" "nothing can be graded without it" "rm solutions/51_fused/lab.cu"
bad "two fences" "one pair of tare: begin" "cat labs/51_fused/lab.cu >>labs/51_fused/lab.cu.2; cat labs/51_fused/lab.cu.2 >>labs/51_fused/lab.cu"
bad "our number" "is that of our labs/08_peak" "mv labs/51_fused labs/08_fused"
bad "our solution" "is that of our solutions/11_transfer" "cp -r solutions/51_fused solutions/11_transfer"
bad "the number of our solution" "is that of our solutions/11_transfer" "cp -r solutions/51_fused solutions/11_theirs"
bad "a solution without its lab" "its lab, labs/53_alone/lab.cu, is missing" "cp -r solutions/51_fused solutions/53_alone"
bad "one number twice" "another of your labs has the number 51" "cp -r labs/51_fused labs/51_other; cp -r solutions/51_fused solutions/51_other"
bad "a family that is none" 'there is no family "luck"' "mkdir mistakes/luck; mv mistakes/$family/our-way mistakes/luck/"
bad "our own mistake" "we have a mistake with this id" "mv mistakes/$family/our-way mistakes/$family/one-way"
make -s check LAB=51 TARE_LABS="$here/nothing" >"$here/said" 2>&1
tell "$(says 'there is no such folder'; echo $?)" "no folder"
echo "own_labs: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
