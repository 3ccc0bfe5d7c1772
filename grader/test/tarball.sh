#!/bin/bash
# The tarball where nothing is but g++, bash and coreutils: PATH holds only these, HOME is empty, and the
# libraries that tare is linked with elsewhere are not asked for. Labs are copied, checked, solved and checked again.
set -u
passed=0 failed=0 root=$PWD
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
    fi
}
lab=01_kernel_time
make -s tarball DIST_LABS=$lab >"$here/said" 2>&1
tell $? "make tarball: $(tail -3 "$here/said")"
mv dist/tare_*_"$(uname -m)".tar.gz "$here/tare.tar.gz" # it has the reference of one lab alone
mkdir "$here"/{bin,home,empty}
for tool in bash sh g++ as ld cat cp df dirname expr head id ls mkdir mktemp nproc rm stat tail tr uname wc; do
    ln -s "$(command -v $tool)" "$here/bin/$tool"
done
cd "$here/empty" || exit 1
bare() { # COMMAND ...: its output in "$here/said"
    env -i PATH="$here/bin" HOME="$here/home" TARE_LANG="${language:-en}" "$@" >"$here/said" 2>&1
}
tar -xzf "$here/tare.tar.gz"
tell "$([ "$(ls)" = tare ]; echo $?)" "it unpacks into one folder: $(ls | paste -sd' ')"
for program in lib/tare/tare bin/hostcc share/tare/workbook/build/tare; do
    tell "$(! readelf -d "tare/$program" | grep -q NEEDED; echo $?)" "$program needs a library"
done
tell "$(! find tare -path '*solutions*' | grep -q .; echo $?)" "it holds solutions"

bare tare/bin/tare init mylabs
tell $? "init: $(cat "$here/said")"
tell "$(grep -q 'type "build/tare" in its place' "$here/said"; echo $?)" "init: how to type what texts say: $(cat "$here/said")"
next=$(sed -n 's/^Your labs are in mylabs; now type: //p' "$here/said")
tell "$([ "$next" = "cd mylabs && build/tare watch" ]; echo $?)" "init: what to type next: $next"
tell "$(diff "tare/share/tare/workbook/labs/$lab" "mylabs/labs/$lab" >/dev/null; echo $?)" "init: a lab differs"
tell "$([ -w "mylabs/labs/$lab/lab.cu" ]; echo $?)" "init: a lab cannot be edited"
echo mine >>"mylabs/labs/$lab/lab.cu"
bare tare/bin/tare init mylabs
tell "$([ $? = 2 ] && grep -q 'already there' "$here/said" && grep -q '^mine$' "mylabs/labs/$lab/lab.cu"; echo $?)" \
    "init: a folder that is there stays as it is: $(cat "$here/said")"
language=zh bare tare/bin/tare init other
tell "$(grep -q "^你的实验在 other 里；现在请输入：cd other && " "$here/said"; echo $?)" "init, zh: $(cat "$here/said")"
bare tare/bin/tare init none/below
tell "$([ $? = 2 ] && grep -q 'none/below: No such file' "$here/said"; echo $?)" "init: no folder for it: $(cat "$here/said")"
bare "$root/build/tare" init third
tell "$([ $? = 2 ] && grep -q 'not packed with labs' "$here/said" && [ ! -e third ]; echo $?)" "init, unpacked: $(cat "$here/said")"

cd other || exit 1
for language in en zh; do # whatever the program says can be typed here
    for words in next list "hint 01" "hint 01 --again" "hint 19" "predict 01" "check 01" "check 01 --reveal" "diff 01" reset \
        doctor "mistakes work/other-kernel" "watch --help"; do
        # shellcheck disable=SC2086 # a command and its words
        bare build/tare $words
        tell "$(! grep -qE '(^|[^a-z])make [a-z]' "$here/said"; echo $?)" "$language $words names make: $(cat "$here/said")"
    done
    rm -r .tare
done
language=en
bare build/tare doctor
tell "$([ $? = 0 ] && grep -q '^ok  *compiler  *g++' "$here/said" && grep -q '^ok  *kernel .*ran a small kernel' "$here/said" &&
    ! grep -qE '^(broken|.* not found)' "$here/said"; echo $?)" "doctor: $(cat "$here/said")"
bare build/tare next
told=$(sed -n 's/^  \(predict\|run\|check\|stuck\) *\(build\)/\2/; T; s/   .*//; p' "$here/said")
tell "$([ "$(wc -l <<<"$told")" = 4 ]; echo $?)" "next tells four commands: $told"
while read -r line; do # each as it is told
    # shellcheck disable=SC2086 # a command and its words
    bare $line
    code=$?
    tell "$([ $code -le 1 ] && ! grep -qE 'usage|not found|No such' "$here/said"; echo $?)" "$line: $code $(cat "$here/said")"
done <<<"$told"
bare build/tare predict LAB=01 "SAY=20 time" # as the handouts have it
tell "$(grep -q 'you predict a number that is 20 times' "$here/said"; echo $?)" "the words of make: $(cat "$here/said")"
bare build/tare lab LAB=01
tell "$(grep -q '^result  *right' "$here/said"; echo $?)" "make lab: $(cat "$here/said")"
bare build/tare see 01
tell "$([ $? = 0 ] && grep -q '^ stopwatch' "$here/said" && ! grep -q 'Your stopwatch saw' "$here/said"; echo $?)" "see: $(cat "$here/said")"
sed 's/ return n/ return undeclared/; s/TARE_/UNDECLARED_/' "labs/$lab/lab.cu" >broken.cu
bare build/tare run broken.cu
tell "$([ $? = 2 ] && grep -q 'does not compile' "$here/said"; echo $?)" "a file that does not compile: $(cat "$here/said")"
ln -s "$(command -v make)" "$here/bin/make" # a machine that has make, and not gcc
bare make hint LAB=01
tell "$(grep -q '^hint 2 of 3' "$here/said"; echo $?)" "make hint: $(cat "$here/said")"
bare make check LAB=01
tell "$(grep -q '^01 kernel_time  as shipped' "$here/said" && ! grep -q 'make:' "$here/said"; echo $?)" "make check: $(cat "$here/said")"
bare make demo
tell "$(grep -q 'there is no command "demo"' "$here/said"; echo $?)" "make demo: $(cat "$here/said")"
rm "$here/bin/make"
rm -r .tare

bare ../tare/bin/tare check 01
tell "$([ $? = 1 ] && grep -q '^01 kernel_time  as shipped' "$here/said"; echo $?)" "as shipped: $(head -3 "$here/said")"
cp "$root/solutions/$lab/lab.cu" "labs/$lab/lab.cu"
bare ../tare/bin/tare check 01
tell "$([ $? = 0 ] && grep -q '^01 kernel_time  pass' "$here/said"; echo $?)" "solved: $(head -3 "$here/said")"
bare build/tare list
tell "$(grep -q '1 of ' "$here/said"; echo $?)" "the progress is kept: $(cat "$here/said")"
bare ../tare/bin/tare device
tell "$(grep -q '^multiprocessors' "$here/said"; echo $?)" "tare device: $(cat "$here/said")"
bare build/hostcc "labs/$lab/lab.cu" -Icommon build/host/libtare.a -o lab # as the instructor's page has it
tell "$([ $? = 0 ] && bare build/tare see ./lab && grep -q 'saxpy claims' "$here/said"; echo $?)" "tare see: $(cat "$here/said")"
cd .. && cp "$root/common/examples/scale.cu" .
bare tare/bin/hostcc scale.cu -Itare/include tare/lib/libtare.a -lm -o scale
tell "$([ $? = 0 ] && bare ./scale && grep -q 'GB/s$' "$here/said"; echo $?)" "a program of one's own: $(cat "$here/said")"
echo "tarball: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
