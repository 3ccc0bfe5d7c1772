#!/bin/bash
# A card from inside each level that stands here: its nodes, its driver's files, and a lab's
# solution that really runs on it; and nothing of it without --device. DEVICE=gpu.
confine=$PWD/build/confine
program=$PWD/build/gpu/solutions/01_kernel_time
passed=0 failed=0 skipped=0
room=$(mktemp -d) && chmod 755 "$room"
trap 'rm -rf "$room"' EXIT
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
    fi
}
if [ "$DEVICE" != gpu ]; then
    echo "confine_device: 0 passed, 0 failed, 1 skipped (DEVICE=gpu: a card)"
    exit
fi
nodes() { (shopt -s nullglob && for n in /dev/nvidia* /dev/nvidia-caps/* /dev/dxg; do [ -c "$n" ] && echo "$n"; done); }
driver() { cat /proc/driver/nvidia/version 2>&1 | head -1; }
libraries() { ldconfig -p 2>/dev/null | awk '/libcuda\.so|libnvidia-ptxjitcompiler\.so|libnvidia-ml\.so/ {print $NF}' | sort -u; }
"$confine" --probe
nodes | xargs -r ls -l
for level in bwrap user landlock; do
    if ! "$confine" --probe | grep -q "^$level  *ok"; then
        skipped=$((skipped + 1))
        continue
    fi
    # What a program reads: the loader's folders, and here the tools of this test.
    folders=$(grader/staff/class/toolchain.sh gpu | sed -n 's/^run /--read /p')
    # shellcheck disable=SC2086
    inside() { "$confine" --level "$level" --inherit --sealed --processes 512 --uid 61190 --file 256 --room "$room/$level" \
        $folders --read /usr/bin --read /bin --read "$program" "$@" 2>&1; }
    for node in $(nodes); do # as it is outside for a user who may open it: caps are root's
        [ -r "$node" ] && [ "$(stat -c %a "$node")" = 666 ] || continue
        expect "$level: $node opens" 0 "$(inside --device -- /bin/sh -c "exec 3<>$node" >/dev/null; echo $?)"
    done
    expect "$level: the driver tells its version" "$(driver)" "$(inside --device -- /bin/sh -c 'head -1 /proc/driver/nvidia/version')"
    for library in $(libraries); do
        expect "$level: $library can be read" 0 "$(inside --device -- /bin/sh -c "head -c 4 $library >/dev/null"; echo $?)"
    done
    said=$(inside --device -- "$program")
    expect "$level: the solution of lab 01 runs: $(tail -2 <<<"$said")" 0 "$(grep -q 'GB/s' <<<"$said"; echo $?)"
    expect "$level: on this card" 0 "$(grep -q 'NVIDIA' <<<"$said"; echo $?)"
    # It asks for a socket of a service and for a link in its cache, and does without.
    expect "$level: its driver calls nothing else that calls.c does not list" "" \
        "$(inside --device --learn -- "$program" | sed -n 's/^confine: not in the list of calls: //p' |
            grep -vE '^(connect|symlink) ')"
    expect "$level: without --device there is no card" 1 "$(inside -- "$program" >/dev/null && echo 0 || echo 1)"
done
echo "confine_device: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
