#!/bin/bash
# Commands and ids in the text against what make and build/tare know.
# Usage: commands.sh make|tare|options|mistakes
facts=build/book/facts
missing() { # kind, known names, names in the text
    comm -13 <(sort -u <<<"$2") <(sort -u <<<"$3") | sed "/^\$/d; s/^/in the text, but no $1: /"
}
said() { grep -hP "^command\t$1 " $facts/*.facts | cut -f2- | awk '{print $2}' | grep -v =; }
case $1 in
make) # make help lists most; make itself knows the rest
    listed=$(make -s help | awk '$1 == "make" {print $2}')
    for name in $(comm -13 <(sort -u <<<"$listed") <(said make | sort -u)); do
        make -n "$name" 2>&1 | grep -q 'No rule to make target' && echo "in the text, but no make target: $name"
    done
    true ;;
tare) missing 'subcommand of tare' "$(build/tare help 2>&1 | grep -oE '[a-z]+' | sort -u)" "$(said tare)" ;;
options) # every --option of a tare command in the text, against that command's --help
    grep -hP '^command\ttare ' $facts/*.facts | cut -f2- | sort -u | while read -r _ sub rest; do
        help=$(build/tare "$sub" --help 2>&1) || continue # the library's: another program's
        for option in $(grep -oE -- '--[a-z0-9-]+' <<<"$rest"); do
            grep -qE -- "$option([^a-z0-9-]|$)" <<<"$help" || echo "tare $sub has no $option"
        done
    done ;;
mistakes)
    known=$(build/tare mistakes --json | jq -r '.. | .id? // empty' | sort -u)
    for language in en zh; do
        entries=$(grep -hP '^anchor\t10-mistakes#[a-z]+-' $facts/$language.10-mistakes.facts |
            sed 's/.*#//; s/-/\//')
        missing 'mistake' "$known" "$entries"
        comm -23 <(sort <<<"$known") <(sort -u <<<"$entries") | sed 's/^/no entry for /'
        missing 'mistake' "$known" "$(grep -hP '^mistake\t' $facts/$language.*.facts | cut -f2)"
    done
    [ "$(wc -l <<<"$known")" -ge 50 ] || echo 'the grader knows fewer than 50 mistakes' ;;
esac
