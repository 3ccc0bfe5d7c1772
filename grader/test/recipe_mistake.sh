#!/bin/bash
# Follows the recipe of grader/mistakes/README.md in a copy of the tree: a new mistake is known
# everywhere at once, and what its author left out is told by file and line.
set -u
passed=0 failed=0 skipped=0
unset MAKEFLAGS MFLAGS MAKELEVEL MISTAKES # a jobserver of the make above is not ours
export TARE_LANG=en LC_ALL=C.UTF-8
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
if [ -e .git ]; then git ls-files -z --cached --others --exclude-standard; else
    find . \( -path ./build -o -path ./dist \) -prune -o -type f -print0
fi | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar -cf - --null -T - | tar -xf - -C "$tree"
cp -a build "$tree/build" # newer than the sources, as here: only what changes is made again
cd "$tree" || exit 1

tell() { # EXIT-CODE CASE
    if [ "$1" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n%s\n' "$2" "$(tail -5 said)"
    fi
}
says() { grep -qF -- "$1" said; }
made() { make -s DEVICE=host "$@" >said 2>&1; }

id=time/stopped-by-hand here=grader/mistakes/time/stopped-by-hand
fence=01_kernel_time.by_hand
write() { # the mistake, as its author writes it; sed's arguments make a gap
    cat >"$here/mistake.txt.new" <<'END'
lab: 01
chapter: time
since: 2026-11-23
picture: bars | true ~ 1 | reported ~ 2

[en]
seen: the rate is never the same twice
did: you stopped the clock by hand
proof: the times differ by the time that a finger takes
why: A finger takes a tenth of a second,
    and a kernel far less.
find: Search for `getchar`.
mend: Let the program stop the clock.

[zh]
seen: 速率没有两次是一样的
did: 你用手停了表
proof: 各次时间相差手指动作的时间
why: 手指动一下要十分之一秒，
    而核函数短得多。
find: 搜索 `getchar`。
mend: 让程序来停表。

[fr]
seen: le débit change à chaque fois
did: vous avez arrêté le chronomètre à la main
proof: les temps varient de la durée d'un geste
why: Un geste dure un dixième de seconde.
find: Cherchez `getchar`.
mend: Laissez le programme arrêter le chronomètre.
END
    sed "$@" "$here/mistake.txt.new" >"$here/mistake.txt"
    rm "$here/mistake.txt.new"
}

# ---- the recipe ------------------------------------------------------------------------

mkdir -p $here
write -e ''
build/lab_file fence labs/01_kernel_time/lab.cu >said
{ printf '// fence: %s\n// predicted: any (1 x 1 x any)\n' $fence && grep -v TODO said; } >>$here/fences
made build/tare build/course build/test/grader_catalogue
tell $? "the tree builds with it"
build/tare mistakes >said
tell "$(says "$id "; echo $?)" "it is in the list"
build/tare mistakes $id >said
tell "$(says 'A finger takes a tenth of a second, and a kernel far less.'; echo $?)" "a text on two lines is one"
TARE_LANG=zh build/tare mistakes $id >said
tell "$(says '手指动一下要十分之一秒，而核函数短得多。'; echo $?)" "in Chinese, without a blank"
TARE_LANG=fr_FR.UTF-8 build/tare mistakes $id >said
tell "$(says 'à la main'; echo $?)" "a third language needs no program changed"
TARE_LANG=fr build/tare mistakes time/launch-only >said
tell "$(says 'A launch returns at once'; echo $?)" "where it is not spoken, English is"
build/tare mistakes --json | jq -r ".[] | select(.id == \"$id\") | .lab, .since, .mend.fr" >said
tell "$(says 01 && says 2026-11-23 && says 'Laissez le programme'; echo $?)" "it is in the JSON"
build/test/grader_catalogue >said 2>&1
tell $? "the catalogue's test passes"
build/course >said 2>&1
tell $? "the course's tests pass"
if command -v pandoc >/dev/null; then
    made build/book/en/10-mistakes.html build/book/zh/10-mistakes.html
    tell $? "chapter 10 builds"
    grep -h -A 12 'id="time-stopped-by-hand"' build/book/*/10-mistakes.html >said
    tell "$(says 'You stopped the clock by hand.' && says '你用手停了表。' && says '<code>getchar</code>'; echo $?)" \
        "chapter 10 has it"
    tell "$(grep -q '真值' build/book/figures/time-stopped-by-hand.zh.svg; echo $?)" "and its picture"
    write -e 's/reported/dreamt/'
    made build/book/zh/10-mistakes.html
    tell "$([ $? != 0 ] && says "$id: docs/book/figures/mistakes/words.zh.txt does not have the label \"dreamt\""; echo $?)" \
        "a picture's label without a translation"
else
    skipped=$((skipped + 4))
fi

# Its rule, which stands in for another one: without numbers, and with those that its text says.
sed -i.kept 's|"build/debug", LIKELY|"time/stopped-by-hand", LIKELY|' grader/grade/naming/name.c
ruled() { # SED TEXT LANGUAGE: made with these words, a recorded grading says that text
    write -e "$1" && made build/tare && TARE_LANG=$3 build/tare verdict grader/mistakes/build/debug/recordings.jsonl >said 2>&1
    says "$2"
}
tell "$(ruled '' 'by hand. The times differ by the time that a finger takes.' en; echo $?)" "a rule says its proof"
numbers='s|^proof: the.*|&\nsays: A finger was %.2g of the time|; s|^proof: 各.*|&\nsays: 手指占了时间的 %.2g|; s|^proof: les.*|&\nsays: Le doigt : %.2g|'
tell "$(ruled "$numbers" 'A finger was 0.039 of the time.' en; echo $?)" "or its proof with numbers"
tell "$(ruled "$numbers" '手指占了时间的 0.039' zh; echo $?)" "in Chinese"
mv grader/grade/naming/name.c{.kept,} && touch grader/grade/naming/name.c

# A case of a term of the account needs no rule.
cases() { # LABS: launches that nobody waited for are this mistake there
    write -e "s/^since.*/&\nterm: time\/launch-only\nlabs: $1/" && made build/tare &&
        build/tare verdict grader/mistakes/time/launch-only/recordings.jsonl >said 2>&1
    says 'you stopped the clock by hand'
}
tell "$(cases '02 01'; echo $?)" "a term in a lab is another mistake, without a rule"
tell "$(! cases 17; echo $?)" "and in another lab it is not"

# ---- what its author left out ----------------------------------------------------------

gap() { # CASE, LINE: WORDS, sed's arguments
    write "${@:3}"
    made build/tare
    tell "$([ $? != 0 ] && says "$here/mistake.txt:$2"; echo $?)" "$1"
}
gap 'no Chinese' '1: [zh] is missing' -e '/\[zh\]/,/mend/d'
gap 'no remedy' '6: mend is missing in [en]' -e '/^mend: Let/d'
gap 'no proof in one language' '15: proof is missing in [zh]' -e '/^proof: 各/d'
gap 'numbers in one language' '16: says is missing in [zh]' -e 's|^proof: the.*|&\nsays: It is %d|'
gap 'other numbers' '20: says has other numbers than in [en]: d s' -e 's|^proof: the.*|&\nsays: It is %d, %s|; s|^proof: 各.*|&\nsays: %s，%d|'
gap 'English in Chinese' '18: proof is still in English' -e 's/^proof: 各.*/proof: the times differ by the time that a finger takes/'
gap 'an unknown key' '10: unknown key "whi"' -e 's/^why: A/whi: A/'
gap 'an unknown key above' '2: unknown key "part"' -e 's/^chapter/part/'
gap 'no such chapter' '2: the book has no chapter "clocks"' -e 's/^chapter.*/chapter: clocks/'
gap 'no such lab' '1: there is no lab "77"' -e 's/^lab.*/lab: 77/'
gap 'no picture' '1: picture is missing' -e '/^picture/d'
gap 'no such picture' '4: unknown kind of picture "photo"' -e 's/^picture.*/picture: photo/'
gap 'no date' '3: "today" is not a date' -e 's/^since.*/since: today/'
gap 'no sentence' '13: mend is whole sentences' -e 's/clock\.$/clock/'
gap 'a line of nothing' '9: this is neither' -e 's/^proof: the/the/'
gap 'no such term' '4: there is no mistake "time/lost"' -e 's/^since.*/&\nterm: time\/lost\nlabs: 01/'
gap 'a term everywhere' '4: calls or labs must say' -e 's/^since.*/&\nterm: time\/launch-only/'
gap 'twice' '9: seen is here twice' -e 's/^proof: the/seen: the/'
write -e ''
made build/tare
mv $here/fences elsewhere
build/course >said 2>&1
tell "$(says "$here: no fences"; echo $?)" "no fence"
sed '1a // mistake: time/launch-only' elsewhere >$here/fences
build/course >said 2>&1
tell "$(says "$here/fences#$fence: its line \"// mistake:\" does not begin"; echo $?)" "a fence in another one's folder"
sed '1s/fence/fances/' elsewhere >$here/fences
build/course >said 2>&1
tell "$(says "$here/fences: wants \"// fence: NAME\""; echo $?)" "a fence without its name"
mv elsewhere $here/fences

# ---- outside the tree, and published ----------------------------------------------------

mkdir -p ours/time
mv $here ours/time/
made build/tare && build/tare mistakes >said
tell "$(! says "$id"; echo $?)" "a folder that is gone"
made MISTAKES="grader/mistakes ours" build/tare && build/tare mistakes >said
tell "$(says "$id"; echo $?)" "a course's own folder"
keep() { git -c user.name=a -c user.email=a@localhost commit -qm "$1" >said 2>&1; }
git init -q . 2>said && git add grader/mistakes && keep published &&
    git mv grader/mistakes/time/first-run grader/mistakes/time/second-run && keep renamed
tell $? "a repository of the copy"
made build/test/grader_catalogue
build/test/grader_catalogue >said 2>&1
tell "$([ $? != 0 ] && says 'time/first-run was published, and is gone'; echo $?)" "a published id is never renamed"
echo "recipe_mistake: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
