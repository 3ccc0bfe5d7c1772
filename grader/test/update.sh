#!/bin/bash
# A newer workbook meets a learner's edits: a real upstream repository, clones of it, and every
# way in which people run git pull. Nothing may conflict, and no learner's fence may be lost.
passed=0 failed=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES
export GIT_CONFIG_GLOBAL=$here/gitconfig GIT_CONFIG_NOSYSTEM=1 GIT_EDITOR=true TARE_LANG=en LC_ALL=C.UTF-8
tare=$PWD/build/tare
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s: %s\n          expected: %s\n          got:      %s\n' "$case" "$1" "$2" "$3"
    fi
}
command -v git >/dev/null || { echo "update: 0 passed, 0 failed, 1 skipped (no git)"; exit; }
git config --global user.name Learner
git config --global user.email learner@example.org
git config --global init.defaultBranch main

# The workbook as it was when the learner cloned it, and as it is now.
mkdir "$here/upstream"
tar -cf - --exclude="*.kept-*" Makefile .gitattributes .gitignore labs solutions \
    common/make common/tare.h common/test |
    tar -xf - -C "$here/upstream"
cd "$here/upstream" || exit 1
for lab in 04_two_streams 05_first_run 08_peak 10_bytes_moved; do # as shipped, also where these files were edited
    cp "solutions/$lab/lab.cu" "$here/lab"
    sed -e '/tare: begin/,/tare: end/{/tare: begin/{p;r labs/'$lab'/shipped.fence' -e '};/tare: end/!d}' \
        "$here/lab" >"labs/$lab/lab.cu"
done
git init -q && git add -A && git commit -qm "the workbook" && git branch old
sed -i '1s|^|// A clearer first line.\n|' {labs,solutions}/{04_two_streams,05_first_run,10_bytes_moved}/lab.cu
for file in {labs,solutions}/04_two_streams/lab.cu; do echo '// A last line.' >>"$file"; done
sed -i 's|TODO|TODO, said better|' labs/{04_two_streams,08_peak}/{lab.cu,shipped.fence}
sed -i 's|^title.en.*|title.en = Two streams, told anew|' labs/04_two_streams/lab.meta
sed -i '1s|.*|# A new heading|' labs/04_two_streams/README.md
mkdir labs/99_new && sed 's/^number.*/number = 99/' labs/08_peak/lab.meta >labs/99_new/lab.meta
cp labs/08_peak/lab.cu labs/99_new/
git add -A && git commit -qm "a newer workbook"

marked() { grep -rlE '^(<<<<<<<|>>>>>>>)' labs .tare 2>/dev/null | wc -l; }
fence() { sed -n '/tare: begin/,/tare: end/p' "$1"; }
learner() { # a clone of the old workbook, one make, and an hour's work in it
    git clone -q --single-branch -b old "$here/upstream" "$here/$1" && cd "$here/$1" || exit 1
    git branch -qm main && git config branch.main.merge refs/heads/main
    git config remote.origin.fetch '+refs/heads/main:refs/remotes/origin/main'
    make -s DEVICE=host build/git-ready
    sed -i '/tare: begin/a\    int mine = 4; (void)mine;' labs/04_two_streams/lab.cu
    sed -i 's|TODO.*|DONE: mine|' labs/04_two_streams/lab.cu
    sed -i '1s|^|// My own first line.\n|' labs/05_first_run/lab.cu
    sed -i '/tare: end/d' labs/10_bytes_moved/lab.cu
    sed -i '1s|.*|# My notes|' labs/04_two_streams/README.md
    mkdir -p .tare && echo '2026-01-01T00:00:00.000000Z 08 pass' >.tare/progress-0
    fence labs/04_two_streams/lab.cu >"$here/mine"
}
judge() { # the exit code of the pull
    expect "the pull ends well" 0 "$1"
    expect "no conflict, no mark of one, no stash" "0 0 0" \
        "$(git ls-files -u | wc -l) $(marked) $(git stash list | wc -l)"
    expect "the learner's fence is untouched" "" "$(fence labs/04_two_streams/lab.cu | diff - "$here/mine")"
    expect "outside of it the lab is the new one" "" \
        "$(diff <(sed '/tare: begin/,/tare: end/d' labs/04_two_streams/lab.cu) \
            <(sed '/tare: begin/,/tare: end/d' "$here/upstream/labs/04_two_streams/lab.cu"))"
    expect "a fence that the learner left alone is the new one" "" \
        "$(diff labs/08_peak/lab.cu "$here/upstream/labs/08_peak/lab.cu")"
    expect "a line outside the fence gives way to the workbook's" "// A clearer first line." \
        "$(head -1 labs/05_first_run/lab.cu)"
    expect "and is kept beside" "// My own first line." "$(head -1 labs/05_first_run/lab.cu.kept-1)"
    expect "a fence that lost a mark gives way whole, and is kept" "0 1" \
        "$(diff -q labs/10_bytes_moved/lab.cu "$here/upstream/labs/10_bytes_moved/lab.cu" | wc -l) $(grep -c 'tare: ' labs/10_bytes_moved/lab.cu.kept-1)"
    expect "notes in a handout are kept beside" "# My notes # A new heading" \
        "$(head -qn1 labs/04_two_streams/README.md.kept-1 labs/04_two_streams/README.md | paste -sd' ')"
    expect "lab.meta and the new lab came" "1 1" \
        "$(grep -c 'told anew' labs/04_two_streams/lab.meta) $(grep -c 'tare: begin' labs/99_new/lab.cu)"
    expect "progress survives" "✓ 08" "$(TARE_ROOT=$PWD "$tare" list | grep -o '✓ 08')"
}

for edits in dirty staged committed twice; do
    for how in "pull" "pull --rebase" "pull --no-rebase"; do
        case="$edits edits, git $how"
        learner "$edits ${how#pull}"
        case $edits in
        staged) git add labs ;;
        committed) git commit -qam "my work" ;;
        twice)
            git commit -qam "my work"
            sed -i 's|DONE: mine|DONE: mine, better|' labs/04_two_streams/lab.cu
            fence labs/04_two_streams/lab.cu >"$here/mine"
            git commit -qam "more of it"
            sed -i 's|DONE: mine, better|DONE: mine, best|' labs/04_two_streams/lab.cu
            fence labs/04_two_streams/lab.cu >"$here/mine"
            ;;
        esac
        # shellcheck disable=SC2086 # words of a command
        git $how >"$here/said" 2>&1
        code=$?
        judge $code
        [ $code = 0 ] || sed "s/^/          /" "$here/said"
    done
done

case="make update"
learner update
rm labs/08_peak/lab.cu # removed by mistake: git alone would ask what to do
mkdir -p build && printf '#!/bin/sh\n' >build/tare && chmod +x build/tare
make -s DEVICE=host TARE_PARTS= update >"$here/said" 2>&1
code=$?
judge $code
[ $code = 0 ] || sed "s/^/          /" "$here/said"

# One learner, two machines, one repository between them: the logs of both, the edits of both.
case="two machines"
git clone -q --bare "$here/upstream" "$here/between"
for machine in one two; do
    git clone -q "$here/between" "$here/$machine" && cd "$here/$machine" && make -s DEVICE=host build/git-ready
    sed -i "/tare: begin/a\    // by machine $machine" labs/04_two_streams/lab.cu
    TARE_ROOT=$PWD "$tare" hint 04 >/dev/null
done
cd "$here/one" && echo '2026-01-01T00:00:01.000000Z 08 pass' >>.tare/progress-* && git add -A && git commit -qm one && git push -q
cd "$here/two" && echo '2026-01-01T00:00:02.000000Z 08 fail' >>.tare/progress-* && git add -A && git commit -qm two
git pull -q >"$here/said" 2>&1
expect "the pull ends well" "0 0 0" "$? $(git ls-files -u | wc -l) $(marked)"
expect "each machine wrote a log of its own, and both are here" 2 "$(find .tare -name 'progress-*' | wc -l)"
expect "passed on one, then failed on the other: open again" "✗ 08" "$(TARE_ROOT=$PWD "$tare" list | grep -o '. 08')"
expect "hints of both count" "hint 3 of 3" "$(TARE_ROOT=$PWD "$tare" hint 04 | head -1)"
expect "two fences of one learner: this machine's stays, the other is kept" "two one" \
    "$(for file in labs/04_two_streams/lab.cu{,.kept-1}; do sed -n 's/.*by machine //p' "$file"; done | paste -sd' ')"
git push -q && cd "$here/one" && git pull -q >"$here/said" 2>&1
expect "and the first machine gets the same" "0 ✗ 08" "$? $(TARE_ROOT=$PWD "$tare" list | grep -o '. 08')"

echo "update: $passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
