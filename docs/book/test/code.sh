#!/bin/bash
# Compiles the programs that the book quotes for the host device and runs them; with nvcc
# here, compiles them with it too.
passed=0 failed=0 skipped=0
out=build/book/code
mkdir -p "$out"
result() { # what, status
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "  FAILED  $1"; fi
}
for source in docs/book/code/*.cu; do
    name=$(basename "$source" .cu)
    build/hostcc -O2 -Wall -Wextra -Werror "$source" -o "$out/$name"
    result "$name compiles for the host device" $?
    said=$(timeout 60 "$out/$name") && [[ $said =~ [0-9] ]]
    result "$name runs and prints a number" $?
    if command -v "${NVCC:-nvcc}" >/dev/null; then
        "${NVCC:-nvcc}" --Werror all-warnings -c "$source" -o "$out/$name.o"
        result "$name compiles with nvcc" $?
    else
        skipped=$((skipped + 1))
    fi
done

# Lab 00: the page's own commands, in its order; the audit names what the page shows.
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_ROOT
export TARE_LANG=en NO_COLOR=1
page=docs/book/15-own-program.en.md
sed -n 's/^\$ \(.*own_.*\)/\1/p' $page | while read -r command; do
    bash -c "$command" </dev/null
done >"$out/said" 2>&1
for shown in 'time right, work not weighed' 'cannot tell  16.6667 ms' $(grep -oE '^ +[a-z]+/[a-z-]+:' $page); do
    grep -qF -- "$shown" "$out/said"
    result "lab 00: its commands lead to \"$shown\"" $?
done
[ $skipped = 0 ] || echo "  skipped compiling with nvcc: it is not installed"
echo "book_code: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
