#!/bin/bash
# dist.sh staff: packs the tree as it is, dist/tare-staff.tar.gz.
# dist.sh student DEVICE ...: packs dist/tare-student.tar.gz, without the solutions and the tests that
# contain solutions, but with the reference programs as objects for these devices.
set -eu
kind=$1
shift
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
tree=$packed/tare
mkdir -p "$tree" dist
if [ -e .git ]; then git ls-files -z; else # a folder, or a file in a second work tree
    find . \( -path ./build -o -path ./dist -o -path ./.tare \) -prune -o -type f -print0
fi | while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
    tar -cf - --null -T - | tar -xf - -C "$tree"
rm -rf "$tree/.ci"
[ -z "${TARE_COURSE:-}" ] || cp "$TARE_COURSE" "$tree/labs/course.meta" # what a course says otherwise

if [ "$kind" = student ]; then
    rm -rf "$tree"/{solutions,grader/repairs,grader/test,grader/gradescope,grader/staff/key,docs/book/test} \
        "$tree"/common/make/{course.mk,new_lab,new_lab.sh,lab_list.sh}
    find "$tree/grader/mistakes" \( -name fences -o -name recordings.jsonl \) -delete
    for fence in labs/*/shipped.fence; do
        lab=$(basename "$(dirname "$fence")")
        mkdir -p "$tree/grader/pristine/$lab"
        cp "build/shipped/$lab.cu" "$tree/grader/pristine/$lab/lab.cu"
        cp "build/shipped/$lab.cu" "$tree/labs/$lab/lab.cu"
        # These fields, which only the tests read, show the solution.
        sed -i '/^remedy /d; /^says /d' "$tree/labs/$lab/lab.meta"
    done
    for device; do
        mkdir -p "$tree/grader/reference/$device"
        cp build/reference/"$device"/*.o "$tree/grader/reference/$device/"
    done
    # A student keeps this tree in a repository, and the references with it.
    echo '!/grader/reference/*/*.o' >>"$tree/.gitignore"
    # make reads this file last: the tree has few tests, and compiles labs as the objects were compiled.
    printf '%s\n' '# A student tree: written by make student-dist.' \
        "LAB_FLAGS_host += $MARCH" 'TESTS := $(filter host_sem_% library_%,$(TESTS))' \
        >"$tree/common/make/zz_student.mk"
fi
tar -C "$packed" --sort=name --owner=0 --group=0 --numeric-owner -czf "dist/tare-$kind.tar.gz.new" tare
mv "dist/tare-$kind.tar.gz.new" "dist/tare-$kind.tar.gz"
echo "dist/tare-$kind.tar.gz: $(tar -tzf "dist/tare-$kind.tar.gz" | grep -vc '/$') files"
