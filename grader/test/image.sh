#!/bin/bash
# image.sh VERSION PACKAGE...: both container images are made, read as their archive says, unpacked, and used
# without network by the commands of the autograder templates. What a submission costs is printed, with an
# image and without one. IMAGES=made takes the images that are in dist/.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
trap 'rm -rf --one-file-system "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_COURSE TARE_TREE
export TARE_LANG=en NO_COLOR=1 DEVICE=host LC_ALL=C.UTF-8
version=$1
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
        tail -5 "$here/said" | sed 's/^/          | /'
    fi
}
says() { grep -qF -- "$1" "$here/said"; }
end() {
    echo "image: $passed passed, $failed failed, $skipped skipped"
    [ $failed = 0 ]
    exit
}

# ---- what is refused -----------------------------------------------------------------------------

make image IMAGE=teacher >"$here/said" 2>&1
tell "$([ $? = 2 ] && says 'IMAGE=teacher: there are two images'; echo $?)" "no such kind"
mkdir "$here/bin"
printf '#!/bin/sh\necho 1000\n' >"$here/bin/id" && chmod +x "$here/bin/id"
PATH=$here/bin:$PATH make image IMAGE=student >"$here/said" 2>&1
tell "$([ $? = 2 ] && says 'sudo make image IMAGE=student'; echo $?)" "not as root"
printf '#!/bin/sh\necho 0\n' >"$here/bin/id"
for command in bash dirname cat; do ln -s "$(command -v $command)" "$here/bin/"; done
PATH=$here/bin common/make/package/image.sh staff "$@" >"$here/said" 2>&1
tell "$([ $? = 69 ] && says 'apt-get install debootstrap'; echo $?)" "without debootstrap"
tell "$(! compgen -G 'dist/*image*.new' >/dev/null; echo $?)" "half an image is left"

# ---- both images, as their archives say -----------------------------------------------------------

for kind in staff student; do
    [ "${IMAGES:-}" = made ] || common/make/package/image.sh $kind "$@" >"$here/said" 2>&1
    case $? in
    0) ;;
    69) skipped=$((skipped + 1)) && tail -1 "$here/said" && end ;;
    *) tell 1 "$kind: not made" && end ;;
    esac
    words='This image holds the solutions.'
    [ $kind = staff ] || words='This image holds no solutions'
    tell "$([ "${IMAGES:-}" = made ] || says "$words"; echo $?)" "$kind: whether it holds solutions"
    archive=$(echo dist/tare-$kind-image_"$version"_*.tar) opened=$here/$kind.image
    mkdir "$opened" "$here/$kind"
    tar -xf "$archive" -C "$opened"
    tell $? "$kind: an archive"
    manifest=$opened/manifest.json
    config=$(jq -r '.[0].Config' "$manifest")
    tell "$([ "$(jq -c '[length, .[0].RepoTags]' "$manifest")" = "[1,[\"tare-$kind:$version\"]]" ]; echo $?)" "$kind: its name"
    tell "$([ "$config" = "$(sha256sum <"$opened/$config" | cut -d' ' -f1).json" ]; echo $?)" "$kind: the configuration's name is its digest"
    jq -r '.[0].Layers[]' "$manifest" | while read -r layer; do
        tar -xf "$opened/$layer" -C "$here/$kind"
        sha256sum <"$opened/$layer" | sed 's/ .*//; s/^/sha256:/'
    done >"$here/said"
    tell "$(jq -r '.rootfs.diff_ids[]' "$opened/$config" | cmp -s - "$here/said"; echo $?)" "$kind: a layer is another one than the configuration says"
    tell "$([ "$(find "$opened" -type f | wc -l)" = 4 ]; echo $?)" "$kind: something besides two layers"
    tell "$(jq -e '.os == "linux" and .architecture != "" and (.config.Env | index("TARE_TREE=/opt/tare") and index("DEVICE=host"))' "$opened/$config" >/dev/null; echo $?)" \
        "$kind: what a process finds"
    if command -v skopeo >/dev/null; then
        skopeo inspect "docker-archive:$archive" >"$here/said" 2>&1 && skopeo copy -q "docker-archive:$archive" "oci:$here/oci:$kind" >"$here/said" 2>&1
        tell $? "$kind: skopeo reads it"
    else
        skipped=$((skipped + 1))
    fi
    tell "$([ ! -s "$here/$kind/etc/hostname" ] && [ ! -s "$here/$kind/etc/resolv.conf" ] && [ ! -e "$here/$kind/opt/tare/.git" ]; echo $?)" "$kind: something of this machine"
    rm -rf "$opened"
done
inside() { # KIND FOLDER COMMAND...: as in a container, without network. In a mere chroot no sandbox stands.
    # shellcheck disable=SC2016 # the shell inside expands it
    unshare --mount --net --pid --fork --kill-child sh -ec 'mount --bind "$1" "$1" && mount --rbind /dev "$1/dev" &&
        mount -t proc proc "$1/proc" && cd "$1" && pivot_root . . && umount -l . && shift && exec "$@"' - "$here/$1" \
        /usr/bin/env -i -C "$2" PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TARE_TREE=/opt/tare DEVICE=host TARE_LANG=en \
        "${@:3}" >"$here/said" 2>&1
}
# All files of the image are of one time, so whatever is built again is newer.
for kind in staff student; do
    confine=build/confine
    [ $kind = staff ] || confine=
    inside $kind /opt/tare make -s device-ready $confine
    tell $? "$kind: the tree is built"
    tell "$([ -x "$here/$kind/opt/tare/build/tare" ] && [ -z "$(find "$here/$kind/opt/tare/build" -type f -newer "$here/$kind/opt/tare/Makefile")" ]; echo $?)" \
        "$kind: something is built again: $(find "$here/$kind/opt/tare/build" -type f -newer "$here/$kind/opt/tare/Makefile" | head -3)"
done

# ---- a submission, by the command of PrairieLearn's template -----------------------------------------

awk '/^```toml/ {inside = 1; next} /^```/ {inside = 0} inside' docs/book/12-instructor.en.md |
    sed 's/^labs = .*/labs = ["01"]/; /^\[/,$d; 8a staff_image = "registry.example.org/tare-staff:1"
8a student_image = "registry.example.org/tare-student:1"' >"$here/course.toml"
build/tare course "$here/course.toml" --out "$here/course" >"$here/said" 2>&1
tell $? "a course"
cp dist/tare-staff.tar.gz "$here/course/"
packed() { # SYSTEM NAME=VALUE...
    (cd "$here/course" && env "${@:2}" "$OLDPWD/grader/staff/course/systems/pack.sh" "$1" 01) >"$here/said" 2>&1
}
TIMEFORMAT='%R %U %S'
submit() { # NAME FILE: prints seconds, and processor seconds
    rm -rf "$here"/staff/grade/{student,results}
    mkdir -p "$here/staff/grade/student"
    cp "$2" "$here/staff/grade/student/lab.cu"
    { time inside staff / "${@:3}" /grade/tests/run.sh 2>&3; } 3>&2 2>"$here/took"
    awk -v name="$1" '{printf "  %-34s %6.1f s, %6.1f processor seconds\n", name, $1, $2 + $3; print $2 + $3 >"'"$here"'/cost"}' "$here/took"
}
result() { jq -e "$1" "$here/staff/grade/results/results.json" >/dev/null 2>&1; }
packed prairielearn STAFF_IMAGE=registry.example.org/tare-staff:1
tell $? "prairielearn: packed"
mkdir -p "$here/staff/grade"
cp -r "$here/course/autograders/prairielearn/tare-01/tests" "$here/staff/grade/tests"
submit "an image, as shipped:" labs/01_kernel_time/lab.cu
tell "$(result '.gradable and .score == 0 and (tostring | contains("launch"))'; echo $?)" "as shipped: named, and no points: $(jq -c . "$here/staff/grade/results/results.json" 2>&1)"
submit "an image, solved:" solutions/01_kernel_time/lab.cu
tell "$(result '.gradable and .score == 1'; echo $?)" "solved: full points: $(jq -c . "$here/staff/grade/results/results.json" 2>&1)"
with=$(cat "$here/cost")

# The same as somebody who may write nothing in the image, as Autolab's autodriver runs it.
rm -rf "$here/staff/home/autograde" && mkdir -p "$here/staff/home/autograde"
packed autolab STAFF_IMAGE=registry.example.org/tare-staff:1
tell $? "autolab: packed"
cp "$here"/course/autograders/autolab/lab-01/autograde* solutions/01_kernel_time/lab.cu "$here/staff/home/autograde/"
chown -R 1234:1234 "$here/staff/home/autograde"
inside staff /home/autograde env -u TARE_TREE setpriv --reuid 1234 --regid 1234 --clear-groups make -f autograde-Makefile
tell "$(tail -1 "$here/said" | jq -e '.scores | add == 10' >/dev/null 2>&1; echo $?)" "autolab: full points without root"

# Today's way: the tree is unpacked and built for each submission. Its packages are here already.
packed prairielearn
rm -r "$here/staff/grade/tests"
cp -r "$here/course/autograders/prairielearn/tare-01/tests" "$here/staff/grade/tests"
submit "no image, solved:" solutions/01_kernel_time/lab.cu env -u TARE_TREE
tell "$(result '.score == 1'; echo $?)" "no image: solved: $(jq -c . "$here/staff/grade/results/results.json" 2>&1)"
tell "$(awk -v with="$with" '{exit !(with * 3 < $1)}' "$here/cost"; echo $?)" "an image saves less than two thirds of the processor's time"

# ---- the students' image -----------------------------------------------------------------------------

tree=$here/student/opt/tare
for solution in solutions/*/lab.cu; do
    build/lab_file fence "$solution"
done | sed 's/^ *//' | awk 'length >= 30 && !/^for /' | sort -u >"$here/lines"
cat labs/*/lab.cu labs/*/shipped.fence common/*.h | sed 's/^ *//' | sort -u >"$here/known"
while IFS= read -r line; do grep -qF -- "$line" "$here/known" || echo "$line"; done <"$here/lines" >"$here/secret"
tell "$([ "$(wc -l <"$here/secret")" -gt 30 ]; echo $?)" "there are lines to look for"
grep -rlFf "$here/secret" "$tree" >"$here/said"
tell "$([ $? = 1 ]; echo $?)" "the students' image: a line of a solution"
find "$here/student/opt" "$here/student/tmp" -path '*solutions*' -o -path '*/repairs*' -o -path '*/staff/key*' -o -name '*.jsonl' -o -name fences -o -name '*.tar.gz' >"$here/said"
tell "$([ ! -s "$here/said" ]; echo $?)" "the students' image: solutions, answers or recordings"
tell "$([ "$(find "$tree/grader/reference/host" -name '*.o' | wc -l)" = "$(ls -d solutions/*/ | wc -l)" ]; echo $?)" "the students' image: references to compare with"
repository=$here/student/repository
mkdir -p "$repository/labs/01_kernel_time"
cp "$here/course/course.meta" "$repository/labs/"
for system in github gitlab; do
    packed $system STUDENT_IMAGE=registry.example.org/tare-student:1
    tell $? "$system: packed"
    step=$(sed -n 's/^ *- \(run: \)\?\(TARE_COURSE=.*\)/\2/p' "$here/course/autograders/$system/"{.github/workflows/check-01.yml,lab-01.gitlab-ci.yml} 2>/dev/null)
    cp solutions/01_kernel_time/lab.cu "$repository/labs/01_kernel_time/"
    inside student /repository sh -ec "$step"
    tell "$([ $? = 0 ] && says pass; echo $?)" "$system: solved"
    cp labs/01_kernel_time/lab.cu "$repository/labs/01_kernel_time/"
    inside student /repository sh -ec "$step"
    tell "$([ $? = 1 ] && says "01 kernel_time  as shipped"; echo $?)" "$system: as shipped"
done
end
