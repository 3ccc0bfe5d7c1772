#!/bin/bash
# bench_faults.cu and bench_honest.cu under --prove: bench_expected.sh build/tare FOLDER. Whoever wrote them
# had not seen what proves them. No honest row is refused, and no fault is proven: a row's comment
# "// expects: NAME or NAME" says which names are right.
tare=$1 folder=$2
# shellcheck source=common/test/bench_checks.sh
. "$(dirname "$0")/bench_checks.sh"
export TARE_PROGRAM=$tare LC_ALL=C TARE_LANG=en
said=$(mktemp)
trap 'rm -f "$said"' EXIT

show() { jq -r --arg name "$1" '.rows[] | select(.name | startswith($name)) | "\(.name): \(.error // .proof)"' "$said"; }

# Other programs on this machine can disturb a row; then its proof says so, and the row is asked once more.
prove() { # program, row
    for _ in 1 2 3; do
        "$1" --prove --json --filter "$2" >"$said" 2>/dev/null </dev/null
        jq -e 'any(.rows[]; .proof | test("another program|other programs"))' "$said" >/dev/null || break
    done
}

while read -r row names; do
    prove "$folder/bench_faults" "$row"
    # The host device's memory is not told from its cache: the rate is told instead.
    names=$(sed 's/cache[a-z/-]*/&|a cache gave it/g; s/time.allocation-inside/&|whose work is not weighed/' <<<"${names// or /|}")
    jq -e --arg names "^(ERROR|.*($names))" '.rows | length > 0 and
        all(.[]; (if .error then "ERROR " + .error else .proof end) | test($names))' "$said" >/dev/null
    check "$row" $?
done < <(awk '/^\/\/ expects: / { names = substr($0, 13) } match($0, /^TARE_BENCH(_TYPES)?\(/) {
    row = substr($0, RLENGTH + 1); sub(/,.*/, "", row); print row, names }' common/test/bench_faults.cu)

while read -r row; do
    prove "$folder/bench_honest" "$row"
    # Flops alone are not counted on the host device, and then the row is not proven.
    jq -e '.rows | length > 0 and all(.[]; .proof | test(
        "^time proven, (work weighed|bytes weighed)|work weighed$|flops are not counted on the host device$"))' "$said" >/dev/null
    check "$row" $?
done < <(sed -nE 's/^TARE_BENCH(_TYPES)?\(([a-z_]+),.*/\2/p' common/test/bench_honest.cu)

echo "library_proofs: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
