#!/bin/bash
# The zip of lab 08 in a folder like Gradescope's: set up, a right and a wrong submission,
# none at all, and one that ends in the middle.
set -u
passed=0 failed=0
here=$(mktemp -d)
chmod 755 "$here"
trap 'rm -rf "$here"' EXIT
export TARE_AUTOGRADER=$here/autograder TARE_LANG=en
source=$TARE_AUTOGRADER/source
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
result() { jq -r "$1" "$TARE_AUTOGRADER/results/results.json" 2>&1; }
grade() { # FILE: as the submission
    rm -rf "$TARE_AUTOGRADER/submission" "$TARE_AUTOGRADER/results"
    mkdir "$TARE_AUTOGRADER/submission"
    [ -z "$1" ] || cp "$1" "$TARE_AUTOGRADER/submission/lab.cu"
    "$source/run_autograder" >"$here/said" 2>&1
}

make -s gradescope LAB=08 >"$here/said" 2>&1
expect "make gradescope" 0 $?
mkdir -p "$source/tare/build"
unzip -q dist/gradescope-08.zip -d "$source"
expect "the zip is unpacked" 0 $?
# What is built here need not be built again: the sources are the same.
[ -n "${WHOLE:-}" ] || {
    tar -C build -cf - --exclude=./{check,test,book,gpu} . | tar -C "$source/tare/build" -xmf -
}
"$source/setup.sh" >"$here/said" 2>&1
expect "setup.sh: $(tail -2 "$here/said")" 0 $?

grade solutions/08_peak/lab.cu
expect "right: full score" 10 "$(result '.score | round')"
expect "right: passed, $(tail -2 "$here/said")" passed "$(result '.tests[0].status')"
expect "right: in a sandbox" true "$(result '.extra_data.sandbox != "none" and .extra_data.sandbox != ""')"
grade labs/08_peak/lab.cu
expect "as shipped: nothing" 0 "$(result '.score | round')"
sed 's|clock_hz / 1e9|clock_hz / 1e8|' solutions/08_peak/lab.cu >"$here/wrong.cu"
grade "$here/wrong.cu"
expect "wrong: no score" 0 "$(result '.score | round')"
expect "wrong: failed" failed "$(result '.tests[0].status')"
expect "wrong: says why" true "$(result '.tests[0].output | contains("rate")')"
grade ''
expect "nothing handed in: no score" 0 "$(result '.score | round')"
mv "$source/tare/build/tare" "$source/tare/build/away"
grade solutions/08_peak/lab.cu
expect "broken: a result all the same, and no score" null "$(result '.score')"
expect "broken: says that it is not theirs" true "$(result '.output | contains("not your mistake")')"
echo "gradescope: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
