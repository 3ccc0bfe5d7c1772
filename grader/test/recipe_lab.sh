#!/bin/bash
# The recipe "add a lab", executed in a copy of the tree by the words that `make new-lab`
# prints: the template builds and is graded, lint-lab finds its gaps, and once they are filled
# in every list and every rule knows the lab.
set -u
passed=0 failed=0 skipped=0
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
unset MAKEFLAGS MAKELEVEL MAKEOVERRIDES TARE_ROOT LAB NAME
export TARE_LANG=en NO_COLOR=1 DEVICE=host LC_ALL=C.UTF-8
expect() { # what, expected, got
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        printf '  FAILED  %s\n          expected: %s\n          got:      %s\n' "$1" "$2" "$3"
        tail -5 "$here/said" 2>/dev/null | sed 's/^/          | /'
    fi
}
command -v git >/dev/null || { echo "recipe_lab: 0 passed, 0 failed, 1 skipped (no git)"; exit; }

common/make/scratch.sh "$here/tree"
cd "$here/tree" || exit 1
git init -q && git add -A && git -c user.name=t -c user.email=t@localhost commit -qm "the workbook"

said() { "$@" >"$here/said" 2>&1; } # its words are kept, and its exit code is the command's
graded() { # what, expected outcome and mistake, file; skipped where the machine is too busy
    local got='' try
    for try in 1 2 3; do
        build/tare check "$number" "$3" --device host --budget $((3 * try)) --json "$here/got.json" >"$here/said" 2>&1
        got=$(jq -r '"\(.outcome) \([.findings[].mistake] | join(" "))"' "$here/got.json" | sed 's/ $//')
        rm -f "$here/got.json"
        [[ $got = cannot-grade* ]] || break
    done
    if [[ $got = cannot-grade* ]]; then skipped=$((skipped + 1)); else expect "$1" "$2" "$got"; fi
}

number=$(printf %02d $((10#$(build/tare lab all number | tail -1) + 1)))
lab=${number}_fused
said make -s new-lab NAME=Fused
expect "a name that is none" "2 there is no labs/$lab" "$? $(ls "labs/$lab" >/dev/null 2>&1 || echo "there is no labs/$lab")"
said make -s new-lab NAME=fused
expect "make new-lab makes the next lab" "0 labs/$lab solutions/$lab" "$? $(ls -d labs/*_fused solutions/*_fused | paste -sd' ')"
recipe=$(cat "$here/said")
expect "the recipe has at most twelve lines" 1 "$(($(wc -l <<<"$recipe") <= 12))"
expect "the file names of the recipe are there" "" \
    "$(grep -oE "((labs|solutions)/$lab|grader)/[^ ]+" <<<"$recipe" | while read -r file; do compgen -G "$file" >/dev/null || echo "$file"; done)"
said make -s new-lab NAME=fused
expect "no lab is made twice" 1 "$(grep -c "is there already" "$here/said")"

# As it comes from the template: with gaps, and graded.
said make -s lint-lab LAB=fused
expect "lint-lab finds gaps" 1 "$(($? > 0))"
for file in labs/"$lab"/{lab.cu,lab.meta,README.md,README.zh-CN.md,hints.en.md,hints.zh-CN.md} solutions/"$lab"/lab.cu; do
    expect "lint-lab tells the gaps of $file, each with its line" "$(grep -n 'TODO(lab)' "$file" | cut -d: -f1 | paste -sd' ')" \
        "$(grep -oE "^$file:[0-9]+: TODO\(lab\)" "$here/said" | cut -d: -f2 | paste -sd' ')"
done
expect "and says why" 1 "$(grep -c 'why: make new-lab marked' "$here/said")"
sed 's|p->n \* sizeof|4 * &|' "labs/$lab/lab.cu" >"$here/wrong.cu"
graded "the template, mended wrongly" "fail work/counted-twice" "$here/wrong.cu"

# Every rule is seen to say no: a fault each, and what lint-lab says of it.
fault() { # words that it says, file, sed's script
    cp "$2" "$here/kept" && sed -i "$3" "$2"
    said build/course --lint "$number"
    expect "a fault in $2: $1" 1 "$(grep -c -- "$1" "$here/said" | sed 's/[1-9][0-9]*/1/')"
    cp "$here/kept" "$2"
}
fault "the grader knows no mistake" "labs/$lab/lab.meta" 's|work/one-way|work/no-way|'
fault "which passes" "labs/$lab/lab.meta" 's|^off .*|off = work > 0.4|'
fault "docs/book has no chapter" "labs/$lab/lab.meta" 's|^chapter .*|chapter = bandwith|'
fault 'no "drawing"' "labs/$lab/lab.meta" '/^drawing /d'
fault 'no "work"' "labs/$lab/lab.meta" '/^work /d'
fault "has no session 99" "labs/$lab/lab.meta" 's|^session .*|session = 99|'
fault "labs/README.md: has no" labs/README.md "/$lab/d"
fault "one task wanted" "labs/$lab/shipped.fence" 's|TODO||'
fault "make shipped" "labs/$lab/shipped.fence" '$d'
fault "outside the fence" "solutions/$lab/lab.cu" '$a// more'
fault "a TODO is left" "solutions/$lab/lab.cu" 's|// reads x|// TODO: reads x|'
fault "columns, and 80" "solutions/$lab/lab.cu" "s|// reads x.*|// $(printf '%078d' 0)|"
fault "is not \"# $number" "labs/$lab/README.md" '1s|·|-|'
fault "only one of them has" "labs/$lab/README.zh-CN.md" '$aA number: 17'
fault "2 hints" "labs/$lab/hints.en.md" '2d'
fault "too early" "labs/$lab/README.md" '5s|$| 2 * p->n|'

cp "labs/$lab/lab.cu" "$here/kept" && cp "solutions/$lab/lab.cu" "labs/$lab/lab.cu"
said make -s shipped lint-lab LAB=fused
expect "a lab in which nothing is wrong, and what may help" 1 "$(grep -c 'finds nothing wrong in the shipped file.*pairs = yes' "$here/said")"
cp "$here/kept" "labs/$lab/lab.cu"

# The gaps are filled in, then the recipe's own commands, in its order.
sed -i 's|TODO(lab): .*|The words of a test, and some more|' labs/"$lab"/{lab.cu,README.md,hints.en.md} solutions/"$lab"/lab.cu
sed -i 's|TODO(lab): .*|测试用的一句话，够长|' labs/"$lab"/{README,hints}.zh-CN.md
sed -i 's|^\(teaches.*\)TODO(lab): .*|\1An answer. 答案。|; s|\(\.zh *=\) TODO(lab): .*|\1 测试用的一句话，够长|; s|TODO(lab): .*|The words of a test, and some more|' "labs/$lab/lab.meta"
answered() { # NUMBER LANGUAGE ...: an answer to its harder question, behind the last one
    for language in "${@:2}"; do
        sed -i "/^## \(Rubric\|书面\)/i $1\n:   An answer. 答案。\n" "grader/staff/key/key.$language.md"
    done
}
said build/course --lint "$number"
expect "an answer is wanted, in each language's key" "en zh" \
    "$(sed -n 's|^grader/staff/key/key\.\(..\)\.md: no answer to the harder question of lab '"$number"'\..*|\1|p' "$here/said" | paste -sd' ')"
answered "$number" en zh
while read -r command; do
    # shellcheck disable=SC2086 # words of a command
    said $command
    expect "$command" 0 $?
done < <(grep -oE '^make [^ ]+( [a-z-]+)*( LAB=[0-9]+)?' <<<"$recipe" | grep -vE 'new-lab|make test')
expect "its last command draws the account, and grades: shipped and solved" "true for 1 run|as shipped: not-attempted|as solved: pass" \
    "$(grep -oE '^true for 1 run|as shipped: not-attempted|as solved: pass' "$here/said" | paste -sd'|')"
expect "lint-lab: whole" "lab $number fused is whole" "$(tail -1 "$here/said")"
expect "what another machine must measure is asked for, and fails nothing" "wants a card: wants a quiet machine:" \
    "$(grep -oE '^wants a [a-z ]+:' "$here/said" | sort | paste -sd' ')"
expect "twelve files are touched" 12 "$(git status --porcelain -uall | wc -l)"
said make -s test-course
expect "all rules for all labs" 0 $?
expect "make list names it" 1 "$(build/tare list | grep -c "$number fused")"
expect "the book's chapter lists it" 1 "$(docs/book/pages.sh en | grep -c "lab-$number.*chapter: \"bandwidth\"")"
expect "a reset brings the shipped file" "" "$(echo '// mine' >>"labs/$lab/lab.cu" && build/tare reset "$number" >/dev/null &&
    diff "labs/$lab/lab.cu" "build/shipped/$lab.cu" && rm "labs/$lab/lab.cu.kept-1")"

# A lab of each family: with its flaw in the fence, or with the words of where it goes.
flaws=common/make/new_lab/flaws
expect "a lab without a name" 1 "$(make -s new-lab 2>&1 | grep -c '^make new-lab wants a name, .*NAME=fused')"
made() { said make -s new-lab NAME="$1" MISTAKE="$2" && number=$(printf %02d $((10#$number + 1))); }
while read -r mistake; do
    made "of_${mistake//[^a-z]/_}" "$mistake"
    said make -s lint-lab LAB="$number"
    if grep -q '^wants a quiet machine: .* is not graded' "$here/said"; then skipped=$((skipped + 1)); else
        expect "$mistake is in the fence and named, and the solution passes: gaps are left, no more" "" \
            "$(grep -E '^(labs|solutions|grader|docs)/' "$here/said" | grep -vE 'TODO\(lab\)|no answer to the harder')"
    fi
done < <(awk '/^\[/ { id = substr($0, 2, length($0) - 2) } $1 == "fence" { print id }' $flaws | uniq)
for family in $(sed -n 's/^families: //p' grader/mistakes/catalogue.txt); do
    mistake=$(for known in grader/mistakes/"$family"/*/; do
        id=$family/$(basename "$known")
        grep -qF "[$id]" $flaws || echo "$id"
    done | head -1)
    [ -n "$mistake" ] || continue # the template holds the whole family
    made "words_$family" "$mistake"
    expect "$mistake: where the flaw goes, in words" 1 "$(grep -c "^The template cannot hold $mistake. In labs/$number.*, [a-z]" "$here/said")"
    expect "$mistake: a solution without a flaw to mend is no wrong measurement" 0 \
        "$(make -s lint-lab LAB="$number" 2>&1 | grep -c '^solutions/.*does not pass')"
    expect "$mistake: the same words are a gap" 1 "$(build/course --lint "$number" | grep -c "TODO(lab): the flaw $mistake is not")"
done
said make -s new-lab NAME=none MISTAKE=units/none
expect "a mistake that is none" 1 "$(grep -c "knows no such mistake" "$here/said")"

# A lab in one language asks for nothing in the other, and readers of the other are told.
said make -s new-lab NAME=none LANGUAGES=fr
expect "a language that is none" 1 "$(grep -c 'LANGUAGES=fr: en or zh makes a lab in one language' "$here/said")"
in_one() { # its language, the other, its handout, the other's, a sentence, what a title of the other ends with, its terms
    said make -s new-lab NAME="in_$1" LANGUAGES="$1" && number=$(printf %02d $((10#$number + 1)))
    lab=${number}_in_$1
    expect "$1: no file of the other language" "$3" "$(cd "labs/$lab" && ls README*)"
    sed -i "s#^\(teaches.*\)TODO(lab): .*#\1An answer. 答案。#; s#TODO(lab): .*#$5#" "labs/$lab"/{lab.cu,lab.meta,*.md} "solutions/$lab/lab.cu"
    expect "$1: the words of its terms are in this language" "$7" "$(sed -n 's/^work .*n | //p' "labs/$lab/lab.meta" | paste -sd'+')"
    answered "$number" "$1"
    sed -i "5s#\$# 10<!--=134.217728/h200.transfer[device to host,pageable].gb_per_s-->#" "labs/$lab/$3"
    said make -s shipped lab-list
    said build/course --lint "$number"
    expect "$1: whole" "lab $number in_$1 is whole" "$(tail -1 "$here/said")"
    said build/course --weigh "$number"
    expect "$1: its terms are weighed: what is read, and what is written" 2 "$(grep -c 'The term .*; the kernel' "$here/said")"
    expect "$1: numbers of one language" "" "$(docs/book/numbers.sh check 2>&1)"
    expect "$1: both columns lead to it" 2 "$(grep "$lab" labs/README.md | grep -oF "]($lab/$3)" | wc -l)"
    expect "$1: a page in the other language has this one, and says so" "labs/$lab/$3 $5$6" \
        "$(docs/book/pages.sh "$2" | sed -n "s|.*source: \"\(labs/${lab}[^\"]*\).*title: \"\([^\"]*\)\".*|\1 \2|p")"
    expect "$1: a list in the other language says so" 1 "$(TARE_LANG=$2 build/tare list | grep -cF "$5$6")"
    expect "$1: a hint for readers of the other" 1 "$(TARE_LANG=$2 build/tare hint "$number" | grep -cF "$5")"
    fault "no line says" "labs/$lab/$3" 3d
    fault "no teaches" "labs/$lab/lab.meta" "/^teaches.$1/d"
    fault "wants its words in both languages" "labs/$lab/lab.meta" '/^languages/d; $atitle.'"$2 = T\ngoal.$2 = G\nteaches.$2 = S"
    touch "labs/$lab/$4"
    said build/course --lint "$number"
    expect "$1: a file of the other is told" 1 "$(grep -c "$lab/$4: lab.meta says languages = $1" "$here/said")"
    rm "labs/$lab/$4"
}
in_one en zh README.md README.zh-CN.md "The words of a test, and some more" "（只有英文版）" "reads x+writes y"
in_one zh en README.zh-CN.md README.md "测试用的一句话，够长够长够长" " (Chinese only)" "读 x+写 y"
echo "recipe_lab: $passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
