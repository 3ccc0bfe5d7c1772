#!/bin/bash
# What the compilers, the C library and the kernel of this machine call that calls.c does not list:
# each compiler builds a lab's solution, and every solution runs as a finished program under the
# witness. A call that this names goes into the group whose reason it shares, or into none: then the
# program must do without.
confine=$PWD/build/confine
passed=0 failed=0 skipped=0
room=$(mktemp -d) && chmod 755 "$room"
trap 'rm -rf "$room"' EXIT
mapfile -t folders < <(grader/staff/class/toolchain.sh host | sed -n 's/^\(run\|build\) /--read\n/p; s/^\(run\|build\) //p' |
    awk '/^--read$/ {next} {print "--read"; print}')
learn() { # what, options -- command
    local what=$1 code missing
    shift
    "$confine" --learn --inherit "${folders[@]}" --room "$room/in" "$@" >"$room/said" 2>&1
    code=$?
    missing=$(sed -n 's/^confine: not in the list of calls: //p' "$room/said" | paste -sd,)
    # 77: this machine lacks what the lab needs, and the program says so.
    if { [ $code = 0 ] || [ $code = 77 ]; } && [ -z "$missing" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $what: code $code; not in grader/staff/confine/calls.c: ${missing:-nothing}: $(tail -1 "$room/said")"
    fi
}
for compiler in g++ clang++; do
    if ! command -v $compiler >/dev/null; then
        skipped=$((skipped + 1))
        continue
    fi
    HOSTCC_CXX=$compiler learn "$compiler builds a solution" --chdir "$PWD" --read "$PWD/common" --read "$PWD/solutions" \
        --read "$PWD/build/hostdevice.a" --read "$PWD/build/host/libtare.a" -- \
        "$PWD/build/hostcc" -O3 -g -Icommon solutions/11_transfer/lab.cu build/host/libtare.a -lm -o "$room/in/program"
done
for solution in solutions/*/; do
    name=$(basename "$solution")
    LD_PRELOAD=$PWD/build/host/witness.so TARE_WITNESS=$room/in/trace learn "$name runs" --sealed --read "$PWD/build/host/witness.so" -- \
        "$PWD/build/host/solutions/$name"
done
# The test of the test: a call that nobody lists is named, and refused without --learn.
printf '%s\n' '#include <sys/syscall.h>' '#include <unistd.h>' 'int main(void) { return syscall(SYS_vhangup) == -1 ? 3 : 0; }' >"$room/hangs.c"
gcc -o "$room/hangs" "$room/hangs.c" || exit 1
"$confine" --learn --sealed -- "$room/hangs" 2>&1 | grep -q 'not in the list of calls: vhangup' && passed=$((passed + 1)) || {
    failed=$((failed + 1))
    echo "  FAILED  a call that is not in the list is not named"
}
echo "confine_calls: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
