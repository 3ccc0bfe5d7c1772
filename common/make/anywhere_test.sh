#!/bin/bash
# The workbook in a folder whose name has a space, a colon, a letter that is not ASCII, and 200 letters
# behind it: LD_PRELOAD, make's rules and the shell all end a name at some of these.
set -u
passed=0 failed=0 skipped=0
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_ROOT LAB
export TARE_LANG=en NO_COLOR=1 DEVICE=host LC_ALL=C.UTF-8
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
many=$(printf 'x%.0s' {1..100})
tree="$here/a b:c é/$many/$many"
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
        tail -5 "$here/said" | sed 's/^/          | /'
    fi
}
says() { grep -qE -- "$1" "$here/said"; }
works() { # WORDS THAT IT SAYS, COMMAND
    "${@:2}" >"$here/said" 2>&1 </dev/null
    local code=$?
    tell "$([ $code = 0 ] && says "$1"; echo $?)" "${*:2}: code $code, wanted 0 and \"$1\""
}
# A verdict, unless other programs keep the machine too busy for one.
names() { # MISTAKE, COMMAND
    for _ in 1 2 3; do
        "${@:2}" >"$here/said" 2>&1 </dev/null
        says 'too busy' || break
    done
    if says 'too busy'; then skipped=$((skipped + 1)); else tell "$(says "$1"; echo $?)" "${*:2}: no \"$1\""; fi
}
quiet() { tell "$(! grep -E 'ld\.so|preload|left no trace' "$here/said"; echo $?)" "$1: the witness was not loaded"; }

common/make/scratch.sh "$tree"
rm -f "$tree/build/host/labs/01_kernel_time" "$tree/build/host/common/kernels.o"
cd "$tree" || exit 1

works 'Your turn' make demo
tell "$(says '^ stopwatch ' && says 'saxpy [0-9.]+ [mu]?s'; echo $?)" "make demo: no picture"
quiet "make demo"
works '^result +right' make lab LAB=01
works '^ stopwatch ' make see LAB=01
quiet "make see"
works '^compiler|^ok ' make doctor
works 'hint 1 of 3' make hint LAB=01
works 'compile_commands.json is written' make editor
tell "$(jq -e --arg tree "$tree" 'all(.directory == $tree)' build/editor/compile_commands.json >/dev/null; echo $?)" \
    "make editor: another folder"

# What a program starts is watched too, and need not keep the descriptor that names the witness.
works 'time/launch-only' bash -c 'build/tare audit --device host -- \
    bash -c "(exec 3<&- 4<&- 5<&- 6<&-; build/host/labs/01_kernel_time); true"; [ $? = 1 ]'
quiet "tare audit"

# In a lab's own folder, where an editor's terminal opens.
cd labs/01_kernel_time || exit 1
names 'mistake +time/launch-only' make check REVEAL=1
quiet "make check"
works 'hint 2 of 3' make hint
works '^result +right' make lab
works '18 published' make list
cd ../..

# Behind walls a program has no other descriptors, and may open no path of the tree.
mkdir -p "$here/class/ada"
sed 's|^    run(n, x, y);|&;|' build/shipped/01_kernel_time.cu >"$here/class/ada/lab.cu"
names '^"ada",.*"fail".*time/launch-only|too busy' bash -c "build/tare class '$here/class' --lab 01 --device host \
    --results '$here/results' --csv '$here/all.csv'; cat '$here/all.csv'"
says 'too busy' || tell "$(grep -qs '<svg' "$here/results/ada-01_kernel_time.svg"; echo $?)" "tare class: no picture of the run"

echo "anywhere: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
