#!/bin/bash
# run_tests.sh NAME... -- ALONE...: runs each test by run_test.sh: the first ones two at a time, then
# the others, which need the machine alone. Prints the reports in this order, and the sums.
set -m # so that the lanes are one process group, and end as one
passed=0 failed=0 skipped=0 again=() broken=() beside=()
while [ "$1" != -- ]; do beside+=("$1") && shift; done
shift
names=("${beside[@]}" "$@")
mkdir -p build/test
(cd build/test && rm -f "${names[@]/%/.counts}")

in_lanes() { # how many, names
    printf '%s\n' "${@:2}" | xargs -r -n1 -P"$1" common/make/run_test.sh
}
coproc lanes { in_lanes $(($(nproc) > 1 ? 2 : 1)) "${beside[@]}"; in_lanes 1 "$@"; }
group=$!
exec {ended}<&"${lanes[0]}"
trap 'kill -- -$group; cat <&$ended >/dev/null; exit 130' INT TERM HUP

next=0
while read -r _ <&$ended; do
    while name=${names[next]} && [ "$name" ] && [ -e "build/test/$name.counts" ]; do
        cat "build/test/$name.report"
        read -r p f s tries <"build/test/$name.counts"
        passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s)) next=$((next + 1))
        [ "$f" = 0 ] || broken+=("$name")
        [ "$f$tries" != 02 ] || again+=("$name")
    done
done
echo
[ ${#again[@]} = 0 ] || echo "passed only at the second try: ${again[*]} (build/test/NAME.first.log)"
for name in "${broken[@]}"; do
    echo "---- $name (build/test/$name.log)"
    grep -aE 'FAILED|failed|error' "build/test/$name.log" | tail -30
done
[ $next = ${#names[@]} ] || { echo "these did not end: ${names[*]:next}" && failed=$((failed + 1)); }
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
