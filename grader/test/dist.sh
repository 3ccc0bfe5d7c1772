#!/bin/bash
# Packs both trees, unpacks them, grades lab 08 in each, and looks in the students' tree for text
# of the solutions.
set -u
passed=0 failed=0
lab=08_peak
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export TARE_LANG=en NO_COLOR=1
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
    fi
}

make -s student-dist DIST_LABS=$lab REFERENCE_DEVICES=host >"$here/said" 2>&1
tell $? "make student-dist: $(tail -3 "$here/said")"
tell "$([ "$(make -nB student-dist REFERENCE_DEVICES='host gpu' 2>/dev/null | grep -oE -- '-o build/reference/(host|gpu)/[^ ]+\.o' | sort -u | wc -l)" = \
    "$((2 * $(ls -d labs/[0-9]*/ | wc -l)))" ]; echo $?)" "a student tree holds a reference of every lab, for both devices"
for kind in student staff; do
    mkdir "$here/$kind"
    tar -xzf dist/tare-$kind.tar.gz -C "$here/$kind" --strip-components=1
    tell $? "$kind: unpacked"
done

# Lines that only solutions have stand in no file of the students' tree, nor in an object.
for solution in solutions/*/lab.cu; do
    build/lab_file fence "$solution"
done | sed 's/^ *//' | awk 'length >= 30 && !/^for /' | sort -u >"$here/lines"
cat labs/*/lab.cu labs/*/shipped.fence common/*.h | sed 's/^ *//' | sort -u >"$here/known"
while IFS= read -r line; do grep -qF -- "$line" "$here/known" || echo "$line"; done <"$here/lines" >"$here/secret"
tell "$([ "$(wc -l <"$here/secret")" -gt 30 ]; echo $?)" "there are lines to look for"
tell "$(! grep -rqFf "$here/secret" "$here/student"; echo $?)" \
    "students' tree: $(grep -rnFf "$here/secret" "$here/student" | head -3)"
tell "$(! find "$here/student" -path '*solutions*' | grep -q .; echo $?)" "students' tree: solutions"
tell "$(! find "$here/student/grader" -path '*/mistakes/*/fences' -o -path '*/repairs*' -o -name '*.jsonl' | grep -q .
    echo $?)" "students' tree: the corpus or recordings"
tell "$([ -f "$here/student/grader/mistakes/time/launch-only/mistake.txt" ]; echo $?)" "students' tree: no mistakes"
tell "$(! grep -lE '^(remedy|says) ' "$here"/student/labs/*/lab.meta | grep -q .; echo $?)" "students' tree: lab.meta names a remedy"
object=$here/student/grader/reference/host/$lab.o
tell "$(! strings -a "$object" | grep -q 'cuda.*(.*)$'; echo $?)" "the object shows the text of its calls"
tell "$(! readelf -S "$object" | grep -q debug_info; echo $?)" "the object has debug information"
tell "$(! find "$here/staff" -path '*/mistakes/build' -prune -o \( -name '*.o' -o -name build -o -name reference \) -print | grep -q .; echo $?)" \
    "staff's tree: something built"
tell "$([ -f "$here/staff/solutions/$lab/lab.cu" ]; echo $?)" "staff's tree: solutions"

# Labs are graded in both trees, with programs that are built here already.
lend() { # TREE: gives it what was built here from the same sources
    mkdir -p "$1/build"
    tar -C build -cf - --exclude=./{check,test,book,gpu,reference} . | tar -C "$1/build" -xmf -
    make -s -C "$1" build/compile.host DEVICE=host
}
check() { # TREE FILE: outcome
    (cd "$1" && build/tare check 08 "$2" --device host --json "$here/got.json" >"$here/said" 2>&1)
    jq -r .outcome "$here/got.json" 2>&1
    rm -f "$here/got.json"
}
sed 's|(uint64_t)bus_bits / 8|2 * &|' labs/$lab/lab.cu >"$here/right.cu"
grep -q '2 \* (uint64_t)bus_bits' "$here/right.cu" || cp solutions/$lab/lab.cu "$here/right.cu"
sed 's|clock_hz / 1e9|clock_hz / 1e8|' "$here/right.cu" >"$here/wrong.cu"
for kind in student staff; do
    lend "$here/$kind"
    tell "$([ "$(check "$here/$kind" "$here/right.cu")" = pass ]; echo $?)" "$kind: right: $(tail -3 "$here/said")"
    tell "$([ "$(check "$here/$kind" "$here/wrong.cu")" = fail ]; echo $?)" "$kind: wrong: $(tail -3 "$here/said")"
    tell "$([ "$(check "$here/$kind" "labs/$lab")" != pass ]; echo $?)" "$kind: as shipped"
done

# The workflow of the instructor's page is executed step by step in a student's repository.
workflow() { awk '/^```yaml/ {inside = 1; next} /^```/ {inside = 0} inside' "docs/book/12-instructor.$1.md"; }
steps=$(workflow en | sed -n 's/^ *- run: //p')
tell "$([ "$(workflow en)" = "$(workflow zh)" ]; echo $?)" "the workflow differs between the languages"
tell "$([ "$(grep -c '^make ' <<<"$steps")" = 2 ]; echo $?)" "the workflow has two steps: $steps"
push() { # FILE: handed in, and checked out elsewhere
    cp "$1" "$here/student/labs/$lab/lab.cu"
    rm -rf "$here/runner"
    (cd "$here/student" && git init -q && git add -A && git -c user.name=s -c user.email=s@localhost commit -qm work) &&
        git clone -q "$here/student" "$here/runner" && lend "$here/runner" && (cd "$here/runner" && bash -ec "$steps")
}
if command -v git >/dev/null; then
    push "$here/right.cu" >"$here/said" 2>&1
    tell $? "workflow: right: $(cat "$here/said")"
    tell "$(! push "$here/wrong.cu" >"$here/said" 2>&1; echo $?)" "workflow: wrong: no failure"
    tell "$(grep -q '08 peak  fail' "$here/said"; echo $?)" "workflow: wrong: $(tail -3 "$here/said")"
fi
rm "$object"
tell "$([ "$(check "$here/student" "$here/right.cu")" = cannot-grade ]; echo $?)" "no object: not the student's fault"
tell "$(grep -q "reference" "$here/said"; echo $?)" "no object: said so: $(tail -2 "$here/said")"
echo "dist: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
