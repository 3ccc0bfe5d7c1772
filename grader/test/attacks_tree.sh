#!/bin/bash
# Attacks that need more than one submission: on the tree itself, by links, below /opt, on a
# grader that is an ordinary user, and on a check without walls. In a copy of the tree. LEVELS=3: at
# so many sandbox levels, the best one first.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
chmod 755 "$here"
trap 'rm -rf "$here"' EXIT
lab=11_transfer
tell() { # condition's exit code, words
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "  FAILED  $2"
    fi
}
skip() {
    echo "  skipped $1"
    skipped=$((skipped + 1))
}
tree() { # DIR: what grading needs of this tree
    mkdir -p "$1/build/host"
    cp -a common grader labs solutions "$1/"
    cp -a build/{tare,confine,lab_file,hostcc,hostdevice.a,compile.host} "$1/build/"
    cp -a build/host/{libtare.a,witness.so} "$1/build/host/"
}
splice() { # FENCE TO: beside an honest measurement
    {
        build/lab_file fence "solutions/$lab/lab.cu" | sed 's/ measure(/ honest(/'
        cat "$1"
        grep -q ' measure(' "$1" || printf 'static tare_claim measure(uint64_t n, const float *pinned, float *device) {\n    tare_claim claim = honest(n, pinned, device);\n    rate(&claim);\n    return claim;\n}\n'
    } >"$here/fence"
    mkdir -p "$(dirname "$2")"
    build/lab_file splice "solutions/$lab/lab.cu" "$here/fence" >"$2"
}
levels=$(build/confine --probe | sed -n 's/^\(bwrap\|user\|landlock\)  *ok/\1/p' | head -n "${LEVELS:-1}")
tree "$here/tree"
class() { (cd "$here/tree" && build/tare class "$@" --lab 11 --device host --limit 5 --budget 3 2>&1); }
of() { jq -r "$2" "$1-$lab.json"; }

# A program that is gone and a link where its source was: nothing of it is opened again.
cat >"$here/plant" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static void plant(void) {
    static char exe[600], source[700];
    ssize_t got = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (got <= 0) return;
    snprintf(source, sizeof source, "%s.cu", exe);
    unlink(source);
    if (symlink("@TREE@/build/hostcc", source) == 0) puts("planted");
    if (symlink("@TREE@/build/hostcc", "program") == 0 && symlink("@TREE@/build/hostcc", "lab.cu") == 0) unlink(exe);
}
static void rate(tare_claim *claim) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    static const double k[] = {0.2, 0.5, 2, 5}; // never 1: some gradings would pass by luck
    claim->seconds *= k[(t.tv_nsec / 1000) % 4];
    claim->rate = (double)claim->bytes / 1e9 / claim->seconds;
    atexit(plant);
}
C
sed "s|@TREE@|$here/tree|g" "$here/plant" >"$here/planted"
splice "$here/planted" "$here/plants/mallory/lab.cu"
before=$(sha256sum <"$here/tree/build/hostcc")
for level in $levels; do
    class "$here/plants" --results "$here/r-plant-$level" --sandbox "$level" --tries 2 --quiet >/dev/null
    [ "$(of "$here/r-plant-$level/mallory" .outcome)" != pass ] && ! grep -q '^planted' "$here/r-plant-$level/"*.json
    tell $? "$level: a link could be put where the source was"
    [ "$before" = "$(sha256sum <"$here/tree/build/hostcc")" ]
    tell $? "$level: the compiler was overwritten"
done

# Links in what was handed in.
mkdir -p "$here/links/"{alice,carol}
splice "$here/planted" "$here/links/bob/lab.cu"
ln -s "$here/tree/solutions" "$here/links/alice/labs"
ln -s ../bob "$here/links/carol/$lab"
ln -s bob "$here/links/dave"
class "$here/links" --results "$here/r-links" --tries 1 --quiet --only alice,carol,dave >/dev/null
for id in alice carol dave; do
    of "$here/r-links/$id" .detail.en | grep -q 'is a link, not a file'
    tell $? "$id: a link was taken"
done
mkdir -p "$here/ag/source" "$here/ag/submission"
ln -s "$here/tree" "$here/ag/source/tare"
echo 11 >"$here/ag/source/lab"
ln -s "$here/ag/source/tare/solutions" "$here/ag/submission/labs"
TARE_AUTOGRADER=$here/ag bash grader/gradescope/run_autograder >/dev/null 2>&1
[ "$(jq .score "$here/ag/results/results.json")" = 0 ] && grep -q 'is a link, not a file' "$here/ag/results/results.json"
tell $? "Gradescope: a link was taken: $(jq -c '[.score, .output]' "$here/ag/results/results.json")"

# A tool that changes while a class is graded.
for id in a b c; do mkdir -p "$here/sealed/$id" && cp "solutions/$lab/lab.cu" "$here/sealed/$id/"; done
class "$here/sealed" --results "$here/r-sealed" --tries 1 --jobs 1 >"$here/said" &
for _ in $(seq 600); do grep -q '^building 1' "$here/said" && break; sleep 0.1; done
echo '// x' >>"$here/tree/common/tare.h"
wait $!
tell $((1 - ($? == 3))) "a class goes on with a header that has changed: $(tail -2 "$here/said")"
grep -q 'common/tare.h has changed since the class began' "$here/said"
tell $? "and says so: $(tail -2 "$here/said")"
cp -a common/tare.h "$here/tree/common/"

# Below /opt, which a compiler may read or not: the solutions and other results are not there.
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
    cat >"$here/reads" <<'C'
#include <stdio.h>
static void rate(tare_claim *claim) {
    claim->rate = (double)claim->bytes / 1e9 / claim->seconds;
    if (fopen("/opt/tare/solutions/11_transfer/lab.cu", "r")) puts("read the solution");
    if (fopen("/opt/course/bob-11_transfer.json", "r")) puts("read the result of bob");
}
C
    splice "$here/reads" "$here/below/mallory/lab.cu"
    # shellcheck disable=SC2016
    here=$here levels=$levels unshare -m bash -c 'mount --make-rprivate / && mount -t tmpfs none /opt && mkdir /opt/tare /opt/course &&
        mount --bind "$here/tree" /opt/tare && cd /opt/tare && cp -r "$here/below" /opt/class || exit 77
        for level in $levels; do
            echo x >/opt/course/bob-11_transfer.json
            build/tare class /opt/class --lab 11 --device host --results /opt/course --sandbox $level --limit 5 --budget 1 --tries 1 --again --quiet
            cp /opt/course/mallory*.json "$here/below-$level.json"
        done' >/dev/null 2>&1
    for level in $levels; do
        jq -e '.outcome != "none"' "$here/below-$level.json" >/dev/null && ! jq 'del(.submission.fence)' "$here/below-$level.json" | grep -q 'read the'
        tell $? "$level: read the tree or another result below /opt"
    done
    # An ordinary user's class: what is written and not listed counts, and goes.
    build/lab_file fence grader/test/attacks/limits.fences#68-folder-that-nobody-lists >"$here/unlisted" || tell 1 "68 is no attack"
    splice "$here/unlisted" "$here/dark/mallory/lab.cu"
    mkdir "$here/ordinary" && tree "$here/ordinary/tree" && cp -r "$here/dark" "$here/ordinary/class" && chown -R 65534:65534 "$here/ordinary"
    for level in ${levels//user/}; do
        (cd "$here/ordinary/tree" && setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$here/ordinary" build/tare class ../class --lab 11 \
            --device host --results "$here/ordinary/r-$level" --sandbox "$level" --limit 6 --budget 1 --tries 1 --quiet) >/dev/null 2>&1
        [ "$(of "$here/ordinary/r-$level/mallory" .outcome)" = fail ] && ! jq 'del(.submission.fence)' "$here/ordinary/r-$level/"*.json | grep -q 'dark holds 1000'
        tell $? "ordinary user, $level: wrote more than the room's size"
        [ -z "$(find "$here/ordinary/r-$level/rooms" "$here/ordinary/r-$level/programs" -mindepth 1)" ]
        tell $? "ordinary user, $level: something of the room stays"
    done
else
    skip "below /opt, and as an ordinary user: this wants root"
fi

# Without walls a check refuses the same forgeries.
cat >"$here/runs" <<C
#include <glob.h>
#include <unistd.h>
static void rate(tare_claim *claim) {
    glob_t found;
    (void)claim;
    if (glob("$here/tree/build/check/host/$lab/reference-*", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++) execl(found.gl_pathv[i], found.gl_pathv[i], (char *)NULL);
    _exit(1);
}
C
for attack in forged-claims.fences#7{1-forges-the-end,4-ends-by-itself} frozen-code.fences#7{2-macro-of-the-library,3-better-overload}; do
    build/lab_file fence "grader/test/attacks/$attack" >"$here/${attack#*#}" || tell 1 "$attack is no attack"
done
for attack in "$here"/7[1-4]-* "$here/runs"; do
    splice "$attack" "$here/checked.cu"
    (cd "$here/tree" && build/tare check 11 "$here/checked.cu" --device host --json "$here/checked.json") >/dev/null 2>&1
    [ "$(jq -r .outcome "$here/checked.json")" = fail ]
    tell $? "a check without walls: $(basename "$attack"): $(jq -r .outcome "$here/checked.json")"
done
# Legal CUDA that the host device lacks is never a zero; what nobody declares, and a student's own
# words, are no such thing.
lacks() { # NAME LINE CODE WORDS
    printf '%s\nstatic void rate(tare_claim *) {}\n' "$2" >"$here/$1"
    splice "$here/$1" "$here/lacks.cu"
    (cd "$here/tree" && TARE_LANG=en build/tare check 11 "$here/lacks.cu" --device host) >"$here/said" 2>&1
    tell $(($? != $3)) "a check: $1: exit code $3 was expected: $(head -2 "$here/said")"
    grep -qF -- "$4" "$here/said"
    tell $? "a check: $1: $(head -2 "$here/said")"
}
lacks type 'static cudaExternalMemory_t memory;' 3 'cannot grade here: the host device has no cudaExternalMemory_t.'
lacks header '#include <curand_kernel.h>' 3 'the host device has no curand_kernel.h.'
lacks library '#include <thrust/sort.h>' 3 'the host device has no thrust/sort.h.'
lacks assembly '__global__ void k(int *p) { asm("mov.u32 %0, 1;" : "=r"(*p)); }' 3 'the host device has no inline PTX.'
lacks slip 'static cudaExternalMemroy_t memory;' 1 '0 of 10 points'
lacks words '#error "cudaExternalMemory_t was not declared in this scope"' 1 '0 of 10 points'
echo "attacks_tree: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
